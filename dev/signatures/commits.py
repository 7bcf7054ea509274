"""The check of commit messages: a commit that changes lines of the file of signatures names them in its trailer."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator

from dev.signatures.lines import FILE, matching, parse_signatures

TRAILER = "Answers: "
LONGEST_TITLE = 72
"""Maximum characters of a commit's title."""

TITLE = re.compile(r"[A-Za-z0-9_./, +-]{2,30}: \S")
"""A title names the component first."""


def git(*words: str) -> str:
    """Return the output of a git command."""
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True, cwd=FILE.parent).stdout


def lines_of(commit: str) -> dict[str, str]:
    """Return the file's lines in a commit; empty before the file existed."""
    if not git("ls-tree", "--name-only", commit, f"./{FILE.name}"):
        return {}
    return parse_signatures(git("show", f"{commit}:./{FILE.name}"))


def message_faults(message: str, changed: set[str]) -> Iterator[str]:
    """Yield the errors in the message of a commit that changed these lines."""
    title = message.partition("\n")[0]
    if len(title) > LONGEST_TITLE:
        yield f"has a title of {len(title)} characters; the limit is {LONGEST_TITLE}"
    if not TITLE.match(title):
        yield "has a title without its component: write 'component: imperative title'"
    last = next((line for line in reversed(message.splitlines()) if line.strip()), "")
    named = last.removeprefix(TRAILER).replace(",", " ").split() if last.startswith(TRAILER) else []
    missing = sorted(changed - set(matching(changed, named)))
    if missing:
        yield f"changes {', '.join(missing)}: name them in its last line, {TRAILER}{missing[0]}"
    unchanged = [pattern for pattern in named if not matching(changed, [pattern])]
    if unchanged:
        yield f"names {', '.join(unchanged)}, which it does not change"


def check_commits() -> list[str]:
    """Return the errors of all commits since the file was added at its present path."""
    touching = git("log", "--reverse", "--full-history", "--format=%H", "--", FILE.name).split()
    if not touching:
        return []
    log, faults = git("log", "--reverse", "--no-merges", "--format=%H%n%B%x00", f"{touching[0]}..HEAD"), list[str]()
    for entry in log.split("\0")[:-1]:
        commit, _, message = entry.lstrip("\n").partition("\n")
        before, now = (lines_of(f"{commit}^"), lines_of(commit)) if commit in touching else ({}, {})
        changed = {name for name in before | now if before.get(name) != now.get(name)}
        faults += [f"{commit[:10]} {fault}" for fault in message_faults(message, changed)]
    return faults
