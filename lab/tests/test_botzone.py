"""The Botzone bot: whole games under judges of both games, invalid logs, and the packed upload."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from lab import contest
from lab.botzone import __main__ as botzone
from lab.botzone import clock, guandan
from lab.botzone.__main__ import BotzonePlayer
from lab.botzone.guandan import GuandanTurn
from lab.botzone.log import LogError
from lab.botzone.pack import pack_upload
from paili.engine import local
from service.advice import robot
from service.position.parse.position_text import PositionText
from service.position.read import read_position
from tests import ROOT
from tests.helpers.pages import BLOCK, run_block
from tests.oracle import botzone_judge as judge
from tests.oracle.botzone_judge import Seat

PAGE = ROOT / "lab" / "botzone" / "README.md"
OWN = [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 44, 45, 48, 49, 50, 52, 53]
PLAY = {"publiccard": [29, 9, 14], "own": OWN, "landlord": 2, "pos": 0, "finalbid": 1, "history": [[], [40]]}


def seat(*, keeps: bool, level: str = "club") -> Seat:
    player = BotzonePlayer(level)
    return Seat(player.answer if keeps else lambda line: BotzonePlayer(level).answer(line), keeps)


def answer(*requests: Any, responses: list[Any]) -> Any:
    log = {"requests": list(requests), "responses": responses, "data": "", "time_limit": "", "memory_limit": ""}
    return json.loads(BotzonePlayer("club").answer(json.dumps(log)))["response"]


# ---- whole games ----------------------------------------------------------------------------------------------------


@pytest.fixture
def complete_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reject every position without a complete history."""
    usual = contest.position_on_turn

    def checked(text: Any) -> Any:
        position = usual(text)
        assert position is not None, text
        return position

    monkeypatch.setattr(contest, "position_on_turn", checked)


@pytest.mark.usefixtures("complete_only")
def test_games_of_the_landlord_are_played_without_a_foul() -> None:
    chance = random.Random(7)
    for game in range(20):
        seats = [seat(keeps=(game + place) % 2 == 0) for place in range(3)]
        judge.play_landlord(seats, chance)


@pytest.mark.usefixtures("complete_only")
@pytest.mark.parametrize("kind", [0, 1, 2], ids=["no tribute", "single tribute", "double tribute"])
def test_games_of_guandan_are_played_without_a_foul(kind: int) -> None:
    seats = [seat(keeps=place % 2 == 0) for place in range(4)]
    tables = list(judge.play_guandan(seats, random.Random(kind), local(), kind))
    assert tables[-1]["ended"]
    plays = [turn for one in seats for turn in one.responses if len(turn) == 2]
    assert any(sorted(map(judge.text_of, cards)) != sorted(map(judge.text_of, claim)) for cards, claim in plays) or kind


def test_a_search_plays_too() -> None:
    judge.play_landlord([seat(keeps=True, level="expert") for _ in range(3)], random.Random(1))
    deal = {"stage": "deal", "deliver": list(range(27)), "your_id": 0, "global": {"level": "5", "tribute": 0}}
    play = {"stage": "play", "history": [[], [], [], []], "done": [], "pass_on": -1, "global": deal["global"]}
    log = {"requests": [deal, play], "responses": [[]]}
    cards, claim = json.loads(BotzonePlayer("expert").answer(json.dumps(log)))["response"]
    assert cards
    judge.check_claim(cards, claim, "5")


