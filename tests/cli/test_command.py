"""The command `paili`: its output, its language, and its exit status."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from paili import words
from paili.client import Client, Reply
from paili.engine import local
from paili.screen import Screen
from service import settings
from service.advice import levels
from service.http.texts.problem_texts import TEXTS
from service.rules.variants import VARIANTS
from tests import ROOT
from tests.helpers.command import CHINESE, CommandResult, TerminalStream
from tests.helpers.contract import read_examples
from tests.helpers.english_words import english

LINE = "standard landlord_down 34567899JJQQKA22D 4KX TT"
DRAWN = re.compile("\x1b|[\u2500-\u257f]")
"""Colours and boxes."""

NAMES = {*VARIANTS, *(seat for game in VARIANTS.values() for seat in game.seats), *levels.LEVELS, "wild"}
"""Words of the contract that are part of a position or of a command."""

COMMAND_CALLS: list[tuple[str, str, dict[str, Any]]] = [
    (f"analyze {LINE}", "analyze", {"position": LINE}),
    (f"analyze {LINE} --top 1 --want hints,move", "analyze", {"position": LINE, "top": 1, "want": ["hints", "move"]}),
    ("analyze 334455 --variant laizi --option wild=4", "analyze",
     {"hand": "334455", "variant": "laizi", "options": {"wild": "4"}}),
    (f"analyze {LINE} --want beliefs,unseen --level expert", "analyze",
     {"position": LINE, "want": ["beliefs", "unseen"], "level": "expert"}),
    (f"move {LINE} --level starter --seed 3", "move", {"position": LINE, "level": "starter", "seed": 3}),
    ("move 334455 --last 22 --seat landlord", "move", {"hand": "334455", "last": "22", "seat": "landlord"}),
    ("move 334455 --variant laizi --option wild=4 --level starter", "move",
     {"hand": "334455", "variant": "laizi", "options": {"wild": "4"}, "level": "starter"}),
    ("check 99 3499 --last TT", "check", {"cards": "99", "hand": "3499", "last": "TT"}),
    (f"check JJ {LINE}", "check", {"cards": "JJ", "position": LINE}),
    ("check 4447 4447 --as 4444 --variant laizi --option wild=7", "check",
     {"cards": "4447", "hand": "4447", "declared": "4444", "variant": "laizi", "options": {"wild": "7"}}),
    ("bid 334455589TQQKKAAX --bids 0,1", "bid", {"hand": "334455589TQQKKAAX", "bids": [0, 1]}),
    ("bid 334455589TQQKKAAX --bidding call_rob --bids pass,call", "bid",
     {"hand": "334455589TQQKKAAX", "bidding": "call_rob", "bids": ["pass", "call"]}),
    ("deal --seed 5 --variant guandan --profile weak", "deal", {"seed": 5, "variant": "guandan", "profile": "weak"}),
    ("tribute give 3s3h4s4c6d6h7s7d8h8c9s9dTsTcJhJdQsQcKdKhAsAcAc2s2d5h5h --option level=5 --order 0,1,2,3", "tribute",
     {"hand": "3s3h4s4c6d6h7s7d8h8c9s9dTsTcJhJdQsQcKdKhAsAcAc2s2d5h5h", "role": "give", "options": {"level": "5"},
      "order": [0, 1, 2, 3]}),
    ("tribute return 3s4s5s6s7s9s9d9c9hJsJdQhQcKsKdAsAcAdTdTh2s2d4h6h8cXX --paid D --option level=K", "tribute",
     {"hand": "3s4s5s6s7s9s9d9c9hJsJdQhQcKsKdAsAcAdTdTh2s2d4h6h8cXX", "role": "return", "paid": "D",
      "options": {"level": "K"}}),
    ("tribute give 3s3h4s4c5d6h6d7s7d8h8c9s9dTsTcJhJdQsQcKdKhAsAcXXDD", "tribute",
     {"hand": "3s3h4s4c5d6h6d7s7d8h8c9s9dTsTcJhJdQsQcKdKhAsAcXXDD", "role": "give"}),
    ("tribute give 3s3h4s4c5d6h6d7s7d8h8c9s9dTsTcJhJdQsQcKdKhAsAcAhXXD --order 0,2 --partner-big-jokers 0", "tribute",
     {"hand": "3s3h4s4c5d6h6d7s7d8h8c9s9dTsTcJhJdQsQcKdKhAsAcAhXXD", "role": "give", "order": [0, 2],
      "partner_big_jokers": 0}),
    ("tribute give 3s3h4s4c5d6h6d7s7d8h8c9s9dTsTcJhJdQsQcKdKhAsAcAhXXD --order 0,2", "tribute",
     {"hand": "3s3h4s4c5d6h6d7s7d8h8c9s9dTsTcJhJdQsQcKdKhAsAcAhXXD", "role": "give", "order": [0, 2]}),
    ("solve landlord=3456K landlord_down=77 landlord_up=44 --turn landlord_down --last 66", "solve",
     {"hands": {"landlord": "3456K", "landlord_down": "77", "landlord_up": "44"}, "turn": "landlord_down",
      "last": "66"}),
    ("solve 0=345 1=99 --variant paodekuai --nodes 1000", "solve",
     {"hands": {"0": "345", "1": "99"}, "variant": "paodekuai", "limits": {"nodes": 1000}}),
    ("solve landlord=3344568TJKA2 landlord_down=4577889TQQKD --nodes 9", "solve",
     {"hands": {"landlord": "3344568TJKA2", "landlord_down": "4577889TQQKD"}, "limits": {"nodes": 9}}),
    ("variants", "variants", {}),
]  # fmt: skip
"""Commands, and the equivalent method and fields of the client."""

COMMAND = pytest.mark.parametrize(("command", "method", "fields"), COMMAND_CALLS, ids=[row[0] for row in COMMAND_CALLS])

INSIDE = {lang: local(lang=lang) for lang in words.LANGUAGES}


@COMMAND
def test_a_command_gives_the_answer_of_the_api(
    run: Callable[..., CommandResult], command: str, method: str, fields: dict[str, Any]
) -> None:
    for lang in words.LANGUAGES:
        status, out, err = run(*command.split(), "--json", "--lang", lang)
        assert (status, err) == (0, "")
        assert json.loads(out) == getattr(INSIDE[lang], method)(**fields)


@COMMAND
def test_a_pipe_gets_plain_text_in_the_callers_language(
    run: Callable[..., CommandResult], command: str, method: str, fields: dict[str, Any]
) -> None:
    for lang in words.LANGUAGES:
        status, out, err = run(*command.split(), "--lang", lang)
        assert (status, err) == (0, "")
        assert out
        assert not DRAWN.search(out)
        assert bool(CHINESE.search(out)) == (lang == "zh")
    assert not {word for word in english(out) if word not in NAMES}


def test_a_deal_shows_which_cards_count(run: Callable[..., CommandResult]) -> None:
    wild = INSIDE["en"].deal(3, variant="laizi", options={"wild": "random"})["options"]["wild"]
    out = run("deal", "--seed", "3", "--variant", "laizi", "--option", "wild=random")[1]
    assert f"wild: {wild}" in out.splitlines()
    assert "打8" in run("deal", "--variant", "guandan", "--option", "level=8", "--lang", "zh")[1].splitlines()
    assert "wild:" not in run("deal", "--variant", "laizi")[1]


def test_an_analysis_shows_what_the_answer_says(run: Callable[..., CommandResult]) -> None:
    answer = INSIDE["en"].analyze(LINE)
    out = run("analyze", LINE)[1]
    assert answer["position"] in out
    for hint in answer["hints"]:
        starred = "\\*" if hint["cards"] == answer["move"]["cards"] else " "
        assert re.search(
            rf"^{starred}  {hint['cards']} .* {hint['score']:.2f} +{hint['rest']['turns']} .*{hint['why'][0]['text']}",
            out,
            re.MULTILINE,
        )
    for combo in answer["split"]["combos"]:
        assert re.search(rf"^{combo['cards']} .* {combo['score']:.2f}$", out, re.MULTILINE)


def test_the_pass_that_a_robot_prefers_has_its_star(run: Callable[..., CommandResult]) -> None:
    out = run("analyze", "--order", "robot", "standard landlord_up 34567899JJQKK - ?A@landlord_down")[1]
    assert re.search(r"^\* +pass ", out, re.MULTILINE)


TABLES = {example.name: example.request for example in read_examples() if example.operation == "game"}
"""Tables of the examples."""


@pytest.mark.parametrize("name", [name for name in TABLES if name.startswith("game_")])
def test_a_table_is_judged_from_a_file_or_standard_input(
    run: Callable[..., CommandResult], tmp_path: Path, name: str
) -> None:
    body = {field: value for field, value in TABLES[name].items() if field != "lang"}
    file = tmp_path / "game.json"
    file.write_text(json.dumps(body))
    for lang in words.LANGUAGES:
        answer = INSIDE[lang].game(**body)
        status, out, err = run("game", "-", "--json", f"--lang={lang}", script=json.dumps(body))
        assert (status, err) == (0, "")
        assert json.loads(out) == answer
        status, out, err = run("game", str(file), f"--lang={lang}")
        assert (status, err) == (0, "")
        lines = out.splitlines()
        assert set(answer["positions"].values()) <= set(lines)
        assert (words.ENDED.text(lang) in lines) == answer["ended"]
        assert all(reason["text"] in out for reason in (answer["result"] or {"why": []})["why"])
    assert not {word for word in english(out) if word not in NAMES}


def test_a_table_shows_whose_word_and_whose_card_it_is(run: Callable[..., CommandResult]) -> None:
    out = run("game", "-", script=json.dumps(TABLES["game_auction"]))[1]
    assert out.splitlines()[1:] == ["landlord so far: player 1, stake 2", "player 2 may bid: no bid, 3 points"]
    out = run("game", "-", script=json.dumps(TABLES["game_tribute"]))[1]
    assert "seat 3 gives Ac to seat 0" in out
    assert "seat 0 gives back one of 2s 2h" in out
    out = run("game", "-", script=json.dumps(TABLES["game_guandan"]))[1]
    assert "Before the next deal, tribute is due from seat 1, seat 3." in out


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "seat 1, seat 2: One point for each card left. seat 1, seat 2: Shut out: the seat played no card."),
        ("zh", "1号位、2号位：剩牌，每张一分。1号位、2号位：关门：一张未出。"),
    ],
)
def test_reasons_shared_by_seats_are_printed_once(run: Callable[..., CommandResult], lang: str, line: str) -> None:
    body = {field: value for field, value in TABLES["game_paodekuai"].items() if field != "lang"}
    assert line in run("game", "-", f"--lang={lang}", script=json.dumps(body))[1].splitlines()


def test_a_terminal_gets_colours_unless_it_wants_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    shown = []
    for value in ("", "1"):
        monkeypatch.setenv("NO_COLOR", value)
        out = TerminalStream()
        screen = Screen("en", out)
        screen.line(screen.cards("3hTsD"))
        screen.table([words.CARDS], [["3"]])
        shown.append(out.getvalue())
    coloured, plain = shown
    assert "\x1b[31;47m3♥" in coloured
    assert not re.search("\x1b\\[[0-9;]*[34]1?[0-7]m", plain)
    assert "3♥ 10♠ D" in plain
    assert "\u2500" in coloured


@pytest.mark.parametrize("columns", ["10", "40", "80"])
def test_a_narrow_terminal_folds_reasons_and_hands_alone(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", columns)
    out = TerminalStream()
    reason = "Plays whole combos of a best split; the rest stays intact."
    heads, row = [words.CARDS, words.SHAPE, words.SCORE, words.WHY], ["3 4 5 6 7", "solo chain", "-7.00", reason]
    Screen("en", out).table(heads, [row], right=(2,))
    lines = re.sub("\x1b\\[[0-9;]*m", "", out.getvalue()).splitlines()
    assert re.split("  +", lines[0].strip()) == ["cards", "shape", "score", "why"]
    folded = [cell.strip() for cell in (lines[2].partition("-7.00")[2], *lines[3:])]
    assert lines[2].startswith("3 4 5 6 7   solo chain   -7.00   ")
    assert len(folded) > 1
    assert " ".join(folded) == reason


# ---- errors ---------------------------------------------------------------------------------------------------------


def test_lines_of_standard_input_are_answered_one_by_one(run: Callable[..., CommandResult]) -> None:
    status, out, err = run("analyze", "-", "--want", "power", "--lang", "en", script=f"{LINE}\n\nbad\n345\n")
    first, second, third = map(json.loads, out.splitlines())
    assert (status, err) == (2, "")
    assert first == INSIDE["en"].analyze(LINE, want=["power"])
    assert second["errors"][0]["code"] == "card_unknown"
    assert third == INSIDE["en"].analyze(hand="345", want=["power"])
    assert run("analyze", "-", script="345\n")[0] == 0


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_a_script_that_completes_commands(run: Callable[..., CommandResult], shell: str) -> None:
    status, out, _ = run("completion", shell)
    assert status == 0
    assert "must_pass" in out
    if shell == "bash":
        asked = f"{out}\nCOMP_WORDS=(paili ana); COMP_CWORD=1; _shtab_paili; echo $COMPREPLY"
        done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True)
        assert done.stdout == "analyze\n"


def test_completion_takes_no_server(run: Callable[..., CommandResult], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAILI_SERVER", "no address")
    assert run("completion", "bash")[0] == 0
    for setting in ("--server", "--key"):
        assert run("completion", "bash", setting, "x")[0] == 2


def test_without_the_library_of_completion_its_extra_is_named(
    run: Callable[..., CommandResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    status, _, err = run("completion", "bash", "--lang", "en")
    assert (status, "pip install 'paili[shell]'" in err) == (1, True)


SERVER_PACKAGES = ("flask_swagger_ui", "gunicorn", "limits", "rjsmin")
"""Packages of the extra `server` and of the build."""


def test_commands_need_no_package_of_the_server() -> None:
    script = f"""
