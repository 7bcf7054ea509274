"""A PettingZoo environment of one table (AEC: one agent after the other).

Agents are the seats that the caller plays. An action is an index into the list of legal actions, or a number that means
the same action in every state (`paili.env.numbering`); the mask allows those of legal actions. `infos[agent]` describes
the legal actions by ids and features (`paili.env.tables`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from paili.env.extras import need
from paili.env.numbering import Numbering
from paili.env.tables import TableBatch
from service.core import engine
from service.core.batch import ACTION_FEATURES, MOST_ACTIONS, OBSERVATION_BYTES

AECEnv: Any = need("pettingzoo", "PettingZoo").AECEnv
spaces: Any = need("gymnasium.spaces", "PettingZoo")

MOST_PLAIN_ACTIONS = 1024
"""Size of the action space in games without wild cards and suits: 20 plain cards have some 600 plays."""


class ClimbingGame(AECEnv):  # type: ignore[misc]
    """One table of a game; an episode is a deal.

    *options*, *auction*, *reward* and *levels* are those of `TableBatch`; with *levels* their seats are no agents.
    *actions* is "listed", "plays" or "shapes"; *most_actions* is the size of the action space of a list. An observation
    is {"observation": bytes of the fields of `TableBatch.observations`, "action_mask": 1 for legal actions}, with
    *plays_shown* also "plays": the features of the list of legal actions, a row each.
    """

    def __init__(
        self,
        game: str = "standard",
        options: Mapping[str, str] | None = None,
        *,
        actions: str = "listed",
        most_actions: int = 0,
        plays_shown: bool = False,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        super().__init__()
        valued = {"values": True} if actions == "shapes" and not engine.rules_for(game).setup.suited else {}
        self.table = TableBatch(game, 1, options=options, **valued | settings)
        self.np = self.table.np
        setup = self.table.rules.setup
        wilds = bool(setup.wilds.cards or setup.suited or (options or {}).get("wild"))
        self.most_listed = most_actions or (MOST_ACTIONS if wilds else MOST_PLAIN_ACTIONS)
        self.numbering = None if actions == "listed" else Numbering(self.table, actions)
        self.most_actions = self.numbering.size if self.numbering else self.most_listed
        self.plays_shown = plays_shown
        if plays_shown and self.table.features is None:
            raise ValueError("plays are shown by their features")
        self.choices: dict[int, int] = {}
        """The place in the list of legal actions of each number."""
        self.metadata = {"name": f"paili_{game}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        levels = settings.get("levels") or {}
        self.places = {
            seat: place for place, seat in enumerate(self.table.seats) if seat not in levels and place not in levels
        }
        """The place of each agent."""
        self.possible_agents = list(self.places)
        self.action_spaces = {agent: spaces.Discrete(self.most_actions) for agent in self.places}
        self.observation_spaces = {agent: self.space() for agent in self.places}
        self.random = random.Random()  # noqa: S311 - chance of a game

    def space(self) -> Any:
        """Return the space of an agent's observations."""
        np = self.np
        parts = {
            "observation": spaces.Box(0, 255, (OBSERVATION_BYTES,), np.uint8),
            "action_mask": spaces.Box(0, 1, (self.most_actions,), np.int8),
        }
        if self.plays_shown:
            parts["plays"] = spaces.Box(0, 255, (self.most_listed, ACTION_FEATURES), np.uint8)
        return spaces.Dict(parts)

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Deal; without a *seed* the deals continue the last seed's sequence. *options* are not used."""
        if seed is not None:
            self.random = random.Random(seed)  # noqa: S311 - chance of a game
        self.table.reset(self.random.getrandbits(64))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.final: dict[str, Any] = {}
        """The last observations of a finished deal."""
        self.turn()

    def turn(self) -> None:
        """Select the agent that moves, and describe its actions."""
        table = self.table
        self.agent_selection = table.seats[table.movers[0]]
        n = int(table.counts[0])
        if n > self.most_listed and (self.numbering is None or self.plays_shown):
            raise ValueError(f"{n} legal actions; set most_actions above {self.most_actions}")
        self.choices = self.numbering.choices() if self.numbering else {at: at for at in range(n)}
        features = None if table.features is None else table.features[:n].copy()
        for agent in self.agents:
            self.infos[agent] = {}
        self.infos[self.agent_selection] = {"ids": table.ids[:n].copy(), "features": features}

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation; after the end the last one before it; off turn the mask is zero."""
        mask = self.np.zeros(self.most_actions, self.np.int8)
        acts = agent == self.agent_selection and not self.final
        if acts:
            mask[list(self.choices)] = 1
        seen = {"observation": self.final.get(agent, self.seen(agent)), "action_mask": mask}
        if self.plays_shown:
            n = int(self.table.counts[0]) if acts else 0
            features: Any = self.table.features
            seen["plays"] = self.np.zeros((self.most_listed, ACTION_FEATURES), self.np.uint8)
            seen["plays"][:n] = features[:n]
        return seen

    def seen(self, agent: str) -> Any:
        """Return the bytes of an agent's observation."""
        return self.table.observe(0, self.places[agent]).view(self.np.uint8)

    def step(self, action: Any) -> None:
        """Carry out an action of the selected agent.

        Raises IndexError for an illegal action; then the table has not changed.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        before = {agent: self.seen(agent) for agent in self.agents}
        if int(action) not in self.choices:
            raise IndexError(f"action {action} is not one of the {len(self.choices)} that the mask allows")
        self.table.step(self.np.array([self.choices[int(action)]], self.np.int64))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self.table.over[0]:
            self.final = before
            self.rewards = {agent: int(self.table.rewards[0, place]) for agent, place in self.places.items()}
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {} for agent in self.agents}
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        else:
            self.turn()
        self._accumulate_rewards()

    def render(self) -> str:
        """Return the hands and the legal actions as text."""
        lines = [f"{seat} {hand}" for seat, hand in zip(self.table.seats, self.table.hand_texts(0), strict=True)]
        return "\n".join([*lines, f"{self.agent_selection}: {' '.join(self.table.actions(0))}"])

    def close(self) -> None:
        """Do nothing: there is no window."""
