"""A whole table through the public API alone: deal, auction, tribute, play, points; `play_tables` plays many.

Robots get only the positions of the referee. Sometimes an illegal action is tried first: it must be rejected for the
reason that `/v1/check` gives, and change nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from flask.testing import FlaskClient

from tests.helpers.client import post
from tests.helpers.positions import draw_play, pieces
from tests.oracle.payment import PAYMENTS, DealRecord, DealTurn, height_of, may_return, next_levels, tribute_owed

Json = dict[str, Any]

LEVELS = ("starter", "regular", "club")
FIXED: Mapping[str, Mapping[str, str]] = {"laizi": {"wild": "random"}}
FREE = {"wild", "level"}
"""Options that the table sets itself."""


@dataclass
class SimulatedTable:
    """A table played by random moves or robots through the API."""

    client: Any
    """A client of Flask, or one that forwards to it."""
    variant: str
    rng: random.Random
    wrong: float = 0.05
    """Probability of an illegal attempt before a play."""
    rejections: Counter[str] = field(default_factory=Counter)
    """Codes of the rejections."""
    robots: bool = True
    """Whether robots play and bids follow the advice; otherwise legal actions are random."""
    next_deal: Json | None = None
    """The `next` of the referee after the finished deal."""
    factors: Counter[str] = field(default_factory=Counter)
    """Codes of the factors of the points and of tributes, so far."""

    # ---- before the first lead

    def options(self) -> dict[str, str]:
        """Return random options, or for one game in three the defaults."""
        given = self.client.get(f"/v1/variants/{self.variant}").get_json()["options"]
        fixed = dict(FIXED.get(self.variant, {}))
        if self.rng.random() < 1 / 3:
            return fixed
        names = sorted(set(given) - FREE)
        if "level" in given:
            fixed["level"] = self.rng.choice("23456789TJQKAAAA")
        return fixed | {name: self.rng.choice(given[name]["values"]) for name in names if self.rng.random() < 0.5}

    def deal(self, options: Mapping[str, str]) -> None:
        seed = self.rng.randrange(1 << 30)
        dealt = post(self.client, "/v1/deal", {"variant": self.variant, "options": options, "seed": seed})
        about = self.client.get(f"/v1/variants/{self.variant}").get_json()
        self.seats = [str(seat) for seat in about["seats"]]
        self.all_options = dealt["options"]
        self.auctioned = dealt["bottom"] is not None
        keys = [str(place) for place in range(len(self.seats))] if self.auctioned else self.seats
        hands = dict(zip(keys, (dealt["hands"][seat] for seat in self.seats), strict=True))
        self.body: Json = {"variant": self.variant, "options": dealt["options"], "deal": {"hands": hands}}
        if self.variant == "guandan":
            levels = [dealt["options"]["level"], self.rng.choice("23456789TJQKAAAA")]
            playing = self.rng.randrange(2)
            self.body["match"] = {"levels": levels[:: 1 - 2 * playing], "playing": playing, "failures": [0, 0]}
        if self.auctioned:
            self.body["deal"]["bottom"] = dealt["bottom"]
            self.body["auction"] = {"bidding": self.rng.choice(self.biddings()), "bids": [], "doubled": []}

    def biddings(self) -> Sequence[str]:
        """Return the kinds of the game's auction."""
        return {"yuncheng": ["call"], "contest": ["points"], "standard_four": ["points"]}.get(
            self.variant, ["points", "call_rob"]
        )

    def state(self, **changes: Any) -> Json:
        """Return the answer of `/v1/game`."""
        return dict(post(self.client, "/v1/game", self.body | changes))

    def bid(self) -> Json:
        """Run the auction; return the table after it."""
        auction = self.body["auction"]
        while True:
            state = self.state()
            place, words = state["auction"]["place"], state["auction"]["words"]
            if place is None:
                break
            assert words
            word = self.advised_bid(place, words) if self.robots and self.rng.random() < 0.5 else self.rng.choice(words)
            assert word in words
            self.try_invalid_bid(words)
            auction["bids"].append(word)
        if "double" in words:
            auction["doubled"] = [place for place in range(len(self.seats)) if self.rng.random() < 0.2]
            if self.body["options"].get("super_double") == "on":
                auction["doubled"] += [place for place in auction["doubled"] if self.rng.random() < 0.5]
        return self.state()

    def advised_bid(self, place: int, words: Sequence[Any]) -> Any:
        deal, auction = self.body["deal"], self.body["auction"]
        request = {name: self.body[name] for name in ("variant", "options")} | {"bids": auction["bids"]}
        request |= {"bidding": auction["bidding"], "place": place, "hand": deal["hands"][str(place)]}
        if "kick" in words or "kick_back" in words:
            request |= {"bottom": deal["bottom"]}
            request["hand"] += deal["bottom"] if "kick_back" in words else ""
        return post(self.client, "/v1/bid", request)["recommended"]

    def try_invalid_bid(self, words: Sequence[Any]) -> None:
        """Sometimes send an invalid bid and check its rejection."""
        if self.rng.random() > self.wrong:
            return
        auction = self.body["auction"]
        word = self.rng.choice([word for word in (0, 1, 2, 3, "pass", "call", "rob", "kick") if word not in words])
        answer = self.client.post(
            "/v1/game", json=self.body | {"auction": auction | {"bids": [*auction["bids"], word]}}
        )
        self.expect(answer, "bid_invalid", f"/auction/bids/{len(auction['bids'])}")

    def expect(self, answer: Any, code: str, pointer: str) -> None:
        """Check that a request was rejected with a code and a pointer."""
        assert answer.status_code == 422, (self.body, answer.text)
        error = answer.get_json(force=True)["errors"][0]
        assert (error["code"], error["pointer"].removesuffix("/cards")) == (code, pointer), (self.body, error)
        self.rejections[code] += 1

    # ---- plays

    def play(self, state: Json) -> Json:
        """Play to the end; return the last state."""
        places = state["auction"]["seats"] if self.auctioned else dict(zip(self.seats, self.seats, strict=True))
        deal = self.body["deal"]
        hands = {seat: list(pieces(deal["hands"][place], "text")) for place, seat in places.items()}
        if self.auctioned:
            hands["landlord"] += pieces(deal["bottom"], "text")
        self.held = {seat: hands[seat] for seat in self.seats}
        self.course = DealRecord(self.all_options, [list(self.held[seat]) for seat in self.seats])
        self.body["history"] = []
        while not state["ended"]:
            assert state["left"] == {seat: len(hand) for seat, hand in self.held.items()}
            seat = str(state["turn"]["seat"])
            position = state["positions"][seat]
            if self.rng.random() < self.wrong:
                self.try_any_play(state, position)
            move = self.robot_move(position) if self.robots else self.random_move(position)
            self.record_move(seat, move, state["turn"]["leads"])
            state = self.state()
        return state

    def robot_move(self, position: str) -> Json:
        request = {"position": position, "level": self.rng.choice(LEVELS), "seed": self.rng.randrange(1 << 20)}
        move: Json = post(self.client, "/v1/move", request)["move"]
        return move

    def random_move(self, position: str) -> Json:
        """Return a random legal play or pass."""
        analysis = post(self.client, "/v1/analyze", {"position": position, "want": ["hints"], "top": 0})
        if not analysis["hints"] or (analysis["passing"]["legal"] and self.rng.random() < 0.4):
            return {"cards": "", "shape": None}
        return draw_play(self.rng, analysis["hints"])

    def record_move(self, seat: str, move: Json, leads: bool) -> None:
        """Remove the cards of a move from the hand, the first of their ranks; append the play to the history."""
        cards = []
        for piece in pieces(move["cards"], "text"):
            card = next(own for own in sorted(self.held[seat], key=self.height) if own.startswith(piece))
            self.held[seat].remove(card)
            cards.append(card)
        self.course.turns.append(DealTurn(self.seats.index(seat), cards, move["shape"] or "", leads))
        play: Any = "".join(cards)
        play = {"cards": play, "as": move["as"]} if "as" in move else play
        self.body["history"].append(play)

    def height(self, card: str) -> bool:
        """Order cards of a rank: the three of the first lead comes first."""
        return card != {"spade3": "3s", "heart3": "3h"}.get(self.all_options.get("first", ""))

    def try_any_play(self, state: Json, position: str) -> None:
        """Try random cards, or a pass: the referee must agree with `/v1/check`, and must not store them."""
        seat, history = str(state["turn"]["seat"]), self.body["history"]
        own = self.held[seat]
        if self.rng.random() < 0.2:
            other = self.rng.choice([other for other in self.seats if other != seat])
            cards: Any = {"seat": other, "cards": self.held[other][:1] and self.held[other][0]}
            self.expect(self.client.post("/v1/game", json=self.body | {"history": [*history, cards]}),
                        "not_your_turn", f"/history/{len(history)}/seat")  # fmt: skip
            return
        drawn = [card for hand in self.held.values() for card in hand] if self.rng.random() < 0.2 else own
        cards = "".join(self.rng.sample(drawn, min(len(drawn), self.rng.randint(0, 3))))
        check = post(self.client, "/v1/check", self.position_fields(position) | {"cards": cards})
        answer = self.client.post("/v1/game", json=self.body | {"history": [*history, cards]})
        if check["playable"]:
            assert answer.status_code == 200, (self.body, cards, answer.text)
        else:
            self.expect(answer, check["reasons"][0]["code"], f"/history/{len(history)}")
        assert self.state() == state

    def position_fields(self, position: str) -> Json:
        """Return a position as fields, with the hand's own cards."""
        _, seat, _, bottom, _ = position.split(" ")
        fields = {name: self.body[name] for name in ("variant", "options", "history")}
        fields |= {} if bottom == "-" else {"bottom": bottom}
        return fields | {"seat": seat, "hand": "".join(self.held[seat])}

    # ---- the whole

    def play_deal(self) -> str:
        """Play a deal from shuffling to points; return the winner, or "void"."""
        self.deal(self.options())
        state = self.bid() if self.auctioned else self.state()
        if state["ended"]:
            assert state["result"]["points"] == {str(place): 0 for place in range(len(self.seats))}
            return "void"
        return self.play_to_points(state)

    def play_to_points(self, state: Json) -> str:
        """Play a deal to its points; return the winner."""
        state = self.play(state)
        assert state["turn"] is None
        assert not state["positions"]
        over = self.client.post("/v1/game", json=self.body | {"history": [*self.body["history"], ""]})
        self.expect(over, "game_over", f"/history/{len(self.body['history'])}")
        self.check_points(state)
        self.next_deal = state["next"]
        self.factors.update(factor["code"] for factor in state["result"]["factors"])
        return str(state["result"]["winner"])

    # ---- the next deal

    def pay_tribute(self, last: Json) -> None:
        """Deal again, let the losers pay and the winners return cards by advice, and use the resulting hands."""
        options = self.body["options"] | last["options"]
        dealt = post(
            self.client, "/v1/deal", {"variant": self.variant, "options": options, "seed": self.rng.randrange(99999)}
        )
        self.all_options = dealt["options"]
        tribute: Json = {"order": last["tribute"]["order"], "paid": {}, "returned": {}}
        self.body = {"variant": self.variant, "options": dealt["options"], "deal": {"hands": dealt["hands"]}}
        self.body |= {
            "match": {name: last["match"][name] for name in ("levels", "playing", "failures")},
            "tribute": tribute,
        }
        self.dealt = {int(seat): list(pieces(hand, "text")) for seat, hand in dealt["hands"].items()}
        while (state := self.state()["tribute"])["deal"] is None:
            for role, owed, cards in (("give", "give", tribute["paid"]), ("return", "return", tribute["returned"])):
                for seat, allowed in state[owed].items():
                    cards[seat] = self.advised_card(seat, role, allowed, state["moved"])
            if state["choose"]:
                tribute["to_first"] = self.rng.choice(state["choose"])
                self.factors["chosen"] += 1
        self.check_tribute(state, tribute)
        self.factors["refused tribute" if state["refused"] else "tribute"] += 1
        del self.body["tribute"]
        self.body |= {"deal": state["deal"], "match": state["match"]}
        del self.body["match"]["winner"]

    def advised_card(self, seat: str, role: str, allowed: Sequence[str], moved: Sequence[Json]) -> str:
        """Return the card that the advice recommends, which the referee must allow."""
        request: Json = {"options": self.body["options"], "role": role, "hand": "".join(self.dealt[int(seat)])}
        if role == "return":
            paid = next(paid for paid in moved if str(paid["to"]) == seat)
            request |= {"paid": paid["card"], "order": self.body["tribute"]["order"]}
            partner = (int(seat) - int(paid["from"])) % 2 == 0
            level, most = self.all_options["level"], self.all_options["return_max"]
            assert set(allowed) == may_return([*self.dealt[int(seat)], paid["card"]], level, most, partner)
        advice = post(self.client, "/v1/tribute", request)
        assert {choice["card"] for choice in advice["choices"]} == set(allowed)
        return self.rng.choice(allowed) if self.rng.random() < 0.3 else str(advice["advice"])

    def check_tribute(self, state: Json, tribute: Json) -> None:
        """Compare the payments and the leader of a tribute with the rules."""
        level = self.all_options["level"]
        owed = tribute_owed(self.dealt, [int(seat) for seat in tribute["order"]], level, self.all_options["resist"])
        assert state["refused"] is (owed is None)
        leader = int(tribute["order"][0])
        if owed is not None:
            paid = [step for step in state["moved"] if str(step["from"]) in tribute["paid"]]
            leader = next(step["from"] for step in paid if step["to"] == leader)
            assert {step["from"]: height_of(step["card"], level) for step in paid} == owed
            assert all(step["card"] == tribute["paid"][str(step["from"])] for step in paid)
            best = max(owed.values())
            assert owed[leader] == best
            if list(owed.values()).count(best) == 2 and "to_first" not in tribute:
                assert leader == (int(tribute["order"][0]) + 1) % 4
        assert state["leader"] == leader
        for step in state["moved"]:
            self.dealt[step["from"]].remove(step["card"])
            self.dealt[step["to"]].append(step["card"])
        for seat, hand in state["deal"]["hands"].items():
            assert sorted(pieces(hand, "text")) == sorted(self.dealt[(leader + int(seat)) % 4])

    def play_next_deal(self) -> str:
        """Play the next deal after its tribute; return the winner, or "match" if the match is over."""
        if "match" not in self.body:
            self.deal(self.body["options"] | self.next_deal["options"])
        elif self.next_deal["tribute"] is None:
            return "match"
        else:
            self.pay_tribute(self.next_deal)
        return self.play_to_points(self.state())

    def record_auction(self, auction: Json) -> None:
        """Record bid, robs and multiples, derived from the bids alone."""
        auction_body, bids = self.body["auction"], self.body["auction"]["bids"]
        landlord = auction["landlord"]
        numbers = [word for word in bids if isinstance(word, int)]
        self.course.bid, self.course.robs = max(numbers, default=1), bids.count("rob")
        if numbers:
            assert landlord == numbers.index(max(numbers))
        seats = len(self.seats)
        farmers = [1] * (seats - 1)
        for doubler in [(place - landlord) % seats for place in auction_body["doubled"]]:
            for farmer in range(1, seats):
                farmers[farmer - 1] *= 2 if doubler in (0, farmer) else 1
        if "kick" in bids:
            offered = [1, 2] if bids.index("call") == landlord == 0 else self.kickers(bids, landlord)
            kicked = [farmer for farmer, word in zip(offered, bids[landlord + 1 :], strict=False) if word == "kick"]
            for farmer in kicked:
                farmers[farmer - 1] = 4 if bids[-1] == "kick_back" else 2
        self.course.farmers = farmers

    @staticmethod
    def kickers(bids: Sequence[Any], landlord: int) -> list[int]:
        """Return the farmers that may kick; one that declined to call may only follow a kick."""
        first = [farmer for farmer in (1, 2) if (landlord + farmer) % 3 > landlord]
        later = [farmer for farmer in (1, 2) if farmer not in first]
        words = bids[landlord + 1 :]
        if first == [1]:
            return [1, 2] if words[:1] == ["kick"] else [1]
        return first + later

    def check_points(self, state: Json) -> None:
        """Compare the points with those of the second settlement."""
        result = state["result"]
        if self.auctioned:
            self.record_auction(state["auction"])
        places = [self.seats[seat] for seat in self.course.places()]
        assert [str(seat) for seat in result["places"]][: len(places)] == places
        if self.variant not in PAYMENTS:
            assert result["points"] is None
            return
        paid = PAYMENTS[self.variant](self.course)
        assert result["points"] == dict(zip(self.seats, paid, strict=True)), (self.body, result, paid)
        won_only = self.variant == "guandan" or self.all_options.get("scoring") == "team"
        assert won_only or sum(paid) == 0
        if "next_first" in self.all_options:
            winner = self.course.winner() if self.all_options["next_first"] == "winner" else None
            assert state["next"]["leader"] == winner
        if "match" in self.body:
            match = self.body["match"]
            expected = next_levels(self.course, match["levels"], match["playing"], match["failures"])
            assert state["next"]["match"] == expected, (self.body, state["next"])


class Tally(NamedTuple):
    """Results of some tables."""

    ended: Counter[str]
    """Number of wins by side."""
    refused: Counter[str]
    met: Counter[str]


def play_tables(client: FlaskClient, variant: str, games: int, seed: str = "") -> Tally:
    """Play *games* tables of a variant, every other one with a second deal that follows from the first."""
    tally = Tally(Counter(), Counter(), Counter())
    for number in range(games):
        table = SimulatedTable(client, variant, random.Random(f"{variant}/{seed}{number}"))
        try:
            tally.ended[table.play_deal()] += 1
            if number % 2 and table.next_deal:
                tally.ended[table.play_next_deal()] += 1
        except Exception as error:
            raise AssertionError(f"deal {variant}/{seed}{number}") from error
        tally.refused.update(table.rejections)
        tally.met.update(table.factors)
    return tally