import sys
sys.modules.update(dict.fromkeys({SERVER_PACKAGES!r}))
from paili.command import main
print(main(["analyze", "345"]), main(["serve", "--lang", "en"]))
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("0 1\n")
    assert "pip install 'paili[server]'" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["analyze", "33z"], "card_unknown"),
        (["analyze", "standard landlord 33"], "field_invalid"),
        (["analyze", "3345", "--top", "many"], "field_invalid"),
        (["move", "3345", "--level", "wizard"], "level_unknown"),
        (["check", "99", "3456", "--last", "35"], "not_a_play"),
        (["analyze", LINE, "--seat", "landlord"], "field_conflict"),
        (["move", LINE, "--last", "AA"], "field_conflict"),
        (["check", "JJ", LINE, "--variant", "laizi"], "field_conflict"),
        (["check", "99", "--seat", "nobody"], "seat_unknown"),
        (["bid", "334455589TQQKKAAX", "--bids", "9"], "bid_invalid"),
        (["tribute", "give", "3s4s"], "hand_size"),
        (["tribute", "lend", "34"], "field_invalid"),
        (["deal", "--variant", "whist"], "variant_unknown"),
        (["deal", "--option", "wild"], "option_unknown"),
        (["play", "--variant", "whist"], ""),
        (["play", "--level", "wizard"], "level_unknown"),
        (["play", "--variant", "guandan", "--option", "level=11"], "option_unknown"),
    ],
)
def test_a_wrong_question_ends_with_2_and_says_why(
    run: Callable[..., CommandResult], arguments: list[str], code: str
) -> None:
    for lang in words.LANGUAGES:
        status, out, err = run(*arguments, "--lang", lang)
        assert (status, out) == (2, "")
        assert bool(CHINESE.search(err)) == (lang == "zh")
        fix = TEXTS[code].advice if code else ""
        assert (fix.zh if code and lang == "zh" else fix) in err
    if "play" not in arguments:
        document = json.loads(run(*arguments, "--json")[2])
        assert document["errors"][0]["code"] == code


