"""The environment: one table, checked at start; every error names the variable, the problem and the fix."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from service import settings
from service.http import config_check
from service.http.api import routes
from service.settings import TABLE, Rate, Settings, SettingsError, read_settings
from tests import ROOT

OURS = {setting.name for setting in TABLE}


def test_without_variables_every_default_holds() -> None:
    assert read_settings({})._asdict() == {setting.field: setting.read(setting.default) for setting in TABLE}


def test_the_table_is_what_is_read() -> None:
    assert [setting.field for setting in TABLE] == list(Settings._fields)
    for setting in TABLE:
        assert getattr(read_settings({"PAILI_RATE_LIMIT": "1/second", setting.name: setting.example}), setting.field)


def test_the_operators_page_has_the_table() -> None:
    page = (ROOT / "docs" / "operations.md").read_text()
    lines = re.findall(r"^\| (`[A-Z_]+` .*) \|$", page, re.MULTILINE)
    cells = [tuple(cell.strip() for cell in row.split("|")) for row in lines]
    rows = [row for row in cells if len(row) == len(("name", "kind", "default", "example", "meaning"))]
    assert rows == [
        (f"`{s.name}`", s.kind, f"`{s.default}`" if s.default else "", f"`{s.example}`", s.meaning) for s in TABLE
    ]


SERVER = {"prometheus.py", "files.py"}
"""The variable that names the folder of counters to Prometheus' client."""


def test_nothing_else_reads_the_environment() -> None:
    files = [*(ROOT / "service").rglob("*.py"), ROOT / "app.py", ROOT / "gunicorn.conf.py"]
    readers = {
        path.name
        for path in files
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("os.environ", "os.getenv")
    }
    assert readers == {"settings.py"} | SERVER


@pytest.mark.parametrize(
    ("name", "value", "wrong", "advice"),
    [
        ("PORT", "http", "'http' is not a whole number from 0 to 65535", "leave it out for 8000"),
        ("PORT", "65536", "'65536' is not a whole number", "write PORT=8000"),
        ("WORKERS", "-1", "'-1' is not a whole number from 0 to 256", "write WORKERS=2"),
        ("PAILI_CACHE_SIZE", "0", "'0' is not a whole number from 1", "leave it out for 2048"),
        ("PAILI_CACHE_SIZE", "", "'' is not a whole number", "PAILI_CACHE_SIZE=2048"),
        ("PAILI_SLOTS", "٣", "is not a whole number from 1 to 14", "PAILI_SLOTS=1"),
        ("PAILI_PATIENCE", "soon", "'soon' is not a number of seconds from 0 to 60", "PAILI_PATIENCE=1.5"),
        ("PAILI_PATIENCE", "61", "'61' is not a number of seconds", "leave it out for 1.5"),
        ("PAILI_LOG_LEVEL", "loud", "'loud' is not one of DEBUG, INFO", "PAILI_LOG_LEVEL=INFO"),
        (
            "PAILI_RATE_LIMIT",
            "600",
            "'600' is not a number, a slash and one of second",
            "PAILI_RATE_LIMIT=30000/minute",
        ),
        ("PAILI_RATE_LIMIT", "0/minute", "'0/minute' is not a number", "or leave it out"),
        ("PAILI_REDIS", "secret@host", "its value does not begin with one of redis://", "PAILI_REDIS=redis://"),
        (
            "PAILI_PUBLIC_URL",
            "paili.example",
            "'paili.example' is not http:// or https://, a host",
            "https://paili.exa",
        ),
        ("PAILI_PUBLIC_URL", "https://paili.example/a", "a host and perhaps a port, without a path", "or leave it out"),
        ("PAILI_PUBLIC_URL", 'https://a">', "is not http:// or https://, a host", "or leave it out"),
        ("PAILI_PROXIES", "all", "'all' is not a whole number from 0 to 10", "PAILI_PROXIES=1"),
        ("WEB_CONCURRENCY", "abc", "'abc' is not a whole number", "leave it out: WORKERS decides"),
        ("WEB_CONCURRENCY", "", "'' is not a whole number", "leave it out: WORKERS decides"),
        ("PAILI_REDIS", "redis://:secret/x@host:6379/0", "its value has no host and port that", "as %2F %3F %23"),
        ("PAILI_REDIS", "redis://:1/secret@host:6379/0", "its value has no host and port that", "PAILI_REDIS=redis://"),
        ("PAILI_REDIS", "redis://secret?x@host", "its value has no host and port that", "PAILI_REDIS=redis://"),
        ("PAILI_REDIS", "redis://host:99999", "its value has no host and port that", "PAILI_REDIS=redis://"),
        ("PAILI_KEYS", ",", "its value has nothing between two commas", "write PAILI_KEYS=one,two, or leave it out"),
        ("PAILI_KEYS", " ", "its value has nothing between two commas", "PAILI_KEYS=one,two"),
        ("PAILI_KEYS", "secret, ,b", "its value has nothing between two commas", "PAILI_KEYS=one,two"),
        ("PAILI_RATE", "5/minute", "there is no such variable", "did you mean PAILI_RATE_LIMIT?"),
        ("paili_rate_limit", "5/minute", "there is no such variable", "did you mean PAILI_RATE_LIMIT?"),
        ("Paili_Keys", "secret", "there is no such variable", "did you mean PAILI_KEYS?"),
        ("PAILI_WORKERS", "2", "there is no such variable", "did you mean WORKERS?"),
        ("PAILI_THREADS", "2", "there is no such variable", "docs/operations.md has all of them"),
        ("PAILI_SLOT", "2", "there is no such variable", "did you mean PAILI_SLOTS?"),
        ("PAILI_RATELIMIT", "2", "there is no such variable", "did you mean PAILI_RATE_LIMIT?"),
        ("PAILI_REDIS", "redis://127.0.0.1", "nothing would be counted there", "set PAILI_RATE_LIMIT too"),
    ],
)
def test_a_fault_says_what_is_wrong_and_how_to_fix_it(name: str, value: str, wrong: str, advice: str) -> None:
    with pytest.raises(SettingsError) as raised:
        read_settings({name: value})
    (line,) = str(raised.value).splitlines()
    assert line.startswith(f"{name}: ")
    assert wrong in line
    assert advice in line
    assert "secret" not in line


