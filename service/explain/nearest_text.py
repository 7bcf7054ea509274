"""Messages about cards that are no play: the broken rule, and the change to the nearest play."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from service.core.bindings import CompiledRules
from service.explain.nearest import Nearest, find_nearest
from service.position.play import UnplayableCards
from service.rules import cards as c
from service.rules.cards import NO_CARDS, RANKS, TEXT, WILD, Hand, Notation
from service.rules.combos import Shape
from service.rules.display_names import FEW, combo_zh, rank_en, rank_zh, run_order, shape_en, shape_zh
from service.rules.errors import Bilingual, RuleError, number_en
from service.rules.physical_cards import caller_text

UNITS = {1: "张", 2: "对", 3: "个三张", 4: "个四张"}
"""Measure words for a number of cards of one rank."""

ALIKE = {1: "单张", 2: "对子", 3: "三张", 4: "四张"}
"""Names for several cards of one rank."""


OWN_EDIT = ("run_gap", "other_game")
"""Rules of another shape than that of the nearest play that stand before the edit to it."""


def article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeio' else 'a'} {noun}"


def count_noun(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def ranks_text(hand: Hand, order: str = RANKS) -> Bilingual:
    letters = sorted(dict.fromkeys(c.text(hand)), key=order.index)
    return Bilingual(" and ".join(map(rank_en, letters)), "、".join(map(rank_zh, letters)))


def run_rule(shape: Shape, fault: str, apart: Bilingual) -> Bilingual:
    """Return the broken rule of a row with runs; of two ranks with a gap between them, that they have one."""
    name, zh, (least, most) = shape_en(shape.name), shape.zh, shape.run
    unit = UNITS.get(shape.copies, "张")
    if fault in ("run_short", "run_long"):
        bound, bound_zh, number = ("at least", "至少", least) if fault == "run_short" else ("at most", "最多", most)
        bound, bound_zh = (bound, bound_zh) if least < most else ("exactly", "正好")
        return Bilingual(f"{article(name)} has {bound} {count_noun(number, 'rank')}", f"{zh}{bound_zh}{number}{unit}")
    if apart:
        return Bilingual(f"{apart} are not consecutive", f"{apart.zh}不连续")
    if fault == "run_gap":
        return Bilingual(f"the ranks of {article(name)} follow each other without a gap", f"{zh}的点数必须连续")
    if fault == "copies_missing":
        cards = count_noun(shape.copies, "card")
        return Bilingual(f"each rank of {article(name)} has {cards}", f"{zh}的每个点数要有{shape.copies}张")
    if fault == "suits_mixed":
        return Bilingual(f"all cards of {article(name)} have one suit", f"{zh}必须是同一花色")
    alike = ALIKE.get(shape.copies, "牌")
    return Bilingual(
        f"{article(name)} has only consecutive ranks, {count_noun(shape.copies, 'card')} of each",
        f"{zh}里只能有点数连续的{alike}",
    )


def body_rule(shape: Shape) -> Bilingual:
    """Return the composition of a row without runs."""
    name, zh, number = shape_en(shape.name), shape.zh, shape.copies
    if shape.named:
        numbers = Counter(shape.named).items()
        cards = " and ".join([f"{number_en(n)} {rank_en(letter)}{'s' * (n > 1)}" for letter, n in numbers])
        return Bilingual(f"{article(name)} is {cards}", f"{zh}是{'和'.join(map(rank_zh, shape.named))}")
    if shape.wilds == "only":
        return Bilingual(f"{article(name)} is {count_noun(number, 'wild card')}", f"{zh}是{number}张癞子")
    if shape.kickers:
        return Bilingual(f"{article(name)} needs {number} cards of one rank", f"{zh}要{number}张同点数的牌")
    if number == 1:
        return Bilingual(f"{article(name)} is one card", f"{zh}只能出一张")
    if len(shape.ranks) == 1:
        return Bilingual(f"{article(name)} is {number} of {shape.ranks}", f"{zh}是{number}张{shape.ranks}")
    return Bilingual(f"{article(name)} is {number} cards of one rank", f"{zh}要{number}张同点数的牌")


def kicker_rule(shape: Shape, length: int, nearest: Nearest) -> Bilingual:
    """Return the broken rule about kickers."""
    name, zh, groups = shape_en(shape.name), shape.zh, shape.kickers * length
    pairs = shape.kicker_size > 1
    takes = count_noun(groups, "pair" if pairs else "card") + (" as kickers" if groups > 1 or pairs else " as kicker")
    takes_zh = f"{groups}{'对' if pairs else '张'}"
    over = ranks_text(nearest.broken)
    lacking = c.size(nearest.missing)
    of = f"{article(name)} of {count_noun(length, 'rank')}" if length > 1 else article(name)
    return {
        "kickers_missing": Bilingual(
            f"{of} takes {takes}, {count_noun(lacking, 'card')} {'is' if lacking == 1 else 'are'} missing",
            f"{zh}要带{takes_zh}，还少{lacking}张",
        ),
        "kickers_many": Bilingual(f"{of} takes {takes} and no more", f"{zh}只能带{takes_zh}"),
        "kicker_of_body": Bilingual(
            f"a kicker of {article(name)} must not be {over}, the rank of its body",
            f"{zh}的带牌不能与主体同点数，{over.zh}不能带",
        ),
        "kickers_unpaired": Bilingual(f"the kickers of {article(name)} are pairs", f"{zh}只能带对子"),
        "kickers_jokers": Bilingual("two jokers cannot be kickers of one play", "两张王不能一起当带牌"),
        "kickers_touch": Bilingual(
            "three kickers of one rank must not be next to the body", "三张同点数的带牌不能紧挨着主体"
        ),
        "kickers_high": Bilingual(f"no {over.replace(' and ', ' or ')} can be a kicker", f"{over.zh}不能当带牌"),
        "kickers_wild": Bilingual("a wild card cannot be a kicker", f"{'花牌' if over == 'W' else '癞子'}不能当带牌"),
    }.get(
        nearest.fault,
        Bilingual(f"the kickers of {article(name)} must differ in rank", f"{zh}的带牌点数要各不相同")
        if shape.kicker_same == 1
        else Bilingual(
            f"{article(name)} takes at most {count_noun(shape.kicker_same, 'kicker')} of one rank",
            f"{zh}的带牌里同一点数最多{shape.kicker_same}张",
        ),
    )


def excluded_ranks(nearest: Nearest, run: str) -> Bilingual:
    """Return the rule about ranks that a run never has, or about those after its last one."""
    shape, wraps = nearest.rule_shape, nearest.fault == "run_wraps"
    name, over = article(shape_en(shape.name)), ranks_text(nearest.broken, run if wraps else RANKS)
    if wraps:
        return Bilingual(
            f"{name} ends at {run[-1]} and does not continue with {over}",
            f"{shape.zh}到{run[-1]}为止，不能再接{over.zh}",
        )
    ends = f", which ends at {run[-1]}" if nearest.would_be else ""
    ends_zh = f"，最大到{run[-1]}" if nearest.would_be else ""
    return Bilingual(
        f"no {over.replace(' and ', ' or ')} is ever part of {name}{ends}", f"{shape.zh}里不能有{over.zh}{ends_zh}"
    )


def rule_text(nearest: Nearest, run: str) -> Bilingual:
    """Return the rule that cards break; *run*: the ranks of runs."""
    shape, fault = nearest.rule_shape, nearest.fault
    if fault == "not_permitted":
        return Bilingual(f"these rules have no such {shape_en(shape.name)}", f"按所选规则不能这样出{shape.zh}")
    if fault == "other_game":
        return Bilingual(f"this game has no {shape_en(shape.name)}", f"这种玩法没有{shape.zh}")
    if fault == "wild_as":
        over = ranks_text(nearest.broken)
        return Bilingual(f"a wild card never stands for a {over}", f"癞子不能当{over.zh}")
    if fault in ("not_alike", "not_named"):
        return body_rule(shape)
    if fault in ("not_in_run", "run_wraps"):
        return excluded_ranks(nearest, run)
    if fault.startswith("kicker"):
        return kicker_rule(shape, nearest.rule_length, nearest)
    return run_rule(shape, fault, ranks_text(nearest.broken, run) if fault == "run_gap" else Bilingual("", ""))


def option_text(nearest: Nearest, rules: CompiledRules) -> Bilingual:
    """Return the option under which the cards are a play; empty without one."""
    if nearest.option is None or nearest.would_be is None:
        return Bilingual("", "")
    name, value = nearest.option
    shapes = rules.variant.setup({**rules.options, name: value}).shapes
    kind, kind_zh = shape_en(nearest.would_be.shape), shape_zh(shapes, nearest.would_be.shape)
    return Bilingual(
        f"with the option {name}={value} it is {article(kind)}", f"选项 `{name}` 取 `{value}` 时就是{kind_zh}"
    )


def change_text(nearest: Nearest, rules: CompiledRules, notation: Notation) -> Bilingual:
    """Return the cards to add and to remove, and the resulting play, as the caller writes cards."""
    setup, own = rules.setup, nearest.own.own
    missing = caller_text(nearest.missing, nearest.missing_own, notation, setup.kind)
    extra = caller_text(nearest.extra, nearest.extra_own, notation, setup.kind)
    cards = caller_text(nearest.play, own, notation, setup.kind)
    play_zh = combo_zh(setup, nearest.combo)
    if len(own) > max(FEW) or notation is not TEXT:
        play_zh = nearest.shape.zh + cards
    elif nearest.combo.length > 1 and setup.run not in RANKS:  # in the order of the run: A2345
        order = run_order(nearest.combo, setup.run)
        cards = "".join(sorted(c.text(nearest.play), key=order.index)).replace(RANKS[WILD], f"{setup.level}h")
        play_zh = nearest.shape.zh + cards
    if nearest.combo.plays_as != nearest.combo.cards:
        stands = "".join(sorted(c.text(nearest.combo.plays_as), key=run_order(nearest.combo, setup.run).index))
        cards, play_zh = f"{cards} as {stands}", f"{nearest.shape.zh}{cards}（当作{stands}）"
    is_then, then = f"it is the {shape_en(nearest.shape.name)} {cards}", f"就是{play_zh}"
    if not extra:
        free, free_zh = ("for example ", "比如") if nearest.fault == "kickers_missing" else ("", "")
        return Bilingual(f"{free}with {missing} {is_then}", f"{free_zh}加上{missing}{then}")
    if not missing:
        return Bilingual(f"without {extra} {is_then}", f"去掉{extra}{then}")
    return Bilingual(f"with {missing} instead of {extra} {is_then}", f"把{extra}换成{missing}{then}")


def nearest_text(nearest: Nearest, rules: CompiledRules, notation: Notation) -> Bilingual:
    """Return the reason why cards are no play, and the option or the nearest play of the same shape that repairs it."""
    rule = rule_text(nearest, rules.setup.run)
    if nearest.option is not None:
        repair = option_text(nearest, rules)
    elif (
        nearest.would_be is not None and nearest.rule_shape.name != nearest.shape.name and nearest.fault not in OWN_EDIT
    ):
        return rule
    else:
        repair = change_text(nearest, rules, notation)
    return Bilingual(f"{rule}; {repair}", f"{rule.zh}；{repair.zh}")


class Explanation(NamedTuple):
    """The message of an error, and the nearest play with the caller's notation if its cards form no play."""

    message: Bilingual
    nearest: tuple[Nearest, Notation] | None = None


