"""Reviews as one HTML file without external resources.

It contains both languages, and a button switches between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from paili import words as w
from paili.review.jobs import ReviewJob
from paili.review.players import PlayerSummary
from paili.review.tables import (
    LUCK_HEADS,
    bid_phrases,
    chances_text,
    is_folded,
    loss_text,
    luck_texts,
    made_and_best,
    percent,
    player_rows,
    tribute_phrases,
)
from paili.words import LANGUAGES, Phrase

CodeText = Callable[[str, str], str]
"""The sentence of a code in a language."""

SeatText = Callable[[str, str, str], str]
"""The name of a seat of a variant in a language."""

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem;color:#222;background:#fff}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin:2rem 0 .5rem;border-top:1px solid #ccc;padding-top:1rem}
table{border-collapse:collapse;margin:.5rem 0;width:100%}td,th{padding:.25rem .5rem;text-align:left;vertical-align:top}
th,td{white-space:nowrap}td:last-child{white-space:normal}.legend b{margin-right:1rem}
tr:nth-child(even){background:#f4f4f4}.n{text-align:right;white-space:nowrap}svg{width:100%;height:8rem;background:#fafafa}
.blunder{color:#b00020;font-weight:bold}.mistake{color:#b45f00}.inaccuracy{color:#666}
[data-lang=en] [lang=zh],[data-lang=zh] [lang=en]{display:none}button{font:inherit;float:right}
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}tr:nth-child(even),svg{background:#242424}}
"""

SCRIPT = """
document.querySelector("button").onclick = () => {
  const root = document.documentElement
  root.lang = root.dataset.lang = root.dataset.lang === "en" ? "zh" : "en"
}
"""

COLOURS = ("#b00020", "#00639b", "#3a7d00", "#7a4fb0")


def both(texts: Sequence[str]) -> str:
    """Return a text in both languages, one of which is shown; a single text if they are equal."""
    if texts[0] == texts[1]:
        return escape(texts[0])
    return "".join([f'<span lang="{lang}">{escape(text)}</span>' for lang, text in zip(LANGUAGES, texts, strict=True)])


def phrase_html(phrase: Phrase) -> str:
    """Return a phrase in both languages."""
    return both([phrase.text(lang) for lang in LANGUAGES])


def row_html(cells: Iterable[str], tag: str = "td", numbers: Sequence[int] = ()) -> str:
    """Return a row of a table; cells are HTML, the columns *numbers* are right-aligned."""
    parts = [f"<{tag}{' class=n' if i in numbers else ''}>{cell}</{tag}>" for i, cell in enumerate(cells)]
    return f"<tr>{''.join(parts)}</tr>"


def move_html(move: Mapping[str, Any]) -> str:
    """Return the cards of a move, or the word for a pass, as HTML."""
    if not move["shape"]:
        return phrase_html(w.PASS)
    return escape(f"{move['cards']} ({move['as']})" if move.get("as") else str(move["cards"]))


def mark_html(row: Mapping[str, Any]) -> str:
    """Return the mark of a row in its colour."""
    return f'<span class="{row["mark"]}">{phrase_html(w.MARKS[row["mark"]])}</span>'


