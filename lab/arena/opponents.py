"""Opponents by name.

A name is a level of ours, a former one (`lab/former_levels.py`) or "random" (in process), "nets" (`adept` with
networks under every option), "naive" or "greedy"
(`beginners.py`), "button" and others who press the hint button (`button_presses.py`), "rlcard" (its rule robot), or the
address of a service, `http://127.0.0.1:8000`, with a level before it if not the default:
`starter@http://127.0.0.1:8000`. Earlier builds have names for addresses: `expert@first`, `expert@0.1`
(`earlier_builds.py`). `club~0.5` draws its actions at a temperature of half a turn, without a search; `win=0.35` is the
level of a request that wins this share against `club`.
"""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any
from urllib.parse import urlsplit

from lab.arena import earlier_builds
from lab.arena.beginners import BEGINNERS, Beginner
from lab.arena.button_presses import PRESSES, ButtonPresser
from lab.arena.errors import ArenaError
from lab.arena.opponent import Opponent, core_build, digest
from lab.arena.rlcard_robot import RLCARD, RuleRobot
from lab.former_levels import FORMER, FormerLevel
from service.advice import levels, mixed_levels, robot
from service.advice.views import view_of
from service.core import engine, robots
from service.core.bindings import CompiledRules, Weights, weights_for
from service.position.parse.card_fields import read_play
from service.position.play import play_or_refuse
from service.position.position import Position
from service.rules.cards import holds
from service.rules.combos import Combo
from service.rules.errors import RuleError
from service.rules.games.strengths import STRENGTHS
from service.rules.random_numbers import MOST_SEED
from service.rules.strength import Strength

RANDOM, NETS = "random", "nets"
TIMEOUT = 60.0
"""Maximum seconds of a service for a move."""


class RandomOpponent(Opponent):
    """A player of random legal moves."""

    def __init__(self) -> None:
        self.name, self.version = RANDOM, f"{engine.VERSION} core {core_build()}"
        self.policy = robots.Policy("random")

    def move(self, position: Position, seed: int) -> Combo | None:
        """Return any legal play, or a pass."""
        assert self.policy is not None
        return robots.choose(position.rules, self.policy, view_of(position), seed).combo


class LevelOpponent(Opponent):
    """A level of the checked-out code."""

    def __init__(self, name: str) -> None:
        self.name = levels.find_level(name).id
        numbers = digest([levels.LEVELS[self.name], *[ladder.get(self.name) for ladder in levels.LADDERS.values()]])
        self.version = f"{engine.VERSION} core {core_build()} numbers {numbers}"
        self.policy = levels.policy_of(name)

    def policy_under(self, rules: CompiledRules) -> robots.Policy:
        """Return the level's policy under some rules, with fewer games if its search is limited."""
        return levels.policy_under(rules, self.name)

    def move(self, position: Position, seed: int) -> Combo | None:
        """Return the move of the level."""
        return robot.choose_move(position, self.name, seed).combo


class NetsPolicy(robots.Policy):
    """The policy of `adept` with the networks of the game, under all options that they fit."""

    def weights_under(self, rules: CompiledRules) -> Weights:
        """Return the weights with the networks.

        Raises ArenaError for rules with rows that they do not fit.
        """
        return weights_with_nets(rules)


@cache
def weights_with_nets(rules: CompiledRules) -> Weights:
    """Return the weights of a game with its networks, whether or not a match has covered the options."""
    nets = rules.variant.nets
    if nets is None or not rules.nets_fit:
        raise ArenaError(f"{rules.variant.id} with {dict(rules.chosen)}: no networks fit")
    weights = weights_for(rules, rules.variant.weights)
    weights.set_nets(nets.name, nets.path.read_bytes(), nets.digest)
    return weights


class NetsOpponent(Opponent):
    """`adept` with networks under every option, to cover it by a match."""

    def __init__(self) -> None:
        self.name, self.version = NETS, f"{engine.VERSION} core {core_build()} numbers {digest(levels.LEVELS)}"
        self.policy = NetsPolicy("rules", numbers=levels.CLUB_NUMBERS, learned=True)

    def move(self, position: Position, seed: int) -> Combo | None:
        """Return the move of the policy."""
        assert self.policy is not None
        return robots.choose(position.rules, self.policy, view_of(position), seed).combo


class TemperedOpponent(Opponent):
    """A level of the checked-out code without its search, its actions sampled at a temperature."""

    def __init__(self, level: str, temperature: float) -> None:
        self.name, self.level, self.temperature = f"{level}~{temperature:g}", levels.find_level(level).id, temperature
        self.version = f"{LevelOpponent(level).version} temperature {temperature:g}"
        self.policy = levels.policy_of(level, levels.NO_SEARCH, temperature=temperature)

    def move(self, position: Position, seed: int) -> Combo | None:
        """Return an action of the level."""
        choice = robot.choose_move(position, self.level, seed, levels.NO_SEARCH, temperature=self.temperature)
        return choice.combo


