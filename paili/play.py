"""A person at the table: what is shown, and what is read from the keyboard or a script."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from paili import show
from paili import words as w
from paili.client import Play, Problem
from paili.screen import CARD, Screen
from paili.table import Table, value_of

ROBOT, HINTS, BACK, HELP, PASS, LEAVE = "!", "?", "<", "help", "pass", "quit"
COMMANDS: Mapping[str, str] = {
    **dict.fromkeys(("!", "！", "auto", "代打", "托管"), ROBOT),
    **dict.fromkeys(("?", "？", "hint", "提示"), HINTS),
    **dict.fromkeys(("<", "《", "back", "undo", "悔", "悔牌"), BACK),
    **dict.fromkeys(("help", "帮助"), HELP),
    **dict.fromkeys(("p", "pass", ".", "-", "不出", "不要", "过", "要不起"), PASS),
    **dict.fromkeys(("quit", "exit", "退出"), LEAVE),
}
"""What may be written in the place of cards; no card is written so."""

JOKERS: Mapping[str, str] = {"小王": "X", "大王": "D"}

YES = ("y", "yes", "是", "好", "再来")


class LeftError(Exception):
    """The person went away, or the script ended."""


def person(screen: Screen, prompt: str) -> str:
    """Return what the person writes.

    Raises LeftError at the end of the input.
    """
    try:
        said = input(prompt).strip()
    except EOFError:
        screen.line()
        raise LeftError from None
    except KeyboardInterrupt:
        screen.line()
        raise
    if not sys.stdin.isatty():
        screen.line(said)  # a script's words are not seen otherwise
    if COMMANDS.get(said.lower()) == LEAVE:
        raise LeftError
    return said


class Sitting:
    """A person who plays at a table."""

    def __init__(self, table: Table, screen: Screen) -> None:
        self.table = table
        self.screen = screen
        self.names = show.Names(table.client, table.wish.variant, screen.lang)
        self.mine: list[int] = []
        """Where in the history the person's plays stand."""
        self.handed: list[Any] = []
        """The cards of this deal's tribute that were shown."""

    def run(self) -> None:
        """Play deal after deal, until the person has enough or a match is over."""
        self.screen.line(self.screen.said(w.HELP))
        while True:
            self.begin()
            while not self.table.state["ended"]:
                self.step()
            if not self.finish():
                return
            self.table.deal_again()

    def step(self) -> None:
        """Let whoever is asked do one thing."""
        table = self.table
        if table.state["tribute"]:
            self.tribute()
        elif table.words and table.speaker is None:
            self.double()
        elif table.words:
            self.speak()
        else:
            self.turn()

    def called(self, seat: str) -> str:
        """Return what a seat is called; a place of the auction by its number as long as it has no seat."""
        return self.names.seat(seat)

    def name(self, seat: str) -> str:
        """Return what a seat is called, and that it is the person's."""
        return self.marked(seat, seat == self.table.seat)

    def marked(self, seat: str, mine: bool) -> str:
        """Return what a seat or place is called, marked where it is the person's."""
        you = self.screen.said(w.YOU)
        mark = f" ({you})" if self.screen.lang == "en" else f"（{you}）"
        return self.called(seat) + (mark if mine else "")

    def says(self, seat: str, *parts: Any) -> None:
        """Draw what a seat does."""
        self.screen.line(self.screen.said(w.SAYS, seat=self.name(seat)), *parts)

    # ---- before the first lead

    def begin(self) -> None:
        """Show what is played, and the person's hand."""
        table, said = self.table, self.screen.said
        self.mine.clear()
        self.handed = []
        wish, options = table.wish, table.body["options"]
        seat, seed = self.called(table.seat), wish.seed + table.deals - 1
        level = self.names.level(wish.level)
        self.screen.line()
        self.screen.title(said(w.BEGINS, game=self.names.game, deal=table.deals, seed=seed, level=level, seat=seat))
        show.cards_that_count(self.screen, options)
        if table.auctioned or table.state["tribute"]:
            self.hand(table.body["deal"]["hands"][table.me])

    def hand(self, cards: str) -> None:
        """Show the person's hand."""
        number = len(CARD.findall(cards))
        self.screen.line(self.screen.said(w.YOUR_HAND, number=number), self.screen.cards(cards))

    def choose(self, prompt: w.Bilingual, words: Iterable[Any], advised: Any) -> Any:
        """Return the word that the person says, by what it or its name is called."""
        words = list(words)
        called = {word: w.bid_name(word, words, self.screen.lang) for word in words}
        shown = w.listed(
            (f"{name} ({word})" if isinstance(word, int) else name for word, name in called.items()), self.screen.lang
        )
        read = {str(word): word for word in words} | {name: word for word, name in called.items()}
        answers = {ROBOT: advised, **({PASS: words[0]} if words[0] in ("pass", 0) else {})}  # a hand may have to call
        while True:
            said = person(self.screen, self.screen.said(prompt, words=shown)).lower()
            if said in read:
                return read[said]
            if (command := COMMANDS.get(said)) in answers:
                return answers[command]
            self.screen.line(self.screen.said(w.NOT_A_WORD, words=shown))

    def speak(self) -> None:
        """Let the place whose word it is speak."""
        table = self.table
        place, words = table.speaker, table.words
        assert place is not None
        advice = table.advice(place)
        word = advice["recommended"]
        if place == table.me:
            show.bid(self.screen, advice)
            word = self.choose(w.YOUR_WORD, words, word)
        named = table.named
        seat = table.state["auction"]["seats"][place] if named else place
        self.says(seat, w.bid_name(word, words, self.screen.lang))
        table.speak(word)
        if table.named and not named:
            self.show_bottom()

    def show_bottom(self) -> None:
        """Show who became the landlord, and what he takes up."""
        table = self.table
        place, bottom = str(table.state["auction"]["landlord"]), self.screen.cards(table.body["deal"]["bottom"])
        seat = self.marked(place, place == table.me)  # by its place, as it has spoken
        self.screen.line(self.screen.said(w.SHOWS_BOTTOM, seat=seat, cards=bottom))

    def double(self) -> None:
        """Let every place double that wants to."""
        table = self.table
        advice = table.advice(table.me)
        mine = self.choose(w.YOUR_DOUBLE, table.words, advice["recommended"]) == "double"
        for place in table.double(mine):
            self.says(table.state["auction"]["seats"][place], w.BIDS["double"].told(self.screen.lang))

    def tribute(self) -> None:
        """Let every seat that owes a card hand it over, and show what went where."""
        table = self.table
        found = table.state["tribute"]
        for role, seat, cards in table.owed():
            card = table.advised_card(role, seat)
            table.hand_over(role, seat, self.card(role, cards, card) if seat == table.me else card)
        if seats := [str(seat) for seat in found["choose"]]:
            first = str(table.body["tribute"]["order"][0])
            chosen = self.card("choose", seats, seats[0]) if first == table.me else seats[0]
            table.body["tribute"]["to_first"] = int(chosen)
        table.look()
        found = table.state["tribute"]
        new = [step for step in found["moved"] if step not in self.handed]  # the giver back sees what was paid
        show.handed_over(self.screen, self.name, found | {"moved": new})
        self.handed = found["moved"]
        if found["deal"]:
            table.end_tribute()

    def card(self, role: str, cards: list[str], advised: str) -> str:
        """Return the card that the person hands over."""
        while True:
            said = person(self.screen, self.screen.said(w.YOUR_CARD[role], cards=" ".join(cards)))
            if COMMANDS.get(said.lower()) == ROBOT:
                return advised
            if (card := card_written(said)) in cards:
                return card
            self.screen.line(self.screen.said(w.NOT_A_WORD, words=" ".join(cards)))

    # ---- plays

    def turn(self) -> None:
        """Let whoever is to move play."""
        table = self.table
        seat = str(table.state["turn"]["seat"])
        if seat == table.seat:
            self.own_turn()
        else:
            self.carry_out(seat, table.robot(seat))

    def carry_out(self, seat: str, move: Mapping[str, Any]) -> None:
        """Carry out a robot's move, and show it."""
        self.says(seat, self.screen.cards(move["cards"], move.get("as")), self.names.shape(move["shape"]))
        self.table.play(value_of(dict(move)))

    def own_turn(self) -> None:
        """Show the table, and ask until something was done."""
        table, screen = self.table, self.screen
        left = [
            f"{self.names.seat(seat)} {number}" for seat, number in table.state["left"].items() if seat != table.seat
        ]
        screen.line(screen.said(w.LEFT), w.listed(left, screen.lang))
        self.hand(table.line.split(" ")[2])
        plays = len(table.body["history"])
        while True:
            said = person(screen, screen.said(w.YOUR_PLAY))
            try:
                if self.obey(said):
                    break
            except Problem as problem:
                screen.line(problem.detail)
        if len(table.body["history"]) > plays:
            self.mine.append(plays)

    def obey(self, said: str) -> bool:
        """Do what the person wrote; tell whether the table is another then.

        Raises Problem for what may not be played.
        """
        table, command = self.table, COMMANDS.get(said.lower())
        if command == HINTS:
            found = table.client.analyze(table.line, want=["hints", "move"], level=table.wish.level)
            show.hints(self.screen, self.names, found["hints"], found["move"]["cards"])
            show.move(self.screen, self.names, found["move"])
        elif command == HELP or not said:
            self.screen.line(self.screen.said(w.HELP))
        elif command == ROBOT:
            self.carry_out(table.seat, table.robot(table.seat))
            return True
        elif command == BACK and not self.mine:
            self.screen.line(self.screen.said(w.NOTHING_TO_TAKE_BACK))
        elif command == BACK:
            table.take_back(self.mine.pop())
            return True
        elif command is None and not is_written(said):
            self.screen.line(self.screen.said(w.NO_CARDS))
        else:
            table.play(played(said if command is None else ""))
            return True
        return False

    # ---- the end

    def finish(self) -> bool:
        """Show what the deal came to; tell whether another is wanted."""
        table, screen = self.table, self.screen
        following = table.state["next"] or {}
        won = table.count()
        show.result(screen, self.name, table.state["result"], table.seats)
        if won is not None and table.deals > 1:
            screen.line(screen.said(w.SO_FAR, points=table.points))
        if (following.get("match") or {}).get("winner") is not None:
            screen.line(screen.said(w.MATCH_OVER))
            return False
        return person(screen, screen.said(w.AGAIN)).lower() in YES


def card_written(said: str) -> str:
    """Return one card as the service writes it.

    >>> card_written("10h"), card_written("th"), card_written("5S"), card_written("大王")
    ('Th', 'Th', '5s', 'D')
    """
    card = JOKERS.get(said, said).upper().replace("10", "T")
    return card[:1] + card[1:].lower()


def is_written(said: str) -> bool:
    """Tell whether cards may stand in what a person wrote: a letter, a digit or a symbol, before any `=`.

    The service takes separators alone for no cards, which is a pass.

    >>> is_written("♠3"), is_written("，"), is_written("=TJQKA")
    (True, False, False)
    """
    return any(unicodedata.category(sign)[0] in "LNS" for sign in said.partition("=")[0])


def played(said: str) -> Play:
    """Return a play as a history writes it: `77W5=7775` declares what wild cards stand for.

    >>> played("77W5=7775"), played("10 10")
    ({'cards': '77W5', 'as': '7775'}, '10 10')
    """
    cards, declares, stands_for = said.partition("=")
    return {"cards": cards, "as": stands_for} if declares else cards
