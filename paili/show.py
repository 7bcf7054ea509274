"""The answers of the service as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from paili import words as w
from paili.client import Client
from paili.screen import Screen

Json = dict[str, Any]


class Names:
    """What the service calls the shapes, seats and levels of a game."""

    def __init__(self, client: Client, variant: str, lang: str) -> None:
        self.about = client.variant(variant)
        self.lang = lang
        self.shapes = {shape["id"]: shape[lang] for shape in self.about["shapes"]}

    @property
    def game(self) -> str:
        """The game's name."""
        return str(self.about["name_zh" if self.lang == "zh" else "name"])

    def shape(self, shape: str | None) -> str:
        """Return the name of a shape, of one that only an option brings its id; of none, the name of the pass."""
        return str(self.shapes.get(shape, shape.replace("_", " "))) if shape else w.PASS.told(self.lang)

    def level(self, level: str) -> str:
        """Return the name of a level of robots."""
        found = next(each for each in self.about["levels"] if each["id"] == level)
        return str(found["zh" if self.lang == "zh" else "id"])

    def seat(self, seat: object) -> str:
        """Return the name of a seat."""
        return str(self.about["seat_names"][str(seat)][self.lang])


def number(value: float | None) -> str:
    """Return a score, or a dash where there is none."""
    return "-" if value is None else f"{value:.2f}"


def share(value: float | None) -> str:
    """Return a chance in hundredths."""
    return "-" if value is None else f"{value:.0%}"


def sentences(screen: Screen, reasons: Iterable[Mapping[str, str]]) -> str:
    """Return the sentences of reasons."""
    return ("" if screen.lang == "zh" else " ").join(reason["text"] for reason in reasons)


def named(screen: Screen, head: w.Said, *parts: Any) -> None:
    """Draw a line with what it is about before it."""
    screen.line(f"{screen.said(head)}:" if screen.lang == "en" else f"{screen.said(head)}：", *parts)


# ---- a position -----------------------------------------------------------------------------------------------------


def turn(screen: Screen, names: Names, found: Json) -> None:
    """Draw whose turn it is."""
    seat, beaten = names.seat(found["seat"]), found["to_beat"]
    if beaten is None:
        screen.line(screen.said(w.LEADS, seat=seat))
        return
    other = names.seat(beaten["seat"]) if beaten.get("seat") is not None else "?"
    shape = names.shape(beaten["shape"])
    screen.line(screen.said(w.FOLLOWS, seat=seat, cards=screen.cards(beaten["cards"]), shape=shape, other=other))


def hints(screen: Screen, names: Names, found: list[Json], robot: str = "") -> None:
    """Draw plays, best first; a star stands at the cards that the robot plays."""
    screen.table(
        [w.Said("", ""), w.CARDS, w.SHAPE, w.SCORE, w.TURNS, w.BREAKS, w.WHY],
        [
            (
                "*" if robot and hint["cards"] == robot else "",
                screen.cards(hint["cards"], hint.get("as")),
                names.shape(hint["shape"]),
                number(hint["score"]),
                str(hint["rest"]["turns"]),
                " ".join(str(screen.cards(torn)) for torn in hint["breaks"]),
                sentences(screen, hint["why"]),
            )
            for hint in found
        ],
        right=(3, 4),
    )


def move(screen: Screen, names: Names, found: Json) -> None:
    """Draw what a robot plays, and why."""
    screen.line(
        screen.said(w.ROBOT, level=names.level(found["level"])),
        screen.cards(found["cards"], found.get("as")),
        names.shape(found["shape"]),
        sentences(screen, found["why"]),
    )


def strength(screen: Screen, names: Names, answer: Json) -> None:
    """Draw what a hand is worth, and how it is split best."""
    if power := answer.get("power"):
        told = screen.said(w.IN_TURNS, score=number(power["score"]), turns=power["turns"], bombs=power["bombs"])
        named(screen, w.STRENGTH, told)
        if power["controls"]:
            named(screen, w.CONTROLS, *[screen.cards(cards) for cards in power["controls"]])
    if split := answer.get("split"):
        named(screen, w.SPLIT)
        screen.table(
            [w.CARDS, w.SHAPE, w.SCORE],
            [
                (screen.cards(combo["cards"], combo.get("as")), names.shape(combo["shape"]), number(combo["score"]))
                for combo in split["combos"]
            ],
            right=(2,),
        )


