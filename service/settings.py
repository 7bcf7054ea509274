"""Settings: a table of all environment variables, read and validated at start.

An invalid value, or an unknown name with our prefix, prevents the start. The message lists all faults, each with its
fix.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

SLIP = 0.8
"""Minimum similarity, from 0 to 1, at which an unknown name is reported as a misspelling of one of our variables."""

OURS = "PAILI_"
"""Prefix of the service's own variables."""

THREADS = 16
"""Threads of a worker: for heavy calls in slots, for heavy calls that wait, and for light calls."""

LIGHT_THREADS = 2
"""Threads reserved for probes and light calls."""

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
PRIORITIES = ("low", "idle")
SWITCH = ("off", "on")
PERIODS: Mapping[str, int] = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
RATE = re.compile(rf"([1-9][0-9]{{0,8}})/({'|'.join(PERIODS)})")
ORIGIN = re.compile(r"https?://([A-Za-z0-9.-]+|\[[0-9a-fA-F:.]+\])(:[0-9]{1,5})?/?")
STORES = ("redis://", "rediss://", "unix://")


class SettingsError(ValueError):
    """Invalid settings; the message has a line for each fault."""


class Rate(NamedTuple):
    """A rate limit: units per seconds."""

    most: int
    seconds: int


def any_text(value: str) -> str:
    return value


def comma_separated(value: str) -> tuple[str, ...]:
    parts = tuple(part.strip() for part in value.split(",")) if value else ()
    if not all(parts):
        raise ValueError("has nothing between two commas, or before or after one")
    return parts


def path(value: str) -> Path | None:
    return Path(value) if value else None


def integer(least: int, most: int) -> Callable[[str], int]:
    """Return a parser of integers from *least* to *most*."""

    def read(value: str) -> int:
        if not re.fullmatch("[0-9]{1,9}", value) or not least <= int(value) <= most:
            raise ValueError(f"is not a whole number from {least} to {most}")
        return int(value)

    return read


def seconds(value: str) -> float:
    """Return seconds, at most a minute."""
    if not re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,6})?", value) or float(value) > 60:
        raise ValueError("is not a number of seconds from 0 to 60")
    return float(value)


def log_level(value: str) -> str:
    if value.upper() not in LOG_LEVELS:
        raise ValueError(f"is not one of {', '.join(LOG_LEVELS)}")
    return value.upper()


def priority(value: str) -> str:
    if value not in PRIORITIES:
        raise ValueError(f"is not {' or '.join(PRIORITIES)}")
    return value


def switch(value: str) -> bool:
    if value not in SWITCH:
        raise ValueError(f"is not {' or '.join(SWITCH)}")
    return value == "on"


def rate(value: str) -> Rate | None:
    """Return a rate, None for an empty text."""
    if not value:
        return None
    match = RATE.fullmatch(value)
    if not match:
        raise ValueError(f"is not a number, a slash and one of {', '.join(PERIODS)}")
    return Rate(int(match[1]), PERIODS[match[2]])


def is_complete_address(address: str) -> bool:
    """Return whether a Redis address has a readable host; an unescaped / ? or # in the password would truncate it."""
    try:
        place = urlsplit(address)
        has_host = place.port is None or bool(place.hostname)
        return place.scheme == "unix" or (has_host and ("@" in place.netloc or "@" not in address))
    except ValueError:  # no port; the error message would contain the address
        return False


def store(value: str) -> str:
    if value and not value.startswith(STORES):
        raise ValueError(f"does not begin with one of {', '.join(STORES)}")
    if not is_complete_address(value):
        raise ValueError("has no host and port that can be read; write / ? # in a password as %2F %3F %23")
    return value


def origin(value: str) -> str:
    if value and not ORIGIN.fullmatch(value):
        raise ValueError("is not http:// or https://, a host and perhaps a port, without a path")
    return value.removesuffix("/")


class Setting(NamedTuple):
    """An environment variable."""

    name: str
    kind: str
    """Description of the valid values."""
    default: str
    read: Callable[[str], Any]
    """Parser of a value; raises ValueError with the reason."""
    example: str
    meaning: str
    secret: bool = False
    """Whether its value is hidden in messages."""

    @property
    def field(self) -> str:
        """Return its name in `Settings`."""
        return self.name.removeprefix(OURS).lower()


