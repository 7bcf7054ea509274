"""A table of your game server: Paili deals, referees and plays the robots; this object is all that you store."""
from collections import Counter
from copy import deepcopy
from secrets import randbits

class Table:
    def __init__(self, client, variant, people=(), level="club", **options):  # robots sit on the other chairs
        self.client, self.variant, self.people, self.level, self.options = client, variant, people, level, options
        self.state, self.points, self.first = {}, Counter(), 0  # first: the chair of seat or place 0
        self.deal()

    def deal(self):  # the leader, the level and the tribute follow from the last deal
        last = self.state.get("next") or {}
        order = (last.get("tribute") or {}).get("order")
        options = {**self.options, **last.get("options", {})}
        dealt = self.client.deal(randbits(31), variant=self.variant, options=options)
        hands, bottom, level = [*dealt["hands"].values()], dealt["bottom"], dealt["options"].get("level")
        self.rules, self.size = {"variant": self.variant, "options": dealt["options"]}, len(hands)
        self.undecided = [*range(self.size)] if bottom else []  # places that have not yet doubled or declined
        self.first += 0 if order else 1 if bottom else last.get("leader") or 0
        body = {"deal": {"hands": {str(place): hand for place, hand in enumerate(hands)}}, "history": []}
        if bottom:
            body["deal"]["bottom"], body["auction"] = bottom, {"bids": [], "doubled": []}
        body |= {"match": last["match"] if order else {"levels": [level, level], "playing": 0}} if level else {}
        self.accept(body | ({"tribute": {"order": order, "paid": {}, "returned": {}}} if order else {}))

    def accept(self, body):  # raises Problem if the body is illegal; then nothing has changed
        body.get("match", {}).pop("winner", None)
        state = self.client.game(**self.rules, **body)
        if (tribute := state["tribute"]) and tribute["deal"]:
            self.first += tribute["leader"]
            return self.accept({"deal": tribute["deal"], "match": tribute["match"], "history": []})
        self.body, self.state, points = body, state, (state["result"] or {}).get("points") or {}
        self.points.update({self.chair(seat): won for seat, won in points.items()})

    def chair(self, seat):
        places = {seat: place for place, seat in ((self.state["auction"] or {}).get("seats") or {}).items()}
        return (int(places.get(seat, seat)) + self.first) % self.size

    def due(self):  # chair → field of the body, seat or place, choices
        auction, tribute, turn = (self.state[name] for name in ("auction", "tribute", "turn"))
        owed = [("history", turn["seat"], None)] if turn else []
        if tribute:
            field, cards = ("paid", tribute["give"]) if tribute["give"] else ("returned", tribute["return"])
            owed = [(field, *choice) for choice in cards.items()]
        elif auction and auction["place"] is not None:
            owed = [("bids", auction["place"], auction["words"])]
        elif auction and "double" in auction["words"] and self.undecided:
            owed = [("doubled", place, auction["words"]) for place in self.undecided]
        return {self.chair(action[1]): action for action in owed}

    def act(self, chair, value):  # KeyError: the chair has no such action
        (field, key, _), body = self.due()[chair], deepcopy(self.body)
        part = next(part for part in (body, body.get("auction"), body.get("tribute")) if part and field in part)
        added = [value] if field != "doubled" else {"pass": [], "double": [key]}[value]
        part[field] = part[field] | {key: value} if field in ("paid", "returned") else part[field] + added
        self.accept(body)
        self.undecided = [place for place in self.undecided if (field, key) != ("doubled", place)]

    def robot(self, chair):
        (field, key, words), deal, auction = self.due()[chair], self.body["deal"], self.state["auction"]
        if field == "history":
            move = self.client.move(self.state["positions"][str(key)], level=self.level)["move"]
            return {name: move[name] for name in ("cards", "as") if name in move}
        if field in ("paid", "returned"):
            paid = {"paid": one["card"] for one in self.state["tribute"]["moved"] if str(one["to"]) == key}
            role = "return" if paid else "give"
            return self.client.tribute(deal["hands"][key], role, **self.rules, **paid)["advice"]
        shown = {"bottom": deal["bottom"]} if {"double", "kick", "kick_back"} & {*words} else {}
        hand = deal["hands"][str(key)] + (deal["bottom"] if shown and key == auction["landlord"] else "")
        advice = self.client.bid(hand, **self.rules, place=key, bids=self.body["auction"]["bids"], **shown)
        return advice["recommended"] if field == "bids" else "double" if advice["double"]["advised"] else "pass"

    def run(self):  # robots act until a person is due or the deal is over
        while robots := [chair for chair in self.due() if chair not in self.people]:
            self.act(robots[0], self.robot(robots[0]))

    def view(self, chair):  # what the client of a chair may see: sent after each action and when it connects again
        place, public = str((chair - self.first) % self.size), ("auction", "turn", "left", "out", "trick", "result")
        seat = ((self.state["auction"] or {}).get("seats") or {}).get(place, place)
        own = {"hand": self.body["deal"]["hands"][place], "position": self.state["positions"].get(seat)}
        return {name: self.state[name] for name in public} | own | {"points": self.points, "due": self.due().get(chair)}
