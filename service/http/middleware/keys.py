"""Keys: the paths that need one if the operator configured any, the key of a request, and the key file.

A key is a long random text. The file has a line for each: its name, the SHA-256 of the key and, optionally, a rate
(`9000/hour`). A line that begins with `#` is a comment. The file is checked at most once a second and read again when
it has changed; while it is unreadable, a worker keeps the keys it has: a new one those of the server's start.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from service.settings import Rate, SettingsError, rate

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

API_PATHS, GAMES = "/v1/", "/v1/variants"
"""Paths that need a key, and the open path below them: callers must be able to read how to use the API."""

NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")
DIGEST = re.compile(r"[0-9a-f]{64}")
LOOK_EVERY = 1.0
"""Seconds between two checks of the file."""


def is_guarded(path: str) -> bool:
    """Return whether a path needs a key: operations do; pages, probes, the contract and the games do not."""
    return path.startswith(API_PATHS) and path != GAMES and not path.startswith(f"{GAMES}/")


class Key(NamedTuple):
    """A key, stored as its digest."""

    name: str
    rate: Rate | None = None
    """Rate limit of the key, if it differs from the default."""


Keys = Mapping[str, Key]
"""Keys by their SHA-256: lookup times may reveal something about a digest, never about a key."""


def digest_of(key: str) -> str:
    return sha256(key.encode("utf-8", "surrogateescape")).hexdigest()


def unnamed_keys(keys: Iterable[str]) -> dict[str, Key]:
    return {digest_of(key): Key(f"PAILI_KEYS.{place}") for place, key in enumerate(keys, 1)}


def read_key_line(line: str) -> tuple[str, Key]:
    """Return digest and key of one line.

    Raises ValueError with the reason.
    """
    name, digest, given = (*line.split(), "", "", "")[:3]
    if not NAME.fullmatch(name):
        raise ValueError("the name is not 1 to 64 of A-Z a-z 0-9 . _ -")
    if not DIGEST.fullmatch(digest):
        raise ValueError("after the name comes no SHA-256 in 64 small hexadecimal digits")
    if len(line.split()) > 3:
        raise ValueError("a line has a name, a SHA-256, and at most a rate")
    try:
        return digest, Key(name, rate(given))
    except ValueError as error:
        raise ValueError(f"the rate {given!r} {error}") from None


def parse_keys(text: str, place: object) -> dict[str, Key]:
    """Return the keys in a file's *text*.

    Raises SettingsError with a line for each fault, which names *place*.
    """
    keys, names, faults = dict[str, Key](), set[str](), list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            digest, key = read_key_line(line)
        except ValueError as error:
            faults.append(f"{place}, line {number}: {error}")
            continue
        if digest in keys or key.name in names:
            faults.append(f"{place}, line {number}: duplicate name or key")
        keys[digest] = key
        names.add(key.name)
    if faults:
        raise SettingsError("\n".join(faults))
    return keys


def read_keys(file: Path) -> dict[str, Key]:
    """Return the keys of a file.

    Raises SettingsError for a file that cannot be read or parsed.
    """
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"PAILI_KEYS_FILE: {file} cannot be read: {error}") from error
    return parse_keys(text, file)


class Keyring:
    """The valid keys: those of the environment, and those of the current file."""

    def __init__(self, given: Iterable[str], file: Path | None, on_fault: Callable[[str], None]) -> None:
        """Read the file; later faults are passed to *on_fault*, and the previous keys stay.

        Raises SettingsError for a file that cannot be read or parsed.
        """
        self.given, self.file, self.on_fault = unnamed_keys(given), file, on_fault
        self.seen, self.next_look, self.looking = self.stamp(), time.monotonic() + LOOK_EVERY, Lock()
        self.keys: Keys = self.given | (read_keys(file) if file else {})

    def stamp(self) -> object:
        """Return a value that changes with the file: identity, time and size."""
        try:
            now = self.file.stat() if self.file else None
        except OSError as error:
            return error.errno
        return now and (now.st_ino, now.st_mtime_ns, now.st_size)

    def reload_if_changed(self) -> None:
        """Read the file again if it has changed."""
        now = self.stamp()
        if self.file is None or now == self.seen:
            return
        try:
            self.keys = self.given | read_keys(self.file)
        except SettingsError as error:
            self.on_fault(str(error))
        self.seen = now

    def find(self, environ: WSGIEnvironment) -> Key | None:
        """Return the key of a request, None without a valid one."""
        if self.file and time.monotonic() >= self.next_look and self.looking.acquire(blocking=False):
            try:
                self.next_look = time.monotonic() + LOOK_EVERY
                self.reload_if_changed()
            finally:
                self.looking.release()
        scheme, _, given = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
        return self.keys.get(digest_of(given)) if scheme.lower() == "bearer" else None
