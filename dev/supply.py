"""Supply chain checks: `python -m dev.supply` lists packages, known vulnerabilities and secrets.

parts     build/sbom.json, a CycloneDX list of everything that the image installs, made from the lock
holes     pip-audit on the pins of all locks; packages that could not be checked are listed
secrets   detect-secrets on every file of the project written by hand

The exit status is 1 if a part is missing from the list, a vulnerability is known, or something looks like a secret.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from dev import ROOT
from dev.environment import environment
from tests.helpers.locks import pins

IMAGE = "requirements/redis.txt"
"""The lock that the image installs."""

SBOM = ROOT / "build" / "sbom.json"

HASHED = (
    r"requirements/.*\.txt",
    r"service/rules/networks/.*",
    r"tests/data/signatures\.txt",
    r"tests/data/small/.*\.jsonl",
    r"tests/data/((perft|golden|playthroughs)/.*|texts)\.txt",
)
NOT_WRITTEN = f"^({'|'.join(HASHED)})$"
"""Files that commands write; hashes look like secrets."""

NO_SECRETS = (
    r'secretName|seed is a secret|@sha256:[0-9a-f]{64}|^\s*"[0-9a-f]{12}",$|"hand"|^\s*("[0-9a-f]{16}",\s*){5}$'
)
"""Patterns of lines that name a secret without containing it, names of images and networks, hands, and BLAKE2b's
permutations."""

VENDORS = (
    "ArtifactoryDetector", "AzureStorageKeyDetector", "CloudantDetector", "DiscordBotTokenDetector",
    "IbmCloudIamDetector", "IbmCosHmacDetector", "MailchimpDetector", "SendGridDetector", "SlackDetector",
    "SoftlayerDetector", "SquareOAuthDetector", "StripeDetector", "TelegramBotTokenDetector", "TwilioKeyDetector",
)  # fmt: skip
"""Plugins for tokens of vendors that the project has no account with, a third of the time."""


def tool(name: str, *arguments: str) -> str:
    """Return the output of a tool, regardless of its exit status."""
    command = [str(environment() / name), *arguments]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if not ended.stdout:
        raise RuntimeError(f"{name}: {ended.stderr}")
    return ended.stdout


def missing_parts(sbom: Mapping[str, Any], pinned: Iterable[tuple[str, str]]) -> list[str]:
    """Return the pins that are missing in a list of packages."""
    listed = {(part["name"].lower(), part.get("version", "")) for part in sbom["components"]}
    return [f"{name} {version} is not among the parts" for name, version in sorted(set(pinned) - listed)]


def parts() -> list[str]:
    options = ["--pyproject", "pyproject.toml", "--output-reproducible", "--of", "JSON"]
    SBOM.write_text(tool("cyclonedx-py", "requirements", IMAGE, *options))
    listed = json.loads(SBOM.read_text())
    print(f"parts: {len(listed['components'])} in {SBOM.relative_to(ROOT)}")
    return missing_parts(listed, pins(ROOT / IMAGE))


def known_holes(audit: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return a sentence for each known vulnerability, and the packages that the database could not be queried for."""
    sentences = [
        f"{part['name']} {part['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'nothing yet'}"
        for part in audit["dependencies"]
        for hole in part.get("vulns", ())
    ]
    return sentences, [part["name"] for part in audit["dependencies"] if "skip_reason" in part]


def holes() -> list[str]:
    """Return the known vulnerabilities of everything that is pinned."""
    locks = sorted((ROOT / "requirements").glob("*.txt"))
    pinned = sorted({pin for lock in locks for pin in pins(lock)})
    assert pinned
    known, unchecked, listed = set[str](), set[str](), ROOT / "build" / "pinned.txt"
    while pinned:  # one version of each package at a time
        chosen = dict(pinned)
        listed.write_text("".join(f"{name}=={version}\n" for name, version in chosen.items()))
        options = ["--disable-pip", "--no-deps", "--progress-spinner", "off", "-f", "json"]
        sentences, skipped = known_holes(json.loads(tool("pip-audit", "-r", str(listed), *options)))
        known.update(sentences)
        unchecked.update(skipped)
        pinned = [(name, version) for name, version in pinned if chosen[name] != version]
    print(f"holes: {len(known)} known in {len(locks)} locks")
    if unchecked:
        names = ", ".join(sorted(unchecked))
        print(f"holes: {len(unchecked)} parts were NOT LOOKED AT, for the database could not be asked: {names}")
    return sorted(known)


def secrets() -> list[str]:
    """Return the locations of possible secrets."""
    without = [word for name in VENDORS for word in ("--disable-plugin", name)]
    report = tool(
        "detect-secrets", "scan", "--no-verify", "--exclude-files", NOT_WRITTEN, "--exclude-lines", NO_SECRETS, *without
    )
    hits = [
        f"{path}, line {secret['line_number']}: {secret['type']}"
        for path, listed in json.loads(report)["results"].items()
        for secret in listed
    ]
    print(f"secrets: {len(hits)}")
    return hits


def main() -> int:
    """Print every error; return 0 without errors."""
    parser = argparse.ArgumentParser(
        prog="python -m dev.supply", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.parse_args()
    faults = parts() + holes() + secrets()
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