class ReviewPage:
    """The page of some reviews."""

    def __init__(self, code_text: CodeText, seat_text: SeatText) -> None:
        self.code_text = code_text
        self.seat_text = seat_text

    def seat(self, variant: str, seat: str) -> str:
        """Return the name of a seat."""
        return both([self.seat_text(variant, seat, lang) for lang in LANGUAGES])

    def codes(self, codes: Iterable[Mapping[str, str]]) -> str:
        """Return the sentences of codes."""
        return " ".join([both([self.code_text(code["code"], lang) for lang in LANGUAGES]) for code in codes])

    def decisions(self, variant: str, review: Mapping[str, Any]) -> str:
        """Return the marked decisions of a game."""
        rows, folded = list[str](), list[str]()
        for row in review["calls"]:
            if row["mark"]:
                words = map(phrase_html, bid_phrases(row))
                cells = ["", self.seat(variant, row["seat"]), *words, "", f"{row['loss']:.1f}", mark_html(row)]
                rows.append(row_html([*cells, self.codes(row["codes"])], numbers=(0, 4, 5)))
        for row in review["tribute"]:
            if row["mark"]:
                cells = ["", self.seat(variant, str(row["seat"])), *map(phrase_html, tribute_phrases(row))]
                cells += [chances_text(row), loss_text(row), mark_html(row), self.codes(row["codes"])]
                rows.append(row_html(cells, numbers=(0, 4, 5)))
        for row in review["decisions"]:
            if row["mark"]:
                moves = map(move_html, made_and_best(row))
                cells = [str(row["ply"] + 1), self.seat(variant, str(row["seat"])), *moves]
                cells += [chances_text(row), loss_text(row), mark_html(row), self.codes(row["codes"])]
                (folded if is_folded(row) else rows).append(row_html(cells, numbers=(0, 4, 5)))
        if not rows and not folded:
            return f"<p>{phrase_html(w.NO_MARKS)}</p>"
        heads = (w.PLY, w.SEAT, w.PLAYED, w.BETTER, w.CHANCE, w.LOST, w.MARK, w.WHY)
        head = row_html(map(phrase_html, heads), "th")
        label = both([w.FOLDED.text(lang).format(number=len(folded)) for lang in LANGUAGES])
        others = f"<details><summary>{label}</summary><table>{head}{''.join(folded)}</table></details>"
        return f"<table>{head}{''.join(rows)}</table>{others if folded else ''}"

    def seats(self, job: ReviewJob, review: Mapping[str, Any]) -> str:
        """Return the summary of each seat."""
        rows = []
        for seat, sums in review["seats"].items():
            accuracy, luck = sums["accuracy"], (review["luck"] or {}).get(seat)
            points = luck_texts(luck) if luck else [""] * len(LUCK_HEADS)
            marks = [str(sums["mistakes"].get(mark, 0)) for mark in w.MARKS]
            name = f"{self.seat(job.body['variant'], seat)} {escape(job.players.get(seat, ''))}"
            kept = f"{accuracy['value']:.0f}" if accuracy else ""
            cells = [name, percent(sums["given_away"]), kept, *marks, *points]
            rows.append(row_html(cells, numbers=range(1, len(cells))))
        heads = (w.SEAT, w.GIVEN_AWAY, w.ACCURACY, *w.MARKS.values(), *LUCK_HEADS)
        return f"<table>{row_html(map(phrase_html, heads), 'th')}{''.join(rows)}</table>"

    def game(self, job: ReviewJob, review: Mapping[str, Any]) -> str:
        """Return a game."""
        title = " · ".join(filter(None, (f"{job.file}#{job.number}", job.body["variant"], job.result)))
        turning = review["turning_point"]
        texts = [w.TURNING_POINT.text(lang).format(ply=(turning or 0) + 1) for lang in LANGUAGES]
        parts = [f"<h2>{escape(title)}</h2>", self.curve(job.body["variant"], review["curve"])]
        parts += [self.decisions(job.body["variant"], review)]
        parts += [self.seats(job, review), "" if turning is None else f"<p>{both(texts)}</p>"]
        return "".join([*parts, f"<p>{self.codes(review['left_out'])}</p>" if review["left_out"] else ""])

    def curve(self, variant: str, curve: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
        """Return the chances of the seats by ply, with the colour of each seat."""
        names = [
            f'<b style="color:{colour}">{self.seat(variant, seat)}</b>'
            for colour, seat in zip(COLOURS, curve, strict=False)
        ]
        return f'{curve_svg(curve)}<p class="legend">{" ".join(names)}</p>'

    def player(self, name: str, summary: PlayerSummary) -> str:
        """Return the statistics of a player."""
        rows = [
            row_html([both([english[0], chinese[0]]), both([english[1], chinese[1]])])
            for english, chinese in zip(player_rows(summary, "en"), player_rows(summary, "zh"), strict=True)
        ]
        named = [row_html([self.codes([{"code": code}]), f"{times} ×"]) for code, _, times in summary.names]
        return f"<h2>{escape(name)}</h2><table>{''.join([*rows, *named])}</table>"

    def page(self, parts: Iterable[str], lang: str) -> Iterator[str]:
        """Yield the parts of the whole page, initially in *lang*."""
        title = phrase_html(w.REVIEW_TITLE)
        yield (
            f'<!doctype html>\n<html lang="{lang}" data-lang="{lang}"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><title>{escape(w.REVIEW_TITLE.text(lang))}</title>'
            f"<style>{STYLE}</style></head><body><button>中文 / English</button><h1>{title}</h1>"
        )
        yield from parts
        yield f"<script>{SCRIPT}</script></body></html>\n"


def curve_svg(curve: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """Return the chances of the seats by ply as SVG lines; empty without points."""
    plies = [point["ply"] for points in curve.values() for point in points]
    if not plies:
        return ""
    width = max([1, *plies])
    lines = []
    for colour, (seat, points) in zip(COLOURS, curve.items(), strict=False):
        places = " ".join([f"{100 * point['ply'] / width:.2f},{50 - 50 * point['chance']:.2f}" for point in points])
        lines.append(
            f'<polyline points="{places}" fill="none" stroke="{colour}" vector-effect="non-scaling-stroke">'
            f"<title>{escape(seat)}</title></polyline>"
        )
    return f'<svg viewBox="0 0 100 50" preserveAspectRatio="none" role="img">{"".join(lines)}</svg>'
