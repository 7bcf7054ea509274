"""The legal play nearest to cards that are no play, and the rule that they break.

The nearest play has the fewest cards to add and to remove; ties are decided by the fewest missing body cards, then by
the most kept cards, then by the order of the rules. All results are derived from the rows of the rules and verified by
the core.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from service.core import engine
from service.core.bindings import NO_SUITS, CompiledRules, Play
from service.explain.broken_rule import BrokenRule, find_broken_rule
from service.rules import cards as c
from service.rules.cards import RANKS, WILD, Cards, Hand, Notation, Token
from service.rules.combos import Combo, Shape
from service.rules.display_names import run_order
from service.rules.physical_cards import taken, unused

MOST_VERIFIED = 40
"""Maximum candidates of equal distance that the core verifies."""

JOKERS = (RANKS.index("X"), RANKS.index("D"))

FAULTS = (
    "not_permitted", "wild_as", "not_alike", "not_named", "run_short", "run_long", "run_gap", "run_wraps", "not_in_run",
    "copies_missing", "suits_mixed", "kickers_missing", "kickers_many", "kicker_of_body", "kickers_alike",
    "kickers_unpaired", "kickers_touch", "kickers_jokers", "kickers_high", "kickers_wild", "cards_over",
    "other_game",
)  # fmt: skip
"""Kinds of broken rules of a row."""


class Form(NamedTuple):
    """A row of the rules with a body of certain ranks."""

    row: int
    shape: Shape
    length: int
    start: int
    """Start of the body in the run; -1: a row without runs."""
    ranks: tuple[int, ...]
    """Indices of the body ranks in a packed hand; empty for a body of wild cards only."""
    copies: tuple[int, ...]
    """Cards of each body rank."""
    touching: tuple[int, ...]
    """Ranks next to a body, for the bound on neighbouring kickers."""
    suit: int
    """1..4: required suit of all cards; 0: any."""
    groups: int
    """Number of kicker groups."""
    size: int
    """Number of cards of the play."""


class Held(NamedTuple):
    """Cards in the representation that is compared with forms."""

    ranks: list[int]
    """Ordinary cards of each rank."""
    wild: int
    """Number of wild cards."""
    wilds: list[int]
    """Wild cards of each rank."""
    size: int


class FormMatch(NamedTuple):
    """A form with the cards that it keeps."""

    form: Form
    body: list[int]
    """Ordinary cards of each rank kept for the body."""
    kickers: list[int]
    """Ordinary cards of each rank kept as kickers."""
    wild: int
    """Number of kept wild cards."""
    fills: int
    """Number of kept wild cards that replace body cards."""
    kept: int
    """Number of kept cards."""


class Nearest(NamedTuple):
    """The play nearest to cards that are no play."""

    combo: Combo
    play: Hand
    missing: Hand
    """Cards to add."""
    extra: Hand
    """Cards to remove."""
    fault: str
    """The broken rule, of `FAULTS`."""
    rule_shape: Shape
    """The row to which the rule belongs."""
    rule_length: int
    """The number of body ranks of the play without the rule."""
    option: tuple[str, str] | None
    """The option, and its value without the rule."""
    would_be: Combo | None
    """The cards as a play under that value."""
    shape: Shape
    own: Cards
    """The play in the caller's notation."""
    missing_own: tuple[tuple[int, Token], ...]
    extra_own: tuple[tuple[int, Token], ...]
    broken: Hand
    """The cards that break the rule, if certain ones do."""


# ---- forms ------------------------------------------------------------------------------------------------------


def run_forms(rules: CompiledRules, row: int, shape: Shape) -> Iterator[Form]:
    """Yield the forms of a row with runs."""
    run = [RANKS.index(rank) for rank in rules.setup.run]
    each = shape.copies + shape.kickers * shape.kicker_size
    for length in range(shape.run[0], min(shape.run[1], len(run)) + 1):
        for start in range(len(run) - length + 1):
            ranks = tuple(run[start : start + length])
            touching = () if shape.kicker_neighbour else (*run[max(0, start - 1) : start], *run[start + length :][:1])
            for suit in range(1, 5) if shape.one_suit else (0,):
                groups = shape.kickers * length
                yield Form(
                    row, shape, length, start, ranks, (shape.copies,) * length, touching, suit, groups, each * length
                )


