"""Answers about a position: an analysis, a robot's move, a check of cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from service.advice.analysis import Analysis as AnalysisFacts
from service.advice.analysis import Beliefs, HintFacts, HintList, MoveFacts, PassFacts
from service.advice.check import CheckResult
from service.advice.combo_cards import ComboCards, own_parts, split_suits
from service.advice.opinions import ScoredPlay
from service.advice.robot import LEVELS, WIN, mean_points, win_share
from service.core.bindings import SCORE_UNIT
from service.core.engine import Split
from service.core.search_result import Search, Tried
from service.explain.nearest import find_nearest
from service.explain.nearest_text import declared_text, nearest_text
from service.http.requests.answer_format import AnswerFormat, Json
from service.http.responses.cards import (
    Engine,
    Notes,
    Written,
    cards_answer,
    cards_to_beat,
    combo_answer,
    combo_tokens,
    engine_answer,
    notes_answer,
    played_and_rest,
    stands_for,
)
from service.http.responses.components import Declaration, Level, Seat, Shape, Shown
from service.http.responses.nearest import Nearest, nearest_answer
from service.http.texts.reasons import REASONS, Reason, ReasonCode, hint_sentences, localize, sentences
from service.position.attempt import Attempt
from service.position.play import does_not_beat, is_declared
from service.position.position import LEVEL, Position
from service.rules import cards as c
from service.rules.combos import Combo
from service.rules.display_names import combo_letters, seat_en, seat_zh
from service.rules.errors import Bilingual
from service.rules.physical_cards import as_form, is_listed

# scores divided by SCORE_UNIT are turns, with at most four decimals

_Share: TypeAlias = Annotated[float, {"minimum": 0, "maximum": 1}]


class _ToBeat(TypedDict):
    cards: Shown
    shape: Shape
    as_: NotRequired[Declaration]
    seat: Seat


class Turn(TypedDict):
    """The seat to move and the play to beat."""

    seat: Seat
    leads: bool
    to_beat: _ToBeat | None


def turn_answer(position: Position) -> Any:
    """Return the seat to move and the play to beat."""
    beaten, number = position.to_beat, int if position.rules.variant.numbered else str
    to_beat: Json | None = None
    if beaten is not None:
        lying = cards_to_beat(position)
        to_beat = combo_answer(position, beaten, lying.suits, lying)
        to_beat["seat"] = number(position.to_beat_seat or "")
    return {"seat": number(position.mover), "leads": beaten is None, "to_beat": to_beat}


def assumed_sentence(name: str, seat: str) -> Bilingual:
    """Return the sentence about a field *name* that is left out; *seat* is the assumed one, if it names a seat."""
    if name == "left":
        return Bilingual(
            "`left` is missing: no other seat is assumed to be close to going out, which costs one win in ten deals "
            "of Dou Dizhu; send `history`, or `left`.",
            "没有写 `left`，按其他各家都不会马上出完计算，斗地主这样约每十局少赢一局；请写 `history` 或 `left`。",
        )
    if name == "history":
        return Bilingual(
            "`history` and `seen` are missing: of the cards that were played only `last` is known, which costs one win "
            "in ten deals of Dou Dizhu; send `history`, or `seen`.",
            "没有写 `history` 和 `seen`，打出的牌只知道 `last`，斗地主这样约每十局少赢一局；请写 `history` 或 `seen`。",
        )
    if name == "seat":
        return Bilingual(
            f"`seat` is missing: the hand is taken as that of {seat_en(seat)}; send it if it is another.",
            f"没有写 `seat`，按{seat_zh(seat)}的手牌计算；如果不是，请写明。",
        )
    return Bilingual(
        f"`last_seat` is missing: the play to beat is taken as that of {seat_en(seat)}; send it if it is another.",
        f"没有写 `last_seat`，按{seat_zh(seat)}出的牌计算；如果不是，请写明。",
    )


class Assumed(TypedDict):
    """What a snapshot assumes for fields that the request left out, with a sentence for each in `text`.

    The hand is that of the first seat that is to move, the play to beat that of the seat before it, no other seat is
    close to going out (`left`), and no card but `last` has been played (`history`). Absent if all are known, and for a
    hand as dealt that leads.
    """

    seat: NotRequired[Seat]
    """The assumed seat of the hand."""
    last_seat: NotRequired[Seat]
    """The assumed seat of the play to beat."""
    left: NotRequired[list[Seat]]
    """Seats whose number of cards is unknown."""
    history: NotRequired[Annotated[list[str], {"maxItems": 0}]]
    """Empty: neither `history` nor `seen` was sent."""
    text: str
    """A sentence for each field."""


def assumed_answer(position: Position, lang: str) -> Json:
    """Return the assumptions of a snapshot for fields that its request left out, {} without any."""
    names = [name for name in position.assumed if name != LEVEL]
    if not names:
        return {}
    seats = {"seat": position.seat, "last_seat": position.to_beat_seat or ""}
    number = int if position.rules.variant.numbered else str
    unknown: Json = {"left": [number(seat) for seat, left in position.left.items() if left is None], "history": []}
    answer: Json = {name: number(seats[name]) if name in seats else unknown[name] for name in names}
    texts = [localize(assumed_sentence(name, seats.get(name, "")), lang) for name in names]
    answer["text"] = ("" if lang == "zh" else " ").join(texts)
    return {"assumed": answer}


class _SplitCombo(TypedDict):
    cards: Shown
    shape: Shape
    as_: NotRequired[Declaration]
    score: float


class _Split(TypedDict):
    combos: list[_SplitCombo]
    turns: int
    """Number of `combos`; a weaker split may have fewer."""
    exact: bool
    """Proven optimal under the weights."""
    unplayable: NotRequired[Shown]
    """Wild cards that fit into no combo; present only if the hand cannot be split into plays. Each costs ten turns of
    `power.score`."""


class _Power(TypedDict):
    score: float
    """Value of the hand, in turns. A wild card that fits into no combo (`split.unplayable`, for example a single
    flower) costs ten turns and is not counted in `turns`."""
    turns: int
    """Combos of the strongest split; a weaker split may have fewer."""
    bombs: int
    controls: list[Shown]
    """Combos of `split` that no play of their shape and length, or bomb of their tier, made of the unseen cards can
    beat."""


def combos_answer(position: Position, split: Split) -> list[Json]:
    """Return the combos of the best split, highest value first, with their values."""
    if position.own_cards.plain and not position.rules.setup.wilds.cards:  # the common case: no further fields
        run = position.rules.setup.run
        return [
            {
                "cards": c.text(combo.cards) if run in c.RANKS else combo_letters(combo, run),
                "shape": combo.shape,
                "score": value / SCORE_UNIT,
            }
            for combo, value in zip(split.combos, split.values, strict=True)
        ]
    rows = zip(
        split.combos, split.values, split_suits(position, split.combos), own_parts(position, split.combos), strict=True
    )
    answers = []
    for combo, value, suits, own in rows:
        answer = combo_answer(position, combo, suits, own)
        answer["score"] = value / SCORE_UNIT
        answers.append(answer)
    return answers


def power_answer(facts: AnalysisFacts, combos: Sequence[Json]) -> _Power:
    """Return the strength of the hand: score, turns, bombs, and the *combos* that no unseen cards beat."""
    split = facts.split
    return {
        "score": split.score / SCORE_UNIT,
        "turns": split.turns,
        "bombs": sum([combo.tier > 0 for combo in split.combos]),
        "controls": [combo["cards"] for i, combo in enumerate(combos) if facts.controls >> i & 1],
    }


def split_answer(position: Position, split: Split, combos: Sequence[Json]) -> Json:
    answer = {"combos": combos, "turns": split.turns, "exact": split.exact}
    dead = position.hand - sum([combo.cards for combo in split.combos])
    return answer | {"unplayable": cards_answer(position, dead)} if dead else answer


class _Rest(TypedDict):
    """The remaining hand, and the combos of its best split."""

    hand: Shown
    turns: int
    """Of the strongest split of the remaining hand; another split may have fewer."""


class Hint(TypedDict):
    """A legal play, or the pass, with the hand that remains."""

    cards: Shown
    shape: Shape | None
    as_: NotRequired[Declaration]
    score: float
    """Value of the remaining hand, in turns."""
    pass_: NotRequired[bool]
    """With `order: robot`: the row of a legal pass. It has no cards; its `score`, `rest` and `exact` are those of the
    whole hand."""
    recommended: NotRequired[bool]
    """True: it is `move`, in either order; absent from other rows, and from all if the move is not computed. With
    `order: robot` its reasons begin with those of the move."""
    value: NotRequired[float | None]
    """With `order: robot`: the level's score of the play or the pass. The move is first. Without a search the value of
    the remaining hand with the terms of the level's rules, in turns, 5,000 for a sure win; for hint, expert and master
    the `rating` of the search, 1 for a sure win, or without sampled games the score of networks or rules. Null, last,
    marks actions without a score: plays that a search did not try, all but the combos of the best split if a level
    leads without danger."""
    games: NotRequired[Annotated[int, {"minimum": 0}]]
    """With `order: robot` of expert and master: sampled games with the play or the pass."""
    rest: _Rest
    breaks: list[Shown]
    """Combos of `split` that the play breaks, as in `split`. Empty exactly if the play consists of whole combos of
    `split`, or if the play and the best split of the remaining hand have together the value of `split`. Otherwise the
    smallest set of combos that, with other whole combos, contain all cards of the play, while all other combos are
    intact in the remaining hand; of several such sets the one that leaves the first combos whole. With `bomb_as_quad`
    then follow the bombs in the play, the strongest first."""
    exact: bool
    """The score is proven optimal."""
    why: list[Reason]


class _Passing(TypedDict):
    legal: bool
    score: NotRequired[float]


def hint_answer(position: Position, combos: Sequence[Json], facts: HintFacts, lang: str, *, plain: bool) -> Json:
    """Return a hint; *combos* are those of the best split."""
    hint, suits, breaks, why, value, own, spent, recommended = facts
    combo = hint.combo
    if position.own_cards.plain:
        answer = combo_answer(position, combo)
        rest: Shown = c.text(position.hand - combo.cards)
    else:
        answer, rest = played_and_rest(position, combo, ComboCards(suits, own))
    if value is not None:
        answer |= value_answer(value)
    answer["score"] = hint.score / SCORE_UNIT
    answer["rest"] = {"hand": rest, "turns": hint.turns}
    torn = [combo["cards"] for i, combo in enumerate(combos) if breaks >> i & 1] if breaks else []
    answer["breaks"] = [*torn, *[combo_answer(position, bomb, own=own)["cards"] for bomb in spent]]
    answer["exact"] = hint.exact
    if recommended:
        answer["recommended"] = True
    answer["why"] = hint_sentences(why, lang, wild=bool(position.rules.setup.wilds.cards), plain=plain)
    return answer


def value_answer(scored: ScoredPlay) -> Json:
    answer: Json = {"value": None if scored.value is None else round(scored.value, 4)}
    return answer if scored.games is None else answer | {"games": scored.games}


def pass_answer_row(position: Position, split: Split, facts: PassFacts, lang: str, *, plain: bool) -> Json:
    """Return the pass as a row of hints."""
    hand = c.text(position.hand) if position.own_cards.plain else cards_answer(position, position.hand, position.suits)
    return {
        "cards": pass_answer(position),
        "shape": None,
        "pass": True,
        **value_answer(facts.value),
        "score": split.score / SCORE_UNIT,
        "rest": {"hand": hand, "turns": split.turns},
        "breaks": [],
        "exact": split.exact,
        **({"recommended": True} if facts.recommended else {}),
        "why": sentences(facts.why, lang, plain=plain),
    }


def hints_answer(facts: AnalysisFacts, hints: HintList, combos: Sequence[Json], lang: str) -> Json:
    """Return the hints, the pass, and the number of legal actions; *combos* are those of the best split."""
    position, split, plain = facts.position, facts.split, bool(facts.player)
    rows = [hint_answer(position, combos, hint, lang, plain=plain) for hint in hints.listed]
    if hints.pass_row:
        place = hints.pass_row.place
        rows = [*rows[:place], pass_answer_row(position, split, hints.pass_row, lang, plain=plain), *rows[place:]]
    passing: Json = {"legal": hints.may_pass}
    if hints.may_pass and hints.by_robot:
        passing["score"] = split.score / SCORE_UNIT
    return {
        "hints": rows,
        "passing": passing,
        "legal_count": hints.legal,
        "forced": hints.legal == 1,
    }


class Interval(TypedDict):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


class _Strength(TypedDict):
    """With a level by its share of wins, or of an even match, the share and the two levels that reach it."""

    win: _Share
    level: Level
    """The weaker level."""
    other: Level
    """The stronger level."""
    part: _Share
    """Share of the moves that the stronger level makes."""


class _Candidate(TypedDict):
    cards: Shown
    """Empty: the pass."""
    as_: NotRequired[Declaration]
    points: NotRequired[Interval]
    """As that of the move."""
    place: NotRequired[Interval]
    """In Zhengshangyou instead of `points`: the place, from 1, of the mover's seat."""
    games: int
    won: NotRequired[_Share]
    """As that of the move."""
    low: NotRequired[_Share]
    """Lower end of the 95 % interval of the share, `high` is the upper end: Wilson's interval over the effective number
    of games (Kish)."""
    high: NotRequired[_Share]
    behind: Annotated[float, {"minimum": 0, "maximum": 5}]
    """Turns by which the level's rules or networks rated the play below their favourite before any game, at most
    five."""
    rating: float
    """Score by which candidates are compared: the games won (`won` before its line), less `trust` times `behind`,
    divided by the games played plus one. If points or places are the aim, a game counts as (points / `stake` + 1) / 2
    games won, and `behind` as 0 for a play that won all of 16 games or more. It may be below 0. A discarded candidate
    had lost to those before it in the same games and is rated no higher than they are; a choice that `keeps_more` has
    the rating of the play that it replaced."""


