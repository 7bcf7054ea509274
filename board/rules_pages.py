"""A short page of rules for each game, generated from its data: the seats, the turns, and all shapes with pictures."""

from __future__ import annotations

from html import escape

from board.card_html import WildRanks, face, play_html
from board.docs_pages import RULES, framed
from board.rules_texts import bidding_texts, limit_texts, out_texts, payment_texts
from service.core import engine
from service.core.bindings import CompiledRules
from service.http.texts.reasons import localize
from service.rules.combos import ORDINARY, Shape
from service.rules.display_names import shape_en
from service.rules.errors import Bilingual
from service.rules.games.landlord import ATTACH_OPTIONS, READING_OPTIONS
from service.rules.variant import ON_OFF, Option, Variant
from service.rules.variants import VARIANTS

PLAY_IT = Bilingual("Play it", "玩一局")
SHAPES = Bilingual("What may be played", "牌型")
BOMBS = Bilingual("Bombs, the strongest last", "炸弹，越往下越大")
BIDDING = Bilingual("Who is the landlord", "叫地主、加倍")
POINTS = Bilingual("What a deal pays", "怎么算分")
HOUSE_RULES = Bilingual("House rules that can be chosen", "可选规则")
FINE = Bilingual("Fine points of kickers and of cards with several readings", "带牌和一手多读的细则")
FINE_POINTS = frozenset(
    {*ATTACH_OPTIONS, *READING_OPTIONS, "douzero_bugs", "prefer_bomb", "follow_reading", "flower_reading"}
)
"""Options that decide rare cases."""
ORDER = Bilingual("Cards from weakest to strongest:", "牌从小到大：")
WILD = Bilingual(
    "Wild cards (gold) stand for any card but a joker. Here 7 is wild; each deal draws its own.",
    "金色的是癞子，可以当大小王以外的任何牌。这里以 7 为例，每局另翻。",
)
LEVEL = Bilingual(
    "The level rank, here 2, stands above the ace; its heart (gold) is wild.",
    "级牌（这里是 2）比 A 大；红桃级牌（金色）可以当大小王以外的任何牌。",
)
LEVELS = Bilingual(
    "Levels: each side begins at 2. After a deal the winning side rises by three levels if its partners are first and "
    "second, by two if first and third, by one if first and last; the next deal is played at its level. A side that "
    "wins at A, and not with a partner who is last, has won the match.",
    "升级：双方都从2打起。一局打完，赢的一方头游加二游升3级，头游加三游升2级，头游加末游升1级，下一局打这一方的级牌。打A时赢下来、对家又不是末游，就过A，整场获胜。",
)
TRIBUTE = Bilingual(
    "Tribute: before each deal but the first, last place gives its highest card (never the wild heart) to first place, "
    "which returns a card of ten or lower. If both partners lost together, both pay, and first place gets the higher "
    "card. Payers who together have both big jokers pay nothing.",
    "进贡：从第二局起，末游把最大的一张牌（红桃级牌除外）进贡给头游，头游还一张10或更小的牌。双下时两家都进贡，大的归头游；进贡的一方合起来有两张大王就抗贡，不用进贡。",
)
TURNS = Bilingual(
    "In turn, play the same shape with as many cards and a higher rank, or pass. Bombs beat other shapes. When all "
    "others pass, whoever played last leads anything.",
    "轮流出牌：跟牌要同样牌型、同样张数、更大的点数，管不上或不想管就不出。炸弹可以管别的牌型。其他人都不出，最后出牌的人重新任意出牌。",
)
TURNS_MUST = Bilingual(
    "In turn, play the same shape with as many cards and a higher rank; whoever can beat a play must, and only others "
    "pass. Bombs beat other shapes. When all others pass, whoever played last leads anything.",
    "轮流出牌：跟牌要同样牌型、同样张数、更大的点数。有大必管：管得上就不能不出，管不上才不出。炸弹可以管别的牌型。其他人都不出，最后出牌的人重新任意出牌。",
)
GOALS = {
    "landlord": Bilingual(
        "One landlord against two farmers, who win together: the side of whoever empties a hand first wins.",
        "一个地主对两个农民，农民一起赢：谁先出完，谁那一边赢。",
    ),
    "farmers": Bilingual(
        "One landlord against three farmers, who win together: the side of whoever empties a hand first wins.",
        "一个地主对三个农民，农民一起赢：谁先出完，谁那一边赢。",
    ),
    "duel": Bilingual(
        "One landlord against one farmer: whoever empties a hand first wins; a handicap lets the farmer win with some "
        "cards left.",
        "一个地主对一个农民，谁先出完谁赢；地主让牌时，农民剩下的牌不多于让的张数就赢。",
    ),
    "partners": Bilingual(
        "Partners sit opposite. The side of whoever empties a hand first wins the deal, by more the sooner the partner "
        "is out.",
        "对家一伙。头游所在的一方赢，队友出完得越早，升级越多。",
    ),
    "places": Bilingual("Each plays alone, until one hand is left: places count.", "各打各的，打到只剩一家，排名次。"),
    "alone": Bilingual("Each plays alone; whoever empties a hand first wins.", "各打各的，谁先出完谁赢。"),
}
SUITS_IN_TURN = "shcd"

