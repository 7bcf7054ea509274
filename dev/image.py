"""Run the steps of the Dockerfile without Docker: `python -m dev.image`.

The environment is installed from the lock that the Dockerfile names, the files that it copies are copied, and its CMD
runs as its USER in a folder that this user cannot write to; its HEALTHCHECK must pass, a request must be answered, and
SIGTERM must stop it cleanly. Each installed package must include its licence.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from dev import ROOT
from tests.helpers.nginx import ask
from tests.helpers.ports import free_port

HOME = "/opt/paili"
"""Path of the environment in the Dockerfile."""


class Recipe(NamedTuple):
    """Steps of the Dockerfile, with their paths below another root."""

    install: list[str]
    """Commands of the first stage that create the environment."""
    copies: list[tuple[str, str]]
    """Files of the project to copy, with their destinations."""
    variables: dict[str, str]
    user: int
    check: list[str]
    command: list[str]


def recipe(root: Path) -> Recipe:
    """Return the steps of the Dockerfile."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    last = text[text.rindex("\nFROM ") :]
    workdir = re.findall(r"^WORKDIR (\S+)", last, re.MULTILINE)[-1]
    copies = []
    for line in re.findall(r"^COPY --from=build (.*)", last, re.MULTILINE):
        *sources, target = line.split()
        copies += [(source.removeprefix("/paili/"), target) for source in sources if source != HOME]
    install = [step.strip() for step in re.findall(r"python -m (?:venv|pip) [^&\n]*", text)]
    check, command = (json.loads(command_line) for command_line in re.findall(r"CMD (\[.*\])", last))
    moved = [[word.replace(HOME, f"{root}{HOME}") for word in words] for words in (install, check, command)]
    variables = dict(pair.split("=", 1) for pair in re.findall(r"^ENV (.*)", last, re.MULTILINE)[0].split())
    (user,) = re.findall(r"^USER (\d+)", last, re.MULTILINE)
    places = [(source, f"{root}{workdir}/{target.removeprefix('./')}") for source, target in copies]
    return Recipe(moved[0], places, variables, int(user), moved[1], moved[2])


def build_image(made: Recipe, root: Path) -> Path:
    """Create the files of the image and return its working folder."""
    for step in made.install:
        subprocess.run([sys.executable, *shlex.split(step)[1:]], cwd=ROOT, check=True)
    for source, target in made.copies:
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, target)
        else:
            Path(target).mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / source, target)
    subprocess.run(["chmod", "-R", "a+rX,go-w", str(root)], check=True)
    return root / "paili"


LICENCE = re.compile(r"licen[cs]e|copying", re.IGNORECASE)


def unlicensed_parts(root: Path) -> list[str]:
    """Return a sentence for each package installed below *root* without a licence file in its metadata."""
    return [
        f"{folder.stem} has no licence file in the image"
        for folder in sorted(root.rglob("*.dist-info"))
        if not any(LICENCE.search(path.name) for path in folder.rglob("*") if path.is_file())
    ]


def as_user(user: int, words: list[str]) -> list[str]:
    """Return a command that runs *words* as an unprivileged user.

    As the current user if that one has no Python here.
    """
    drop = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--no-new-privs"]
    if (
        os.geteuid() == 0
        and not subprocess.run([*drop, sys.executable, "-c", ""], capture_output=True, check=False).returncode
    ):
        return [*drop, *words]
    return words


def serve_image(made: Recipe, place: Path) -> list[str]:
    """Run the image's command, send requests and stop it; return the errors."""
    port = free_port()
    environment = {"PATH": os.environ["PATH"]} | made.variables | {"PORT": str(port), "WORKERS": "1"}
    before = sorted(place.rglob("*"))
    process = subprocess.Popen(command := as_user(made.user, made.command), cwd=place, env=environment)
    print(
        "image: as",
        f"user {made.user}" if command[0] == "setpriv" else "whoever runs this: Python is not for others here",
    )
    try:
        for _ in range(300):
            healthy = subprocess.run(as_user(made.user, made.check), env=environment, capture_output=True, check=False)
            if healthy.returncode == 0 or process.poll() is not None:
                break
            time.sleep(0.2)
        faults = [] if healthy.returncode == 0 else [f"the health check fails: {healthy.stderr.decode()}"]
        for path in ("/v1/analyze?hand=3345", "/", "/docs", "/openapi.yaml") if not faults else ():
            status = ask(port, path).status
            faults += [] if status == 200 else [f"{path} is answered {status}"]
    finally:
        process.send_signal(signal.SIGTERM)
        status = process.wait(timeout=60)
    if status:
        faults.append(f"SIGTERM ends it with {status}")
    return faults + [f"it wrote {path}" for path in sorted(place.rglob("*")) if path not in before]


def main() -> int:
    """Print every error; return 0 without errors."""
    argparse.ArgumentParser(prog="python -m dev.image", description=__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        made = recipe(root)
        place = build_image(made, root)
        used = sum(path.lstat().st_size for path in root.rglob("*") if path.is_file()) / 1e6
        print(f"image: {used:.0f} MB on top of the base")
        faults = unlicensed_parts(root) + serve_image(made, place)
    print("\n".join(faults) or "image: it builds, serves and stops as the Dockerfile says")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
