"""Sure wins in every game, against all hands and plays of the enemies, by exhaustive search with the slow rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

import pytest

from service.advice import levels, robot
from service.advice.views import view_of
from service.core import engine, robots
from service.core.bindings import Buffers, check, ffi, lib, pack_combo
from service.position.parse.position_text import PositionText
from service.position.position import Position
from service.position.read import read_position
from service.rules import cards as c
from service.rules.combos import Combo
from tests.helpers.family_engine import kind_of, kind_of_reading
from tests.oracle.family import GAMES
from tests.oracle.family_base import Cards, Game
from tests.oracle.open_hands import BruteForce, OpenState, without

Hands = tuple[str, ...]


@cache
def brute_of(game: Game) -> BruteForce:
    """Return the solver of endings of the first seat against all others together."""
    return BruteForce(game, (0, *[1 for _ in game.seats[1:]]))


def loses_somewhere(game: Game, position: Position, sizes: Sequence[int], combo: Combo) -> Hands | None:
    """Return hands of the enemies against which a lead does not win."""
    hand, unseen, played = (game.pack(c.text(cards)) for cards in (position.hand, position.unseen, combo.cards))
    rest, brute = without(game, hand, played), brute_of(game)
    reading = next(one for one in game.answers(played, hand, None) if kind_of_reading(one) == kind_of(combo))
    for hands in dealt_to(game, unseen, sizes):
        if rest and brute.winner(OpenState((rest, *hands), 1, reading)) != 0:
            return hands
    return None


def dealt_to(game: Game, unseen: Cards, sizes: Sequence[int]) -> Iterator[Hands]:
    """Yield the hands that some enemies can have; with several enemies they have all unseen cards."""
    if not sizes:
        yield ()
        return
    for part in {game.pack(part) for part in combinations(unseen, sizes[0])}:
        for others in dealt_to(game, without(game, unseen, part), sizes[1:]):
            yield (part, *others)


def endings(variant: str, options: Mapping[str, str], n: int) -> Iterator[tuple[Position, Sequence[int]]]:
    """Yield leads near the end of a deal, of few ranks, and the cards of each enemy.

    With one enemy other cards are undealt.
    """
    deck = [rank for rank, n in engine.rules_for(variant, tuple(options.items())).setup.deck.items() for _ in range(n)]
    for seed in range(n):
        rng = random.Random(f"{variant} {seed}")
        ranks = {*rng.sample(sorted(set(deck)), rng.randint(4, 8)), "W"}
        near = [card for card in deck if card in ranks]
        rng.shuffle(near)
        near.sort(key=lambda card: card == "W" and rng.random() < 0.7, reverse=True)
        first, *others = engine.rules_for(variant).variant.seats
        sizes = rng.randint(1, 4) + int(options.get("handicap", "0")), rng.randint(1, 3), *[1 for _ in others[2:]]
        held, unseen = near[: (own := rng.randint(2, 5))], near[own : own + sum(sizes)]
        if len(unseen) < sum(sizes) or held == ["W"]:
            continue
        seen = "".join((Counter(deck) - Counter(held) - Counter(unseen)).elements())
        left = dict(zip(others, sizes, strict=False))
        text = PositionText("".join(held), variant=variant, options=options, seat=first, left=left)
        if len(others) == 1:  # there would be more undealt cards than unseen ones
            yield read_position(text)._replace(unseen=c.pack("".join(unseen))), sizes[: len(others)]
        else:
            yield read_position(text._replace(seen=seen)), sizes[: len(others)]


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("contest", {}),
        ("yuncheng", {}),
        ("yuncheng", {"flower_reading": "any"}),
        ("laizi", {"wild": "7"}),
        ("laizi", {"wild": "57", "bomb_max": "6", "rocket_top": "off"}),
        ("paodekuai", {}),
        ("paodekuai", {"short_lead": "off", "bomb_split": "off", "must": "off", "quad2": "on"}),
        ("paodekuai_two", {}),
        ("paodekuai_four", {}),
        ("standard_two", {"deck": "54", "handicap": "2"}),
        ("standard_four", {}),
        ("paodekuai", {"triple_free": "on"}),
        ("standard", {"trio_alone": "last"}),
        ("standard", {"bomb_chain": "on"}),
        ("zhengshangyou", {}),
    ],
)
def test_a_sure_win_wins_whatever_the_enemies_hold(variant: str, options: dict[str, str]) -> None:
    sure, game = 0, GAMES[variant](options)
    for position, sizes in endings(variant, options, 120):
        for level in ("club", "expert"):
            move = robot.choose_move(position, level, 1, 24)
            if "sure_win" in move.why:
                sure += 1
                assert move.combo is not None
                hands = loses_somewhere(game, position, sizes, move.combo)
                assert hands is None, (level, c.text(position.hand), c.text(move.combo.cards), hands)
    assert sure > 40


TRIPLES_FREE = {"first3": "off", "triple_free": "on"}
"""Three of a rank beat three of a rank at any time, with none, one or two further cards."""


def three_trios(n: int) -> Iterator[tuple[Position, int]]:
    """Yield positions with the lead, the lowest and the highest of three trios, and the enemy's number of cards."""
    deck = "".join(rank * n for rank, n in engine.rules_for("paodekuai_two").setup.deck.items())
    for seed in range(n):
        rng = random.Random(f"trios {seed}")
        low, between, high, *others = rng.sample("3456789TJQK", 6)
        low, between, high = sorted((low, between, high), key=deck.index)
        rest, own, size = rng.sample(4 * others, 6), rng.randint(1, 3), rng.randint(4, 5)
        held, unseen = 3 * low + 3 * high + "".join(rest[:own]), 3 * between + "".join(rest[own:])
        text = PositionText(held, variant="paodekuai_two", options=TRIPLES_FREE, seat="0", left={"1": size})
        yield read_position(text)._replace(unseen=c.pack(unseen)), size