def test_all_faults_come_at_once() -> None:
    with pytest.raises(SettingsError) as raised:
        read_settings({"PORT": "x", "WORKERS": "x", "PAILI_KEY": "x"})
    assert [line.partition(":")[0] for line in str(raised.value).splitlines()] == ["PAILI_KEY", "PORT", "WORKERS"]


def test_threads_are_left_for_light_calls() -> None:
    assert settings.THREADS - read_settings({}).slots - read_settings({}).waiters >= settings.LIGHT_THREADS
    with pytest.raises(SettingsError, match="PAILI_SLOTS and PAILI_WAITERS: 15 together; at most 14"):
        read_settings({"PAILI_SLOTS": "3"})


def test_what_others_put_into_the_environment_is_no_slip() -> None:
    """Compiler flags of the build, and the variables of Kubernetes for a service called paili."""
    names = (
        "PAILI_CFLAGS", "PAILI_LDFLAGS", "PAILI_SERVICE_HOST", "PAILI_SERVICE_PORT", "PAILI_SERVICE_PORT_HTTP",
        "PAILI_PORT", "PAILI_PORT_80_TCP", "PAILI_PORT_80_TCP_ADDR", "PAILI_REDIS_SERVICE_HOST", "PAILI_REDIS_PORT",
        "PAILI_REDIS_PORT_6379_TCP_PROTO", "PATH",
    )  # fmt: skip
    assert read_settings(dict.fromkeys(names, "x")) == read_settings({})


@pytest.mark.parametrize(
    ("name", "value", "meant"),
    [
        ("PAILI_KEYS", "a, b ", ("a", "b")),
        ("PAILI_LOG_LEVEL", "info", "INFO"),
        ("PAILI_RATE_LIMIT", "5/hour", Rate(5, 3600)),
        ("PAILI_PATIENCE", "0", 0.0),
        *[("PAILI_REDIS", address, address) for address in (
            "redis://h", "redis://h:6379/0", "redis:///0", "rediss://:p%2F@[::1]:1/0?db=1", "unix:///run/a@b.sock?db=1",
        )],
    ],
)  # fmt: skip
def test_values_are_read(name: str, value: str, meant: object) -> None:
    assert meant in read_settings({"PAILI_RATE_LIMIT": "1/second", name: value})


