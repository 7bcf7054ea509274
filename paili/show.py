"""The answers of the service as text for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from paili import words as w
from paili.client import Client
from paili.screen import Screen

Json = dict[str, Any]


class Names:
    """Display names of the shapes, seats and levels of a game, from the service."""

    def __init__(self, client: Client, variant: str, lang: str) -> None:
        self.about = client.variant(variant)
        self.lang = lang
        self.shapes = {shape["id"]: shape["label"][lang] for shape in self.about["shapes"]}

    @property
    def game(self) -> str:
        """The game's name."""
        return str(self.about["label"][self.lang])

    def shape(self, shape: str | None) -> str:
        """Return the name of a shape: its id if only an option has it, the name of the pass for none."""
        return str(self.shapes.get(shape, shape.replace("_", " "))) if shape else w.PASS.text(self.lang)

    def level(self, level: str) -> str:
        """Return the name of a level of robots by its id or number; a level by share of wins as it is written."""
        named = next((each for each in self.about["levels"] if level in (each["id"], str(each.get("step")))), None)
        return level if named is None else str(named["zh" if self.lang == "zh" else "id"])

    def seat(self, seat: object) -> str:
        """Return the name of a seat; for a place without a seat (during an auction) its number."""
        names = self.about["seat_names"]
        return (
            str(names[str(seat)][self.lang]) if str(seat) in names else w.NUMBERED.text(self.lang).format(number=seat)
        )

    def seats(self, seats: Iterable[object]) -> str:
        """Return the names of seats."""
        return w.enumeration(map(self.seat, seats), self.lang)


def score_text(value: float | None) -> str:
    """Return a score, or a dash for none."""
    return "-" if value is None else f"{value:.2f}"


def percentage(value: float | None) -> str:
    """Return a share as a percentage."""
    return "-" if value is None else f"{value:.0%}"


def joined_reasons(screen: Screen, reasons: Iterable[Mapping[str, str]]) -> str:
    """Return the sentences of reasons as one text."""
    return ("" if screen.lang == "zh" else " ").join(reason["text"] for reason in reasons)


def play_drawn(screen: Screen, cards: Any, declared: Any = None) -> Any:
    """Return the cards of a play; the pass as a word."""
    return screen.cards(cards, declared) if cards else screen.text(w.PASS)


def draw_labelled(screen: Screen, head: w.Phrase, *parts: Any) -> None:
    """Draw a line of a label and parts."""
    screen.line(f"{screen.text(head)}:" if screen.lang == "en" else f"{screen.text(head)}：", *parts)


# ---- a position -----------------------------------------------------------------------------------------------------


def draw_turn(screen: Screen, names: Names, state: Json) -> None:
    """Draw the seat to move."""
    seat, beaten = names.seat(state["seat"]), state["to_beat"]
    if beaten is None:
        screen.line(screen.text(w.LEADS, seat=seat))
        return
    other = names.seat(beaten["seat"]) if beaten.get("seat") is not None else "?"
    shape = names.shape(beaten["shape"])
    screen.line(screen.text(w.FOLLOWS, seat=seat, cards=screen.cards(beaten["cards"]), shape=shape, other=other))


def draw_hints(screen: Screen, names: Names, rows: list[Json]) -> None:
    """Draw plays, best first; a star marks the robot's move."""
    screen.table(
        [w.Phrase("", ""), w.CARDS, w.SHAPE, w.SCORE, w.TURNS, w.BREAKS, w.WHY],
        [
            (
                "*" if hint.get("recommended") else "",
                screen.cards(hint["cards"], hint.get("as")),
                names.shape(hint["shape"]),
                score_text(hint["score"]),
                str(hint["rest"]["turns"]),
                " ".join(str(screen.cards(torn)) for torn in hint["breaks"]),
                joined_reasons(screen, hint["why"]),
            )
            for hint in rows
        ],
        right=(3, 4),
    )


def draw_move(screen: Screen, names: Names, choice: Json) -> None:
    """Draw the move of a robot with its reasons."""
    screen.line(
        screen.text(w.ROBOT, level=names.level(choice["level"])),
        screen.cards(choice["cards"], choice.get("as")),
        names.shape(choice["shape"]),
        joined_reasons(screen, choice["why"]),
    )


