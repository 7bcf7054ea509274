"""Compare all answers with their signatures in `tests/data/signatures.txt`.

    python -m dev.signatures               # recompute all lines and texts; report those that changed
    python -m dev.signatures 'laizi.*'     # only these lines
    python -m dev.signatures --write       # write the present lines and texts
    python -m dev.signatures --commits     # check titles and trailers of commit messages
    python -m dev.signatures --diff REV    # for each line that REV answers differently, the first such request

A line is a name, the number of answers and a hash over them, without their texts. The texts of answers are in
`tests/data/texts.txt`, in both languages. A commit that changes lines names them in its last line:
`Answers: laizi.move.*`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping

from dev.signatures import lines, replay
from dev.signatures.commits import check_commits
from tests.helpers import golden_texts

MOST_TEXT_LINES = 60
"""Maximum printed lines of a difference in texts."""


def line_differences(computed: Mapping[str, str], recorded: Mapping[str, str]) -> list[str]:
    return [
        f"{name}: {recorded.get(name, 'not recorded')} -> {computed.get(name, 'removed')}"
        for name in dict.fromkeys([*recorded, *computed])
        if computed.get(name) != recorded.get(name)
    ]


def main() -> int:
    """Run the command; return 1 if a line, a text or a commit message is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m dev.signatures", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=["*"], help="names of lines, as patterns")
    parser.add_argument("--write", action="store_true", help="write the present lines and texts")
    parser.add_argument("--commits", action="store_true", help="check commit messages instead")
    parser.add_argument("--diff", metavar="REV", help="build REV elsewhere and send it the recorded requests")
    parser.add_argument("--threads", type=int, default=1, help="threads that ask (1)")
    chosen = parser.parse_args()
    if chosen.commits:
        faults = check_commits()
        print(*faults, sep="\n")
        return int(bool(faults))
    if chosen.diff:
        different = list(replay.differences(chosen.diff, chosen.names))
        print(*different, f"{len(different)} lines differ from {chosen.diff}", sep="\n")
        return int(bool(different))
    began = time.process_time()
    computed, known = lines.computed(chosen.names, chosen.threads), lines.recorded()
    compared = {name: known[name] for name in lines.matching(known, chosen.names)}
    changed = line_differences(computed, compared)
    changed_texts = golden_texts.golden_differences(golden_texts.golden_files()) if chosen.names == ["*"] else []
    if chosen.write:
        merged = {name: line for name, line in known.items() if name not in compared} | computed
        lines.FILE.write_text(lines.HEAD + "".join(f"{name} {merged[name]}\n" for name in sorted(merged)))
        golden_texts.write_golden_files()
    seconds = time.process_time() - began
    print(
        *changed,
        *changed_texts[:MOST_TEXT_LINES],
        f"{len(computed)} lines, {len(changed)} changed, {seconds:.0f} s of a core",
        sep="\n",
    )
    return int(bool(changed or changed_texts) and not chosen.write)


if __name__ == "__main__":
    sys.exit(main())