TABLE: tuple[Setting, ...] = (
    Setting(
        "HOST", "name or address of this machine; IPv6 in brackets", "127.0.0.1", any_text,
        "0.0.0.0", "address to listen on",  # noqa: S104 - an example
    ),
    Setting("PORT", "0 to 65535", "8000", integer(0, 65535), "8000", "port to listen on"),
    Setting("WORKERS", "0 to 256", "0", integer(0, 256), "2", "processes; 0: one for each core"),
    Setting(
        "PAILI_KEYS", "comma-separated texts", "", comma_separated, "one,two",
        "bearer keys; if neither this nor a key file is set, the API is open", True,
    ),
    Setting(
        "PAILI_KEYS_FILE", "path", "", path, "/etc/paili/keys",
        "file of named, hashed keys; read again when it changes",
    ),
    Setting(
        "PAILI_RATE_LIMIT", "number/second, minute, hour or day", "", rate, "30000/minute",
        "milliseconds of CPU allowed for each key, and for each address without a key; empty: no limit",
    ),
    Setting(
        "PAILI_REDIS", "redis://, rediss:// or unix:// address", "", store, "redis://127.0.0.1:6379/0",
        "shared counter of units for all workers and machines; empty: each worker counts alone", True,
    ),
    Setting(
        "PAILI_PROXIES", "0 to 10", "0", integer(0, 10), "1",
        "number of proxies in front that append an address to X-Forwarded-For",
    ),
    Setting(
        "PAILI_PAGES", " or ".join(SWITCH), "on", switch, "on",
        "whether the pages (board, hint button, /docs, /problems) are served beside the API",
    ),
    Setting(
        "PAILI_PUBLIC_URL", "http:// or https:// and a host", "", origin, "https://paili.example",
        "origin of the pages for visitors, in the pictures of link previews; empty: paths without an origin",
    ),
    Setting("PAILI_LOG_LEVEL", ", ".join(LOG_LEVELS), "WARNING", log_level, "INFO", "INFO logs each request"),
    Setting(
        "PAILI_CACHE_SIZE", "1 to 1000000", "2048", integer(1, 1_000_000), "2048",
        "splits and lists of plays that each worker keeps; a list of over 400 plays counts as several (16 kB each)",
    ),
    Setting("PAILI_SLOTS", "1 to 14", "1", integer(1, 14), "1", "heavy calls that run at once in a worker"),
    Setting("PAILI_WAITERS", "0 to 13", "12", integer(0, 13), "12", "heavy calls that wait for a slot in a worker"),
    Setting(
        "PAILI_PATIENCE", "0 to 60 seconds", "1.5", seconds, "1.5",
        "longest wait of a heavy call for a slot",
    ),
    Setting(
        "PAILI_HEAVY_PRIORITY", " or ".join(PRIORITIES), "low", priority, "idle",
        "priority of heavy calls; idle: while no other process needs the core, for a container or machine of its own",
    ),
)  # fmt: skip
"""All variables that the service reads."""

ELSEWHERE = (
    "PAILI_CFLAGS",
    "PAILI_LDFLAGS",
    "PAILI_PACKAGE",
    "PAILI_REPOSITORY",
    "PAILI_TRAIL",
    "PAILI_SERVER",
    "PAILI_TOKEN",
)
"""Variables of the build, of fuzzing, of publishing and of the command line."""

KUBERNETES = re.compile(
    "PAILI(_[A-Z0-9_]+)?_(SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)|PORT(_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)"
)
"""Variables that Kubernetes sets in every container for services whose names begin with `paili`."""

TRACES = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
"""Variables of OpenTelemetry that enable traces."""


class Settings(NamedTuple):
    """The settings of the service, with the fields of `TABLE`."""

    host: str
    port: int
    workers: int
    keys: tuple[str, ...]
    keys_file: Path | None
    rate_limit: Rate | None
    redis: str
    proxies: int
    pages: bool
    public_url: str
    log_level: str
    cache_size: int
    slots: int
    waiters: int
    patience: float
    heavy_priority: str


def gunicorn_faults(environ: Mapping[str, str]) -> list[str]:
    """Return a message if gunicorn could not parse a variable that it reads itself."""
    value = environ.get("WEB_CONCURRENCY", "0")
    try:
        int(value)
    except ValueError:
        return [
            f"WEB_CONCURRENCY: {value!r} is not a whole number, which gunicorn requires; leave it out: WORKERS decides"
        ]
    return []


def nearest(name: str) -> str:
    """Return the variable that an unknown *name* probably misspells, or an empty text."""
    names = {setting.name.removeprefix(OURS): setting.name for setting in TABLE}
    part = name.upper().removeprefix(OURS)
    near = [known for known in names if known.startswith(part)] or difflib.get_close_matches(part, names, 1, SLIP)
    return names[near[0]] if near else ""


def unknown_variables(environ: Mapping[str, str]) -> list[str]:
    """Return a message for each unknown variable with our prefix, in upper or lower case."""
    known = {*(setting.name for setting in TABLE), *ELSEWHERE}
    messages = []
    for name in sorted(environ):
        if name.upper().startswith(OURS) and name not in known and not KUBERNETES.fullmatch(name):
            meant = nearest(name)
            advice = f"did you mean {meant}?" if meant else "docs/operations.md has all of them"
            messages.append(f"{name}: there is no such variable; {advice}")
    return messages


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings of the environment.

    Raises SettingsError with a line for each fault.
    """
    meant, faults = {}, unknown_variables(environ) + gunicorn_faults(environ)
    for setting in TABLE:
        value = environ.get(setting.name, setting.default)
        try:
            meant[setting.field] = setting.read(value)
        except ValueError as error:
            unset = f"leave it out for {setting.default}" if setting.default else "leave it out"
            given = "its value" if setting.secret else repr(value)
            faults.append(f"{setting.name}: {given} {error}; write {setting.name}={setting.example}, or {unset}")
    heavy = meant.get("slots", 1) + meant.get("waiters", 0)
    if heavy > THREADS - LIGHT_THREADS:
        most = THREADS - LIGHT_THREADS
        faults.append(
            f"PAILI_SLOTS and PAILI_WAITERS: {heavy} together; at most {most}, because a worker has {THREADS} threads"
        )
    if meant.get("redis") and meant.get("rate_limit", True) is None:
        faults.append("PAILI_REDIS: nothing would be counted there; set PAILI_RATE_LIMIT too, or leave it out")
    if faults:
        raise SettingsError("\n".join(faults))
    return Settings(**meant)


def are_traces_wanted(environ: Mapping[str, str] = os.environ) -> bool:
    """Return whether the variables of OpenTelemetry enable traces."""
    off = environ.get("OTEL_SDK_DISABLED", "").lower() == "true" or environ.get("OTEL_TRACES_EXPORTER") == "none"
    return not off and any(environ.get(name) for name in TRACES)