def draw_strength(screen: Screen, names: Names, answer: Json) -> None:
    """Draw the strength of a hand and its best split."""
    if power := answer.get("power"):
        text = screen.text(w.IN_TURNS, score=score_text(power["score"]), turns=power["turns"], bombs=power["bombs"])
        draw_labelled(screen, w.STRENGTH, text)
        if power["controls"]:
            draw_labelled(screen, w.CONTROLS, *[screen.cards(cards) for cards in power["controls"]])
    if split := answer.get("split"):
        draw_labelled(screen, w.SPLIT)
        screen.table(
            [w.CARDS, w.SHAPE, w.SCORE],
            [
                (screen.cards(combo["cards"], combo.get("as")), names.shape(combo["shape"]), score_text(combo["score"]))
                for combo in split["combos"]
            ],
            right=(2,),
        )


def draw_unseen(screen: Screen, names: Names, answer: Json) -> None:
    """Draw the unseen cards and the beliefs."""
    if unseen := answer.get("unseen"):
        draw_labelled(screen, w.UNSEEN, *[f"{card}×{copies}" for card, copies in unseen.items() if copies])
    if beliefs := answer.get("beliefs"):
        for seat, chances in beliefs["seats"].items():
            draw_labelled(
                screen,
                w.BELIEFS,
                names.seat(seat),
                *[f"{card} {percentage(chance)}" for card, chance in chances.items()],
                f"{screen.text(w.BOMB)} {percentage(beliefs['bombs'][seat])}",
            )


def draw_analysis(screen: Screen, client: Client, answer: Json) -> None:
    """Draw all parts of an analysis."""
    names = Names(client, variant_of_line(answer["position"]), screen.lang)
    screen.title(answer["position"])
    if answer["turn"]:
        draw_turn(screen, names, answer["turn"])
    draw_strength(screen, names, answer)
    if answer.get("hints"):
        draw_hints(screen, names, answer["hints"])
    if answer.get("passing", {}).get("legal"):
        draw_labelled(screen, w.PASS, screen.text(w.PLAYABLE))
    if answer.get("move"):
        draw_move(screen, names, answer["move"])
    draw_unseen(screen, names, answer)


def variant_of_line(position: str) -> str:
    """Return the variant of a position in one line."""
    return position.partition(" ")[0].partition("[")[0]


def draw_check(screen: Screen, client: Client, answer: Json, variant: str) -> None:
    """Draw the readings of cards, and the reasons against playing them."""
    names = Names(client, variant, screen.lang)
    screen.title(screen.text(w.PLAYABLE if answer["playable"] else w.NOT_PLAYABLE))
    if answer["readings"]:
        readings = [f"{names.shape(reading['shape'])} {reading['rank']}" for reading in answer["readings"]]
        draw_labelled(screen, w.READINGS, w.enumeration(readings, screen.lang))
    for reason in answer["reasons"]:
        screen.line(reason["text"])


# ---- before the first lead ------------------------------------------------------------------------------------------


def draw_bid(screen: Screen, answer: Json) -> None:
    """Draw the expected result of each bid."""
    chances = answer["chances"]
    text = screen.text(w.ROLES, landlord=percentage(chances["landlord"]), farmer=percentage(chances["farmer"]))
    screen.line(text)
    bids = [action["bid"] for action in answer["actions"]]
    screen.table(
        [w.Phrase("", ""), w.BID, w.WIN, w.POINTS],
        [
            (
                "*" if action["bid"] == answer["recommended"] else "",
                w.bid_name(action["bid"], bids, screen.lang),
                percentage(action["win"]),
                score_text(action["score"]),
            )
            for action in answer["actions"]
        ],
        right=(2, 3),
    )
    best = w.bid_name(answer["recommended"], bids, screen.lang)
    draw_labelled(screen, w.RECOMMENDED, best, joined_reasons(screen, answer["why"]))


def draw_special_cards(screen: Screen, options: Mapping[str, str]) -> None:
    """Draw the wild ranks, or the level, of games that have either."""
    for option, text in (("wild", w.WILD), ("level", w.LEVEL)):
        if cards := options.get(option):
            screen.line(screen.text(text, cards=screen.cards(cards)))