def rank_forms(row: int, shape: Shape) -> Iterator[Form]:
    """Yield the forms of a row without runs."""
    size = shape.copies + shape.kickers * shape.kicker_size
    if shape.named:
        numbers = c.counts(c.pack(shape.named))
        ranks = tuple([rank for rank, number in enumerate(numbers) if number])
        yield Form(row, shape, 1, -1, ranks, tuple([numbers[rank] for rank in ranks]), (), 0, 0, len(shape.named))
    elif shape.wilds == "only":
        yield Form(row, shape, 1, -1, (), (), (), 0, 0, shape.copies)
    else:
        for rank in shape.ranks:
            yield Form(row, shape, 1, -1, (RANKS.index(rank),), (shape.copies,), (), 0, shape.kickers, size)


@lru_cache(64)
def forms_by_size(rules: CompiledRules) -> dict[int, list[Form]]:
    """Return all forms of the rules except those with missing kickers, by number of cards."""
    most = max(rules.setup.hand_size.values())
    forms: dict[int, list[Form]] = {}
    for row, shape in enumerate(rules.shapes):
        if not shape.kickers_short:
            for form in run_forms(rules, row, shape) if shape.runs else rank_forms(row, shape):
                if form.size <= most:
                    forms.setdefault(form.size, []).append(form)
    return forms


# ---- cards that a form can use ----------------------------------------------------------------------------------


def most_kickers(form: Form, rank: int) -> int:
    shape = form.shape
    if RANKS[rank] in shape.no_kickers or (rank in form.ranks and not shape.kicker_of_body):
        return 0
    most = shape.kicker_same * shape.kicker_size
    return min(most, 2) if rank in form.touching else most


def kept_kickers(form: Form, left: list[int], deck: list[int]) -> list[int]:
    """Return how many of the ordinary cards *left*, by rank, can be kickers; complete groups first."""
    size, space = form.shape.kicker_size, form.groups * form.shape.kicker_size
    kept, small, big = [0] * len(left), *JOKERS
    ranks = [rank for rank, number in enumerate(left) if number > 0 and deck[rank] >= size]
    if not form.shape.kicker_both_jokers and small in ranks and big in ranks:
        ranks = [rank for rank in ranks if rank != big]
    for rank in ranks:
        whole = min(left[rank], most_kickers(form, rank), space) // size * size
        kept[rank] = whole
        space -= whole
    if size > 1:
        for rank in ranks:
            if (
                space >= size
                and left[rank] > kept[rank]
                and kept[rank] + size <= min(most_kickers(form, rank), deck[rank])
            ):
                kept[rank] += 1
                space -= size
    return kept


def match_form(
    form: Form, held: Held, deck: list[int], wild_ranks: Sequence[int], suited: Sequence[list[int]]
) -> FormMatch:
    """Return the cards that a form keeps."""
    shape, none = form.shape, [0] * len(held.ranks)
    if shape.wilds == "only":
        kept = min(held.wild, form.size)
        return FormMatch(form, none, none, kept, kept, kept)
    ranks = suited[form.suit - 1] if form.suit else held.ranks
    body, lacking, kept = none, 0, 0
    for rank, copies in zip(form.ranks, form.copies, strict=True):
        number = min(ranks[rank], copies)
        body[rank] = number
        kept += number
        lacking += copies - number if rank in wild_ranks else 0
    wild = 0 if shape.wilds == "none" or shape.named else held.wild
    fills = min(wild, lacking)
    kickers = [0] * len(held.ranks)
    used = fills
    if form.groups:
        kickers = kept_kickers(form, [a - b for a, b in zip(held.ranks, body, strict=True)], deck)
        space = form.groups * shape.kicker_size - sum(kickers)
        used += min(wild - fills, space) if shape.kicker_wild else 0
    return FormMatch(form, body, kickers, used, fills, kept + used + sum(kickers))


