"""The contest program: its protocol, whole matches under all habits of judges, invalid lines."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lab import contest
from lab.contest import Board, ContestTurn, Player
from service.advice import levels, robot
from service.core import engine
from service.core.bindings import CompiledRules
from service.position.position import Position
from service.position.read import read_position
from service.rules import cards as c
from service.rules.games.contest import safe
from tests import ROOT
from tests.oracle import contest_judge, doudizhu
from tests.oracle.contest_judge import Habits

DEAL = "DEAL B46,45,43,41,40,39,38,36,30,29,28,26,22,18,17,6,0"


@pytest.fixture(scope="module")
def rules() -> CompiledRules:
    return engine.rules_for(contest.VARIANT)


def ids(ranks: str) -> list[int]:
    cards: list[int] = []
    for rank in ranks:
        cards.append(next(card for card in range(54) if contest_judge.rank_of(card) == rank and card not in cards))
    return cards


def last_reply(player: Player, *lines: str) -> str | None:
    return [player.reply(line) for line in lines][-1]


def dealt(ranks: str, *lines: str, seat: str = "B") -> Player:
    player = Player(level="club")
    last_reply(player, contest.play_line(seat, ids(ranks)).replace("PLAY", "DEAL"), *lines)
    return player


def test_it_plays_at_the_strongest_level_far_from_the_clock() -> None:
    """The rules allow 15 seconds; the hardest decision is among the first ones of a board."""
    *_, strongest = levels.LEVELS
    player = Player()
    assert player.level == contest.contest_arguments([]).level == strongest
    begun = time.process_time()
    last_reply(player, DEAL, "BID A0", "BID C0", "LEFTOVER B53,52,44", "PLAY WHAT", "PLAY C-1", "PLAY A-1", "PLAY WHAT")
    assert time.process_time() - begun < 7.5


# ---- the protocol ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("DOUDIZHUVER 1.0", "NAME Paili"),
        ("INFO 1,4,1,6,9,2100,15", "OK INFO"),
        ("INFO 1,4,1,9,9,3150", "OK INFO"),
        (DEAL, "OK DEAL"),
        ("BID A3", "OK BID"),
        ("LEFTOVER A13,23,42", "OK LEFTOVER"),
        ("PLAY C-1", "OK PLAY"),
        ("GAMEOVER C", "OK GAMEOVER"),
        ("GAMEOVER D", "OK GAMEOVER"),
        ("ERROR A", "OK ERROR"),
        ("EXIT", None),
        ("HELLO 1,2", "OK HELLO"),
        ("PLAY WHAT", "OK PLAY"),  # before any deal the letter of the seat is unknown
        ("BID WHAT", "OK BID"),
        ("", ""),  # no message: the judge would take an answer as that to the next message
        (" \t", ""),
    ],
)
@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_every_message_has_its_answer(line: str, reply: str | None, end: str) -> None:
    assert Player().reply(line + end) == reply


def test_ids_go_out_ascending_without_spaces() -> None:
    assert contest.play_line("B", [7, 4, 0, 5]) == "PLAY B0,4,5,7"
    assert contest.play_line("B", []) == "PLAY B-1"


@pytest.mark.parametrize(
    ("hand", "earlier", "expected"),
    [
        ("4567TTJQKAA222XD9", [], 3),
        ("4567TTJQKAA222XD9", [1, 2], 3),
        ("4567TTJQKAA222XD9", [3], 0),
        ("4567TTJQKAA222XD9", [3, 0], 0),
        ("33455678899TJJQK7", [], 0),
        ("33455678899TJJQK7", [0, 1], 0),
        ("XD2222", [], 3),  # of a board with an incomplete deal
    ],
)
def test_bids_follow_what_self_play_expects(hand: str, earlier: list[int], expected: int) -> None:
    assert contest.choose_bid(c.pack(hand), earlier) == expected


def test_our_own_plays_leave_the_hand() -> None:
    player = dealt("34567899JJQQKA22X", "LEFTOVER A13,23,42", "PLAY A28,29")
    reply = last_reply(player, "PLAY WHAT")
    assert reply is not None
    assert reply.startswith("PLAY B")
    assert len(player.board.hand) == 15
    last_reply(player, reply)  # some judges repeat it
    assert len(player.board.history) == 2


def test_the_judge_may_pass_for_us() -> None:
    player = dealt("34567899JJQQKA22X", "LEFTOVER A13,23,42", "PLAY A28,29", "PLAY B-1", "PLAY C-1", "PLAY A6")
    assert contest.position_on_turn(next(player.board.position_texts())) is not None


def test_a_deal_forgets_the_last_board() -> None:
    player = dealt("34567899JJQQKA22X", "BID A3", "LEFTOVER A13,23,42", "PLAY A28,29")
    assert last_reply(player, DEAL) == "OK DEAL"
    assert player.board == Board("B", tuple(sorted(player.board.hand)))
    assert last_reply(player, "BID WHAT") == "BID B0"


# ---- safe plays -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ("33335555", False),
        ("33334444", False),
        ("444455556667", False),  # a wing of a body rank
        ("333444555777", False),  # three equal wings
        ("333444555667788", True),
        ("333444555667777", False),  # a quad as two pairs
        ("44445556", True),
        ("5556669999", True),
        ("333444555678", True),
        ("333444555666", True),  # a plane of four
        ("33334455", True),
        ("3333", True),
        ("XD", True),
    ],
)
def test_which_plays_are_safe(rules: CompiledRules, ranks: str, expected: bool) -> None:
    assert safe(engine.readings(rules, c.pack(ranks))[0]) is expected


def test_so_many_plays_are_read_alike_by_all_judges(rules: CompiledRules) -> None:
    """The contest's rules allow 93,772 sets of cards; 26,471 of them are read identically by both judges known."""
    readings_of_sets = [
        engine.readings(rules, c.pack(cards)) for cards in doudizhu.plane_sets() | doudizhu.small_sets()
    ]
    leads = [readings[0] for readings in readings_of_sets if readings]
    assert (len(leads), sum(map(safe, leads))) == (93772, 26471)