def draw_deal(screen: Screen, client: Client, answer: Json) -> None:
    """Draw the hands of a deal."""
    names = Names(client, answer["variant"], screen.lang)
    screen.title(f"{names.game} · {screen.text(w.SEED, seed=answer['seed'], seat=names.seat(answer['leader']))}")
    draw_special_cards(screen, answer["options"])
    rows = [(names.seat(seat), screen.cards(cards)) for seat, cards in answer["hands"].items()]
    if answer["bottom"]:
        rows.append((screen.text(w.BOTTOM), screen.cards(answer["bottom"])))
    screen.table([w.SEAT, w.HAND], rows)
    screen.line(joined_reasons(screen, answer["why"]))


def draw_tribute(screen: Screen, client: Client, answer: Json) -> None:
    """Draw the cost of each card that may be paid or returned."""
    if answer["refused"] is None:
        screen.line(screen.text(w.PARTNER_DECIDES))
    screen.table(
        [w.Phrase("", ""), w.CARDS, w.SCORE, w.TURNS],
        [
            ("*" if row["card"] == answer["advice"] else "", screen.cards(row["card"]), score_text(row["score"]),
             str(row["turns"]))
            for row in answer["choices"]
        ],
        right=(2, 3),
    )  # fmt: skip
    if answer["advice"] is not None:
        draw_labelled(screen, w.RECOMMENDED, screen.cards(answer["advice"]), joined_reasons(screen, answer["why"]))
    else:
        screen.line(joined_reasons(screen, answer["why"]))
    if answer["leader"] is not None:
        screen.line(
            screen.text(w.NEXT_LEADS, seat=Names(client, answer["variant"], screen.lang).seat(answer["leader"]))
        )


# ---- a table --------------------------------------------------------------------------------------------------------


def draw_auction(screen: Screen, names: Names, state: Json) -> None:
    """Draw the state of an auction."""
    if state["landlord"] is not None and state["seats"] is None:
        seat = names.seat(state["landlord"])
        screen.line(screen.text(w.LANDLORD_SO_FAR, seat=seat, stake=state["stake"]))
    if words := state["words"]:
        listed = w.enumeration((w.bid_name(word, words, screen.lang) for word in words), screen.lang)
        place = state["place"]
        seat = state["seats"][str(place)] if state["seats"] and place is not None else place
        if place is None:
            screen.line(screen.text(w.WORD_OF_ALL, words=listed))
        else:
            screen.line(screen.text(w.WORD_OF, seat=names.seat(seat), words=listed))


def draw_owed(screen: Screen, names: Names, state: Json) -> None:
    """Draw the tribute cards that are due, and those that were handed over."""
    draw_handed_over(screen, names.seat, state)
    for role, text in w.OWED.items():
        for seat, cards in state[role].items():
            screen.line(
                screen.text(text, seat=names.seat(seat), cards=" ".join(str(screen.cards(card)) for card in cards))
            )
    if state["choose"]:
        screen.line(screen.text(w.CHOICE, seats=names.seats(state["choose"])))
    if state["leader"] is not None:
        screen.line(screen.text(w.NEXT_LEADS, seat=names.seat(state["leader"])))


def draw_handed_over(screen: Screen, name: Callable[[str], str], state: Json) -> None:
    """Draw the cards of a tribute that went from seat to seat."""
    if state["refused"]:
        screen.line(screen.text(w.NO_TRIBUTE))
    for step in state["moved"]:
        giver, receiver = name(str(step["from"])), name(str(step["to"]))
        screen.line(screen.text(w.TRIBUTE, giver=giver, receiver=receiver, cards=screen.cards(step["card"])))


def draw_table(screen: Screen, names: Names, answer: Json) -> None:
    """Draw the cards of a table and the view of each seat."""
    played = {str(play["seat"]): play for play in answer["trick"]}
    rows = []
    for seat, left in answer["left"].items():
        play = played.get(seat)
        cards = play_drawn(screen, play["cards"], play.get("as")) if play else ""
        rows.append((names.seat(seat), str(left), cards, names.shape(play["shape"]) if play and play["shape"] else ""))
    screen.table([w.SEAT, w.LEFT_OVER, w.TRICK, w.SHAPE], rows, right=(1,))
    if answer["turn"]:
        draw_turn(screen, names, answer["turn"])
    if answer["positions"]:
        draw_labelled(screen, w.KNOWN)
        for line in answer["positions"].values():
            screen.line(line)