def test_a_search_has_as_many_games_as_the_time_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of a search takes a hundredth of a second here: 8 are tried, then half of the remaining time is used."""
    now, played, usual = 100.0, list[int](), robot.choose_move

    def slow(position: Any, level: str, games: int = 0) -> Any:
        nonlocal now
        now += games / 100
        played.append(games)
        return usual(position, level, games=games)

    monkeypatch.setattr(clock.time, "monotonic", lambda: now)
    monkeypatch.setattr(robot, "choose_move", slow)
    position = read_position(PositionText("34567899JJQQKA22D", seat="landlord_down", bottom="4KX", history=["TT"]))
    clock.Clock().choose(position, "expert")
    assert played == [8, 38]
    clock.Clock(passed=0.64).choose(position, "expert")
    assert played == [8, 38, 8]
    clock.Clock(passed=0.7).choose(position, "expert")
    assert played == [8, 38, 8, 1]
    clock.Clock().choose(position, "club")
    assert played == [8, 38, 8, 1, 0]
    assert now < 101


def test_the_time_before_the_first_line_counts() -> None:
    assert 0 < clock.process_age() < 1e6


# ---- FightTheLandlord2 ----------------------------------------------------------------------------------------------


def test_the_sample_of_the_wiki_is_answered_out_of_its_hand() -> None:
    """Its hands are shortened, so that they agree with no history."""
    log = json.loads(
        '{"requests":[{"own":[0,1,2,3,4],"bid":[0,2]},{"publiccard":[29,8,14],"own":[0,1,2,3,4],"landlord":2,"pos":0,'
        '"finalbid":1,"history":[[],[]]},{"history":[[12,13],[]]}],"responses":[3,[4]]}'
    )
    cards = answer(*log["requests"], responses=log["responses"])
    assert set(cards) <= {0, 1, 2, 3}
    assert cards == [] or judge.class_of(cards) == ("bomb", 4, 0)


def test_a_play_that_our_rules_lack_is_passed_or_beaten_by_a_bomb() -> None:
    """Two fours of a kind in a row, with two pairs each."""
    shuttle = [0, 1, 2, 3, 4, 5, 6, 7]
    own = [8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 45, 48, 49, 13, 17, 21, 25]
    assert answer(PLAY | {"own": own, "history": [[], shuttle]}, responses=[]) == []


# ---- GuanDan --------------------------------------------------------------------------------------------------------


def test_tokens_are_those_of_all_cards() -> None:
    tokens = [guandan.card_token(card) for card in range(108)]
    assert tokens[:54] == tokens[54:]
    assert tokens[:54] == [judge.name_of(card) for card in range(54)]
    assert len(set(tokens)) == 54


def test_a_wild_card_is_claimed_as_what_it_stands_for() -> None:
    wild = 4 * guandan.RANKS_OF_IDS.index("5")  # hearts
    sevens = [24, 25, 26]
    table = guandan.GuandanTable(0, {wild, *sevens}, "5")
    cards, claim = guandan.choose_guandan_play(table, "club", clock.Clock())
    assert sorted(cards) == sorted([wild, *sevens])
    assert {judge.text_of(card)[0] for card in claim} == {"7"}
    judge.check_claim(cards, claim, "5")


def test_who_leads_follows_from_the_turns() -> None:
    def to_beat(done: tuple[int, ...], *turns: GuandanTurn) -> int | None:
        last = guandan.GuandanTable(0, {0}, "2", list(turns), done).to_beat()
        return last and last.player

    played = [GuandanTurn(player, (9,), (9,)) for player in range(4)]
    passed = [GuandanTurn(player) for player in range(4)]
    assert to_beat(()) is None
    assert to_beat((), played[0], *passed[1:]) is None
    assert to_beat((), played[3]) == 3
    assert to_beat((), played[1], passed[2], passed[3]) == 1
    assert to_beat((2,), played[2], passed[3]) == 2
    assert to_beat((2,), played[2], passed[3], passed[0], passed[1]) is None  # our partner is out, unbeaten


# ---- faults ---------------------------------------------------------------------------------------------------------

DEAL = {"stage": "deal", "deliver": list(range(27)), "your_id": 0, "global": {"level": "2", "tribute": 0}}


def turn(player: int, *cards: int) -> dict[str, Any]:
    return {"player": player, "response": [list(cards), list(cards)]}


def table_of(*history: Any) -> dict[str, Any]:
    return {"stage": "play", "history": list(history), "done": [], "pass_on": -1, "global": DEAL["global"]}


@pytest.mark.parametrize(
    ("requests", "responses", "message"),
    [
        ([{"own": OWN, "bid": []}, PLAY], [], "2 requests have 0 responses"),
        ([PLAY | {"own": None}], [], "own is missing"),
        ([PLAY | {"own": [54]}], [], "own: there is no card 54"),
        ([PLAY | {"history": [[40]]}], [], "history of play request 0 has 1 plays"),
        ([PLAY, {"history": [[], []]}], [[41]], "response 0 of the play: card 41 is not in the hand"),
        ([PLAY, {}], [[]], "history of play request 1 is missing"),
        ([PLAY | {"history": [[], [44]]}], [], "card 44 was played twice"),
        ([{"stage": "play"}], [], "requests[0] is not the deal"),
        ([DEAL | {"global": {"level": "1"}}], [], "global.level 1 is not a rank"),
        ([DEAL, table_of([], [], [], []), {"stage": "play"}], [[], [[0], [0]]], "requests[2].global is missing"),
        ([DEAL, table_of(turn(0, 3))], [[]], "requests[1].history has a turn of ours that no response has"),
        (
            [DEAL, table_of([], [], [], []), table_of([], turn(1), turn(2), turn(3))], [[], [[0], [0]]],
            "requests[2].history does not reach back to our last turn",
        ),
        ([DEAL, table_of([], [], [], []), table_of()], [[], [[99], [99]]], "responses[1]: card 99 is not in the hand"),
        ([DEAL, {"stage": "end"}], [[]], "requests[1].stage is not"),
        ([PLAY | {"pos": 9}], [], "the first play request's pos: there is no player 9; players are 0 to 2"),
        ([DEAL, table_of([], [], [], turn(3) | {"response": [1, 2]})], [[]], "requests[1].history[3].response[0]"),
        ([DEAL, table_of([], [], [], turn(4))], [[]], "requests[1].history[3].player: there is no player 4"),
    ],
)  # fmt: skip
def test_a_fault_of_a_log_is_named(requests: list[Any], responses: list[Any], message: str) -> None:
    with pytest.raises(LogError) as fault:
        answer(*requests, responses=responses)
    assert str(fault.value).startswith(message)


def replaced(value: Any, wrong: Any) -> Iterator[Any]:
    """Yield copies of a value, each with one of its parts replaced."""
    yield wrong
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        for changed in replaced(part, wrong):
            copy = value.copy()
            copy[key] = changed
            yield copy


TRIBUTE = {"level": "2", "tribute": 1, "first": 2, "last": 1, "tribute_cards": {"1": 30}, "return_cards": {"2": 31}}
LOGS = [
    {"requests": [{"own": OWN, "bid": [0]}, PLAY], "responses": [2]},
    {"requests": [DEAL, table_of([], turn(1, 40), [], [])], "responses": [[]]},
    {"requests": [DEAL | {"global": TRIBUTE}, {"stage": "tribute", "global": TRIBUTE}], "responses": [[]]},
    {"requests": [DEAL | {"global": TRIBUTE}, table_of([], [], [], []) | {"global": TRIBUTE}], "responses": [[]]},
]


@pytest.mark.parametrize("wrong", [None, -1, 9, 200, "x", [], {}, {"player": 1}, [[1]], True, 1.5], ids=str)
def test_a_log_with_a_wrong_part_is_answered_or_its_fault_is_named(wrong: Any) -> None:
    named = 0
    for log in LOGS:
        for changed in replaced(log, wrong):
            try:
                assert "response" in json.loads(BotzonePlayer("club").answer(json.dumps(changed)))
            except LogError as fault:
                named += len(str(fault)) > 10
    assert named > 50


def test_a_log_cut_anywhere_is_never_answered() -> None:
    line = json.dumps({"requests": [{"own": OWN, "bid": [0]}, PLAY], "responses": [2]})
    assert BotzonePlayer("club").answer(line)
    for end in range(len(line)):
        with pytest.raises(LogError):
            BotzonePlayer("club").answer(line[:end])


def test_the_program_ends_with_2_and_names_the_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"requests":[{"own":[0,'))
    assert botzone.main([]) == 2
    out, err = capsys.readouterr()
    assert (out, err.startswith("botzone: the line is no JSON, or cut")) == ("", True)


def test_a_kept_process_answers_request_by_request(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = json.dumps({"requests": [{"own": OWN, "bid": [0]}], "responses": []})
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{first}\n\n{json.dumps(PLAY)}\n"))
    assert botzone.main(["--keep-running", "--level", "club"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1::2] == [botzone.KEEP_RUNNING] * 2
    assert [list(json.loads(line)) for line in lines[::2]] == [["response"]] * 2


# ---- the upload -----------------------------------------------------------------------------------------------------


def test_the_upload_plays_without_this_tree_and_without_libraries(tmp_path: Path) -> None:
    upload = tmp_path / "paili.zip"
    pack_upload(upload, "expert")
    lines = [
        {"requests": [{"own": OWN, "bid": [0]}, PLAY], "responses": [2]},
        {"requests": [DEAL, table_of([], [], [], [])], "responses": [[]]},
    ]
    command = [sys.executable, "-I", "-S", str(upload)]
    sent = "".join(f"{json.dumps(line)}\n" for line in lines)
    done = subprocess.run(command, input=sent, capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    bid_play, (cards, claim) = [json.loads(line)["response"] for line in done.stdout.splitlines()[::2]]
    assert bid_play == json.loads(BotzonePlayer("expert").answer(json.dumps(lines[0])))["response"]  # without a search
    assert cards  # the length of a search depends on the machine, and so does its play
    judge.check_claim(cards, claim, DEAL["global"]["level"])
    assert upload.stat().st_size < 2_000_000


@contextmanager
def kept_process(command: list[str]) -> Iterator[Callable[[str], str]]:
    """Yield the reply function of one process that keeps running."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        sent, read = process.stdin, process.stdout

        def reply(line: str) -> str:
            print(line, file=sent, flush=True)
            response = read.readline()
            assert read.readline().strip() == botzone.KEEP_RUNNING
            return response

        yield reply
        sent.close()