class _Worlds(TypedDict):
    drawn: int
    """Sampled deals of the unseen cards; more than usual if few of them agree with the history."""
    effective: float
    """Effective number of these deals after weighting by the history."""


class _Search(TypedDict):
    """Results of a search for the play, for other candidates and for the other hands."""

    points: NotRequired[Interval]
    """Payment of the mover's seat in those games, as `/v1/game` settles a deal without bids, including bombs and plays
    of the history; if only winners are paid (levels of Guandan, team points of the contest), the payment of the other
    side is subtracted. 扎鸟 and 包赔 are left out. Mean and 95 % interval over the effective number of games; absent
    below 16 games."""
    place: NotRequired[Interval]
    """In Zhengshangyou instead of `points`: the place, from 1, of the mover's seat."""
    aim: NotRequired[Literal["win"]]
    """Present if the share won decided, not points or places."""
    stake: NotRequired[Annotated[float, {"minimum": 0}]]
    """Mean absolute points, or places from the middle one, of a game of this search for the mover's seat; present if
    they decided."""
    games: int
    """Sampled games with the play; a deal drawn several times counts as often."""
    won: NotRequired[_Share]
    """Chance that its side wins: goes out first, or next after another seat has gone out. The share of the games,
    mapped by a curve for each game to the share that came true. Absent below 16 games."""
    seed: Annotated[int, {"format": "int64", "minimum": 0, "maximum": 9007199254740991}]
    """Send it as `seed` to get the same answer again."""
    trust: Annotated[float, {"minimum": 0}]
    """Lost games for each turn of `behind`: a 64th of the games of the search, at least 1, at most 4 for expert and 40
    for master."""
    candidates: Annotated[list[_Candidate], {"minItems": 1, "maxItems": 16}]
    """Candidates: the chosen play first, the others by their `rating`, those discarded earliest last. A bomb on an
    ally's play, a play there where the favourite (`behind` 0) passes, or one that is `behind` by 2 or more, is chosen
    only if the interval of its difference from the favourite, over the deals in which both were tried, is above 0;
    otherwise it is rated no higher than the favourite."""
    worlds: _Worlds