def is_proven(position: Position, combo: Combo) -> bool:
    """Return whether the core proves that a lead wins."""
    rules = position.rules
    with Buffers.borrow() as b:
        core, view = b.set_engine(rules), robots.pack_view(rules, view_of(position), b)
        pack_combo(rules, combo, b.choice.combo)
        return check(lib.forced_win_line(core, view, ffi.addressof(b.choice.combo), b.combos, lib.MAX_TURNS)) > 0


def test_an_answer_may_have_more_cards_than_what_it_beats() -> None:
    """333 is beaten by 44455 too, which may be the enemy's last cards: one proof in six missed it."""
    game, proven = GAMES["paodekuai_two"](TRIPLES_FREE), 0
    for position, size in three_trios(100):
        for combo in engine.legal(position.rules, position.hand):
            if is_proven(position, combo):
                proven += 1
                assert loses_somewhere(game, position, (size,), combo) is None, (c.text(position.hand), combo)
    assert proven > 500


@pytest.mark.parametrize("level", ["expert", "master"])
def test_no_sure_win_begins_with_what_the_enemys_last_cards_beat(level: str) -> None:
    """The last five cards may be 33999: they beat 5557 and go out."""
    held, left, seen = "5557788QQQK", {"1": 5}, "344466679TTTJQKA"
    text = PositionText(held, variant="paodekuai_two", options=TRIPLES_FREE, seat="0", left=left, seen=seen)
    position = read_position(text)
    answer = c.pack("33999")
    assert answer in {combo.cards for combo in engine.legal(position.rules, position.unseen)}
    move = robot.choose_move(position, level, 1, 24)
    assert "sure_win" not in move.why or (move.combo and c.text(move.combo.cards) != "5557")


@pytest.mark.parametrize("hand", ["XDW", "XD22W", "2222XDW", "22W", "2XW"])
@pytest.mark.parametrize("level", ["regular", "club", "expert"])
def test_no_line_that_ends_with_a_lone_flower_is_a_sure_win(level: str, hand: str) -> None:
    """Nothing beats these plays, but the flower can never be played."""
    left = {"landlord_down": 5, "landlord_up": 5}
    move = robot.choose_move(read_position(PositionText(hand, variant="yuncheng", left=left)), level, 1, 24)
    assert "sure_win" not in move.why
    assert not move.line


@pytest.mark.parametrize("bugs", ["off", "on"])
def test_a_plane_that_nobody_beats_is_the_first_of_a_sure_line(bugs: str) -> None:
    """Also if planes are compared by kickers too, as a well-known judge does."""
    rules = engine.rules_for("standard", (("douzero_bugs", bugs),))
    view = robots.View(
        c.pack("2244455567"), None, c.pack("3366789JQ"), (10, 4, 5), (True, False, False), 0, enemies_allied=True
    )
    choice = robots.choose(rules, levels.policy_of("club"), view, 1)
    assert [c.text(combo.cards) for combo in choice.line] == ["44455567", "22"]


@pytest.mark.parametrize("forced", ["on", "off"])
@pytest.mark.parametrize("hands", [("757", "4444637"), ("577", "4444736"), ("6755", "4444335")])
def test_who_need_not_bomb_may_pass_with_open_hands(hands: tuple[str, str], forced: str) -> None:
    """If the only answer is a bomb, playing it loses here; the first hand wins if it must be played."""
    options = {"bomb_forced": forced}
    game, rules = GAMES["paodekuai_two"](options), engine.rules_for("paodekuai_two", tuple(options.items()))
    assert (brute_of(game).winner(OpenState(tuple(map(game.pack, hands)))) == 0) == (forced == "on")
    assert robots.open_win(rules, [c.pack(hand) for hand in hands]) == (forced == "on")