@pytest.mark.long
@pytest.mark.parametrize("guandan", [False, True])
def test_the_upload_plays_whole_games(tmp_path: Path, guandan: bool) -> None:
    """The first seat gets the whole log each turn, in a new process at every fifth; the others keep running."""
    upload = tmp_path / "paili.zip"
    pack_upload(upload, "club")
    command = [sys.executable, "-I", "-S", str(upload)]

    def reply_of_new_process(line: str) -> str:
        if len(json.loads(line)["requests"]) % 5:
            return BotzonePlayer("club").answer(line)
        return subprocess.run(command, input=line, capture_output=True, text=True, check=True).stdout.splitlines()[0]

    with ExitStack() as stack:
        kept = [Seat(stack.enter_context(kept_process(command)), keeps_running=True) for _ in range(2 + guandan)]
        seats = [Seat(reply_of_new_process), *kept]
        if guandan:
            assert list(judge.play_guandan(seats, random.Random(1), local(), 1))[-1]["ended"]
        else:
            judge.play_landlord(seats, random.Random(1))
    assert all(seat.responses for seat in seats)


@pytest.mark.parametrize("block", BLOCK.findall(PAGE.read_text(encoding="utf-8")), ids=["answers", "upload"])
def test_a_command_of_the_page_prints_what_it_shows(block: str, tmp_path: Path) -> None:
    named = block.replace("python -m", f"{sys.executable} -m")
    assert run_block(named, tmp_path) == named


def test_the_page_is_short() -> None:
    assert len(PAGE.read_text(encoding="utf-8").splitlines()) <= 60
