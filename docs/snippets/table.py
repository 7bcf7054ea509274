"""A table of your game server: Paili deals, referees and plays the robots; this object is all that you store."""
from collections import Counter
from copy import deepcopy

class Table:
    def __init__(self, client, variant, people=(), level="club", **options):  # robots sit on the other chairs
        self.client, self.variant, self.people, self.level, self.options = client, variant, people, level, options
        self.state, self.points, self.first = {}, Counter(), 0  # first: the chair of seat or place 0
        self.deal()

    def deal(self):  # the leader, the level and the tribute follow from the last deal
        last = self.state.get("next") or {}
        dealt = self.client.deal(variant=self.variant, options={**self.options, **last.get("options", {})})
        self.size, level, tribute = len(dealt["places"]), dealt["level"], last.get("tribute")
        self.first += 0 if tribute else 1 if dealt["bottom"] else last.get("leader") or 0
        match = last["match"] if tribute else {"levels": [level, level], "playing": 0} if level else None
        body = {"deal": dealt, "auction": dealt["bottom"] and {"bids": []}, "match": match, "history": []}
        self.accept({**body, "tribute": tribute and {**tribute, "paid": {}, "returned": {}}})

    def accept(self, body):  # raises Problem if the body is illegal; then nothing has changed
        state = self.client.game(**body)
        if (tribute := state["tribute"]) and (new := tribute["deal"]):
            self.first += tribute["leader"]
            deal = {**body["deal"], **new, "places": new["hands"]}
            return self.accept({**body, "deal": deal, "match": tribute["match"], "tribute": None})
        self.body, self.state = {**body, "auction": state["auction"]}, state
        self.points.update({self.chair(seat): n for seat, n in ((state["result"] or {}).get("points") or {}).items()})

    def chair(self, seat):
        places = {seat: place for place, seat in ((self.state["auction"] or {}).get("seats") or {}).items()}
        return (int(places.get(seat, seat)) + self.first) % self.size

    def due(self):  # chair → field of the body, seat or place, choices
        auction, tribute, turn = (self.state[name] for name in ("auction", "tribute", "turn"))
        owed = [("history", turn["seat"], None)] if turn else []
        if tribute:
            field, cards = ("paid", tribute["give"]) if tribute["give"] else ("returned", tribute["return"])
            owed = [(field, *choice) for choice in cards.items()]
        elif auction and auction["next"] is not None:
            owed = [("bids", auction["next"], auction["words"])]
        return {self.chair(action[1]): action for action in owed}

    def act(self, chair, value):  # KeyError: the chair has no such action
        (field, key, _), body = self.due()[chair], deepcopy(self.body)
        part = next(part for part in (body, body["auction"], body["tribute"]) if part and field in part)
        part[field] = [*part[field], value] if field in ("bids", "history") else {**part[field], key: value}
        self.accept(body)

    def robot(self, chair):
        (field, key, words), deal, auction = self.due()[chair], self.body["deal"], self.state["auction"]
        if field == "history":
            move = self.client.move(self.state["positions"][str(key)], level=self.level)["move"]
            return {name: move[name] for name in ("cards", "as") if name in move}  # an answer is accepted, but longer
        rules, hand = {"variant": self.variant, "options": deal["options"]}, deal["places"][str(key)]
        if field == "bids":
            shown = {"bottom": deal["bottom"]} if words[-1] in ("double", "kick", "kick_back") else {}
            hand += deal["bottom"] if shown and key == auction["landlord"] else ""
            return self.client.bid(hand, **rules, **shown, place=key, bids=auction["bids"])["move"]
        paid = {"paid": one["card"] for one in self.state["tribute"]["moved"] if str(one["to"]) == key}
        return self.client.tribute(hand, "return" if paid else "give", **rules, **paid)["move"]

    def run(self):  # robots act until a person is due or the deal is over
        while robots := [chair for chair in self.due() if chair not in self.people]:
            self.act(robots[0], self.robot(robots[0]))

    def view(self, chair):  # what the client of a chair may see: sent after each action and when it connects again
        place, public = str((chair - self.first) % self.size), ("auction", "turn", "left", "out", "trick", "result")
        seat = ((self.state["auction"] or {}).get("seats") or {}).get(place, place)
        own = {"hand": self.body["deal"]["places"][place], "position": self.state["positions"].get(seat)}
        return {name: self.state[name] for name in public} | own | {"points": self.points, "due": self.due().get(chair)}
