"""Earlier builds of this project as opponents: exported, set up by their own Makefile, used over HTTP.

`expert@first` is the `expert` of the first build; `expert@0.1` that of release 0.1, for games and options that the
first build lacks; `make bench` compares instructions of the core with those of `core`, requests with `service`. They
are exported to `build/opponents`, which needs git with the whole history and, for the first use, the requirements of
`make run`.
"""

from __future__ import annotations

import atexit
import http.client
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO

from lab.arena.errors import ArenaError

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "opponents"

BUILDS = {"first": "82c6e51", "0.1": "ff37c50", "core": "e570f25", "service": "6b83eff5"}
"""Revisions by name."""

START = 60.0
"""Seconds within which a build must answer after its start."""


def has_revision(revision: str) -> bool:
    """Return whether the history at hand contains a revision."""
    git = ["git", "-C", str(ROOT), "cat-file", "-e", f"{revision}^{{commit}}"]
    return bool(shutil.which("git")) and subprocess.run(git, capture_output=True, check=False).returncode == 0


def commit_here() -> str:
    """Return the commit of this tree, with "-dirty" if files differ from it; "unknown" without git."""
    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def missing(name: str) -> str:
    """Return why a build is not available, "" if it is."""
    if has_revision(BUILDS[name]):
        return ""
    return f"{name} is revision {BUILDS[name]}, and the history here does not contain it: git fetch --unshallow"


def export_build(name: str) -> Path:
    """Return the folder of a build, exported and set up if necessary.

    Raises ArenaError if its revision is missing, or the setup fails.
    """
    reason, revision = missing(name), BUILDS[name]
    folder = FOLDER / revision
    if (folder / "ready").exists():
        return folder
    if reason:
        raise ArenaError(reason)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    tree = subprocess.run(["git", "-C", str(ROOT), "archive", revision], capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=tree, check=True)
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
    make = ["make", "-C", str(folder), ".venv/run.stamp", "build"]
    done = subprocess.run(make, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise ArenaError(f"{folder} cannot be set up: {done.stderr.strip().splitlines()[-1:]}")
    (folder / "ready").touch()
    return folder


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def is_ready(port: int) -> bool:
    """Return whether a service answers on a port."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=1)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status < 500
    except OSError:
        return False
    finally:
        connection.close()


def start_tied(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], log: IO[str]
) -> subprocess.Popen[bytes]:
    """Start a command in a *folder*; it ends when this process ends, even by a signal (`tied_process.py`)."""
    tie = [sys.executable, "-I", str(Path(__file__).with_name("tied_process.py"))]
    return subprocess.Popen(
        [*tie, *command], cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=log, stderr=log
    )


def stop_build(server: subprocess.Popen[bytes]) -> None:
    """Stop a service."""
    assert server.stdin is not None
    server.stdin.close()
    server.wait()


@cache
def address_of(name: str) -> str:
    """Return the address of a build's service, which runs until this process ends.

    Raises ArenaError if it does not start.
    """
    folder, port = export_build(name), free_port()
    environment = os.environ | {"HOST": "127.0.0.1", "PORT": str(port), "WORKERS": "1"}
    serve = [str(folder / ".venv/bin/gunicorn"), "-c", "gunicorn.conf.py", "app:create_app()"]
    with (folder / "log").open("w") as log:
        server = start_tied(serve, folder, environment, log)
    atexit.register(stop_build, server)
    end = time.monotonic() + START
    while not is_ready(port):
        if server.poll() is not None or time.monotonic() > end:
            stop_build(server)
            raise ArenaError(f"the build {name} does not start: {folder / 'log'}")
        time.sleep(0.1)
    return f"http://127.0.0.1:{port}"