# ---- the play ---------------------------------------------------------------------------------------------------


def lacking_body(match: FormMatch, held: Held, deck: list[int], rules: CompiledRules) -> list[int] | None:
    """Return the body cards, by rank, that are neither kept nor replaced by a wild card.

    None if the deck has too few.
    """
    wild_ranks = [RANKS.index(rank) for rank in rules.setup.wilds.ranks]
    lacks, fills = [0] * len(deck), match.fills
    for rank, copies in zip(match.form.ranks, match.form.copies, strict=True):
        lacks[rank] = copies - match.body[rank]
    for scarce in (True, False):  # first the ranks with no more cards in the deck
        for rank in reversed(match.form.ranks):
            while fills and lacks[rank] and rank in wild_ranks:
                if scarce and lacks[rank] + held.ranks[rank] + held.wilds[rank] <= deck[rank]:
                    break
                lacks[rank] -= 1
                fills -= 1
    fits = all(
        number + held.ranks[rank] + held.wilds[rank] <= deck[rank] for rank, number in enumerate(lacks) if number
    )
    return lacks if fits else None


def lacking_kickers(
    match: FormMatch, lacks: list[int], held: Held, deck: list[int], rules: CompiledRules
) -> list[int] | None:
    """Return the kickers, by rank, to add: first cards that complete a group, then the lowest.

    None if that is impossible.
    """
    form, shape, size = match.form, match.form.shape, match.form.shape.kicker_size
    added, kickers = [0] * len(deck), list(match.kickers)
    space = form.groups * size - sum(kickers) - (match.wild - match.fills)
    wild_cards = [RANKS.index(rank) for rank in rules.setup.wilds.cards]
    for rank, number in enumerate(kickers):
        added[rank] = min(-number % size, space)
        space -= added[rank]
    for rank in [*range(13), *JOKERS] if size == 1 else range(13):
        if rank in wild_cards:
            continue
        while space >= size:
            there = kickers[rank] + added[rank]
            spare = deck[rank] - held.ranks[rank] - held.wilds[rank] - lacks[rank] - added[rank]
            both = not shape.kicker_both_jokers and rank in JOKERS and any(kickers[j] + added[j] for j in JOKERS)
            if spare < size or there + size > most_kickers(form, rank) or both:
                break
            added[rank] += size
            space -= size
            if there == 0:
                break  # one group per rank, if there is a choice
    return None if space else added


def play_of_match(
    match: FormMatch, held: Held, cards: Cards, notation: Notation, rules: CompiledRules
) -> Nearest | None:
    """Return the play that a match makes of cards; None if that is impossible, or the core reads it differently."""
    form, deck = match.form, c.counts(rules.deck)
    lacks = lacking_body(match, held, deck, rules)
    added = lacks and (lacking_kickers(match, lacks, held, deck, rules) if form.groups else [0] * len(deck))
    if lacks is None or added is None:
        return None
    wild, wilds = match.wild, [0] * len(deck)
    for rank, number in enumerate(held.wilds):
        wilds[rank] = min(number, wild)
        wild -= wilds[rank]
    lacks = [a + b for a, b in zip(lacks, added or (), strict=True)]
    if form.shape.wilds == "only":
        for rank in [RANKS.index(wild) for wild in rules.setup.wilds.cards]:
            while sum(wilds) + sum(lacks) < form.size and deck[rank] > held.wilds[rank] + lacks[rank]:
                lacks[rank] += 1
    kept = [sum(numbers) for numbers in zip(match.body, match.kickers, wilds, strict=True)]
    whole = c.from_counts([a + b for a, b in zip(kept, lacks, strict=True)])
    if c.size(whole) != form.size:
        return None
    kept_own, missing_own = own_cards(form, kept, lacks, cards, notation, rules)
    suits = suit_words([*kept_own, *missing_own], notation) if rules.setup.suited else NO_SUITS
    readings = engine.readings(rules, Play(whole, 0, suits))
    combo = next((one for one in readings if (one.shape, one.length) == (form.shape.name, form.length)), None)
    if combo is None:
        return None
    extra = cards.hand - c.from_counts(kept)
    broken, fault = fault_of(match, lacks, extra, held, rules)
    order = run_order(combo, rules.setup.run) if combo.length > 1 else RANKS
    own = Cards(
        whole,
        tuple(sorted([*kept_own, *missing_own], key=lambda card: order.index(RANKS[card[0]]))),
        cards.listed,
        plain=cards.plain,
    )
    left = list(cards.own)
    for card in kept_own:
        if card in left:
            left.remove(card)
    missing = c.from_counts(lacks)
    return Nearest(
        combo, whole, missing, extra, fault, form.shape, combo.length, None, None, form.shape, own, tuple(missing_own),
        tuple(left), broken,
    )  # fmt: skip


