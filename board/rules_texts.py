"""Sentences of the pages of rules: bidding, doubling, and what a deal pays under the rules of the page."""

from __future__ import annotations

from collections.abc import Iterator

from service.core.bindings import CompiledRules
from service.rules.auction import CALL, DOUBLE, HIGHEST, KICK, MOST_ROBS, Auction, Word, contract
from service.rules.combos import ORDINARY
from service.rules.errors import Bilingual
from service.rules.payment import DealPayment, bomb_names
from service.rules.settlement import Bomb, Ended
from service.rules.variant import Variant

BIDS = Bilingual(
    "In turn, each player bids 1, 2 or 3 points, more than the bids before, or passes. The highest bid makes the "
    "landlord.",
    "轮流叫分：叫1分、2分或3分，要比前面叫的高，也可以不叫。叫分最高的当地主。",
)
STOPS = Bilingual("A bid of 3 ends the bidding at once.", "有人叫3分，叫分马上结束。")
GOES_ON = Bilingual("Everybody has a turn, also after a bid of 3.", "每家都轮到一次，有人叫了3分也一样。")
CALLS = Bilingual("In turn, each player calls for the role of the landlord, or does not.", "轮流叫地主，也可以不叫。")
FIRST_CALL = Bilingual("The first to call is the landlord.", "最先叫的当地主。")
ROBS = Bilingual(
    "After a call, each player who has not had a turn may rob the role once, and a caller who was robbed may rob it "
    "back once. The last to call or rob is the landlord.",
    "有人叫了以后，还没轮到的人可以各抢一次，被抢的人可以再抢回一次。最后叫到或抢到的当地主。",
)
ROBS_OF_TWO = Bilingual(
    f"After a call by the first player, both may rob the role in turn, {MOST_ROBS} times in all; a player who did not "
    "call cannot rob. The last to call or rob is the landlord.",
    f"先手叫了以后，两家可以轮流抢，一共最多抢{MOST_ROBS}次；没叫的人不能抢。最后叫到或抢到的当地主。",
)
OR_SO = Bilingual("Another way to bid, if you choose it:", "也可以选另一种叫法：")
DEALT_AGAIN = Bilingual("If nobody wants to be the landlord, new cards are dealt.", "都不叫，就重新发牌。")
KICKS = Bilingual(
    "Then each farmer may kick: the points between that farmer and the landlord double. A farmer who did not call may "
    "kick only after the other one did. If anybody kicked, the landlord may kick back: the points with those who "
    "kicked double once more.",
    "然后农民可以踢：这个农民与地主之间的输赢翻倍；没叫过地主的农民，要同伴先踢了才能踢。有人踢了，地主可以回踢：与踢过的农民之间再翻一倍。",
)
DOUBLES = Bilingual(
    "Before the first card, each player may double: a farmer the points between itself and the landlord, the landlord "
    "those with every farmer.",
    "出第一张牌以前，每家可以加倍：农民加倍，自己与地主之间的输赢翻倍；地主加倍，与每个农民之间的输赢都翻倍。",
)
DOUBLES_OF_TWO = Bilingual(
    "Before the first card, each of the two may double the points.", "出第一张牌以前，两家都可以让输赢翻一倍。"
)

EACH_FARMER = Bilingual(
    "Each farmer pays the landlord the stake, or gets it if the farmers win.",
    "每个农民输给地主一份底分；农民赢了，就各赢一份。",
)
ONE_FARMER = Bilingual("The loser pays the winner the stake.", "输的一方付给赢的一方一份底分。")
BID_STAKE = Bilingual("The stake is the winning bid.", "底分就是叫到的分。")
UNIT_STAKE = Bilingual("The stake is {unit} points for each point of the winning bid.", "每叫1分，底分是{unit}分。")
ONE_STAKE = Bilingual("The stake is 1 point.", "底分是1分。")
BID_STAKE_TOO = Bilingual("After bids in points, it is the winning bid.", "叫分时，底分就是叫到的分。")
ROB_STAKE = Bilingual("The stake is 1 point, doubled by each rob.", "底分是1分，每抢一次翻一倍。")
ROB_STAKE_TOO = Bilingual(
    "After calls and robs, it is 1 point, doubled by each rob.", "叫地主、抢地主时，底分是1分，每抢一次翻一倍。"
)
ROB_GIVES = Bilingual(
    "Each rob is one card more that the farmer may have left and still win.", "每抢一次，地主还要多让农民一张牌。"
)
BOMBS_DOUBLE = Bilingual(
    "Each bomb doubles the stake, whoever plays it, and so does the rocket.",
    "每出一个炸弹翻一倍，不论谁出的；王炸也一样。",
)
BIG_BOMBS_DOUBLE = Bilingual(
    "Each bomb of {least} cards or more doubles the stake, whoever plays it, and so do the four jokers; smaller bombs "
    "do not.",
    "每出一个{least}张以上（含{least}张）的炸弹翻一倍，不论谁出的；四张王也翻倍，更小的炸弹不翻。",
)
BOMBS_ADD = Bilingual(
    "Each bomb adds the stake once more, whoever plays it; the rocket doubles the sum.",
    "每出一个炸弹，再加一份底分，不论谁出的；王炸把总数翻一倍。",
)
SPRING = Bilingual(
    "Spring: a landlord who wins before any farmer has played a card wins double.",
    "春天：地主出完时农民一张没出，翻一倍。",
)
ANTI_SPRING = Bilingual(
    "Anti-spring: a landlord who has played only once and loses pays double.", "反春天：地主只出过一手就输了，翻一倍。"
)
ANTI_SPRING_ALONE = Bilingual(
    "Anti-spring: a landlord who has played only once and loses pays double, if the other farmer has never played.",
    "反春天：地主只出过一手就输了，而且只有一个农民出过牌，翻一倍。",
)
BID_EXAMPLE = Bilingual(
    "An example: with a bid of 2, one bomb and spring the landlord wins {points} points.",
    "例如：叫2分当上地主，出了一个炸弹，又打成春天，地主赢{points}分。",
)
BIG_BOMB_EXAMPLE = Bilingual(
    "An example: with a bid of 2, one bomb of {least} cards and spring the landlord wins {points} points.",
    "例如：叫2分当上地主，出了一个{least}张的炸弹，又打成春天，地主赢{points}分。",
)
EXAMPLE = Bilingual(
    "An example: with one bomb and spring, and nothing else doubled, the landlord wins {points} points.",
    "例如：出了一个炸弹，又打成春天，没有别的翻倍，地主赢{points}分。",
)