def test_an_unsafe_choice_is_replaced(rules: CompiledRules) -> None:
    """The robot would go out with the two quads, and does so if no judge disagrees."""
    player = dealt("33335555", "LEFTOVER A13,23,42")
    position = list(player.board.position_texts())[2]
    unsafe = robot.choose_move(read_position(position._replace(options={"contest_safe": "off"}))).combo
    assert unsafe is not None
    assert c.text(unsafe.cards) == "33335555"
    played = contest.decide(read_position(position), levels.DEFAULT_LEVEL)
    assert played
    assert contest_judge.ranks_text(played) not in ("", "33335555")


def test_without_a_safe_answer_it_passes() -> None:
    player = dealt("JJQQKA", "LEFTOVER A13,23,42", "PLAY A28,29")
    position = read_position(list(player.board.position_texts())[2])
    assert robot.safest(position, lambda combo: False, robot.NO_FILTER).combo is None


# ---- inconsistent boards ----------------------------------------------------------------------------------------


def test_a_play_that_our_rules_refuse_does_not_stop_us() -> None:
    """Two jokers are not a pair in our rules; the judge accepted it, and later plays are answered from the table."""
    player = dealt("34567899JJQQKA22X", "LEFTOVER A13,23,42", "PLAY A4,5,6,52,53")
    assert last_reply(player, "PLAY WHAT") == "PLAY B-1"
    last_reply(player, "PLAY C-1", "PLAY A28,29")
    assert last_reply(player, "PLAY WHAT") == "PLAY B32,33"


def test_a_lost_line_does_not_stop_us() -> None:
    player = dealt("34567899JJQQKA22X", "LEFTOVER C13,23,42", "PLAY C28,29")
    assert last_reply(player, "PLAY WHAT") == "PLAY B32,33"


def test_a_hand_of_nonsense_is_led_from_the_bottom() -> None:
    player = Player()
    last_reply(player, "DEAL A" + ",".join(map(str, range(54))), "LEFTOVER A1,2,3")
    assert last_reply(player, "PLAY WHAT") == "PLAY A0"
    last_reply(player, "PLAY B28")
    assert last_reply(player, "PLAY WHAT") == "PLAY A-1"


def test_a_question_without_cards_is_a_pass() -> None:
    player = dealt("3", "LEFTOVER A13,23,42")
    assert last_reply(player, "PLAY WHAT") == "PLAY B0"
    assert last_reply(player, "PLAY WHAT") == "PLAY B-1"


WORDS = [*contest.MESSAGES.values(), "WHAT", "A", "B", "C", "-1", ",", " ", "\r", "\0", "牌", "9" * 30, "53", "A-1"]


def garbage(rng: random.Random) -> str:
    """Return a line similar to one of the judge's, or a random one."""
    if rng.random() < 0.3:
        return "".join(chr(rng.choice([rng.randrange(128), rng.randrange(0x3000)])) for _ in range(rng.randrange(200)))
    if rng.random() < 0.5:
        return "".join(rng.choices(WORDS, k=rng.randrange(8)))
    cards = rng.sample(range(-1, 56), rng.randrange(22))
    text = ",".join(map(str, cards)) if rng.random() < 0.9 else "WHAT"
    return f"{rng.choice(WORDS[:8])} {rng.choice('ABCD')}{text}" if text != "WHAT" else f"{rng.choice(WORDS[:8])} WHAT"