class _LinePlay(TypedDict):
    cards: Shown
    shape: Shape
    as_: NotRequired[Declaration]


class Move(TypedDict):
    """The move of a robot and its reasons."""

    cards: Shown
    shape: Shape | None
    as_: NotRequired[Declaration]
    pass_: bool
    level: Level
    strength: NotRequired[_Strength]
    why: list[Reason]
    search: NotRequired[_Search]
    line: NotRequired[Annotated[list[_LinePlay], {"minItems": 1}]]
    """For a proven sure win: the continuation without answers, beginning with this play. Valid in every deal of the
    unseen cards while allies pass. Absent in games with suits."""


def pass_answer(position: Position) -> Shown:
    """Return the cards of a pass."""
    return [] if is_listed(position.own_cards, position.notation) else ""


def played_answer(facts: MoveFacts, lang: str, *, plain: bool = False) -> Json:
    """Return the move of a robot."""
    position, move = facts.position, facts.move
    if move.combo is None:
        answer: Json = {"cards": pass_answer(position), "shape": None}
    else:
        answer = combo_answer(position, move.combo, facts.cards.suits, facts.cards.own)
    answer |= {"pass": move.combo is None, "level": facts.level, "why": sentences(move.why, lang, plain=plain)}
    if facts.strength:
        answer["strength"] = facts.strength._asdict()
    if move.search:
        answer["search"] = search_answer(facts, move.search)
    if move.line:
        answer["line"] = line_answer(position, move.line, facts.cards)
    return answer


