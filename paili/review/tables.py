"""Reviews in a terminal: the marked decisions of a game, the summaries of its seats, the statistics of a player."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from paili import words as w
from paili.review.jobs import ReviewJob
from paili.review.players import POINT_KINDS, MeanInterval, PlayerSummary
from paili.screen import Drawn, Screen
from paili.show import Names
from paili.words import Phrase

SUITED = re.compile("([2-9TJQKA])[shcd]")
"""A card with its suit."""


def percent(share: float, digits: int = 0) -> str:
    """Return a share as per cent."""
    return f"{100 * share:.{digits}f} %"


def game_title(job: ReviewJob, screen: Screen) -> str:
    """Return the heading of a game."""
    players = w.enumeration([f"{seat} {name}" for seat, name in job.players.items()], screen.lang)
    parts = [f"{job.file}#{job.number}", job.body["variant"], job.result, players]
    return " · ".join(filter(None, parts))


def chances_text(row: Mapping[str, Any]) -> str:
    """Return the chance with the best move, and with the played one."""
    return f"{percent(row['chance_best'])} → {percent(row['chance'])}"


def loss_text(row: Mapping[str, Any]) -> str:
    """Return the loss of a decision with the half-width of its interval where that is not 0."""
    half = f"{100 * (row['high'] - row['low']) / 2:.0f}"
    return f"−{percent(row['loss'])}" + ("" if half == "0" else f" ± {half}")


def made_and_best(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the move that was made and the best one, without suits where the cards of the former have none."""
    best = row["best"] or row
    if not row["cards"] or SUITED.search(row["cards"]):
        return [row, best]
    return [row, {**best, "cards": SUITED.sub(r"\1", best["cards"]), "as": SUITED.sub(r"\1", best.get("as") or "")}]


def bid_phrases(row: Mapping[str, Any]) -> list[Phrase]:
    """Return the bid made and the best one."""
    return [w.BIDS.get(word, Phrase(str(word), str(word))) for word in (row["word"], row["best"])]


def tribute_phrases(row: Mapping[str, Any]) -> list[Phrase]:
    """Return the card that was chosen in a tribute, and the best one."""
    phrase = w.HANDED[row["role"]]
    cards = [row["card"], row["best"] or row["card"]]
    return [Phrase(*[phrase.text(lang).format(card=card) for lang in w.LANGUAGES]) for card in cards]


