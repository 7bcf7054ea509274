"""Paodekuai 跑得快."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType

from service.rules.chance_curve import ChanceCurve
from service.rules.combos import BOMB, Shape
from service.rules.errors import Bilingual
from service.rules.games.no_partners import ALONE, POWER, RUN, SEATS
from service.rules.games.option_matches import OPTION_MATCHES
from service.rules.games.strengths import STRENGTHS
from service.rules.nets import NetSet
from service.rules.payment import DealPayment
from service.rules.scoring import PaodekuaiRules, Runner, paodekuai_score
from service.rules.settlement import Bomb, Ended, Factor, Following, Settlement
from service.rules.variant import OFF_ON, ON_OFF, Option, Options, RuleSet, Variant
from service.rules.weights import Numbers, WeightSet, landlord_turns

PAY_ALL = "pay_all"
"""The option for games with several losers."""

ANY = 12
"""No limit on kickers of one rank."""


WHOLE = "52"
"""The deck of four players: without jokers, all cards dealt."""

DECKS = {
    "16": dict.fromkeys("3456789TJQK", 4) | {"A": 3, "2": 1},
    "15": dict.fromkeys("3456789TJQ", 4) | {"K": 3, "A": 1, "2": 1},
    "48r": dict.fromkeys(POWER, 4),  # four undealt cards are unknown
    WHOLE: dict.fromkeys(POWER, 4),
}
THREES = {"spade3": "3s", "heart3": "3h"}
HAND_SIZES = {"16": 16, "15": 15, "48r": 16, WHOLE: 13}


def paodekuai_bombs(options: Options) -> tuple[Shape, ...]:
    aces = options["aaa"] == "on" and options["deck"] == "16"
    return (
        *([Shape("ace_bomb", "三A炸", 3, ranks="A", tier=BOMB + 1)] if aces else []),
        Shape("bomb", "炸弹", 4, tier=BOMB),
    )


def trio_shapes(options: Options) -> tuple[Shape, ...]:
    """Return the rows of triples with two cards each, or with fewer as the last play."""
    body = options["wing_body"] == "on"
    free = options["triple_free"] == "on"
    two, planes = "trio_two", "plane_two"
    rows = [
        Shape(two, "三带二", 3, kickers=2, kicker_size=1, kicker_same=ANY, kicker_of_body=body),
        Shape(planes, "飞机", 3, run=(2, 5), kickers=2, kicker_size=1, kicker_same=ANY, kicker_of_body=body),
    ]
    if options["quad3"] == "on":
        rows.append(
            Shape(
                "quad_short",
                "四张少带",
                4,
                kickers=3,
                kicker_size=1,
                kicker_same=ANY,
                kickers_short=True,
                kickers_least=1,
            )
        )
    rows.append(
        Shape(
            "plane_short", "飞机少带", 3, run=(2, 5), kickers=2, kicker_size=1, kicker_same=ANY, kicker_of_body=body,
            kickers_short=True, family=planes,
        )
    )  # fmt: skip
    if free:
        rows += [
            Shape("trio_short", "三带一", 3, kickers=1, kicker_size=1, kicker_of_body=body, family=two),
            Shape("trio_short", "三张", 3, family=two),
        ]
    else:
        rows.append(
            Shape(
                "trio_short", "三张少带", 3, kickers=2, kicker_size=1, kicker_same=ANY, kicker_of_body=body,
                kickers_short=True, family=two,
            )
        )  # fmt: skip
    return tuple(rows)


def paodekuai_shapes(options: Options) -> tuple[Shape, ...]:
    """Return the rows: complete ones before ones with missing kickers, longer bodies first."""
    quads = [("quad_three", "四带三", 3, options["quad3"]), ("quad_two", "四带二", 2, options["quad2"])]
    return (
        *paodekuai_bombs(options),
        Shape("solo", "单张", 1),
        Shape("pair", "对子", 2),
        Shape("solo_chain", "顺子", 1, run=(5, 12)),
        Shape("pair_chain", "连对", 2, run=(int(options["min_pc"]), 12)),
        *[Shape(name, zh, 4, kickers=n, kicker_size=1, kicker_same=ANY) for name, zh, n, on in quads if on == "on"],
        *trio_shapes(options),
    )


FLAGS = {
    "must": "pass_never",
    "short_lead": "short_lead",
    "short_follow": "short_follow",
    "baodan": "solo_top",
}
"""Options that set a flag of the table."""


def paodekuai_setup(options: Options, seats: tuple[str, ...] = SEATS) -> RuleSet:
    """Return the rules of Paodekuai for a number of *seats*; undealt cards stay hidden."""
    flags = {flag for name, flag in FLAGS.items() if options[name] == "on"}
    flags |= {"pass_on_bomb"} if options["bomb_forced"] == "off" else set()
    flags |= {"bomb_whole"} if options["bomb_split"] == "off" else set()
    three = THREES[options["first"]]
    size = HAND_SIZES[options["deck"]]
    return RuleSet(
        MappingProxyType(DECKS[options["deck"]]),
        MappingProxyType(dict.fromkeys(seats, size)),
        RUN,
        POWER,
        paodekuai_shapes(options),
        flags=frozenset(flags),
        payment=DealPayment(
            card=1,
            one_left=options["one_left"] == "on",
            idle=2,
            shut=options["anti_shut"] == "on",
            bomb=int(options["bomb_points"]),
            unbeaten=options["bomb_beaten_counts"] == "off",
            winner_bombs=options["loser_bombs"] == "off",
        ),
        first_shows=three if options["first3"] == "on" else "",
        first_holds=three,
        bird={"off": "", "heart10": "Th"}[options["bird"]],
        pays_all=options.get(PAY_ALL) == "on",
    )


def paodekuai_settle(ended: Ended) -> Settlement:
    """Return the settlement of a deal of Paodekuai, with the leader of the next."""
    options, winner = ended.options, ended.out[0]
    earning = [bomb.seat for bomb in ended.bombs if earns(bomb, options, winner)]
    seats = range(len(ended.left))
    runners = [Runner(ended.left[seat], ended.plays[seat], earning.count(seat)) for seat in seats]
    shut = 0 if options["anti_shut"] == "on" and winner else None
    worth = int(options["bomb_points"])
    house = PaodekuaiRules(options["one_left"] == "on", options["bird_bombs"] == "on")
    points = paodekuai_score(runners, worth, ended.bird, shut, ended.offender, house)
    owed = [unplayed_card_factors(runners[seat], seat, shut, house.one_left) for seat in seats if seat != winner]
    factors = [factor for loser in owed for factor in loser]
    factors += [Factor("bomb", points=worth, seat=seat) for seat in earning if worth]
    if ended.bird is not None:
        factors.append(Factor("bird_bombs" if house.bird_bombs else "bird", 2, seat=ended.bird))
    factors += [Factor("pay_all", seat=ended.offender)] if ended.offender is not None else []
    return Settlement(points, tuple(factors), next_deal(options, winner))


def earns(bomb: Bomb, options: Options, winner: int) -> bool:
    """Return whether a bomb earns points: a beaten bomb and a loser's only where the options allow."""
    return not (
        (bomb.beaten and options["bomb_beaten_counts"] == "off")
        or (bomb.seat != winner and options["loser_bombs"] == "off")
    )