def search_answer(facts: MoveFacts, search: Search) -> Json:
    """Return the results of a search for the chosen play and for each candidate."""
    candidates = [
        tried_answer(facts.position, search, tried, cards)
        for tried, cards in zip(search.candidates, facts.tried, strict=True)
    ]
    chosen = candidates[0]
    return {
        **{name: chosen[name] for name in ("points", "place", "won", "games") if name in chosen},
        **({"stake": round(search.stake, 4)} if search.for_points else {"aim": WIN}),
        "seed": facts.move.seed,
        "trust": round(search.trust, 2),
        "candidates": candidates,
        "worlds": {"drawn": search.worlds, "effective": round(search.effective, 1)},
    }


def tried_answer(position: Position, search: Search, tried: Tried, cards: ComboCards) -> Json:
    """Return the results of a search for a candidate; the aim of the robot decides their order."""
    answer: Json = {"cards": pass_answer(position)}
    if tried.combo:
        answer = combo_answer(position, tried.combo, cards.suits, cards.own)
    answer.pop("shape", None)
    share = win_share(tried, position.rules.variant.chances)
    won = round_all(share._asdict() if share else {})
    points = points_answer(position, tried)
    answer |= round_all({"rating": tried.rating}) | (points | won if search.for_points else won | points)
    return answer | {"games": tried.games} | round_all({"behind": tried.behind})