@pytest.mark.parametrize("origin", ["http://127.0.0.1:8000", "https://paili.example", "https://[::1]:8443"])
def test_the_public_address_ends_without_a_slash(origin: str) -> None:
    assert read_settings({"PAILI_PUBLIC_URL": origin}).public_url == origin
    assert read_settings({"PAILI_PUBLIC_URL": f"{origin}/"}).public_url == origin


def started(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in OURS} | variables
    environment.pop("LD_PRELOAD", None)
    return subprocess.run(
        [sys.executable, *command], check=False, cwd=ROOT, env=environment, capture_output=True, text=True
    )


SERVE = ("-m", "gunicorn", "-c", "gunicorn.conf.py", "app:create_app()")
CHECK = ("-m", "service.http.config_check")
COMMANDS = (CHECK, ("-m", "paili", "serve", "--check"), ("-m", "paili", "serve"))


def test_a_wrong_environment_ends_the_start_with_its_faults_alone(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text("app no-digest\n")
    for variables, message in (
        (
            {"PAILI_SLOTS": "two"},
            "PAILI_SLOTS: 'two' is not a whole number from 1 to 14; write PAILI_SLOTS=1, or leave",
        ),
        ({"HOST": "nonsense"}, "HOST: 'nonsense' is no name or address of this machine (Name or service not known)"),
        ({"HOST": "192.0.2.1"}, "HOST: '192.0.2.1' is no name or address of this machine (Cannot assign requested"),
        ({"HOST": "é" * 70}, f"HOST: '{'é' * 70}' is no name or address of this machine (encoding of hostname failed)"),
        ({"HOST": "unix:/x"}, "HOST: 'unix:/x' is no name or address of this machine (not a host)"),
        ({"HOST": "::1"}, "HOST: '::1' is no name or address of this machine (write IPv6 addresses in brackets)"),
        ({"PAILI_KEYS_FILE": str(tmp_path / "none")}, f"PAILI_KEYS_FILE: {tmp_path / 'none'} cannot be read"),
        ({"PAILI_KEYS_FILE": str(keys)}, f"{keys}, line 1: after the name comes no SHA-256"),
    ):
        for command in (SERVE, *COMMANDS):
            assert_refused(started(*command, **variables), message)


def assert_refused(ended: subprocess.CompletedProcess[str], message: str) -> None:
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(message)
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_faults_of_variables_of_gunicorn_are_reported_before_the_start(command: tuple[str, ...]) -> None:
    assert_refused(started(*command, WEB_CONCURRENCY="abc"), "WEB_CONCURRENCY: 'abc' is not a whole number")


@pytest.mark.parametrize("host", ["", "0.0.0.0", "localhost"])
def test_where_this_machine_can_listen_is_no_fault(host: str) -> None:
    assert config_check.listen_error(host) == ""


def test_the_preflight_says_that_all_is_well() -> None:
    ended = started(*CHECK)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "ready to start\n", "")


def test_the_preflight_looks_for_redis_and_at_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAILI_RATE_LIMIT", "1/second")
    monkeypatch.setenv("PAILI_REDIS", "redis://127.0.0.1:1")  # nothing listens there

    def broken() -> None:
        raise RuntimeError

    monkeypatch.setattr("service.http.api.routes.self_test", broken)
    assert config_check.configuration_faults() == [config_check.UNREACHED, config_check.BROKEN]
    monkeypatch.setattr(config_check, "find_spec", lambda _: None)
    assert config_check.configuration_faults() == [config_check.NO_CLIENT]


def test_a_core_that_answers_a_known_position_otherwise_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    routes.self_test()
    monkeypatch.setattr(routes, "KNOWN", "standard landlord_down 34567899JJQQKA22D 4KX QQ")
    with pytest.raises(RuntimeError, match="answers a known position wrongly"):
        routes.self_test()
