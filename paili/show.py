"""The answers of the service as people read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
        """Return the name of a seat; of a place that has none before an auction is over, its number."""
        names = self.about["seat_names"]
        return (
            str(names[str(seat)][self.lang]) if str(seat) in names else w.NUMBERED.told(self.lang).format(number=seat)
        )

    def seats(self, seats: Iterable[object]) -> str:
        """Return the names of seats."""
        return w.listed(map(self.seat, seats), self.lang)


def number(value: float | None) -> str:
    """Return a score, or a dash where there is none."""
    return "-" if value is None else f"{value:.2f}"


def share(value: float | None) -> str:
    """Return a chance in hundredths."""
    return "-" if value is None else f"{value:.0%}"


def sentences(screen: Screen, reasons: Iterable[Mapping[str, str]]) -> str:
    """Return the sentences of reasons."""
    return ("" if screen.lang == "zh" else " ").join(reason["text"] for reason in reasons)


def named(screen: Screen, head: w.Bilingual, *parts: Any) -> None:
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
        [w.Bilingual("", ""), w.CARDS, w.SHAPE, w.SCORE, w.TURNS, w.BREAKS, w.WHY],
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
        named(screen, w.READINGS, w.listed(found, screen.lang))
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
        [w.Bilingual("", ""), w.BID, w.WIN, w.POINTS],
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


def cards_that_count(screen: Screen, options: Mapping[str, str]) -> None:
    """Draw which cards are wild, or the level that is played, in the games that have either."""
    for option, text in (("wild", w.WILD), ("level", w.LEVEL)):
        if cards := options.get(option):
            screen.line(screen.said(text, cards=screen.cards(cards)))


def deal(screen: Screen, client: Client, answer: Json) -> None:
    """Draw the hands of a deal."""
    names = Names(client, answer["variant"], screen.lang)
    screen.title(f"{names.game} · {screen.said(w.SEED, seed=answer['seed'], seat=names.seat(answer['leader']))}")
    cards_that_count(screen, answer["options"])
    rows = [(names.seat(seat), screen.cards(cards)) for seat, cards in answer["hands"].items()]
    if answer["bottom"]:
        rows.append((screen.said(w.BOTTOM), screen.cards(answer["bottom"])))
    screen.table([w.SEAT, w.HAND], rows)
    screen.line(sentences(screen, answer["why"]))


def tribute(screen: Screen, client: Client, answer: Json) -> None:
    """Draw what each card that may be handed over costs."""
    if answer["refused"] is None:
        screen.line(screen.said(w.PARTNER_DECIDES))
    screen.table(
        [w.Bilingual("", ""), w.CARDS, w.SCORE, w.TURNS],
        [
            ("*" if row["card"] == answer["advice"] else "", screen.cards(row["card"]), number(row["score"]),
             str(row["turns"]))
            for row in answer["choices"]
        ],
        right=(2, 3),
    )  # fmt: skip
    if answer["advice"] is not None:
        named(screen, w.RECOMMENDED, screen.cards(answer["advice"]), sentences(screen, answer["why"]))
    else:
        screen.line(sentences(screen, answer["why"]))
    if answer["leader"] is not None:
        screen.line(
            screen.said(w.NEXT_LEADS, seat=Names(client, answer["variant"], screen.lang).seat(answer["leader"]))
        )


# ---- a table --------------------------------------------------------------------------------------------------------


def auction(screen: Screen, names: Names, found: Json) -> None:
    """Draw how an auction stands."""
    if found["landlord"] is not None and found["seats"] is None:
        seat = names.seat(found["landlord"])
        screen.line(screen.said(w.LANDLORD_SO_FAR, seat=seat, stake=found["stake"]))
    if words := found["words"]:
        listed = w.listed((w.bid_name(word, words, screen.lang) for word in words), screen.lang)
        place = found["place"]
        seat = found["seats"][str(place)] if found["seats"] and place is not None else place
        if place is None:
            screen.line(screen.said(w.WORD_OF_ALL, words=listed))
        else:
            screen.line(screen.said(w.WORD_OF, seat=names.seat(seat), words=listed))


def owed(screen: Screen, names: Names, found: Json) -> None:
    """Draw which cards are owed before a deal, and which were handed over."""
    handed_over(screen, names.seat, found)
    for role, text in w.OWED.items():
        for seat, cards in found[role].items():
            screen.line(
                screen.said(text, seat=names.seat(seat), cards=" ".join(str(screen.cards(card)) for card in cards))
            )
    if found["choose"]:
        screen.line(screen.said(w.CHOICE, seats=names.seats(found["choose"])))
    if found["leader"] is not None:
        screen.line(screen.said(w.NEXT_LEADS, seat=names.seat(found["leader"])))


def handed_over(screen: Screen, name: Callable[[str], str], found: Json) -> None:
    """Draw the cards of a tribute that went from seat to seat."""
    if found["refused"]:
        screen.line(screen.said(w.NO_TRIBUTE))
    for step in found["moved"]:
        giver, receiver = name(str(step["from"])), name(str(step["to"]))
        screen.line(screen.said(w.TRIBUTE, giver=giver, receiver=receiver, cards=screen.cards(step["card"])))


def table(screen: Screen, names: Names, answer: Json) -> None:
    """Draw what lies on a table, and what each seat may know."""
    played = {str(play["seat"]): play for play in answer["trick"]}
    rows = []
    for seat, left in answer["left"].items():
        play = played.get(seat)
        cards = (
            w.PASS.told(screen.lang)
            if play and not play["cards"]
            else play and screen.cards(play["cards"], play.get("as"))
        )
        rows.append(
            (names.seat(seat), str(left), cards or "", names.shape(play["shape"]) if play and play["shape"] else "")
        )
    screen.table([w.SEAT, w.LEFT_OVER, w.TRICK, w.SHAPE], rows, right=(1,))
    if answer["turn"]:
        turn(screen, names, answer["turn"])
    if answer["positions"]:
        named(screen, w.KNOWN)
        for line in answer["positions"].values():
            screen.line(line)


def grounds(screen: Screen, name: Callable[[str], str], found: Json) -> str:
    """Return the sentences of what made the points, each once, behind the seats that it is about."""
    about: dict[str, list[str]] = {}
    for each in (*found["factors"], *found["why"]):
        seats = about.setdefault(each["text"], [])
        if "seat" in each and (seat := name(str(each["seat"]))) not in seats:
            seats.append(seat)
    heads = {text: screen.said(w.SAYS, seat=w.listed(seats, screen.lang)) for text, seats in about.items() if seats}
    return sentences(screen, ({"text": part} for text in about for part in (heads.get(text), text) if part))


def result(screen: Screen, name: Callable[[str], str], found: Json, seats: Iterable[str]) -> None:
    """Draw the places and points of a deal that is over, and why."""
    screen.title(screen.said(w.ENDED))
    points, places = found["points"] or {}, [str(seat) for seat in found["places"]]
    rows = [
        (name(seat), str(places.index(seat) + 1) if seat in places else "", f"{points[seat]:+}" if points else "")
        for seat in (list(points) or seats)
    ]
    screen.table([w.SEAT, w.PLACE, w.POINTS], rows, right=(1, 2))
    if why := grounds(screen, name, found):
        screen.line(why)


def following(screen: Screen, names: Names, found: Json) -> None:
    """Draw what the next deal begins with."""
    if (found["match"] or {}).get("winner") is not None:
        screen.line(screen.said(w.MATCH_OVER))
    if found["leader"] is not None:
        screen.line(screen.said(w.NEXT_LEADS, seat=names.seat(found["leader"])))
    if found["tribute"]:
        screen.line(screen.said(w.NEXT_PAYS, seats=names.seats(found["tribute"]["givers"])))


def game(screen: Screen, client: Client, answer: Json) -> None:
    """Draw how a table stands."""
    names = Names(client, answer["variant"], screen.lang)
    screen.title(names.game)
    if answer["auction"]:
        auction(screen, names, answer["auction"])
    if answer["tribute"]:
        owed(screen, names, answer["tribute"])
    table(screen, names, answer)
    if answer["result"]:
        result(screen, names.seat, answer["result"], map(str, names.about["seats"]))
    if answer["next"]:
        following(screen, names, answer["next"])


def variants(screen: Screen, answer: Json) -> None:
    """Draw the games."""
    name = "name_zh" if screen.lang == "zh" else "name"
    screen.table(
        [w.GAME, w.NAME, w.LEVELS],
        [(game["id"], game[name], " ".join(level["id"] for level in game["levels"])) for game in answer["variants"]],
    )