def round_all(numbers: Mapping[str, float]) -> Json:
    """Return numbers to four places."""
    return {name: round(number, 4) for name, number in numbers.items()}


def points_answer(position: Position, tried: Tried) -> Json:
    """Return the mean points of a candidate, or its mean place if the game has only places; {} for too few games."""
    mean, payment = mean_points(tried), position.rules.setup.payment
    if mean is None or payment is None:
        return {}
    if not payment.places_only:
        return {"points": round_all(mean._asdict())}
    middle = (len(payment.by_place) + 1) / 2
    return {"place": round_all({"mean": middle - mean.mean, "low": middle - mean.high, "high": middle - mean.low})}


def line_answer(position: Position, line: Sequence[Combo], cards: ComboCards) -> list[Json]:
    rows = zip(line, split_suits(position, line, cards.suits), own_parts(position, line, cards.own), strict=True)
    return [combo_answer(position, combo, suits, own) for combo, suits, own in rows]


def unseen_answer(position: Position) -> Json:
    unseen = position.unseen
    return {rank: unseen >> 4 * place & 15 for rank, place in position.rules.ranks}


class _Beliefs(TypedDict):
    seats: dict[str, dict[str, _Share]]
    bombs: dict[str, _Share]
    """Probability that each other seat has a bomb; with a history it is corrected by how often such chances came
    true."""
    samples: int
    effective: float
    """Effective number of deals."""