def own_cards(
    form: Form, kept: list[int], lacks: list[int], cards: Cards, notation: Notation, rules: CompiledRules
) -> tuple[list[tuple[int, Token]], list[tuple[int, Token]]]:
    """Return the caller's own cards that a play keeps, and the first ones that it lacks; empty without identities."""
    if not cards.own:
        return [], []
    own = cards
    if form.suit:
        fits = [card for card in cards.own if card[0] >= 13 or c.suit_of(card[1], notation) == form.suit - 1]
        own = cards._replace(own=(*fits, *[card for card in cards.own if card not in fits]))
    kept_own = taken(c.from_counts(kept), own, notation)
    used: list[Token] = [token for _, token in cards.own]
    missing: list[tuple[int, Token]] = []
    for rank, number in enumerate(lacks):
        for _ in range(number):
            token = missing_token(form, rank, used, kept_own, notation, rules)
            used.append(token)
            missing.append((rank, token))
    return kept_own, missing


def missing_token(
    form: Form, rank: int, used: list[Token], kept: list[tuple[int, Token]], notation: Notation, rules: CompiledRules
) -> Token:
    """Return an unused card of a rank; in games with suits in the suit of the form, or in another one."""
    if not rules.setup.suited or rank >= 13:
        if rank == WILD and rules.setup.level:
            return c.written_in(notation.id)[f"{rules.setup.level}h"]
        return unused(rank, used, notation)
    suits = [c.suit_of(token, notation) for place, token in kept if place < 13]
    order = [form.suit - 1] if form.suit else sorted(range(4), key=lambda suit: (suit in suits, suit))
    tokens = [c.written_in(notation.id)[RANKS[rank] + c.SUITS[suit]] for suit in order]
    if rules.setup.level == RANKS[rank]:  # its hearts are wild
        tokens = [token for token in tokens if c.suit_of(token, notation) != 1] or tokens
    return next((token for token in tokens if used.count(token) < rules.setup.decks), tokens[0])


def suit_words(own: Sequence[tuple[int, Token]], notation: Notation) -> c.Suits:
    """Return cards by suit in the format of the core."""
    words = [0, 0, 0, 0]
    for rank, token in own:
        suit = c.suit_of(token, notation) if rank < 13 else None
        if suit is not None:
            words[suit] += 1 << 2 * rank
    return tuple(words)


# ---- the broken rule --------------------------------------------------------------------------------------------