@pytest.mark.parametrize("seed", range(20))
def test_no_line_stops_it(seed: int) -> None:
    rng, player = random.Random(seed), Player(level="club")
    for _ in range(300):
        line = garbage(rng)
        reply = player.reply(line)
        if not reply:
            assert line.split()[0].startswith("EXI") if reply is None else not line.strip()
            continue
        assert reply.isascii()
        assert reply.isprintable()
        assert reply.partition(" ")[0] in ("OK", "NAME", "BID", "PLAY")
        if reply.startswith(("BID", "PLAY")):
            assert line.split()[-1] == "WHAT" or "WHAT" in line


# ---- whole matches --------------------------------------------------------------------------------------------

JUDGES = {
    "plain": Habits(poor=0.1),
    "descending": Habits(poor=0.1, order="descending", line_end="\r", info=6, void="D"),
    "team": Habits(poor=0.1, order="ascending", info=0, late=True),
    "old": Habits(poor=0.1, info=6, void="B", stop_at_three=True, passes_for=True),
    "noisy": Habits(poor=0.2, unknown=0.2, error=0.01, late=True, line_end="\r", void="D", passes_for=True),
}


@pytest.mark.parametrize("level", ["starter", "club"])
@pytest.mark.parametrize("habits", JUDGES.values(), ids=JUDGES)
def test_whole_matches_without_a_foul(habits: Habits, level: str) -> None:
    players = {seat: Player(level=level).reply for seat in contest_judge.SEATS}
    scores = contest_judge.play_match(players, 40, 7, habits)
    assert all(sum(score.points.values()) == 0 for score in scores)
    assert any(score.plays for score in scores)
    assert any(not score.plays for score in scores)  # a void board was among them


def test_complete_positions_are_what_it_plays_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots are for inconsistent boards; in a correct match each move is chosen from the whole history."""
    seen: list[Position] = []
    decide = contest.decide
    monkeypatch.setattr(
        contest, "decide", lambda position, level, choose: seen.append(position) or decide(position, level, choose)
    )
    contest_judge.play_match({seat: Player(level="club").reply for seat in contest_judge.SEATS}, 20, 3, JUDGES["team"])
    assert seen
    assert not any(position.snapshot for position in seen)


# ---- the program ----------------------------------------------------------------------------------------------


class Program:
    """The program as started by a judge."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lab.contest", *arguments],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert self.process.stdin
        assert self.process.stdout
        self.stdin, self.stdout = self.process.stdin, self.process.stdout

    def ask(self, line: str) -> str | None:
        self.stdin.write(f"{line}\n".encode())
        self.stdin.flush()
        if line.strip() == "EXIT":
            return None
        return self.stdout.readline().decode().removesuffix("\n")

    def rest(self) -> tuple[bytes, bytes, int]:
        out, err = self.process.communicate(timeout=30)
        return out, err, self.process.returncode


def test_three_programs_play_a_match(tmp_path: Path) -> None:
    log = tmp_path / "log"
    programs = {
        "A": Program("--name", "North", "--level", "regular", "--log", str(log)),
        "B": Program("--level", "starter"),
        "C": Program("--level", "club"),
    }
    try:
        scores = contest_judge.play_match(
            {seat: program.ask for seat, program in programs.items()}, 6, 2, JUDGES["noisy"]
        )
        assert scores
        assert [program.rest() for program in programs.values()] == [(b"", b"", 0)] * 3
    finally:
        for program in programs.values():
            program.process.kill()
    lines = log.read_text().splitlines()
    assert lines[:2] == ["> DOUDIZHUVER 1.0", "< NAME North"]
    assert lines[-2:] == ["> EXIT", "< None"]


def test_bytes_that_are_no_text_are_confirmed() -> None:
    program = Program()
    out, err = program.process.communicate(b"\xff\xfe\x00\nPLAY \xff\n\n" + b"X" * 5000 + b"\nINFO 1", timeout=30)
    assert err == b""
    assert out.count(b"\n") == 4  # the blank line has no answer
    assert out.endswith(b"\nOK INFO\n")


@pytest.mark.parametrize("arguments", [["--name", "牌力"], ["--name", "two words"], ["--level", "nobody"]])
def test_bad_arguments_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        contest.contest_arguments(arguments)
    assert "error" in capsys.readouterr().err


def test_turns_are_read_in_any_order() -> None:
    assert contest.read_turn("C7,0,5,4") == ContestTurn("C", (0, 4, 5, 7))
    assert contest.read_turn("C-1") == ContestTurn("C", ())
    assert contest.read_turn("C1,") == ContestTurn("C", (1,))
    for text in ("D1", "C", "C54", "C1,1", "C1,,2", "-1", "C1-1", "C١"):
        assert contest.read_turn(text) is None