def beliefs_answer(facts: Beliefs) -> _Beliefs:
    """Return the beliefs about the other hands."""
    return {
        "seats": {
            seat: {rank: round(chance, 3) for rank, chance in chances.items()} for seat, chances in facts.seats.items()
        },
        "bombs": {seat: round(chance, 3) for seat, chance in facts.bombs.items()},
        "samples": facts.samples,
        "effective": round(facts.effective, 1),
    }


def uses_nets(facts: AnalysisFacts) -> bool:
    return facts.beliefs is not None or (facts.move is not None and LEVELS[facts.move.level].learned)


class Analysis(TypedDict):
    """The requested parts of an analysis."""

    position: str
    turn: Turn
    assumed: NotRequired[Assumed]
    power: NotRequired[_Power]
    split: NotRequired[_Split]
    hints: NotRequired[list[Hint]]
    """Legal plays, best first. Cards with several readings are listed once, under the reading that the table stores;
    cards with a wild one once for each shape and length, under the highest rank. `/v1/check` lists the lower
    readings."""
    passing: NotRequired[_Passing]
    """The pass: whether it is legal; with `order: robot` also the score of the whole hand. A score does not say whether
    to pass: `move` does."""
    legal_count: NotRequired[int]
    """Number of legal actions: distinct sets of cards by rank, by suit if all are of one, and the pass; sets that
    differ only in which of two wild ranks replaces others count once."""
    forced: NotRequired[bool]
    """`legal_count` is 1."""
    move: NotRequired[Move]
    unseen: NotRequired[dict[str, int]]
    """Cards of each rank in the other hands or out of play. In Guandan `W` are the wild hearts, which are not counted
    in their rank."""
    beliefs: NotRequired[_Beliefs]
    """Probability that each other seat has a rank (in Guandan `W` is the wild heart), from sampled deals weighted by
    the likelihood of the history."""
    engine: Engine
    notes: NotRequired[Notes]


def analysis_answer(facts: AnalysisFacts, answer_format: AnswerFormat) -> Any:
    """Return the requested parts of an analysis."""
    position, want, split = facts.position, facts.want, facts.split
    combos = combos_answer(position, split)
    answer: Any = {"position": position.line, "turn": turn_answer(position)}
    answer |= assumed_answer(position, answer_format.lang)
    if "power" in want:
        answer["power"] = power_answer(facts, combos)
    if "split" in want:
        answer["split"] = split_answer(position, split, combos)
    if facts.hints is not None:
        answer |= hints_answer(facts, facts.hints, combos, answer_format.lang)
    if facts.move is not None and "move" in want:
        answer["move"] = played_answer(facts.move, answer_format.lang, plain=bool(facts.player))
    if "unseen" in want:
        answer["unseen"] = unseen_answer(position)
    if facts.beliefs is not None:
        answer["beliefs"] = beliefs_answer(facts.beliefs)
    answer["engine"] = engine_answer(position.rules, by_nets=uses_nets(facts))
    return answer | notes_answer(position.rules, answer_format.lang, position.assumed)


class MoveAnswer(TypedDict):
    """A robot's move alone."""

    position: str
    assumed: NotRequired[Assumed]
    move: Move
    forced: bool
    """It is the only legal action, including the pass."""
    engine: Engine
    notes: NotRequired[Notes]


def move_answer(facts: MoveFacts, answer_format: AnswerFormat) -> Any:
    """Return a robot's move alone."""
    return {
        "position": facts.position.line,
        **assumed_answer(facts.position, answer_format.lang),
        "move": played_answer(facts, answer_format.lang),
        "forced": facts.move.forced,
        "engine": engine_answer(facts.position.rules, by_nets=LEVELS[facts.level].learned),
        **notes_answer(facts.position.rules, answer_format.lang, facts.position.assumed),
    }