CARDS = Bilingual(
    "Each loser pays the winner a point for each card left, nothing for a single card, and double without a play.",
    "输家每剩一张牌付给赢家1分；只剩一张不付；一手没出的付双倍。",
)
BOMB_EARNS = Bilingual(
    "Each bomb earns {points} points from each other player, also if it is beaten.",
    "每出一个炸弹，向其他每家收{points}分，被管住也算。",
)
FIRST_LEAD = Bilingual(
    "Whoever has the {card} leads the first deal with it; later the last winner leads.",
    "第一局有{card}的先出，第一手要带上它；以后由上一局的赢家先出。",
)
NOT_DEALT = Bilingual(
    "If that card was not dealt, the player with the lowest card leads.", "这张牌没发出来时，谁的牌最小谁先出。"
)
PARTNER_LEADS = Bilingual(
    "If that player has no cards left, the partner leads.", "最后出牌的人已经走了，就由对家接风，任意出牌。"
)
NEXT_LEADS = Bilingual(
    "If that player has no cards left, the next player leads.", "最后出牌的人已经出完，就由下家任意出牌。"
)
FEW_KICKERS = Bilingual("Your last play may have too few kickers.", "最后一手带牌不够也可以出。")
HIGHEST_SOLO = Bilingual(
    "While the next player has one card left, a single must be your highest.", "下家只剩一张时，出单张要出手里最大的。"
)
THREES = {"3s": Bilingual("three of spades", "黑桃3"), "3h": Bilingual("three of hearts", "红桃3")}


def filled(text: Bilingual, **values: object) -> Bilingual:
    """Return a text with values in the place of their names."""
    return Bilingual(text.format(**values), text.zh.format(**values))


def won_by_first(auction: Auction, bid: Word) -> list[Word]:
    """Return the words of an auction in which the first place makes a *bid*, and the others decline."""
    words: list[Word] = [bid]
    while (stage := auction.stage(words)).place is not None:
        words.append(stage.words[0])
    return words


def in_points(auction: Auction) -> bool:
    return isinstance(auction.stage(()).words[-1], int)


def with_robs(auction: Auction) -> bool:
    return auction.stage(()).robs


def joined(names: list[Bilingual]) -> Bilingual:
    return Bilingual(" or ".join(names), "或".join(name.zh for name in names))


def ways_to_bid(auction: Auction) -> Iterator[Bilingual]:
    """Yield how the landlord is found in an auction."""
    if in_points(auction):
        yield BIDS
        yield STOPS if auction.stage((HIGHEST,)).place is None else GOES_ON
        return
    yield CALLS
    if with_robs(auction):
        yield ROBS_OF_TWO if auction.seats == 2 else ROBS
    else:
        yield FIRST_CALL
    if auction.calls_with:
        cards = joined(list(auction.calls_with))
        yield Bilingual(f"With {cards} a player must call.", f"有{cards.zh}必须叫。")


def bidding_texts(variant: Variant) -> list[list[Bilingual]]:
    """Return the paragraphs about the auction of a game, and about what is doubled before the first lead."""
    if not variant.auctions:
        return []
    first, *others = variant.auctions
    paragraphs = [[*ways_to_bid(first), DEALT_AGAIN], *[[OR_SO, *ways_to_bid(other)] for other in others]]
    if not in_points(first) and KICK in first.stage((CALL,)).words:
        paragraphs.append([KICKS])
    if DOUBLE in first.stage(won_by_first(first, first.stage(()).words[-1])).words:
        paragraphs.append([DOUBLES_OF_TWO if first.seats == 2 else DOUBLES])
    return paragraphs


