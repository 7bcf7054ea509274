"""A person at the table: output, and input from the keyboard or a script."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from paili import show
from paili import words as w
from paili.client import Play, Problem
from paili.screen import CARD, Screen
from paili.table import GameTable, history_item

ROBOT, HINTS, BACK, HELP, PASS, LEAVE = "!", "?", "<", "help", "pass", "quit"
COMMANDS: Mapping[str, str] = {
    **dict.fromkeys(("!", "！", "auto", "代打", "托管"), ROBOT),
    **dict.fromkeys(("?", "？", "hint", "提示"), HINTS),
    **dict.fromkeys(("<", "《", "back", "undo", "悔", "悔牌"), BACK),
    **dict.fromkeys(("help", "帮助"), HELP),
    **dict.fromkeys(("p", "pass", ".", "-", "不出", "不要", "过", "要不起"), PASS),
    **dict.fromkeys(("quit", "exit", "退出"), LEAVE),
}
"""Commands; no card is written like them."""

LETTERS: Mapping[str, str] = {"10": "T", "小王": "X", "大王": "D"}

YES = ("y", "yes", "是", "好", "再来")


class LeftError(Exception):
    """The person has left, or the script has ended."""


def read_entry(screen: Screen, prompt: str) -> str:
    """Return a line of the person's input.

    Raises LeftError at the end of the input.
    """
    try:
        entry = input(prompt).strip()
    except EOFError:
        screen.line()
        raise LeftError from None
    except KeyboardInterrupt:
        screen.line()
        raise
    if not sys.stdin.isatty():
        screen.line(entry)  # the input of a script is not echoed
    if COMMANDS.get(entry.lower()) == LEAVE:
        raise LeftError
    return entry


class TerminalGame:
    """A game of a person against robots in a terminal, or by a script."""

    def __init__(self, table: GameTable, screen: Screen) -> None:
        self.table = table
        self.screen = screen
        self.names = show.Names(table.client, table.settings.variant, screen.lang)
        self.own_plays: list[int] = []
        """Indices of the person's plays in the history."""
        self.shown_gifts: list[Any] = []
        """Cards of this deal's tribute that have been shown."""

    def run(self) -> None:
        """Play deals until the person leaves or a match is over."""
        self.screen.line(self.screen.text(w.HELP))
        while True:
            self.begin()
            while not self.table.state["ended"]:
                self.step()
            if not self.finish():
                return
            self.table.deal_again()

    def step(self) -> None:
        """Perform the next action of the table."""
        table = self.table
        if table.state["tribute"]:
            self.tribute()
        elif table.words and table.speaker is None:
            self.double()
        elif table.words:
            self.speak()
        else:
            self.turn()

    def seat_name(self, seat: str) -> str:
        """Return the name of a seat; for a place without a seat (during an auction) its number."""
        return self.names.seat(seat)

    def name(self, seat: str) -> str:
        """Return the name of a seat, marked if it is the person's."""
        return self.marked(seat, seat == self.table.seat)

    def marked(self, seat: str, mine: bool) -> str:
        """Return the name of a seat or place, marked if *mine*."""
        you = self.screen.text(w.YOU)
        mark = f" ({you})" if self.screen.lang == "en" else f"（{you}）"
        return self.seat_name(seat) + (mark if mine else "")

    def says(self, seat: str, *parts: Any) -> None:
        """Show the action of a seat."""
        self.screen.line(self.screen.text(w.SAYS, seat=self.name(seat)), *parts)

    # ---- before the first lead

    def begin(self) -> None:
        """Show the game and the person's hand."""
        table, text = self.table, self.screen.text
        self.own_plays.clear()
        self.shown_gifts = []
        settings, options = table.settings, table.body["options"]
        seat, seed = self.seat_name(table.seat), settings.seed + table.deals - 1
        level = self.names.level(settings.level)
        self.screen.line()
        self.screen.title(text(w.BEGINS, game=self.names.game, deal=table.deals, seed=seed, level=level, seat=seat))
        show.draw_special_cards(self.screen, options)
        if table.auctioned or table.state["tribute"]:
            self.hand(table.body["deal"]["hands"][table.me])

    def hand(self, cards: str) -> None:
        """Show the person's hand."""
        number = len(CARD.findall(cards))
        self.screen.line(self.screen.text(w.YOUR_HAND, number=number), self.screen.cards(cards))

    def choose(self, prompt: w.Phrase, words: Iterable[Any], advised: Any) -> Any:
        """Return the bid that the person chooses, by its value or name."""
        words = list(words)
        labels = {word: w.bid_name(word, words, self.screen.lang) for word in words}
        shown = w.enumeration(
            (f"{name} ({word})" if isinstance(word, int) else name for word, name in labels.items()), self.screen.lang
        )
        read = {str(word): word for word in words} | {name: word for word, name in labels.items()}
        answers = {ROBOT: advised, **({PASS: words[0]} if words[0] in ("pass", 0) else {})}  # the hand may have to call
        while True:
            entry = read_entry(self.screen, self.screen.text(prompt, words=shown)).lower()
            if entry in read:
                return read[entry]
            if (command := COMMANDS.get(entry)) in answers:
                return answers[command]
            self.screen.line(self.screen.text(w.NOT_A_WORD, words=shown))

    def speak(self) -> None:
        """Perform the next bid."""
        table = self.table
        place, words = table.speaker, table.words
        assert place is not None
        advice = table.advice(place)
        word = advice["recommended"]
        if place == table.me:
            show.draw_bid(self.screen, advice)
            word = self.choose(w.YOUR_WORD, words, word)
        named = table.named
        seat = table.state["auction"]["seats"][place] if named else place
        self.says(seat, w.bid_name(word, words, self.screen.lang))
        table.speak(word)
        if table.named and not named:
            self.show_bottom()

    def show_bottom(self) -> None:
        """Show the landlord and the bottom."""
        table = self.table
        place, bottom = str(table.state["auction"]["landlord"]), self.screen.cards(table.body["deal"]["bottom"])
        seat = self.marked(place, place == table.me)  # by place, as in the auction
        self.screen.line(self.screen.text(w.SHOWS_BOTTOM, seat=seat, cards=bottom))

    def double(self) -> None:
        """Let every place decide on doubling."""
        table = self.table
        advice = table.advice(table.me)
        mine = self.choose(w.YOUR_DOUBLE, table.words, advice["recommended"]) == "double"
        for place in table.double(mine):
            self.says(table.state["auction"]["seats"][place], w.BIDS["double"].text(self.screen.lang))

    def tribute(self) -> None:
        """Carry out the whole tribute, and show it."""
        table = self.table
        tribute = table.state["tribute"]
        for role, seat, cards in table.owed():
            card = table.advised_card(seat)
            table.hand_over(role, seat, self.card(role, cards, card) if seat == table.me else card)
        if seats := [str(seat) for seat in tribute["choose"]]:
            first = str(table.body["tribute"]["order"][0])
            chosen = self.card("choose", seats, seats[0]) if first == table.me else seats[0]
            table.body["tribute"]["to_first"] = int(chosen)
        table.refresh()
        tribute = table.state["tribute"]
        new = [step for step in tribute["moved"] if step not in self.shown_gifts]  # shown to receivers
        show.draw_handed_over(self.screen, self.name, tribute | {"moved": new})
        self.shown_gifts = tribute["moved"]
        if tribute["deal"]:
            table.end_tribute()

    def card(self, role: str, cards: list[str], advised: str) -> str:
        """Return the card that the person pays or returns."""
        while True:
            entry = read_entry(self.screen, self.screen.text(w.YOUR_CARD[role], cards=" ".join(cards)))
            if COMMANDS.get(entry.lower()) == ROBOT:
                return advised
            if (card := parse_card(entry)) in cards:
                return card
            self.screen.line(self.screen.text(w.NOT_A_WORD, words=" ".join(cards)))

    # ---- plays

    def turn(self) -> None:
        """Perform the next play."""
        table = self.table
        seat = str(table.state["turn"]["seat"])
        if seat == table.seat:
            self.own_turn()
        else:
            self.carry_out(seat, table.robot(seat))

    def carry_out(self, seat: str, move: Mapping[str, Any]) -> None:
        """Carry out a robot's move, and show it."""
        self.says(seat, self.screen.cards(move["cards"], move.get("as")), self.names.shape(move["shape"]))
        self.table.play(history_item(dict(move)))

    def own_turn(self) -> None:
        """Show the table, and prompt until the table has changed."""
        table, screen = self.table, self.screen
        left = [
            f"{self.names.seat(seat)} {number}" for seat, number in table.state["left"].items() if seat != table.seat
        ]
        screen.line(screen.text(w.LEFT), w.enumeration(left, screen.lang))
        self.hand(table.line.split(" ")[2])
        plays = len(table.body["history"])
        while True:
            entry = read_entry(screen, screen.text(w.YOUR_PLAY))
            try:
                if self.execute(entry):
                    break
            except Problem as problem:
                screen.line(problem.detail)
        if len(table.body["history"]) > plays:
            self.own_plays.append(plays)

    def execute(self, entry: str) -> bool:
        """Execute a command or play; return whether it changed the table.

        Raises Problem for an illegal play.
        """
        table, command = self.table, COMMANDS.get(entry.lower())
        if command == HINTS:
            analysis = table.client.analyze(table.line, want=["hints", "move"], level=table.settings.level)
            show.draw_hints(self.screen, self.names, analysis["hints"])
            show.draw_move(self.screen, self.names, analysis["move"])
        elif command == HELP or not entry:
            self.screen.line(self.screen.text(w.HELP))
        elif command == ROBOT:
            self.carry_out(table.seat, table.robot(table.seat))
            return True
        elif command == BACK and not self.own_plays:
            self.screen.line(self.screen.text(w.NOTHING_TO_TAKE_BACK))
        elif command == BACK:
            table.take_back(self.own_plays.pop())
            return True
        elif command is None and not has_cards(entry):
            self.screen.line(self.screen.text(w.NO_CARDS))
        else:
            table.play(parse_play(entry if command is None else ""))
            return True
        return False

    # ---- the end

    def finish(self) -> bool:
        """Show the result of the deal; return whether the person wants another."""
        table, screen = self.table, self.screen
        following = table.state["next"] or {}
        won = table.count()
        show.draw_result(screen, self.name, table.state["result"], table.seats)
        if won is not None and table.deals > 1:
            screen.line(screen.text(w.SO_FAR, points=table.points))
        if (following.get("match") or {}).get("winner") is not None:
            screen.line(screen.text(w.MATCH_OVER))
            return False
        return read_entry(screen, screen.text(w.AGAIN)).lower() in YES