def marked_rows(review: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the marked rows of a review: bids, tribute cards and turns."""
    return [row for row in (*review["calls"], *review["tribute"], *review["decisions"]) if row["mark"]]


def is_folded(row: Mapping[str, Any]) -> bool:
    """Return whether a marked decision is no lesson for the player of the review."""
    return row["mark"] is not None and row.get("shown") is False


def names_text(row: Mapping[str, Any], lang: str) -> str:
    """Return the names of the mistakes of a row."""
    return ("" if lang == "zh" else " ").join([code["text"] for code in row["codes"]])


def points_text(points: float) -> str:
    """Return points with their sign; 0 has none."""
    text = f"{points:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text


LUCK_HEADS = (w.POINTS, w.LUCK_CARDS, w.PAR, w.SKILL, w.LUCK_OTHERS, w.GUESSES)
"""Titles of `luck_texts`."""


def luck_texts(luck: Mapping[str, Any]) -> list[str]:
    """Return the result of a seat and its parts: points = robots here + own moves + others + guesses."""
    par = luck["par"]
    rest = [points_text(luck[name]) for name in ("mine", "others", "guesses")]
    spread = f"{(par['high'] - par['low']) / 2:.1f}"
    return [points_text(luck["result"]), points_text(luck["cards"]), f"{points_text(par['mean'])} ± {spread}", *rest]


def draw_decisions(screen: Screen, names: Names, review: Mapping[str, Any]) -> None:
    """Draw the marked decisions and bids of a game."""
    rows: list[list[Drawn]] = []
    lessons = {lesson["ply"]: lesson["text"] for lesson in review.get("lessons", ())}
    for row in review["calls"]:
        if row["mark"]:
            words, mark = [screen.text(phrase) for phrase in bid_phrases(row)], screen.text(w.MARKS[row["mark"]])
            ends = ["", f"{row['loss']:.1f}", mark, names_text(row, screen.lang)]
            rows.append(["", names.seat(row["seat"]), *words, *ends])
    for row in review["tribute"]:
        if row["mark"]:
            moved = [screen.text(phrase) for phrase in tribute_phrases(row)]
            ends = [chances_text(row), loss_text(row), screen.text(w.MARKS[row["mark"]]), names_text(row, screen.lang)]
            rows.append(["", names.seat(str(row["seat"])), *moved, *ends])
    for row in review["decisions"]:
        if row["mark"] and not is_folded(row):
            shown = [
                screen.cards(move["cards"], move.get("as")) if move["shape"] else screen.text(w.PASS)
                for move in made_and_best(row)
            ]
            first = [str(row["ply"] + 1), names.seat(str(row["seat"])), *shown]
            mark = screen.text(w.MARKS[row["mark"]])
            why = lessons.get(row["ply"]) or names_text(row, screen.lang)
            rows.append([*first, chances_text(row), loss_text(row), mark, why])
    heads = (w.PLY, w.SEAT, w.PLAYED, w.BETTER, w.CHANCE, w.LOST, w.MARK, w.WHY)
    screen.table(heads, rows, right=(0, 4, 5))
    if folded := sum(map(is_folded, review["decisions"])):
        screen.line(screen.text(w.FOLDED, number=folded))


def draw_seats(screen: Screen, names: Names, job: ReviewJob, review: Mapping[str, Any]) -> None:
    """Draw the summary of each seat."""
    rows: list[list[Drawn]] = []
    for seat, sums in review["seats"].items():
        accuracy = sums["accuracy"]
        marks = [str(sums["mistakes"].get(mark, 0)) for mark in w.MARKS]
        luck = (review["luck"] or {}).get(seat)
        points = luck_texts(luck) if luck else [""] * len(LUCK_HEADS)
        name = " ".join(filter(None, (names.seat(seat), job.players.get(seat, ""))))
        kept = f"{accuracy['value']:.0f}" if accuracy else ""
        rows.append([name, percent(sums["given_away"]), kept, *marks, *points])
    heads = (w.SEAT, w.GIVEN_AWAY, w.ACCURACY, *w.MARKS.values(), *LUCK_HEADS)
    screen.table(heads, rows, right=tuple(range(1, len(heads))))


def draw_review(screen: Screen, names: Names, job: ReviewJob, review: Mapping[str, Any]) -> None:
    """Draw the review of a game."""
    screen.title(game_title(job, screen))
    draw_decisions(screen, names, review)
    if not marked_rows(review):
        screen.line(screen.text(w.NO_MARKS))
    draw_seats(screen, names, job, review)
    if review["turning_point"] is not None:
        screen.line(screen.text(w.TURNING_POINT, ply=review["turning_point"] + 1))
    for part in review["left_out"]:
        screen.line(part["text"])
    screen.line()


def interval_text(value: MeanInterval, *, share: bool) -> str:
    """Return a mean with its interval, in per cent if it is a *share*."""
    unit, factor = (" %", 100.0) if share else ("", 1.0)
    spread = "" if math.isnan(value.half) else f" ± {factor * value.half:.1f}"
    return f"{factor * value.mean:.1f}{spread}{unit}"


def player_rows(summary: PlayerSummary, lang: str) -> list[tuple[str, str]]:
    """Return the statistics of a player's games, as names and values."""
    rows = [(w.GAMES.text(lang), str(summary.games))]
    for kind, lost in summary.given_away.items():
        rows.append((w.KIND_LOST[kind].text(lang), interval_text(lost, share=kind not in POINT_KINDS)))
    rows += [(phrase.text(lang), str(summary.marks.get(mark, 0))) for mark, phrase in w.MARKS.items()]
    if summary.result and summary.adjusted:
        rows.append((w.RESULT.text(lang), interval_text(summary.result, share=False)))
        rows.append((w.ADJUSTED.text(lang), interval_text(summary.adjusted, share=False)))
    return rows


def draw_player(screen: Screen, name: str, summary: PlayerSummary) -> None:
    """Draw the statistics of a player."""
    screen.title(name)
    for label, value in player_rows(summary, screen.lang):
        screen.line(f"{label}{'：' if screen.lang == 'zh' else ':'}", value)
    for _, text, times in summary.names:
        screen.line(f"{times} ×", text)