def fault_of(match: FormMatch, lacks: list[int], extra: Hand, held: Held, rules: CompiledRules) -> tuple[Hand, str]:
    """Return the broken rule of a row, with the cards that break it if there are certain ones."""
    form, shape, over = match.form, match.form.shape, c.counts(extra)
    lacking = sum(form.copies) - sum(match.body) - match.fills
    if not shape.runs and (lacking or not form.groups):
        return 0, "not_named" if shape.named else "not_alike"
    if shape.runs and (lacking or not form.groups):
        run = [RANKS.index(rank) for rank in rules.setup.run]
        outside = [0 if rank in run or held.wilds[rank] else number for rank, number in enumerate(over)]
        if any(outside) and not form.groups:
            return c.from_counts(outside), "not_in_run"
        return 0, run_fault(match, lacks, over, held) if lacking else length_fault(form, over, run)
    if not extra:
        return 0, "kickers_missing"
    if sum(match.kickers) + match.wild - match.fills == form.groups * shape.kicker_size:
        return 0, "kickers_many"
    return kicker_fault(match, over, held)


def run_fault(match: FormMatch, lacks: list[int], over: list[int], held: Held) -> str:
    """Return the rule that is broken by the missing cards of a run."""
    form, shape = match.form, match.form.shape
    if form.suit and sum(match.body) < sum([min(held.ranks[rank], shape.copies) for rank in form.ranks]):
        return "suits_mixed"
    if any(0 < match.body[rank] < copies and lacks[rank] for rank, copies in zip(form.ranks, form.copies, strict=True)):
        return "copies_missing"
    there = [place for place, rank in enumerate(form.ranks) if match.body[rank]]
    closed = not there or len(there) == there[-1] - there[0] + 1
    others = any(number and rank not in form.ranks for rank, number in enumerate(over))
    return "run_short" if closed and not others and form.length == shape.run[0] else "run_gap"


def length_fault(form: Form, over: list[int], run: list[int]) -> str:
    """Return the rule that is broken by cards in addition to a complete run."""
    longer = any(over[rank] and rank not in form.ranks for rank in run)
    return "run_long" if longer and form.length == form.shape.run[1] else "cards_over"


def kicker_fault(match: FormMatch, over: list[int], held: Held) -> tuple[Hand, str]:
    """Return the cards of *over* that cannot be the missing kickers, and the rule that forbids it."""
    form, shape = match.form, match.form.shape
    ordinary = [rank for rank, number in enumerate(over) if number and number > held.wilds[rank] - match.wild]
    wild = c.from_counts([min(number, held.wilds[rank]) for rank, number in enumerate(over)])
    if wild and not shape.kicker_wild:
        return wild, "kickers_wild"
    high = [rank for rank in ordinary if RANKS[rank] in shape.no_kickers]
    if high:
        return c.pack("".join([RANKS[rank] for rank in high])), "kickers_high"
    body = [rank for rank in ordinary if rank in form.ranks]
    if body and not shape.kicker_of_body:
        return c.from_counts([number if rank in body else 0 for rank, number in enumerate(over)]), "kicker_of_body"
    if shape.kicker_size > 1:
        return 0, "kickers_unpaired"
    if not shape.kicker_both_jokers and any(rank in JOKERS for rank in ordinary):
        return 0, "kickers_jokers"
    touching = [rank for rank in ordinary if rank in form.touching]
    if touching:
        return 0, "kickers_touch"
    return 0, "kickers_alike"


# ---- the nearest play -------------------------------------------------------------------------------------------


def is_short_play(rules: CompiledRules, cards: Cards) -> bool:
    """Return whether cards are legal only as the last play, with missing kickers."""
    short = {shape.name for shape in rules.shapes if shape.kickers_short}
    return bool(short) and not any(
        combo.shape not in short for combo in engine.readings(rules, Play(cards.hand, 0, cards.suits or NO_SUITS))
    )


class Bounds(NamedTuple):
    """Maximum cards that a body can keep for each number of copies: by rank, and as prefix sums along the run."""

    ranks: dict[int, list[int]]
    sums: dict[int, list[int]]