def unplayed_card_factors(loser: Runner, seat: int, shut: int | None, one_left: bool) -> list[Factor]:
    """Return the factors of a loser's cards; the first leader is *shut* in if it played only once.

    A single card costs nothing unless *one_left*.
    """
    if loser.left == 1 and not one_left:
        return [Factor("one_left", points=0, seat=seat)]
    factors = [Factor("cards", points=loser.left, seat=seat)]
    if loser.plays == 0:
        return [*factors, Factor("shut", 2, seat=seat)]
    return [*factors, Factor("anti_shut", 2, seat=seat)] if seat == shut and loser.plays == 1 else factors


def next_deal(options: Options, winner: int) -> Following:
    """Return the leader of the next deal: the winner, with a free lead, or the seat with the three."""
    if options["next_first"] == "winner":
        return Following(winner, options={"first3": "off"})
    return Following(card=THREES[options["first"]], options={"first3": "on"})


NUMBERS: Numbers = MappingProxyType(
    {
        "solo": 0.943,
        "solo_step": 0.033,
        "solo_top": 0.082,
        "pair": 0.914,
        "pair_step": 0.03,
        "pair_top": 0.084,
        "trio": 0.931,
        "trio_step": 0.024,
        "kicker": 0.015,
        "solo_chain": 1.011,
        "solo_chain_long": 0.012,
        "pair_chain": 0.989,
        "pair_chain_long": 0.011,
        "plane": 1.019,
        "plane_long": -0.014,
        "bomb": 2.432,
        "bomb_step": 0.085,
        "rocket": 3.196,
        "quad": 0.925,
        "quad_step": -0.007,
    }
)
"""Costs of combos if each triple takes two kickers; names as in `LANDLORD_NUMBERS`."""

