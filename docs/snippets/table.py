"""A table of your game server: Paili deals, referees and plays the robots; this object is all that you store."""

from collections import Counter
from copy import deepcopy
from functools import reduce
from operator import getitem


class Table:
    def __init__(self, client, variant, people=(), level="club", **options):  # robots sit on the other chairs
        self.client, self.variant, self.people, self.level, self.options = client, variant, people, level, options
        self.state, self.points, self.chairs = {}, Counter(), []  # chairs: the chair of each place of the deal
        self.deal()

    def deal(self):  # the leader, the level and the tribute follow from the last deal
        last = self.state.get("next") or {}
        dealt = self.client.deal(variant=self.variant, options={**self.options, **last.get("options", {})})
        auction, level, tribute = dealt["bottom"] and {"bids": []}, dealt["level"], last.get("tribute")
        match = last["match"] if tribute else {"levels": [level, level], "playing": 0} if level else None
        chairs, leader = self.chairs or [*range(len(dealt["places"]))], last.get("leader") or 0
        first = 0 if tribute else 1 if auction else leader
        self.chairs = chairs[first:] + chairs[:first]
        self.accept({"deal": dealt, "auction": auction, "match": match, "tribute": tribute, "history": []})

    def accept(self, body):  # raises Problem if the body is illegal; then nothing has changed
        state = self.client.game(**body)
        if (tribute := state["tribute"]) and tribute["deal"]:
            self.chairs = self.chairs[tribute["leader"] :] + self.chairs[: tribute["leader"]]
            deal = {**body["deal"], **tribute["deal"]}
            return self.accept({**body, "deal": deal, "match": tribute["match"], "tribute": None})
        self.body, self.state = body, state
        points = (state["result"] or {}).get("points") or {}
        self.points.update({chair: points.get(seat, 0) for chair, seat in zip(self.chairs, state["seats"] or ())})

    def due(self, chair):  # the action that is expected of a chair, or None
        return self.state["due"].get(str(self.chairs.index(chair)))

    def act(self, chair, value):  # TypeError: nothing is expected of the chair
        *path, key = self.due(chair)["pointer"].split("/")[1:]
        body = deepcopy(self.body)
        part = reduce(getitem, path, body)
        if isinstance(part, list):
            part.append(value)
        else:
            part[key] = value
        self.accept(body)

    def robot(self, chair):
        action = self.due(chair)
        if action["request"] is None:  # first place chooses whose card it gets
            return action["choices"][0]
        level = {} if action["endpoint"] == "tribute" else {"level": self.level}
        answer = self.client.ask(action["endpoint"], None, {**action["request"], **level})
        advised = answer[{"move": "move", "bid": "recommended", "tribute": "advice"}[action["endpoint"]]]
        return {name: advised[name] for name in ("cards", "as") if name in advised} if "move" in answer else advised

    def run(self):  # robots act until a person is due or the deal is over
        while robots := [chair for chair in self.chairs if self.due(chair) and chair not in self.people]:
            self.act(robots[0], self.robot(robots[0]))

    def view(self, chair):  # what the client of a chair may see: sent after each action and when it connects again
        place, public = self.chairs.index(chair), ("auction", "turn", "left", "out", "trick", "result")
        seat = str(place) if self.state["seats"] is None else self.state["seats"][place]
        own = {"hand": self.body["deal"]["places"][str(place)], "position": self.state["positions"].get(seat)}
        return {name: self.state[name] for name in public} | own | {"points": self.points, "due": self.due(chair)}