NATURAL = 8
"""Maximum cards of a rank in two decks."""


def rules_shown(variant: Variant) -> CompiledRules:
    """Return the rules of a page: default options, with a wild rank in games that need one."""
    return engine.rules_for(variant.id, (("wild", "7"),) if "wild" in variant.options else ())


def suited(ranks: str, *, one_suit: bool) -> str:
    """Return cards with suits: all of one suit, or the suits in turn."""
    return "".join(rank + SUITS_IN_TURN[0 if one_suit else place % 4] for place, rank in enumerate(ranks))


def example_of(rules: CompiledRules, shape: Shape) -> tuple[str, str]:
    """Return the lowest cards of a shape, and the cards that wild ones among them replace."""
    setup, wild = rules.setup, rules.setup.wilds.cards if not rules.setup.level else ""
    run = "".join(rank for rank in setup.run if rank in setup.deck)
    if shape.named:
        return shape.named, ""
    special = wild + setup.level
    length = shape.run[0]
    windows = (run[start : start + length] for start in range(len(run) - length + 1))
    ranks = [rank for rank in shape.ranks if rank in setup.deck and rank not in special]
    body = (
        next(run for run in windows if not set(run) & set(special))
        if shape.runs
        else ranks[1]
        if ranks[1:]
        else ranks[0]
    )
    cards = "".join(rank * shape.copies for rank in body)
    if setup.level and shape.copies > NATURAL:
        return suited(cards[:NATURAL], one_suit=False) + f"{setup.level}h" * (shape.copies - NATURAL), cards
    if shape.wilds == "only":
        return wild[0] * shape.copies, ""
    if shape.wilds == "some":
        return cards[:-1] + wild[0], cards
    groups = max(0, shape.kickers * len(body) - (1 if shape.kickers_short else 0))
    others = [rank for rank in setup.power if rank in setup.deck and rank not in body + special + "XD"]
    cards += "".join(rank * shape.kicker_size for rank in others[-3::-1][:groups][::-1])
    return (suited(cards, one_suit=shape.one_suit) if setup.suited else cards), ""


def shape_rows(rules: CompiledRules, shapes: list[Shape], lang: str) -> str:
    """Return a table of shapes, with the name and an example of each."""
    look = WildRanks("" if rules.setup.level else rules.setup.wilds.cards, rules.setup.level)
    rows = []
    for shape in shapes:
        cards, stands = example_of(rules, shape)
        name = escape(shape.zh if lang == "zh" else shape_en(shape.name))
        rows.append(f'<tr><th scope="row">{name}</th><td>{play_html(cards, stands, look, lang)}</td></tr>')
    return f"<table>{''.join(rows)}</table>"


def goal_of(variant: Variant) -> Bilingual:
    sizes = sorted(len(side) for side in variant.allies)
    if variant.bottom_seat:
        return GOALS[("duel", "landlord", "farmers")[sizes[-1] - 1]]
    return GOALS["partners" if sizes[-1] > 1 else "places" if variant.to_places else "alone"]


def deal_text(rules: CompiledRules) -> Bilingual:
    """Return the number of seats and of cards."""
    seats, bottom = rules.variant.seats, rules.setup.bottom
    cards = rules.setup.hand_size[seats[-1]]
    if not bottom:
        return Bilingual(f"{len(seats)} players, {cards} cards each.", f"{len(seats)}人，每人{cards}张。")
    return Bilingual(
        f"{len(seats)} players, {cards} cards each; the landlord takes {bottom} more from the bottom, shows them and "
        "leads.",
        f"{len(seats)}人，每人{cards}张；地主再拿{bottom}张底牌，亮出来，由地主先出。",
    )


def meaning_of(variant: Variant, lang: str) -> str:
    """Return the English meaning of the game's Chinese name; empty if it needs none."""
    return f"<i>{escape(variant.meaning)}.</i>" if lang == "en" and variant.meaning else ""