class Reading(TypedDict):
    """A reading of cards: the shape, its body and its kickers."""

    shape: Shape
    rank: str
    """The letter of the first rank of the body."""
    length: int
    body: Shown
    kickers: Shown
    as_: NotRequired[Declaration]


class _Fault(TypedDict):
    code: ReasonCode
    text: str
    nearest: NotRequired[Nearest]
    """With `not_a_play`."""


class CheckAnswer(TypedDict):
    """Every reading of cards, whether they may be played, and the reasons if not."""

    playable: bool
    readings: list[Reading]
    stored: Reading | None
    """The reading at the table."""
    reasons: list[_Fault]
    notes: NotRequired[Notes]


def reading_answer(combo: Combo, attempt: Attempt) -> Json:
    """Return a reading of checked cards, its parts in the caller's notation."""
    rules, notation, cards, *_ = attempt
    written, declared = Written(rules, notation, cards), is_declared(combo, rules, cards.suits)
    tokens = (stands_for if declared else combo_tokens)(combo, written, cards.suits)
    body, kickers = body_and_kickers(combo, tokens, notation)
    answer: Json = {
        "shape": combo.shape,
        "rank": c.RANKS[combo.rank],
        "length": combo.length,
        "body": as_form(body, cards, notation),
        "kickers": as_form(kickers, cards, notation),
    }
    return answer | {"as": as_form(tokens, cards, notation)} if declared else answer


def body_and_kickers(
    combo: Combo, tokens: Sequence[c.Token], notation: c.Notation
) -> tuple[list[c.Token], list[c.Token]]:
    """Return the declared cards of a combo, separated into body and kickers."""
    left, body, kickers = c.counts(combo.body), list[c.Token](), list[c.Token]()
    for token in tokens:
        rank = notation.tokens[token]
        (body if left[rank] else kickers).append(token)
        left[rank] = max(0, left[rank] - 1)
    return body, kickers


def fault_text(code: str, facts: CheckResult, lang: str) -> str:
    """Return the reason against a play, with the plays that would beat the table or the required card."""
    attempt = facts.attempt
    rules, to_beat = attempt.rules, attempt.to_beat
    if code == "does_not_beat" and to_beat is not None and facts.readings:
        sentence = does_not_beat(rules, facts.readings, to_beat, attempt.cards, attempt.beaten, attempt.notation)
        return localize(Bilingual(f"{sentence}.", f"{sentence.zh}。"), lang)
    if code == "must_show":
        card = rules.setup.first_shows
        return localize(Bilingual(f"The first lead must contain {card}.", f"首出必须带 {card}。"), lang)
    return REASONS[code][lang]


def reason_answer(code: str, facts: CheckResult, lang: str) -> Json:
    """Return a reason against playing cards; for cards that are no play, with the nearest play."""
    attempt = facts.attempt
    if code != "not_a_play":
        return {"code": code, "text": fault_text(code, facts, lang)}
    rules, cards, declared = attempt.rules, attempt.cards, attempt.play.plays_as
    nearest = None if declared else find_nearest(rules, cards, attempt.notation)
    why = declared_text(rules, cards.hand, declared, attempt.notation) if declared else None
    if nearest is not None:
        why = nearest_text(nearest, rules, attempt.notation)
    if why is None:
        return {"code": code, "text": fault_text(code, facts, lang)}
    no_play = REASONS[code]
    text = localize(Bilingual(f"{no_play['en'][:-1]}: {why}.", f"{no_play['zh'][:-1]}：{why.zh}。"), lang)
    answer: Json = {"code": code, "text": text}
    return answer | {"nearest": nearest_answer(nearest, attempt.notation)} if nearest else answer


def check_answer(facts: CheckResult, answer_format: AnswerFormat) -> Any:
    """Return every reading of cards, whether they may be played, and the reasons if not."""
    return {
        "playable": not facts.faults,
        "readings": [reading_answer(combo, facts.attempt) for combo in facts.readings],
        "stored": facts.stored and reading_answer(facts.stored, facts.attempt),
        "reasons": [reason_answer(code, facts, answer_format.lang) for code in facts.faults],
        **notes_answer(facts.attempt.rules, answer_format.lang, facts.attempt.assumed),
    }
