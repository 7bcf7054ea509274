"""Parts of `paili review`: games of files, clusters, statistics, the page."""

from __future__ import annotations

import math
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from lab.tests.arena.test_cluster import Cluster
from paili.cluster import ClusterError
from paili.engine import local
from paili.review.jobs import files_of, jobs_of
from paili.review.page import ReviewPage
from paili.review.players import mean_interval, seats_of_player, summary_of_player
from paili.review.tables import loss_text, made_and_best
from paili.review.workers import review_in_worker, reviews
from service.records.ddz import RecordError
from tests.records.test_formats import SAMPLES

GAME = (SAMPLES / "games.ddz").read_text().split("\n\n")[0].split("\n", 1)[1]


# ---- games of files -------------------------------------------------------------------------------------------------


def test_a_folder_gives_its_files_in_order(tmp_path: Path) -> None:
    for name in ("b.ddz", "a.jsonl", "inner/c.DDZ", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    names = [str(Path(file).relative_to(tmp_path)) for file in files_of([str(tmp_path)])]
    assert names == ["a.jsonl", "b.ddz", "inner/c.DDZ"]
    assert list(files_of(["notes.txt", "-"])) == ["notes.txt", "-"]


def test_every_game_has_its_number_and_faults_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "games.ddz"
    auction = GAME.replace("landlord:", "1:").replace("landlord_down:", "2:")
    auction = auction.replace("landlord_up:", "0:").replace("34567,", '[Auction "0 3"]\n[Player.1 "Ann"]\n34567,', 1)
    file.write_text(f"{GAME}\n\n{GAME.replace('9TJQK', 'ZZ')}\n\n{GAME}\n\n{auction}\n")
    client, faults = local(), list[tuple[str, RecordError]]()
    jobs = list(
        jobs_of([str(file)], lambda body: client.ask("game", None, body), lambda *fault: faults.append(fault), "en")
    )
    assert [(name, error.place.line) for name, error in faults] == [(str(file), 9)]
    assert [job.number for job in jobs] == [1, 3, 4]
    assert jobs[2].players == {"landlord": "Ann"}
    assert jobs[2].places == {"0": "landlord_up", "1": "landlord", "2": "landlord_down"}
    assert jobs[0].result == "farmers -2 1 1"
    assert seats_of_player(jobs[2].players, "ANN") == ["landlord"]


# ---- clusters -------------------------------------------------------------------------------------------------------


@pytest.mark.server
def test_a_killed_worker_loses_no_game(tmp_path: Path) -> None:
    chain = "33445566778899TTJJQQ"  # goes out with its first play, which takes a review a millisecond
    deal = {"hands": {"landlord": chain}}
    bodies = [*[{"deal": deal, "history": [chain], "level": "club"}] * 400, {"history": 1}]
    cluster = Cluster(tmp_path)
    try:
        results = dict[int, Any]()
        for number, result in reviews(bodies, cluster.address):
            results[number] = result
            if len(results) == 40:
                cluster.workers[0].send_signal(signal.SIGKILL)
    finally:
        cluster.stop()
    assert sorted(results) == list(range(len(bodies)))
    assert results[400]["problem"]["status"] == 422
    expected = review_in_worker(bodies[0])
    assert all(results[number] == expected for number in range(400))


@pytest.mark.parametrize("address", ["nowhere", "tcp://127.0.0.1:1"])
def test_a_scheduler_that_cannot_be_used(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paili.cluster.PATIENCE", 0.2)
    with pytest.raises(ClusterError, match="scheduler"):
        list(reviews([{}], address))


# ---- statistics -----------------------------------------------------------------------------------------------------

DECISION: dict[str, Any] = {
    "ply": 3, "seat": "landlord", "cards": "TT", "shape": "pair", "kind": "lead", "forced": False, "chance": 0.4,
    "chance_best": 0.65, "loss": 0.25, "low": 0.2, "high": 0.3, "mark": "blunder", "best": None,
    "codes": [{"code": "tore_bomb", "text": "Breaks up a bomb."}],
}  # fmt: skip
REVIEW: dict[str, Any] = {
    "decisions": [DECISION, {**DECISION, "forced": True, "mark": None, "codes": []}],
    "calls": [
        {"seat": "landlord", "kind": "bid", "word": 3, "best": 0, "loss": 1.5, "mark": "mistake", "codes": []},
        {"seat": "landlord", "kind": "double", "word": "pass", "best": "double", "loss": 0.5, "mark": None,
         "codes": []},
    ],
    "tribute": [{**DECISION, "role": "return", "to": 0, "card": "7s", "best": "5d"}],
    "seats": {
        "landlord": {"decisions": 1, "given_away": 0.25,
                     "by_kind": {"lead": 0.25, "follow": 0.0, "pass": 0.0, "tribute": 0.25},
                     "points_by_kind": {"lead": 1.0, "follow": 0.0, "pass": 0.0, "tribute": 1.0, "bid": 1.5,
                                        "double": 0.5},
                     "accuracy": {"value": 70.0}, "mistakes": {"blunder": 1, "mistake": 0, "inaccuracy": 0}},
    },
    "luck": {"landlord": {"result": -2.0, "mean": 0.5, "cards": -1.0, "others": -0.5, "mine": 0.1, "guesses": -1.1,
                          "par": {"mean": -0.5, "low": -0.9, "high": -0.1}}},
    "curve": {"landlord": [{"ply": 0, "chance": 0.6}, {"ply": 3, "chance": 0.65}]},
    "turning_point": 3, "left_out": [],
}  # fmt: skip


def test_the_games_of_a_player_are_summed_up() -> None:
    landlord = REVIEW["seats"]["landlord"]
    unbid = {**landlord, "points_by_kind": landlord["points_by_kind"] | {"bid": 0.0, "double": 0.0}}
    other = {**REVIEW, "luck": None, "calls": [], "tribute": [], "seats": {"landlord": unbid}}
    summary = summary_of_player([(REVIEW, "landlord"), (other, "landlord"), (other, "landlord_up")])
    assert summary is not None
    assert (summary.games, summary.marks, summary.names) == (2, {"blunder": 2}, [("tore_bomb", "Breaks up a bomb.", 3)])
    assert summary.given_away["lead"] == (0.25, 0.0, 2)
    assert summary.given_away["tribute"] == (0.25, 0.0, 2)
    assert (summary.given_away["bid"].mean, summary.given_away["double"].mean) == (0.75, 0.25)
    unbidden = summary_of_player([(other, "landlord")])
    assert unbidden is not None
    assert list(unbidden.given_away) == ["lead", "follow", "pass"]
    assert summary.result is not None
    assert summary.adjusted is not None
    assert (summary.result.mean, summary.adjusted.mean) == (-2.0, -0.5)
    assert math.isnan(summary.result.half)
    assert summary_of_player([(REVIEW, "landlord_up")]) is None


def test_an_interval_is_that_of_a_mean() -> None:
    assert mean_interval([1, 2, 3, 4]).half == pytest.approx(1.96 * 1.2909944 / 2)


@pytest.mark.parametrize(
    ("cards", "best", "shown"),
    [
        ("6", {"cards": "Jc", "shape": "solo"}, "J"),
        ("6s", {"cards": "Jc", "shape": "solo"}, "Jc"),
        ("", {"cards": "Jc", "shape": "solo"}, "Jc"),
        ("6", None, "6"),
        ("66", {"cards": "", "shape": None}, ""),
    ],
)
def test_the_best_move_has_suits_where_the_one_made_has(cards: str, best: dict[str, Any] | None, shown: str) -> None:
    made, better = made_and_best({**DECISION, "cards": cards, "best": best})
    assert (made["cards"], better["cards"]) == (cards, shown)


def test_a_loss_without_an_error_has_no_interval() -> None:
    assert loss_text({**DECISION, "low": 0.25, "high": 0.25}) == "−25 %"
    assert loss_text(DECISION) == "−25 % ± 5"


# ---- the page -------------------------------------------------------------------------------------------------------


def test_the_page_needs_nothing_else_and_has_both_languages() -> None:
    (job,) = jobs_of([str(SAMPLES / "contest.txt")], lambda body: local().ask("game", None, body), print, "en")
    job = job._replace(players={"landlord": "<script>"})
    page = ReviewPage(lambda code, lang: f"{code}-{lang}", lambda _, seat, lang: f"{seat}-{lang}")
    html = "".join(page.page([page.game(job, REVIEW)], "zh"))
    assert not re.search(r"https?:|src=|href=|@import|url\(", html)
    assert "&lt;script&gt;" in html
    assert '<html lang="zh" data-lang="zh">' in html
    for text in ("blunder", "大错", "tore_bomb-en", "tore_bomb-zh", "65 % → 40 %", "−25 % ± 5", "<polyline"):
        assert text in html
    points = ("-2.0", "-1.0", "-0.5 ± 0.4", "+0.1", "-0.5", "-1.1")  # result, cards, robots, own moves, others, guesses
    assert "".join(f"<td class=n>{number}</td>" for number in points) in html
    for head in ("robots here", "换机器人", "guesses", "猜牌"):
        assert head in html
    assert html.count("<script>") == 1