def joined(texts: list[Bilingual], lang: str) -> str:
    """Return sentences as one paragraph."""
    return ("" if lang == "zh" else " ").join(localize(text, lang) for text in texts)


def section(title: Bilingual, paragraphs: list[list[Bilingual]], lang: str) -> str:
    """Return a heading with paragraphs below it, nothing if there are none."""
    if not paragraphs:
        return ""
    texts = "".join(f"<p>{escape(joined(each, lang))}</p>" for each in paragraphs)
    return f"<h2>{localize(title, lang)}</h2>{texts}"


def value_text(option: Option, value: str, lang: str) -> str:
    """Return a value of an option as players say it."""
    word = option.word(value)
    return escape((value.replace("T", "10") if word is None else localize(word, lang)).replace("`", ""))


def option_row(option: Option, lang: str) -> str:
    """Return an option with its usual value, its other values unless they are only on or off, and its meaning."""
    values = [value_text(option, value, lang) for value in option.values]
    label, about = (escape(localize(text, lang).replace("`", "")) for text in (option.label, option.about))
    others = [] if set(option.values) == set(ON_OFF) else values[1:]
    long = any("," in value or "、" in value for value in values)
    if lang == "zh":
        choices = "；或".join([values[0], *(others if long else ["、".join(others)] if others else [])])
        return f"<li><b>{label}</b>（默认{choices}）：{about}。</li>"
    choices = "; or ".join([values[0], *(others if long else [", ".join(others)] if others else [])])
    return f"<li><b>{label[0].upper()}{label[1:]}</b> (usually {choices}): {about}.</li>"


def option_lists(variant: Variant, lang: str) -> str:
    """Return the options of a game in lists: those that players agree on, and below them the fine points."""
    options = {name: option for name, option in variant.options.items() if not option.of_deal}
    house = "".join(option_row(option, lang) for name, option in options.items() if name not in FINE_POINTS)
    fine = "".join(option_row(option, lang) for name, option in options.items() if name in FINE_POINTS)
    if not options:
        return ""
    lists = f"<h2>{localize(HOUSE_RULES, lang)}</h2><ul>{house}</ul>"
    return lists + (f"<details><summary>{localize(FINE, lang)}</summary><ul>{fine}</ul></details>" if fine else "")


def rules_html(name: str, lang: str) -> str:
    """Return the page of rules of a game."""
    variant = VARIANTS[name]
    rules = rules_shown(variant)
    setup = rules.setup
    title = variant.zh if lang == "zh" else variant.name
    bombs = sorted((shape for shape in setup.shapes if shape.tier > ORDINARY), key=lambda shape: shape.tier)
    plain = [shape for shape in setup.shapes if shape.tier == ORDINARY]
    turns = TURNS_MUST if "pass_never" in setup.flags else TURNS
    playing = [turns, *out_texts(variant)]
    about = [
        joined(each, lang) for each in ([goal_of(variant)], [deal_text(rules)], playing, limit_texts(rules)) if each
    ]
    about.append(f"{localize(ORDER, lang)} {' '.join(face(rank, lang) for rank in setup.power)}")
    if setup.level:
        about += [localize(text, lang) for text in (LEVEL, LEVELS, TRIBUTE)]
    elif "wild" in variant.options:
        about.append(localize(WILD, lang))
    paragraphs = "".join(f"<p>{text}</p>" for text in (meaning_of(variant, lang), *map(escape, about)) if text)
    content = (
        f"<h1>{escape(title)}</h1>{paragraphs}"
        f'<p><a href="/?game={variant.id}&amp;lang={lang}">{localize(PLAY_IT, lang)}</a></p>'
        f"{section(BIDDING, bidding_texts(variant), lang)}"
        f"<h2>{localize(SHAPES, lang)}</h2>{shape_rows(rules, plain, lang)}"
        f"<h2>{localize(BOMBS, lang)}</h2>{shape_rows(rules, bombs, lang)}"
        f"{section(POINTS, payment_texts(variant, rules), lang)}"
        f"{option_lists(variant, lang)}"
    )
    return framed(title, content, lang)


def rules_index_html(lang: str) -> str:
    """Return the page that lists the games."""
    rows = "".join(
        f'<li><a href="/rules/{variant.id}?lang={lang}">{escape(variant.zh if lang == "zh" else variant.name)}</a> '
        f"{meaning_of(variant, lang)} "
        f"{escape(localize(goal_of(variant), lang))}</li>"
        for variant in VARIANTS.values()
    )
    title = localize(RULES, lang)
    return framed(title, f"<h1>{title}</h1><ul>{rows}</ul>", lang)