WEIGHTS = WeightSet(
    name="run-fast-3",
    source="Dou Dizhu's formula, all numbers by self-play (response surfaces, 2.5 million deals): accepted over"
    " run-fast-2 by a sequential test (0 to 5 Elo, LLR +4.39, 1,000 deals); alone among two of run-fast-2 it wins"
    " 0.3369 ± 0.0009 of 60,000 deals (a third would be even); power correlates with winning by 0.224, that of"
    " run-fast-2 by 0.186",
    date="2026-11-21",
    value=partial(landlord_turns, NUMBERS),
)

NETS = NetSet(
    "run-fast-net-1",
    "10dd6b9f5677",
    (
        "bomb", "solo", "pair", "solo_chain", "pair_chain", "quad_three", "trio_two", "plane_two", "quad_short",
        "plane_short", "trio_short",
    ),
    "run-fast-3",
    "three rounds of self-play, 46 million samples (`python -m lab.arena learn-nets --variant paodekuai`)",
    "2026-11-21",
)  # fmt: skip
"""Win rate of rules with networks against `club`: 0.560 ± 0.003 of 20,000 decks. They lose with free passing (0.484 ±
0.012 of 2,000 decks) or with randomly removed cards (0.489 ± 0.012)."""

PAODEKUAI = Variant(
    id="paodekuai",
    name="Paodekuai",
    meaning="Run fast",
    zh="跑得快",
    short=("pdk",),
    special=Bilingual(
        "a player who can beat must do so; the last play may lack kickers; three players without partners",
        "能管必管，最后一手可以少带，三家各打各的",
    ),
    chances=ChanceCurve((0.004, 0.087, 0.393, 0.803, 0.989)),
    seats=SEATS,
    allies=ALONE,
    setup=paodekuai_setup,
    strengths=STRENGTHS["paodekuai"],
    weights=WEIGHTS,
    nets=NETS,
    option_matches=OPTION_MATCHES["paodekuai"],
    free_lead=("first3", "off"),
    ladder="plainer",
    settle=paodekuai_settle,
    options=MappingProxyType(
        {
            "deck": Option(
                ("16", "15", "48r"),
                Bilingual(
                    "cards of each player, and which are out",
                    "每家几张牌，去掉哪些",
                ),
                Bilingual("cards", "张数"),
                {
                    "16": Bilingual("16 each", "每家16张"),
                    "15": Bilingual("15 each", "每家15张"),
                    "48r": Bilingual("16 each, four drawn cards out", "每家16张，随机去掉四张"),
                },
            ),
            "first": Option(
                ("spade3", "heart3"),
                Bilingual("who leads the first deal", "第一局谁先出"),
                Bilingual("who leads", "谁先出"),
                {
                    "spade3": Bilingual("three of spades", "黑桃3先出"),
                    "heart3": Bilingual("three of hearts", "红桃3先出"),
                },
            ),
            "first3": Option(
                ON_OFF,
                Bilingual(
                    "the first lead contains that three, unless the last winner leads",
                    "首出必须带那张3，由上局赢家先出时不用",
                ),
                Bilingual("first lead shows the three", "首出带3"),
            ),
            "next_first": Option(
                ("winner", "three"),
                Bilingual(
                    "first leader of later deals: the last winner, or the three again",
                    "以后各局谁先出：上局赢家，或仍由那张3",
                ),
                Bilingual("who leads later", "以后谁先出"),
                {"winner": Bilingual("the winner", "赢家先出"), "three": Bilingual("the three", "持3先出")},
                aliases={"spade3": "three", "heart3": "three"},
            ),
            "must": Option(
                ON_OFF, Bilingual("a player who can beat must beat", "能管必须管"), Bilingual("must beat", "能管必管")
            ),
            "bomb_forced": Option(
                ON_OFF,
                Bilingual("where a player must beat, also if only bombs beat", "能管必管时，只有炸弹能管也必须管"),
                Bilingual("bombs too", "炸弹也必管"),
            ),
            "bomb_split": Option(
                ON_OFF,
                Bilingual("four of a rank may be broken up", "四张同点数的牌可以拆开出"),
                Bilingual("bombs may be broken up", "炸弹可拆"),
            ),
            "wing_body": Option(
                ON_OFF,
                Bilingual("a kicker may have the rank of the body (33334)", "带牌可以与主体同点数（33334）"),
                Bilingual("kicker of the body's rank", "带牌可同点"),
            ),
            "short_lead": Option(
                ON_OFF,
                Bilingual("a last play with too few kickers may be led", "有牌权时，最后一手可以少带"),
                Bilingual("too few kickers may lead", "先出时可少带"),
            ),
            "short_follow": Option(
                ON_OFF,
                Bilingual("a last play with too few kickers may follow", "跟牌时，最后一手可以少带"),
                Bilingual("too few kickers may follow", "跟牌时可少带"),
            ),
            "quad3": Option(
                ON_OFF,
                Bilingual("four of a rank with three cards are a play", "四张同点数可以带三张"),
                Bilingual("four with three", "四带三"),
            ),
            "quad2": Option(
                OFF_ON,
                Bilingual("four of a rank with two cards are a play", "四张同点数可以带两张"),
                Bilingual("four with two", "四带二"),
            ),
            "aaa": Option(
                OFF_ON,
                Bilingual("three aces are the highest bomb (deck 16)", "三张A是最大的炸弹（16张玩法）"),
                Bilingual("three aces bomb", "三A算炸弹"),
            ),
            "baodan": Option(
                ON_OFF,
                Bilingual(
                    "while the next seat has one card, a single must be the highest",
                    "下家只剩一张时，出单张必须出最大的",
                ),
                Bilingual("last card warning", "报单顶大"),
            ),
            "min_pc": Option(
                ("2", "3"),
                Bilingual("minimum pairs of a pair chain", "连对最少几对"),
                Bilingual("shortest pair chain", "最短连对"),
            ),
            "triple_free": Option(
                OFF_ON,
                Bilingual(
                    "three of a rank, alone or with one card, may be played at any time", "三张不带或带一张随时可以出"
                ),
                Bilingual("triples at any time", "三张随时可出"),
            ),
            "bomb_points": Option(
                ("10", "0", "5", "20"),
                Bilingual("points of a bomb from every other seat", "一个炸弹向每家收几分"),
                Bilingual("points of a bomb", "炸弹分"),
            ),
            "bomb_beaten_counts": Option(
                ON_OFF,
                Bilingual("a beaten bomb earns points too", "被管住的炸弹也算分"),
                Bilingual("beaten bombs count", "被管的炸弹算分"),
            ),
            "loser_bombs": Option(
                ON_OFF,
                Bilingual("bombs of a seat that loses earn points too", "输家打出的炸弹也算分"),
                Bilingual("bombs of losers count", "输家的炸弹算分"),
            ),
            "one_left": Option(
                OFF_ON,
                Bilingual("a seat with one card left pays one point for it", "只剩一张的一家也输一分"),
                Bilingual("one card left costs a point", "剩一张也输分"),
            ),
            "bird": Option(
                ("off", "heart10"),
                Bilingual(
                    "payments for cards to and from the seat with the ten of hearts are doubled",
                    "持有红桃10的一家，剩牌的输赢分加倍",
                ),
                Bilingual("bird", "扎鸟"),
                {"heart10": Bilingual("ten of hearts", "红桃10")},
            ),
            "bird_bombs": Option(
                OFF_ON,
                Bilingual("the bird doubles the points of bombs too", "扎鸟时炸弹分也加倍"),
                Bilingual("bird doubles bombs", "扎鸟含炸弹"),
            ),
            "anti_shut": Option(
                OFF_ON,
                Bilingual("the first leader pays double if it played only once", "先出的一家只出过一手则加倍付分"),
                Bilingual("anti-shut", "反关"),
            ),
            PAY_ALL: Option(
                OFF_ON,
                Bilingual(
                    "a seat that lets the next seat go out on a lower single pays for all", "出小单张放走下家的一家包赔"
                ),
                Bilingual("pays for all", "放走包赔"),
            ),
        }
    ),
)