class MixedOpponent(Opponent):
    """Two levels that share the moves as those of a strength do."""

    def __init__(self, name: str, strength_in: Callable[[CompiledRules], Strength]) -> None:
        self.name, self.strength_in = name, strength_in
        self.version = f"{engine.VERSION} core {core_build()} strengths {digest(STRENGTHS)} {digest(levels.LEVELS)}"

    def move(self, position: Position, seed: int) -> Combo | None:
        """Return the move of one of the levels."""
        level = mixed_levels.level_drawn(self.strength_in(position.rules), seed)
        return robot.choose_move(position, level, seed).combo


class RemoteOpponent(Opponent):
    """Another build of our service, used over HTTP."""

    def __init__(self, address: str, name: str = "") -> None:
        level, _, address = address.rpartition("@")
        name = name or "@".join(filter(None, (level, address)))
        try:
            parts = urlsplit(address)
            port = parts.port
        except ValueError as error:
            raise ArenaError(f"{address!r} is no address: {error}") from error
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ArenaError(f"a service's address starts with http:// or https://; not {address!r}")
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self.name, self.level, self.path = name, level, parts.path.rstrip("/") + "/v1/move"
        self.connection = kind(parts.hostname, port, timeout=TIMEOUT)
        about = self.ask({"hand": "3"})
        try:
            engine_of, played = about["engine"], about["move"]
            self.version = f"{engine_of['version']} {engine_of['weights']} level {played['level']}"
        except (KeyError, TypeError) as error:
            self.connection.close()
            raise ArenaError(f"{name} is no service of ours: it answers {about}") from error

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the service's answer.

        Raises ArenaError for no answer or an error.
        """
        body = json.dumps(question | ({"level": self.level} if self.level else {}))
        for attempt in (1, 2):  # an idle connection may have been closed
            try:
                self.connection.request("POST", self.path, body, {"Content-Type": "application/json"})
                response = self.connection.getresponse()
                answer: dict[str, Any] = json.loads(response.read())
                break
            except (OSError, http.client.HTTPException, ValueError) as error:
                self.connection.close()
                if attempt == 2:
                    raise ArenaError(f"{self.name} does not answer: {error}") from error
        if not isinstance(answer, dict):
            self.connection.close()
            raise ArenaError(f"{self.name} is no service of ours: it answers {answer}")
        if response.status != 200:
            self.connection.close()
            raise ArenaError(f"{self.name} refuses: {answer.get('detail', response.status)}")
        return answer

    def move(self, position: Position, seed: int) -> Combo | None:
        """Return the service's move.

        Raises ArenaError if it does not answer, or answers with an illegal move.
        """
        played = self.ask({"position": position.line, "seed": seed & MOST_SEED})["move"]
        if played["pass"]:
            return None
        value = {name: played[name] for name in ("cards", "as") if name in played}
        try:
            shown = read_play(value, position.notation, "/move", position.rules)
            if not holds(position.hand, shown.hand):
                message = f"{self.name} breaks a rule: {value['cards']} is not in its hand; {position.line}"
                raise ArenaError(message)
            return play_or_refuse(position.rules, position.hand, shown, position.to_beat, position.constraints)
        except RuleError as error:
            raise ArenaError(f"{self.name} breaks a rule: {error.message}; {position.line}") from error


@cache
def find_opponent(name: str) -> Opponent:
    """Return the opponent called *name*.

    Raises RuleError "level_unknown" for an unknown name, ArenaError if it is not available.
    """
    if name == RANDOM:
        return RandomOpponent()
    if name == RLCARD:
        return RuleRobot()
    if name == NETS:
        return NetsOpponent()
    if name in FORMER:
        return FormerLevel(name)
    if name in BEGINNERS:
        return Beginner(name)
    if name in PRESSES:
        return ButtonPresser(name)
    if match := re.fullmatch(r"(\w+)~(\d+(?:\.\d+)?)", name):
        return TemperedOpponent(match[1], float(match[2]))
    if match := re.fullmatch(r"win=(0?\.\d+)", name):
        return MixedOpponent(name, partial(mixed_levels.strength_for, win=float(match[1])))
    level, _, build = name.rpartition("@")
    if level and build in earlier_builds.BUILDS:
        return RemoteOpponent(f"{level}@{earlier_builds.address_of(build)}", name)
    return RemoteOpponent(name) if "://" in name else LevelOpponent(name)


def known() -> list[str]:
    """Return the names of opponents without an address, weakest first as far as known."""
    try:
        find_opponent(RLCARD)
    except ArenaError:
        return [RANDOM, *FORMER, *levels.LEVELS]
    return [RANDOM, RLCARD, *FORMER, *levels.LEVELS]
