"""Whole games through the public API alone, in any number: `python -m tests.games 1000` plays so many tables of each.

python -m tests.games 200 guandan        # only of these variants
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from flask.testing import FlaskClient

from service.rules.variants import VARIANTS
from tests.tables import Table


class Heard:
    """A client that keeps what the referee said."""

    def __init__(self, client: FlaskClient, headers: Mapping[str, str]) -> None:
        self.client, self.headers = client, headers
        self.answers: list[bytes] = []

    def get(self, path: str) -> Any:
        """Ask for a resource."""
        return self.client.get(path)

    def post(self, path: str, json: Any) -> Any:
        """Ask a question."""
        answer = self.client.post(path, json=json, headers=dict(self.headers))
        if path == "/v1/game":
            self.answers.append(f"{answer.status_code} ".encode() + answer.data)
        return answer


def heard_of(client: FlaskClient, variant: str, number: int, headers: Mapping[str, str]) -> list[bytes]:
    """Return every answer of the referee about one table, at which chance plays: no robot changes them."""
    heard = Heard(client, headers)
    Table(heard, variant, random.Random(f"{variant}/signed/{number}"), robots=False).whole()
    return heard.answers


class Tally(NamedTuple):
    """What came of some tables."""

    ended: Counter[str]
    """By side that won."""
    refused: Counter[str]
    met: Counter[str]


def play_tables(client: FlaskClient, variant: str, games: int, seed: str = "") -> Tally:
    """Play so many tables of a variant, every other one for a second deal where the first says how it begins."""
    tally = Tally(Counter(), Counter(), Counter())
    for number in range(games):
        table = Table(client, variant, random.Random(f"{variant}/{seed}{number}"))
        try:
            tally.ended[table.whole()] += 1
            if number % 2 and table.following:
                tally.ended[table.again()] += 1
        except Exception as error:
            raise AssertionError(f"deal {variant}/{seed}{number}") from error
        tally.refused.update(table.tried)
        tally.met.update(table.met)
    return tally


def main() -> None:
    """Play the tables of every variant, or of those that are named, and count them."""
    from app import create_app

    games, named = int(sys.argv[1]), sys.argv[2:]
    client = create_app().test_client()
    for variant in named or VARIANTS:
        began = time.process_time()
        tally = play_tables(client, variant, games)
        seconds = time.process_time() - began
        counts = "; ".join(f"{name} {dict(count)}" for name, count in tally._asdict().items())
        print(f"{variant}: {tally.ended.total()} deals, {seconds:.0f} s; {counts}", flush=True)


if __name__ == "__main__":
    main()