def stake_texts(variant: Variant, payment: DealPayment) -> Iterator[Bilingual]:
    """Yield what the stake of a deal is, and who pays it."""
    yield ONE_FARMER if len(variant.seats) == 2 else EACH_FARMER
    for place, auction in enumerate(variant.auctions):
        if in_points(auction):
            bids = filled(UNIT_STAKE, unit=payment.stake) if payment.stake > 1 else BID_STAKE
            yield BID_STAKE_TOO if place else bids
        else:
            yield ROB_STAKE_TOO if place else ROB_STAKE if with_robs(auction) else ONE_STAKE
    if variant.after_robs:
        yield ROB_GIVES


def least_bomb(rules: CompiledRules, payment: DealPayment) -> int:
    """Return the fewest cards of a bomb of one rank that raises the stake."""
    raising = payment.adding | payment.doubling
    return min(shape.copies for shape in rules.setup.shapes if shape.name in raising and not shape.named)


def all_raise(rules: CompiledRules, payment: DealPayment) -> bool:
    return payment.adding | payment.doubling == bomb_names(rules.setup.shapes)


def bomb_text(rules: CompiledRules, payment: DealPayment) -> Bilingual:
    """Return what a bomb pays in a game with a landlord."""
    if payment.adding:
        return BOMBS_ADD
    if all_raise(rules, payment):
        return BOMBS_DOUBLE
    return filled(BIG_BOMBS_DOUBLE, least=least_bomb(rules, payment))


def example_text(variant: Variant, rules: CompiledRules, payment: DealPayment) -> Bilingual:
    """Return an example with a bomb and spring."""
    assert variant.settle
    first, least = variant.auctions[0], least_bomb(rules, payment)
    shape = next(
        each for each in rules.setup.shapes if each.copies == least and each.tier > ORDINARY and not each.named
    )
    left, plays = [0, *rules.dealt[1:]], [3, *[0 for _ in rules.dealt[1:]]]
    agreed = contract(first, won_by_first(first, 2 if in_points(first) else CALL))
    settled = variant.settle(Ended(rules.options, [0], left, plays, [Bomb(0, shape.name, False)], agreed))
    assert settled.points
    example = EXAMPLE if not in_points(first) else BID_EXAMPLE if all_raise(rules, payment) else BIG_BOMB_EXAMPLE
    return filled(example, points=settled.points[0], least=least)


def landlord_texts(variant: Variant, rules: CompiledRules, payment: DealPayment) -> list[list[Bilingual]]:
    """Return the paragraphs about the payment of a game with a landlord."""
    paragraphs = [[*stake_texts(variant, payment)], [bomb_text(rules, payment)]]
    if payment.spring:
        paragraphs.append([SPRING])
    if payment.anti_spring:
        paragraphs.append([ANTI_SPRING_ALONE if payment.idle_ally else ANTI_SPRING])
    return [*paragraphs, [example_text(variant, rules, payment)]]


def cards_texts(rules: CompiledRules, payment: DealPayment) -> list[list[Bilingual]]:
    """Return the paragraphs about the payment of a game that pays for the cards left."""
    return [[CARDS, *([filled(BOMB_EARNS, points=payment.bomb)] if payment.bomb else [])]]


def payment_texts(variant: Variant, rules: CompiledRules) -> list[list[Bilingual]]:
    """Return the paragraphs about what a deal pays; [] if only places or levels count."""
    payment = rules.setup.payment
    if payment is None:
        return []
    if payment.stake:
        return landlord_texts(variant, rules, payment)
    return cards_texts(rules, payment) if payment.card else []


def out_texts(variant: Variant) -> list[Bilingual]:
    """Return the sentence about who leads when the winner of a trick has gone out; [] if the deal ends there."""
    if not variant.to_places:
        return []
    return [PARTNER_LEADS if max(map(len, variant.allies)) > 1 else NEXT_LEADS]


def limit_texts(rules: CompiledRules) -> list[Bilingual]:
    """Return sentences about what may be played at the first lead, before a last card, and at the end."""
    setup, texts = rules.setup, []
    if setup.first_shows:
        card = THREES[setup.first_shows]
        texts.append(Bilingual(FIRST_LEAD.format(card=card), FIRST_LEAD.zh.format(card=card.zh)))
        if sum(rules.dealt) < sum(setup.deck.values()):
            texts.append(NOT_DEALT)
    if {"short_lead", "short_follow"} <= setup.flags:
        texts.append(FEW_KICKERS)
    if "solo_top" in setup.flags:
        texts.append(HIGHEST_SOLO)
    return texts
