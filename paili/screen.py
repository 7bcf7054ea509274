"""Drawing cards, tables and sentences: in colour on a terminal, plain text in a pipe."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal, TextIO

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from paili.words import AS, HAND, WHY, Phrase

Drawn = str | Text

CARD = re.compile(r"([2-9TJQKAXDW])([shcd]?)")
SUITS = {"s": "♠", "h": "♥", "c": "♣", "d": "♦", "": ""}
RED, BLACK = "red on white", "black on white"
PIPE_WIDTH = 1000
"""Columns of a pipe: nothing is wrapped there."""

FOLDED = (WHY, HAND)
"""Columns that may be wrapped in a table."""
LEAST = 24
"""Minimum width of such a column."""


class Drawing(Console):
    """Rich console that reports a closed pipe to the command."""

    def on_broken_pipe(self) -> None:
        """Raise the error."""
        raise BrokenPipeError


class Screen:
    """Output of the command, in one language."""

    def __init__(self, lang: str, out: TextIO) -> None:
        self.lang = lang
        self.console = Drawing(file=out, highlight=False, markup=False, emoji=False, soft_wrap=True)
        self.plain = not self.console.is_terminal
        if self.plain:
            self.console.width = PIPE_WIDTH

    def text(self, phrase: Phrase, **filled: object) -> str:
        """Return a phrase in the language of the screen, *filled* in."""
        return phrase.text(self.lang).format(**filled)

    def line(self, *parts: Drawn) -> None:
        """Draw a line of parts separated by spaces."""
        whole = Text()
        for part in parts:
            if part:
                whole += Text(" " if whole else "").append(part)
        self.console.print(whole)

    def title(self, text: str) -> None:
        """Draw a highlighted line."""
        self.console.print(Text(text, style="bold"))

    def cards(self, cards: Any, stands_for: Any = None) -> Text:
        """Return cards as they are drawn, with their declaration if any.

        In a pipe the notation of the API is used, which can be parsed again.
        """
        if not isinstance(cards, str) or self.plain:
            drawn = Text(cards if isinstance(cards, str) else ",".join(map(str, cards)))
        else:
            drawn = Text(" ").join(card_drawn(*card) for card in CARD.findall(cards))
        if stands_for:
            drawn += Text(f" {self.text(AS)} ") + self.cards(stands_for)
        return drawn

    def table(self, heads: Sequence[Phrase], rows: Iterable[Sequence[Drawn]], right: Sequence[int] = ()) -> None:
        """Draw rows below their heads; the columns *right* contain numbers. Nothing is drawn without rows.

        Only FOLDED columns are wrapped; a terminal that is too narrow wraps lines.
        """
        drawn = Table(box=None if self.plain else box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for column, head in enumerate(heads):
            most, whole = (LEAST, False) if head in FOLDED else (None, True)
            justify: Literal["right", "left"] = "right" if column in right else "left"
            drawn.add_column(self.text(head), justify=justify, overflow="fold", max_width=most, no_wrap=whole)
        for row in rows:
            drawn.add_row(*row)
        least = Measurement.get(self.console, self.console.options.update(max_width=PIPE_WIDTH), drawn).maximum
        if least > self.console.width:
            drawn.width = least
        else:
            for each in drawn.columns:
                each.max_width = None
        if drawn.row_count:
            self.console.print(drawn)


def card_drawn(rank: str, suit: str) -> Text:
    """Return one card: red for hearts, diamonds and the big joker; the flower and the small joker are black."""
    red = suit in ("h", "d") or rank == "D"
    return Text(f"{'10' if rank == 'T' else rank}{SUITS[suit]}", style=RED if red else BLACK)