def points_reasons(screen: Screen, name: Callable[[str], str], outcome: Json) -> str:
    """Return the sentences of the factors of the points, each once, after the seats concerned."""
    about: dict[str, list[str]] = {}
    for each in (*outcome["factors"], *outcome["why"]):
        seats = about.setdefault(each["text"], [])
        if "seat" in each and (seat := name(str(each["seat"]))) not in seats:
            seats.append(seat)
    heads = {
        text: screen.text(w.SAYS, seat=w.enumeration(seats, screen.lang)) for text, seats in about.items() if seats
    }
    return joined_reasons(screen, ({"text": part} for text in about for part in (heads.get(text), text) if part))


def draw_result(screen: Screen, name: Callable[[str], str], outcome: Json, seats: Iterable[str]) -> None:
    """Draw the places and points of a finished deal with their reasons."""
    screen.title(screen.text(w.ENDED))
    points, places = outcome["points"] or {}, [str(seat) for seat in outcome["places"]]
    rows = [
        (name(seat), str(places.index(seat) + 1) if seat in places else "", f"{points[seat]:+}" if points else "")
        for seat in (list(points) or seats)
    ]
    screen.table([w.SEAT, w.PLACE, w.POINTS], rows, right=(1, 2))
    if why := points_reasons(screen, name, outcome):
        screen.line(why)


def draw_next_deal(screen: Screen, names: Names, state: Json) -> None:
    """Draw the settings of the next deal."""
    if (state["match"] or {}).get("winner") is not None:
        screen.line(screen.text(w.MATCH_OVER))
    if state["leader"] is not None:
        screen.line(screen.text(w.NEXT_LEADS, seat=names.seat(state["leader"])))
    if state["tribute"]:
        screen.line(screen.text(w.NEXT_PAYS, seats=names.seats(state["tribute"]["givers"])))


def draw_game(screen: Screen, client: Client, answer: Json) -> None:
    """Draw the state of a table."""
    names = Names(client, answer["variant"], screen.lang)
    screen.title(names.game)
    if answer["auction"]:
        draw_auction(screen, names, answer["auction"])
    if answer["tribute"]:
        draw_owed(screen, names, answer["tribute"])
    draw_table(screen, names, answer)
    if answer["result"]:
        draw_result(screen, names.seat, answer["result"], map(str, names.about["seats"]))
    if answer["next"]:
        draw_next_deal(screen, names, answer["next"])


def draw_solution(screen: Screen, client: Client, variant: str, answer: Json) -> None:
    """Draw the winner of open hands, the winning plays and one line."""
    names = Names(client, variant, screen.lang)
    if not answer["exact"]:
        screen.title(screen.text(w.NOT_KNOWN))
        return
    out = answer["line"][-1]["seat"]
    side = next(seats for seats in names.about["sides"] if out in seats)
    screen.title(screen.text(w.SIDE_WINS, side=names.seats(side)))

    draw_labelled(screen, w.WINNING_PLAYS)
    if not answer["plays"]:
        screen.line(screen.text(w.NO_WINNING_PLAY, seat=names.seat(answer["turn"])))
    for play in answer["plays"]:
        screen.line(
            play_drawn(screen, play["cards"], play.get("as")), names.shape(play["shape"]) if play["shape"] else ""
        )
    draw_labelled(screen, w.ONE_LINE)
    rows = [(names.seat(play["seat"]), play_drawn(screen, play["cards"], play.get("as"))) for play in answer["line"]]
    screen.table([w.SEAT, w.CARDS], rows)


def draw_variants(screen: Screen, answer: Json) -> None:
    """Draw the games."""
    rows = [
        (game["id"], game["label"][screen.lang], " ".join(level["id"] for level in game["levels"]))
        for game in answer["variants"]
    ]
    screen.table([w.GAME, w.NAME, w.LEVELS], rows)
