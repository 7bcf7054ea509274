"""Comparison with another revision: the recorded requests are sent to both applications.

The revision is checked out and built in a temporary folder. A child process there imports its application and answers
the requests of the current one, so both answer the same requests.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from dev import ROOT
from dev.signatures.commits import git
from dev.signatures.lines import FILE, line_sources, matching, parse_signatures, recorded
from tests.helpers.answers import Request, SignedAnswer, application_client, without_texts

CHILD = """
import os, pickle, sys
os.environ.update(PAILI_SLOTS="14", PAILI_WAITERS="0")
from app import create_app
client = create_app().test_client()
for request in pickle.load(sys.stdin.buffer):
    path, body, lang = request
    headers = {"X-Request-Id": "signed", "Accept-Language": lang}
    answer = client.get(path, headers=headers) if body is None else client.post(path, json=body, headers=headers)
    pickle.dump(f"{answer.status_code} ".encode() + answer.data, sys.stdout.buffer)
"""
"""Program that runs in the other revision; it needs only the application."""


class OtherRevision:
    """A revision, checked out and built in a folder."""

    def __init__(self, revision: str, folder: Path) -> None:
        self.folder = folder
        archive = subprocess.run(["git", "archive", revision], check=True, capture_output=True, cwd=ROOT).stdout
        with tarfile.open(fileobj=BytesIO(archive)) as tree:
            tree.extractall(folder, filter="data")
        subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], check=True, cwd=folder)

    def answers(self, requests: Sequence[Request]) -> list[bytes]:
        """Return status and body of the answer to each request."""
        environment = {**os.environ, "PYTHONPATH": ""}
        sent = pickle.dumps([tuple(request) for request in requests])
        output = subprocess.run(
            [sys.executable, "-c", CHILD], input=sent, check=True, cwd=self.folder, env=environment, capture_output=True
        ).stdout
        stream = BytesIO(output)
        return [pickle.load(stream) for _ in requests]

    def recorded(self) -> dict[str, str]:
        """Return the signatures that the revision recorded."""
        return parse_signatures((self.folder / FILE.relative_to(ROOT)).read_text())


def request_line(request: Request) -> str:
    return f"{'GET' if request.body is None else 'POST'} {request.path} [{request.lang}] {request.body or ''}"


def differences(revision: str, patterns: Sequence[str]) -> Iterator[str]:
    """Yield a paragraph for each line that differs: the first request with different answers, and both answers."""
    sources = line_sources(application_client())
    revision = git("rev-parse", "--verify", f"{revision}^{{commit}}").strip()
    with tempfile.TemporaryDirectory() as folder:
        other = OtherRevision(revision, Path(folder))
        for name in matching(sources, patterns):
            answers = list(sources[name]())
            requests = [answer.request for answer in answers if answer.request is not None]
            if requests:
                yield from first_difference(name, answers, other.answers(requests))
            elif other.recorded().get(name) not in (None, recorded().get(name)):
                yield f"{name}: {other.recorded()[name]} -> {recorded().get(name)} (no requests to show)"


def first_difference(name: str, answers: Sequence[SignedAnswer], others: Sequence[bytes]) -> Iterator[str]:
    """Yield the first answer of a line that differs from the other revision's; nothing if all are equal."""
    pairs = [(answer, other) for answer, other in zip(answers, others, strict=True) if differ(answer, other)]
    if pairs:
        (answer, other), *_ = pairs
        assert answer.request is not None
        yield (
            f"{name}: {len(pairs)} of {len(answers)} answers differ; the first:\n  {request_line(answer.request)}\n"
            + (f"  before: {other.decode()}\n  now:    {answer.data.decode()}")
        )


def differ(answer: SignedAnswer, other: bytes) -> bool:
    """Return whether two answers differ in more than their texts."""
    return answer.signed != (without_texts(other) if other[4:5] in (b"{", b"[") else other)