def test_a_number_that_is_too_small_is_a_number(run: Callable[..., CommandResult]) -> None:
    for command in ("analyze 33 --top -1", "deal --seed -1", "play --seed -1", "bid 334455589TQQKKAAX --place -1"):
        status, _, err = run(*command.split())
        assert (status, "a number from 0 to " in err, "not -1" in err) == (2, True, True)


def test_a_table_that_cannot_be_ends_with_2_and_says_where(run: Callable[..., CommandResult]) -> None:
    for name in ("short_refused", "tears_bomb", "solo_not_top"):
        status, out, err = run("game", "-", "--json", script=json.dumps(TABLES[name]))
        assert (status, out) == (2, "")
        assert [fault["code"] for fault in json.loads(err)["errors"]] == [name]


def test_all_errors_of_a_position_are_printed(run: Callable[..., CommandResult]) -> None:
    status, out, err = run("analyze", "34z", "--seat", "north", "--last", "35")
    assert (status, out) == (2, "")
    lines = [line for line in err.splitlines() if line.startswith("paili: ")]
    assert [line.rpartition(" ")[2] for line in lines] == ["(/hand)", "(/seat)", "(/last)"]
    status, out, err = run("analyze", "34z", "--seat", "north", "--last", "35", "--json")
    assert [fault["pointer"] for fault in json.loads(err)["errors"]] == ["/hand", "/seat", "/last"]