def bounds_of(rules: CompiledRules, held: Held) -> Bounds:
    """Return the bounds for cards under the rows of the rules."""
    run = [RANKS.index(rank) for rank in rules.setup.run]
    ranks, sums = dict[int, list[int]](), dict[int, list[int]]()
    for copies in {shape.copies for shape in rules.shapes}:
        ranks[copies] = [min(number, copies) for number in held.ranks]
        sums[copies] = [0]
        for rank in run:
            sums[copies].append(sums[copies][-1] + ranks[copies][rank])
    return Bounds(ranks, sums)


def least_change(form: Form, held: Held, bounds: Bounds) -> int:
    """Return a lower bound of the cards to add or remove for a form."""
    copies = form.shape.copies
    if form.start >= 0:
        sums = bounds.sums[copies]
        body = sums[form.start + form.length] - sums[form.start]
    elif form.shape.named or not form.ranks:
        body = form.size
    else:
        body = bounds.ranks[copies][form.ranks[0]]
    most = body + held.wild + form.groups * form.shape.kicker_size
    return held.size + form.size - 2 * min(most, held.size, form.size)


def find_nearest(rules: CompiledRules, cards: Cards, notation: Notation) -> Nearest | None:
    """Return the play nearest to *cards*, and the broken rule; None if they are a play, or if no play keeps a card.

    The rule is the one without which the cards are a play, or that of the row of the nearest play.
    """
    numbers, wild_cards = c.counts(cards.hand), [RANKS.index(rank) for rank in rules.setup.wilds.cards]
    ranks = [0 if rank in wild_cards else number for rank, number in enumerate(numbers)]
    wilds = [number if rank in wild_cards else 0 for rank, number in enumerate(numbers)]
    held = Held(ranks, sum(wilds), wilds, c.size(cards.hand))
    played = Play(cards.hand, 0, cards.suits or NO_SUITS)
    if engine.readings(rules, played) and not is_short_play(rules, cards):
        return None
    deck, wild_ranks = c.counts(rules.deck), [RANKS.index(rank) for rank in rules.setup.wilds.ranks]
    suited = [[word >> 2 * rank & 3 if rank < 13 else 0 for rank in range(len(ranks))] for word in cards.suits]
    forms, bounds = forms_by_size(rules), bounds_of(rules, held)
    most = max([held.size, *forms.keys()])
    waiting: list[list[Form]] = [[] for _ in range(2 * most + 2)]
    matched: list[list[tuple[tuple[int, ...], FormMatch]]] = [[] for _ in range(2 * most + 2)]
    for distance in range(2 * most):
        for size in (held.size + distance, held.size - distance)[: 2 if distance else 1]:
            for form in forms.get(size, ()):
                waiting[least_change(form, held, bounds)].append(form)
        for form in waiting[distance]:
            match = match_form(form, held, deck, wild_ranks, suited)
            if match.kept:
                lacking = sum(form.copies) - sum(match.body) - match.fills
                key = (lacking, held.size - match.kept, form.row, form.size, -form.start, form.suit)
                matched[held.size + form.size - 2 * match.kept].append((key, match))
        for _, match in sorted(matched[distance], key=lambda one: one[0])[:MOST_VERIFIED]:
            nearest = play_of_match(match, held, cards, notation, rules)
            if nearest is not None:
                return with_rule(as_pair(nearest, held, rules), find_broken_rule(rules, played))
    return None


def as_pair(nearest: Nearest, held: Held, rules: CompiledRules) -> Nearest:
    """Return the nearest play of two ordinary cards with the rule of a pair instead of that of a single."""
    if nearest.fault != "not_alike" or held.size != 2 or held.wild:
        return nearest
    pair = next((shape for shape in rules.shapes if shape.name == "pair"), nearest.rule_shape)
    return nearest._replace(rule_shape=pair)


def with_rule(nearest: Nearest, broken: BrokenRule | None) -> Nearest:
    """Return the nearest play with the rule without which the cards are a play, if there is one."""
    if broken is None:
        return nearest
    return nearest._replace(
        fault=broken.fault,
        rule_shape=broken.shape,
        rule_length=broken.combo.length,
        option=broken.option,
        would_be=broken.combo,
        broken=broken.ranks,
    )
