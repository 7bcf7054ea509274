"""Every sentence of the pages of rules has a judge that compares it with the service under the default options."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from board.rules_pages import ORDER
from service.rules.auction import Contract, Raise
from service.rules.scoring import Standing, after_deal
from service.rules.settlement import Bomb, Ended, Settlement
from service.rules.variants import VARIANTS
from tests.helpers.client import post

BOMB_CARDS = {"standard_four": "333333"}
"""Cards of a bomb that pays, other than four threes."""


class Game:
    """A game under its default options."""

    def __init__(self, client: FlaskClient, name: str) -> None:
        self.client, self.name, self.variant = client, name, VARIANTS[name]
        self.options = self.variant.read_options({"wild": "7"} if "wild" in self.variant.options else {})
        self.rules = self.variant.setup(self.options)
        self.seats = len(self.variant.seats)
        self.kinds = [auction.id for auction in self.variant.auctions]

    def auction(self, *bids: int | str, kind: str | None = None, doubled: Any = None) -> Any:
        """Return the state of an auction; None if the service rejects it."""
        auction: dict[str, Any] = {"bids": [str(bid) for bid in bids]} | ({"bidding": kind} if kind else {})
        auction |= {} if doubled is None else {"doubled": [str(place) for place in doubled]}
        answer = self.client.post("/v1/game", json={"variant": self.name, "auction": auction})
        return answer.get_json()["auction"] if answer.status_code == 200 else None

    def settled(self, **changes: Any) -> Settlement:
        """Return the settlement of a deal, by default one that the first seat wins after plays of all seats."""
        deal = {
            "options": self.options,
            "out": [0],
            "left": [0, *[9] * (self.seats - 1)],
            "plays": [6] + [2] * (self.seats - 1),
        }
        assert self.variant.settle
        return self.variant.settle(Ended(**(deal | changes)))

    def points(self, **changes: Any) -> tuple[int, ...]:
        points = self.settled(**changes).points
        assert points
        return points

    def lost(self, first: int, others: list[int], **changes: Any) -> tuple[int, ...]:
        """Return the points of a deal that the second seat wins; the plays of the first seat and of the *others*."""
        left = [9, 0, *[5] * (self.seats - 2)]
        return self.points(out=[1], left=left, plays=[first, *others[: self.seats - 1]], **changes)

    def stake(self, **changes: Any) -> int:
        return -self.points(**changes)[-1]

    def bomb(self, size: int, beaten: bool = False) -> Bomb:
        """Return a bomb of *size* cards of one rank."""
        names = [each.name for each in self.rules.shapes if each.tier > 0 and each.copies == size and not each.named]
        return Bomb(1, names[0], beaten)

    @property
    def jokers(self) -> Bomb:
        """Return the bomb of all jokers."""
        return Bomb(1, next(each.name for each in self.rules.shapes if each.named and each.copies == 1), False)

    def may_pass(self) -> bool:
        return "pass_never" not in self.rules.flags


Judge = Callable[..., None]
JUDGES: list[tuple[str, str, Judge]] = []


def judge(en: str, zh: str) -> Callable[[Judge], Judge]:
    """Register the judge of a sentence, which gets the game and the numbers in the sentence."""

    def register(function: Judge) -> Judge:
        JUDGES.append((en, zh, function))
        return function

    return register


# ---- seats and turns --------------------------------------------------------------------------------------------


@judge(
    r"One landlord against (?:two|three) farmers, who win together: the side of whoever empties a hand first wins\.",
    "一个地主对[两三]个农民，农民一起赢：谁先出完，谁那一边赢。",
)
def one_against_the_others(game: Game) -> None:
    assert all(points > 0 for points in game.lost(3, [5, 2, 2])[1:])
    assert all(points < 0 for points in game.points()[1:])


@judge(
    r"One landlord against one farmer: whoever empties a hand first wins; a handicap lets the farmer win with some "
    r"cards left\.",
    "一个地主对一个农民，谁先出完谁赢；地主让牌时，农民剩下的牌不多于让的张数就赢。",
)
def duel(game: Game) -> None:
    assert game.seats == 2
    assert game.variant.setup({**game.options, "handicap": "3"}).handicap == 3


@judge(r"Each plays alone; whoever empties a hand first wins\.", "各打各的，谁先出完谁赢。")
def alone(game: Game) -> None:
    assert game.points()[0] > 0 > max(game.points()[1:])


@judge(r"Each plays alone, until one hand is left: places count\.", "各打各的，打到只剩一家，排名次。")
def places(game: Game) -> None:
    assert game.variant.to_places
    assert game.settled(out=[0, 1, 2]).points is None


@judge(
    r"Partners sit opposite\. The side of whoever empties a hand first wins the deal, by more the sooner the partner "
    r"is out\.",
    "对家一伙。头游所在的一方赢，队友出完得越早，升级越多。",
)
def partners(game: Game) -> None:
    assert frozenset({"0", "2"}) in game.variant.allies
    won = [game.points(out=order)[0] for order in ([0, 1, 3, 2], [0, 1, 2, 3], [0, 2])]
    assert 0 < won[0] < won[1] < won[2]


@judge(
    r"(\d+) players, (\d+) cards each; the landlord takes (\d+) more from the bottom, shows them and leads\.",
    r"(\d+)人，每人(\d+)张；地主再拿(\d+)张底牌，亮出来，由地主先出。",
)
def dealt_with_a_bottom(game: Game, seats: int, cards: int, bottom: int) -> None:
    sizes = game.rules.hand_size
    assert (game.seats, sizes[game.variant.seats[1]], game.rules.bottom) == (seats, cards, bottom)
    assert sizes["landlord"] == cards + bottom
    assert game.variant.seats[0] == game.variant.bottom_seat == "landlord"


@judge(r"(\d+) players, (\d+) cards each\.", r"(\d+)人，每人(\d+)张。")
def dealt_without_a_bottom(game: Game, seats: int, cards: int) -> None:
    assert (game.seats, set(game.rules.hand_size.values()), game.rules.bottom) == (seats, {cards}, 0)


TURN = (
    "Bombs beat other shapes. When all others pass, whoever played last leads anything.",
    "炸弹可以管别的牌型。其他人都不出，最后出牌的人重新任意出牌。",
)


@judge(
    r"In turn, play the same shape with as many cards and a higher rank, or pass\. " + re.escape(TURN[0]),
    "轮流出牌：跟牌要同样牌型、同样张数、更大的点数，管不上或不想管就不出。" + TURN[1],
)
def turns(game: Game) -> None:
    assert game.may_pass()


@judge(
    r"In turn, play the same shape with as many cards and a higher rank; whoever can beat a play must, and only others "
    r"pass\. " + re.escape(TURN[0]),
    "轮流出牌：跟牌要同样牌型、同样张数、更大的点数。有大必管：管得上就不能不出，管不上才不出。" + TURN[1],
)
def turns_with_a_duty(game: Game) -> None:
    assert not game.may_pass()
    assert "pass_on_bomb" not in game.rules.flags


@judge(
    r"Whoever has the three of spades leads the first deal with it; later the last winner leads\.",
    "第一局有黑桃3的先出，第一手要带上它；以后由上一局的赢家先出。",
)
def first_lead(game: Game) -> None:
    assert game.rules.first_holds == game.rules.first_shows == "3s"
    following = game.settled(out=[1], left=[4] + [0] * (game.seats > 1) + [5] * (game.seats - 2)).following
    assert following
    assert following.leader == 1


@judge(r"If that card was not dealt, the player with the lowest card leads\.", "这张牌没发出来时，谁的牌最小谁先出。")
def lowest_card(game: Game) -> None:
    deals = [post(game.client, "/v1/deal", {"variant": game.name, "seed": seed}) for seed in range(6)]
    hidden = [deal for deal in deals if not any("3s" in hand for hand in deal["hands"].values())]
    assert hidden
    for deal in hidden:
        assert deal["hands"]["0"].startswith(deal["first"]["card"])
        free = {"variant": game.name, "deal": deal, "history": [deal["hands"]["0"][-2:]]}
        assert post(game.client, "/v1/game", free)["turn"]["seat"] == 1


PLAYED_OUT = {
    "guandan": ["".join(rank + suit for suit in "shcd" for _ in "12") for rank in "345"] + ["6s6h6c"],
    "zhengshangyou": ["334455", "3456789TJQKA"],
    "zhengshangyou_four": ["3", "3456789TJQKA"],
}
"""Plays of a whole hand, on which all others pass."""


def leader_after_going_out(game: Game) -> int:
    turns = [turn for play in PLAYED_OUT[game.name] for turn in (play, *[""] * (game.seats - 1))]
    table = post(game.client, "/v1/game", {"variant": game.name, "history": turns})
    assert table["out"] == [0]
    assert table["turn"]["leads"]
    return int(table["turn"]["seat"])


@judge(r"If that player has no cards left, the partner leads\.", "最后出牌的人已经走了，就由对家接风，任意出牌。")
def partner_leads(game: Game) -> None:
    assert leader_after_going_out(game) == 2


@judge(r"If that player has no cards left, the next player leads\.", "最后出牌的人已经出完，就由下家任意出牌。")
def next_leads(game: Game) -> None:
    assert leader_after_going_out(game) == 1


@judge(r"Your last play may have too few kickers\.", "最后一手带牌不够也可以出。")
def few_kickers(game: Game) -> None:
    for table in ({}, {"last": "33388"}):
        body = {"variant": game.name, "hand": "4445", "cards": "4445"} | table
        assert post(game.client, "/v1/check", body)["playable"]
        body["hand"] = "444567"
        assert not post(game.client, "/v1/check", body)["playable"]


@judge(
    r"While the next player has one card left, a single must be your highest\.",
    "下家只剩一张时，出单张要出手里最大的。",
)
def highest_single(game: Game) -> None:
    body = {"variant": game.name, "hand": "4599", "left": {"1": 1}, "seat": "0", "options": {"first3": "off"}}
    assert post(game.client, "/v1/check", body | {"cards": "9"})["playable"]
    assert not post(game.client, "/v1/check", body | {"cards": "5"})["playable"]


@judge(
    r"Wild cards \(gold\) stand for any card but a joker\. Here 7 is wild; each deal draws its own\.",
    "金色的是癞子，可以当大小王以外的任何牌。这里以 7 为例，每局另翻。",
)
def wild_cards(game: Game) -> None:
    assert set(game.rules.wilds.ranks) == set(game.rules.deck) - set("XD")
    option = game.variant.options["wild"]
    assert option.of_deal
    assert set(option.drawn) == set(game.rules.wilds.ranks)


# ---- the landlord -----------------------------------------------------------------------------------------------


@judge(
    r"In turn, each player bids 1, 2 or 3 points, more than the bids before, or passes\. The highest bid makes the "
    r"landlord\.",
    "轮流叫分：叫1分、2分或3分，要比前面叫的高，也可以不叫。叫分最高的当地主。",
)
def bids(game: Game) -> None:
    passes = [0] * (game.seats - 2)
    assert game.auction(kind="points")["words"] == [0, 1, 2, 3]
    assert game.auction(1, kind="points")["words"] == [0, 2, 3]
    assert game.auction(2, 1, kind="points") is None
    assert game.auction(1, 2, *passes, kind="points")["landlord"] == 1


@judge(r"A bid of 3 ends the bidding at once\.", "有人叫3分，叫分马上结束。")
def three_ends(game: Game) -> None:
    assert game.auction(3, kind="points")["place"] is None
    assert game.auction(3, 0, kind="points") is None


@judge(r"Everybody has a turn, also after a bid of 3\.", "每家都轮到一次，有人叫了3分也一样。")
def three_does_not_end(game: Game) -> None:
    assert game.auction(3)["place"] == 1


@judge(r"In turn, each player calls for the role of the landlord, or does not\.", "轮流叫地主，也可以不叫。")
def calls(game: Game) -> None:
    assert game.auction(kind=game.kinds[-1] if "points" in game.kinds[:1] else None)["words"] == ["pass", "call"]


@judge(r"The first to call is the landlord\.", "最先叫的当地主。")
def first_call(game: Game) -> None:
    assert game.auction("pass", "call", "pass")["landlord"] == 1
    assert game.auction("call", "call") is None


@judge(r"With both jokers or four twos a player must call\.", "有双王或四个2必须叫。")
def must_call(game: Game) -> None:
    for cards, called in (("XD", True), ("2222", True), ("X222", False)):
        body = {"variant": game.name, "hand": cards + "3456789TJ34567896"[: 17 - len(cards)], "place": 0, "bids": []}
        answer = post(game.client, "/v1/bid", body)
        assert ("must_call" in {why["code"] for why in answer["why"]}) == called, (cards, answer)


@judge(
    r"After a call, each player who has not had a turn may rob the role once, and a caller who was robbed may rob it "
    r"back once\. The last to call or rob is the landlord\.",
    "有人叫了以后，还没轮到的人可以各抢一次，被抢的人可以再抢回一次。最后叫到或抢到的当地主。",
)
def robs(game: Game) -> None:
    kind = "call_rob"
    assert game.auction("pass", "call", kind=kind)["place"] == 2  # not the seat that did not call
    assert game.auction("pass", "call", "rob", kind=kind)["place"] == 1
    assert game.auction("pass", "call", "pass", kind=kind)["place"] is None
    assert game.auction("call", "rob", "rob", "rob", kind=kind)["landlord"] == 0
    assert game.auction("call", "rob", "rob", "pass", kind=kind)["landlord"] == 2


@judge(
    r"After a call by the first player, both may rob the role in turn, (\d+) times in all; a player who did not call "
    r"cannot rob\. The last to call or rob is the landlord\.",
    r"先手叫了以后，两家可以轮流抢，一共最多抢(\d+)次；没叫的人不能抢。最后叫到或抢到的当地主。",
)
def robs_of_two(game: Game, most: int) -> None:
    for times in range(most):
        assert game.auction("call", *["rob"] * times)["place"] == 1 - times % 2
    assert game.auction("call", *["rob"] * most)["place"] is None
    assert game.auction("call", "rob", "pass")["landlord"] == 1
    assert game.auction("pass", "call")["place"] is None


@judge(r"If nobody wants to be the landlord, new cards are dealt\.", "都不叫，就重新发牌。")
def dealt_again(game: Game) -> None:
    word = "0" if game.kinds[0] == "points" else "pass"
    answer = post(game.client, "/v1/game", {"variant": game.name, "auction": {"bids": [word] * game.seats}})
    assert answer["ended"]
    assert answer["result"]["why"][0]["code"] == "nobody_called"


@judge(r"Another way to bid, if you choose it:", "也可以选另一种叫法：")
def two_auctions(game: Game) -> None:
    assert len(game.kinds) == 2


@judge(
    r"Then each farmer may kick: the points between that farmer and the landlord double\. A farmer who did not call "
    r"may kick only after the other one did\. If anybody kicked, the landlord may kick back: the points with those who "
    r"kicked double once more\.",
    "然后农民可以踢：这个农民与地主之间的输赢翻倍；没叫过地主的农民，要同伴先踢了才能踢。"
    "有人踢了，地主可以回踢：与踢过的农民之间再翻一倍。",
)
def kicks(game: Game) -> None:
    assert game.auction("call", "kick", "pass")["multiples"] is None
    assert game.auction("call", "kick", "pass", "pass")["multiples"] == {"landlord_down": 2, "landlord_up": 1}
    assert game.auction("call", "kick", "pass", "kick_back")["multiples"] == {"landlord_down": 4, "landlord_up": 1}
    assert game.auction("pass", "call", "pass")["place"] is None
    assert game.auction("pass", "call", "kick")["place"] == 0
    assert game.auction("call", "pass", "pass")["place"] is None


@judge(
    r"Before the first card, each player may double: a farmer the points between itself and the landlord, the landlord "
    r"those with every farmer\.",
    "出第一张牌以前，每家可以加倍：农民加倍，自己与地主之间的输赢翻倍；地主加倍，与每个农民之间的输赢都翻倍。",
)
def doubles(game: Game) -> None:
    farmers = game.variant.seats[1:]
    one = game.auction(3, doubled=[1])["multiples"]
    assert one == {seat: 2 if seat == farmers[0] else 1 for seat in farmers}
    assert game.auction(3, doubled=[0])["multiples"] == dict.fromkeys(farmers, 2)


@judge(r"Before the first card, each of the two may double the points\.", "出第一张牌以前，两家都可以让输赢翻一倍。")
def doubles_of_two(game: Game) -> None:
    for doubled, factor in (([0], 2), ([1], 2), ([0, 1], 4)):
        assert game.auction("call", "pass", doubled=doubled)["multiples"] == {"farmer": factor}


# ---- payment ----------------------------------------------------------------------------------------------------


@judge(
    r"Each farmer pays the landlord the stake, or gets it if the farmers win\.",
    "每个农民输给地主一份底分；农民赢了，就各赢一份。",
)
def each_farmer(game: Game) -> None:
    stake, farmers = game.stake(), game.seats - 1
    assert game.points() == (farmers * stake, *[-stake] * farmers)
    assert game.lost(3, [5, 2, 2]) == (-farmers * stake, *[stake] * farmers)


@judge(r"The loser pays the winner the stake\.", "输的一方付给赢的一方一份底分。")
def one_farmer(game: Game) -> None:
    assert game.points() == (1, -1)
    assert game.lost(3, [5]) == (-1, 1)


@judge(
    r"The stake is the winning bid\.|After bids in points, it is the winning bid\.", "(?:叫分时，)?底分就是叫到的分。"
)
def bid_is_stake(game: Game) -> None:
    assert [game.stake(contract=Contract(0, bid)) for bid in (1, 2, 3)] == [1, 2, 3]


@judge(r"The stake is (\d+) points for each point of the winning bid\.", r"每叫1分，底分是(\d+)分。")
def unit_of_stake(game: Game, unit: int) -> None:
    assert [game.stake(contract=Contract(0, bid)) for bid in (1, 2, 3)] == [unit, 2 * unit, 3 * unit]


@judge(r"The stake is 1 point\.", "底分是1分。")
def one_point(game: Game) -> None:
    assert game.stake() == 1


@judge(
    r"(?:The stake is|After calls and robs, it is) 1 point, doubled by each rob\.",
    "(?:叫地主、抢地主时，)?底分是1分，每抢一次翻一倍。",
)
def robs_double(game: Game) -> None:
    assert [game.stake(contract=Contract(0, 1, (Raise("rob", 1),) * times)) for times in range(3)] == [1, 2, 4]
    assert "call_rob" in game.kinds


@judge(r"Each rob is one card more that the farmer may have left and still win\.", "每抢一次，地主还要多让农民一张牌。")
def robs_give(game: Game) -> None:
    assert game.variant.after_robs
    assert game.variant.after_robs(game.options, 2)["handicap"] == "2"


@judge(
    r"Each bomb doubles the stake, whoever plays it, and so does the rocket\.",
    "每出一个炸弹翻一倍，不论谁出的；王炸也一样。",
)
def bombs_double(game: Game) -> None:
    bomb = game.bomb(4)
    assert [game.stake(bombs=[bomb] * times) for times in (0, 1, 2, 9)] == [1, 2, 4, 512]
    assert game.stake(bombs=[bomb._replace(seat=0), game.jokers]) == 4


@judge(
    r"Each bomb of (\d+) cards or more doubles the stake, whoever plays it, and so do the four jokers; smaller bombs "
    r"do not\.",
    r"每出一个(\d+)张以上（含(?:\d+)张）的炸弹翻一倍，不论谁出的；四张王也翻倍，更小的炸弹不翻。",
)
def big_bombs_double(game: Game, least: int) -> None:
    for size in range(4, 9):
        assert game.stake(bombs=[game.bomb(size)]) == (2 if size >= least else 1)
    assert game.stake(bombs=[game.jokers]) == 2


@judge(
    r"Each bomb adds the stake once more, whoever plays it; the rocket doubles the sum\.",
    "每出一个炸弹，再加一份底分，不论谁出的；王炸把总数翻一倍。",
)
def bombs_add(game: Game) -> None:
    bomb = game.bomb(4)
    assert [game.stake(bombs=[bomb] * times) for times in (0, 1, 2)] == [100, 200, 300]
    assert game.stake(bombs=[bomb, game.jokers]) == 400


@judge(
    r"Spring: a landlord who wins before any farmer has played a card wins double\.",
    "春天：地主出完时农民一张没出，翻一倍。",
)
def spring(game: Game) -> None:
    farmers = game.seats - 1
    assert game.stake(plays=[6, *[0] * farmers]) == 2 * game.stake()
    assert game.stake(plays=[6, 1, *[0] * (farmers - 1)]) == game.stake()


@judge(
    r"Anti-spring: a landlord who has played only once and loses pays double\.",
    "反春天：地主只出过一手就输了，翻一倍。",
)
def anti_spring(game: Game) -> None:
    assert game.lost(1, [5, 2, 2])[1] == 2 * game.lost(2, [5, 2, 2])[1]


@judge(
    r"Anti-spring: a landlord who has played only once and loses pays double, if the other farmer has never played\.",
    "反春天：地主只出过一手就输了，而且只有一个农民出过牌，翻一倍。",
)
def anti_spring_alone(game: Game) -> None:
    assert game.lost(1, [5, 0])[1] == 2 * game.lost(2, [5, 0])[1]
    assert game.lost(1, [5, 2]) == game.lost(2, [5, 2])


@judge(
    r"An example: with a bid of 2, one bomb and spring the landlord wins (\d+) points\.",
    r"例如：叫2分当上地主，出了一个炸弹，又打成春天，地主赢(\d+)分。",
)
def example(game: Game, points: int, size: int = 4) -> None:
    deal = {"contract": Contract(0, 2), "bombs": [game.bomb(size)], "plays": [6, *[0] * (game.seats - 1)]}
    assert game.points(**deal)[0] == points


@judge(
    r"An example: with a bid of 2, one bomb of (\d+) cards and spring the landlord wins (\d+) points\.",
    r"例如：叫2分当上地主，出了一个(\d+)张的炸弹，又打成春天，地主赢(\d+)分。",
)
def example_with_a_big_bomb(game: Game, size: int, points: int) -> None:
    example(game, points, size)


@judge(
    r"An example: with one bomb and spring, and nothing else doubled, the landlord wins (\d+) points\.",
    r"例如：出了一个炸弹，又打成春天，没有别的翻倍，地主赢(\d+)分。",
)
def example_without_bids(game: Game, points: int) -> None:
    assert game.points(bombs=[game.bomb(4)], plays=[6, *[0] * (game.seats - 1)])[0] == points


@judge(
    r"Each loser pays the winner a point for each card left, nothing for a single card, and double without a play\.",
    "输家每剩一张牌付给赢家1分；只剩一张不付；一手没出的付双倍。",
)
def cards_left(game: Game) -> None:
    for left, plays, pays in ((9, 2, 9), (2, 2, 2), (1, 2, 0), (9, 0, 18)):
        rest = game.seats - 2
        points = game.points(left=[0, left, *[1] * rest], plays=[6, plays, *[2] * rest])
        assert (points[0], points[1]) == (pays, -pays)


@judge(
    r"Each bomb earns (\d+) points from each other player, also if it is beaten\.",
    r"每出一个炸弹，向其他每家收(\d+)分，被管住也算。",
)
def bomb_earns(game: Game, points: int) -> None:
    for beaten in (False, True):
        more = [a - b for a, b in zip(game.points(bombs=[game.bomb(4, beaten)]), game.points(), strict=True)]
        assert more == [-points, (game.seats - 1) * points, *[-points] * (game.seats - 2)]


# ---- Guandan ----------------------------------------------------------------------------------------------------


@judge(
    r"The level rank, here 2, stands above the ace; its heart \(gold\) is wild\.",
    "级牌（这里是 2）比 A 大；红桃级牌（金色）可以当大小王以外的任何牌。",
)
def level_rank(game: Game) -> None:
    assert game.rules.power.endswith("A2XD")
    assert (game.rules.kind.wild, set(game.rules.wilds.ranks)) == (("2h",), set("3456789TJQKA2"))


@judge(
    r"Levels: each side begins at 2\. After a deal the winning side rises by three levels if its partners are first "
    r"and second, by two if first and third, by one if first and last; the next deal is played at its level\. A side "
    r"that wins at A, and not with a partner who is last, has won the match\.",
    "升级：双方都从2打起。一局打完，赢的一方头游加二游升3级，头游加三游升2级，头游加末游升1级，下一局打这一方的级牌。"
    "打A时赢下来、对家又不是末游，就过A，整场获胜。",
)
def levels(game: Game) -> None:
    orders = ([0, 2], [0, 1, 2, 3], [0, 1, 3, 2])
    assert [after_deal(Standing(), order).level for order in orders] == ["5", "4", "3"]
    at_ace = Standing(("A", "2"), 0)
    pass_a = game.options["pass_a"]
    assert [after_deal(at_ace, order, pass_a).winner for order in orders] == [0, 0, None]


@judge(
    r"Tribute: before each deal but the first, last place gives its highest card \(never the wild heart\) to first "
    r"place, which returns a card of ten or lower\. If both partners lost together, both pay, and first place gets the "
    r"higher card\. Payers who together have both big jokers pay nothing\.",
    "进贡：从第二局起，末游把最大的一张牌（红桃级牌除外）进贡给头游，头游还一张10或更小的牌。"
    "双下时两家都进贡，大的归头游；进贡的一方合起来有两张大王就抗贡，不用进贡。",
)
def tribute(game: Game) -> None:
    assert game.variant.tribute
    assert game.rules.return_max == "T"


# ---- the pages --------------------------------------------------------------------------------------------------


def texts_of(client: FlaskClient, name: str, lang: str) -> list[str]:
    """Return the paragraphs of a page that state rules, without the order of the cards and the link to the board."""
    page = client.get(f"/rules/{name}?lang={lang}").text.partition("<main>")[2]
    texts = re.findall("<p>(.*?)</p>", page)
    return [unescape(text) for text in texts if "<" not in text and not text.startswith((ORDER, ORDER.zh))]


def judged(paragraph: str, place: int) -> list[tuple[Judge, tuple[int, ...]]]:
    """Return the judges of the sentences of a paragraph with their numbers; *place*: 0 English, 1 Chinese."""
    judges = []
    while paragraph:
        found = [(re.match(texts[place], paragraph), texts[2]) for texts in JUDGES]
        matches = [(match, function) for match, function in found if match]
        assert matches, f"no judge of: {paragraph}"
        match, function = max(matches, key=lambda one: one[0].end())
        judges.append((function, tuple(map(int, match.groups()))))
        paragraph = paragraph[match.end() :].lstrip()
    return judges


@pytest.mark.parametrize("name", VARIANTS)
def test_every_sentence_is_true_under_the_default_options(client: FlaskClient, name: str) -> None:
    english, chinese = (
        [judged(text, place) for text in texts_of(client, name, lang)] for place, lang in enumerate(("en", "zh"))
    )
    assert english == chinese
    game = Game(client, name)
    for paragraph in english:
        for function, numbers in paragraph:
            function(game, *numbers)


def test_a_false_sentence_fails(client: FlaskClient) -> None:
    for function in (three_does_not_end, turns_with_a_duty, anti_spring_alone, bombs_add):
        with pytest.raises(AssertionError):
            function(Game(client, "standard"))


@pytest.mark.parametrize("name", ["standard", "laizi", "standard_two", "standard_four", "yuncheng", "contest"])
def test_games_with_a_landlord_explain_bids_bombs_and_spring(client: FlaskClient, name: str) -> None:
    functions = {function for text in texts_of(client, name, "en") for function, _ in judged(text, 0)}
    assert functions & {bids, calls}
    assert functions & {bombs_double, big_bombs_double, bombs_add}
    assert {spring, dealt_again} < functions
    assert functions & {doubles, doubles_of_two, kicks} or name == "contest"