def others(screen: Screen, names: Names, answer: Json) -> None:
    """Draw what the others may hold."""
    if unseen := answer.get("unseen"):
        named(screen, w.UNSEEN, *[f"{card}×{copies}" for card, copies in unseen.items() if copies])
    if beliefs := answer.get("beliefs"):
        for seat, chances in beliefs["seats"].items():
            named(screen, w.BELIEFS, names.seat(seat), *[f"{card} {share(chance)}" for card, chance in chances.items()])


def analysis(screen: Screen, client: Client, answer: Json) -> None:
    """Draw everything that was said about a position."""
    names = Names(client, game_of(answer["position"]), screen.lang)
    screen.title(answer["position"])
    if answer["turn"]:
        turn(screen, names, answer["turn"])
    strength(screen, names, answer)
    robot = answer.get("move") or {}
    if answer.get("hints"):
        hints(screen, names, answer["hints"], robot.get("cards", ""))
    if answer.get("pass", {}).get("legal"):
        named(screen, w.PASS, number(answer["pass"]["score"]))
    if robot:
        move(screen, names, robot)
    others(screen, names, answer)


def game_of(position: str) -> str:
    """Return the game of a position in one line."""
    return position.partition(" ")[0].partition("[")[0]


def check(screen: Screen, client: Client, answer: Json, variant: str) -> None:
    """Draw what cards are, and why they may not be played."""
    names = Names(client, variant, screen.lang)
    screen.title(screen.said(w.PLAYABLE if answer["playable"] else w.NOT_PLAYABLE))
    if answer["readings"]:
        found = [f"{names.shape(reading['shape'])} {reading['rank']}" for reading in answer["readings"]]
        named(screen, w.READINGS, (", " if screen.lang == "en" else "、").join(found))
    for reason in answer["reasons"]:
        screen.line(reason["text"])


# ---- before the first lead ------------------------------------------------------------------------------------------


def bid(screen: Screen, answer: Json) -> None:
    """Draw what each word of an auction is expected to bring."""
    chances = answer["chances"]
    told = screen.said(w.ROLES, landlord=share(chances["landlord"]), farmer=share(chances["farmer"]))
    screen.line(told)
    said = [action["bid"] for action in answer["actions"]]
    screen.table(
        [w.Said("", ""), w.BID, w.WIN, w.POINTS],
        [
            (
                "*" if action["bid"] == answer["recommended"] else "",
                w.bid_name(action["bid"], said, screen.lang),
                share(action["win"]),
                number(action["score"]),
            )
            for action in answer["actions"]
        ],
        right=(2, 3),
    )
    best = w.bid_name(answer["recommended"], said, screen.lang)
    named(screen, w.RECOMMENDED, best, sentences(screen, answer["why"]))


def deal(screen: Screen, client: Client, answer: Json) -> None:
    """Draw the hands of a deal."""
    names = Names(client, answer["variant"], screen.lang)
    screen.title(f"{names.game} · {screen.said(w.SEED, seed=answer['seed'], seat=names.seat(answer['leader']))}")
    rows = [(names.seat(seat), screen.cards(cards)) for seat, cards in answer["hands"].items()]
    if answer["bottom"]:
        rows.append((screen.said(w.BOTTOM), screen.cards(answer["bottom"])))
    screen.table([w.SEAT, w.HAND], rows)
    screen.line(sentences(screen, answer["why"]))


def variants(screen: Screen, answer: Json) -> None:
    """Draw the games."""
    name = "name_zh" if screen.lang == "zh" else "name"
    screen.table(
        [w.GAME, w.NAME, w.LEVELS],
        [(game["id"], game[name], " ".join(level["id"] for level in game["levels"])) for game in answer["variants"]],
    )