def test_a_server_that_is_not_there_ends_with_1(
    run: Callable[..., CommandResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = "http://127.0.0.1:1"
    assert run("variants", "--server", nowhere)[::2][0] == 1
    monkeypatch.setenv("PAILI_SERVER", nowhere)
    status, out, err = run("variants")
    assert (status, out) == (1, "")
    assert "cannot be reached" in err


@pytest.mark.parametrize(
    ("refused", "ended"), [(204, 1), (302, 1), (401, 1), (404, 2), (422, 2), (429, 1), (500, 1), (503, 1)]
)
def test_server_errors_exit_with_1(
    run: Callable[..., CommandResult], monkeypatch: pytest.MonkeyPatch, refused: int, ended: int
) -> None:
    monkeypatch.setattr("paili.client.Http.__call__", lambda *_: Reply(refused, {"retry-after": "99"}, b""))
    status, out, err = run("variants", "--server", "http://127.0.0.1:1")
    assert (status, out, err.startswith(f"paili: {refused} ")) == (ended, "", True)


@pytest.mark.parametrize("body", [b"<html>Welcome</html>", b"[]", b'{"hello": "world"}'])
def test_foreign_servers_exit_with_1_and_are_named(
    run: Callable[..., CommandResult], monkeypatch: pytest.MonkeyPatch, body: bytes
) -> None:
    monkeypatch.setattr("paili.client.Http.__call__", lambda *_: Reply(200, {}, body))
    for command in ("check 99", "play", "variants", f"analyze {LINE} --json"):
        for lang, message in (
            ("en", "the answer of http://a is not from Paili"),
            (
                "zh",
                "http://a 的回答不是 Paili 的",
            ),
        ):
            result = run(*command.split(), "--server", "http://a", "--lang", lang)
            assert result == (1, "", f"paili: {message}\n")


def test_without_an_engine_the_local_server_is_used(
    run: Callable[..., CommandResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = []

    class Noted(Client):
        def variants(self) -> Any:
            servers.append(self.authority)
            return INSIDE["en"].variants()

    monkeypatch.setattr("paili.command.Client", Noted)
    monkeypatch.setitem(sys.modules, "paili.engine", None)
    assert run("variants")[0] == 0
    assert servers == ["http://127.0.0.1:8000"]
    monkeypatch.setattr(Noted, "variants", Client.variants)
    blank = Reply(503, {"retry-after": "99"}, b"busy")
    monkeypatch.setattr("paili.client.Http.__call__", lambda *_: blank)
    assert run("variants") == (1, "", "paili: 503 Service Unavailable\n")
    monkeypatch.setattr(
        "paili.serve.check_settings", lambda: import_module("paili.engine")
    )  # where a library is missing
    assert run("serve", "--check")[0] == 1
    monkeypatch.setitem(sys.modules, "paili.serve", None)
    status, _, err = run("serve")
    assert (status, "not installed" in err) == (1, True)


def test_invalid_settings_exit_with_2(run: Callable[..., CommandResult], monkeypatch: pytest.MonkeyPatch) -> None:
    """Addresses and variables are checked; the server ignores those of the command, and keys do not apply locally."""
    for name, value, en, zh in (
        ("server", "localhost", "a server is written http://host:port, not localhost", "服务器写作 http://主机:端口"),
        ("server", "http://a b", "a server is written http://host:port, not http://a b", "不能是「http://a b」"),
        ("key", "钥匙", "a key is printable ASCII", "密钥只能由可见的 ASCII 字符组成"),
    ):
        variable = {"server": "PAILI_SERVER", "key": "PAILI_TOKEN"}[name]
        for lang, message in (("en", en), ("zh", zh)):
            assert message in run("variants", f"--{name}", value, "--lang", lang)[2]
            with monkeypatch.context() as patched:
                patched.setenv(variable, value)
                status, out, err = run("variants", "--lang", lang)
            assert (status, out, message in err) == (2, "", True)
    settings.read_settings({"PAILI_SERVER": "http://a", "PAILI_TOKEN": "b"})
    monkeypatch.setenv("PAILI_KEYS", "secret")
    monkeypatch.setenv("PAILI_RATE_LIMIT", "1/day")
    assert [run("analyze", "33")[0] for _ in range(3)] == [0, 0, 0]