def typed_cards(entry: str) -> str:
    """Return the letters of an entry.

    >>> typed_cards("10 10 j"), typed_cards("大王")
    ('TTJ', 'D')
    """
    for written, letter in LETTERS.items():
        entry = entry.replace(written, letter)
    return "".join(entry.upper().split())


def parse_card(entry: str) -> str:
    """Return the card of an entry in the notation of the service.

    >>> parse_card("10h"), parse_card("th"), parse_card("5S"), parse_card("大王")
    ('Th', 'Th', '5s', 'D')
    """
    card = typed_cards(entry)
    return card[:1] + card[1:].lower()


def has_cards(entry: str) -> bool:
    """Return whether an entry may name cards: a letter, a digit or a symbol, before any `=`.

    The service reads separators without cards as a pass.

    >>> has_cards("♠3"), has_cards("，"), has_cards("=TJQKA")
    (True, False, False)
    """
    return any(unicodedata.category(sign)[0] in "LNS" for sign in entry.partition("=")[0])


def parse_play(entry: str) -> Play:
    """Return the play of an entry as an element of a history: `77W5=7775` declares the wild cards.

    >>> parse_play("77W5=7775"), parse_play("10 10")
    ({'cards': '77W5', 'as': '7775'}, '10 10')
    """
    cards, declares, stands_for = entry.partition("=")
    return {"cards": cards, "as": stands_for} if declares else cards