def is_one_wild_rank(cards: Hand, rules: CompiledRules) -> bool:
    ranks = set(c.text(cards))
    return len(ranks) == 1 and ranks <= set(rules.setup.wilds.cards)


def declared_text(rules: CompiledRules, cards: Hand, declared: Hand, notation: Notation) -> Bilingual | None:
    """Return the reason why cards are no play as the cards that they are declared to be; None: these are one."""
    if is_one_wild_rank(cards, rules):
        return Bilingual("wild cards of one rank alone stand for themselves", "只出一种癞子时，只能当它本身的点数")
    nearest = find_nearest(rules, NO_CARDS._replace(hand=declared), notation)
    return None if nearest is None else rule_text(nearest, rules.setup.run)


def explain(error: RuleError) -> Explanation:
    """Return the message of an error, with the nearest play if its facts are cards that form no play."""
    facts = error.facts
    if not isinstance(facts, UnplayableCards):
        return Explanation(error.message)
    if facts.declared:
        reason = declared_text(facts.rules, facts.cards.hand, facts.declared, facts.notation)
        if reason is None:
            return Explanation(error.message)
        return Explanation(Bilingual(f"{error.message}: {reason}", f"{error.message.zh}：{reason.zh}"))
    nearest = find_nearest(facts.rules, facts.cards, facts.notation)
    if nearest is None:
        return Explanation(error.message)
    message, why = error.message, nearest_text(nearest, facts.rules, facts.notation)
    explained = Bilingual(f"{message}: {why}", f"{message.zh}：{why.zh}")
    return Explanation(explained, (nearest, facts.notation))
