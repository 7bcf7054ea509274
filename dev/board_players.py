"""Play every game at the board at every size, by mouse, touch and keyboard: `python -m dev.board_players`.

Prints a line for each deal; the exit status is 1 if one of them failed.
"""

from __future__ import annotations

import argparse
import sys
from itertools import product
from time import monotonic

from playwright.sync_api import Error, sync_playwright

from service.rules.variants import VARIANTS
from tests.helpers.board_player import MEANS, SIZES, open_board, play_deal
from tests.helpers.chromium import CHROMIUM, SHOTS
from tests.http.test_server import GunicornProcess


def main() -> None:
    """Play and print; return 1 if a deal could not be played to its end."""
    parser = argparse.ArgumentParser(prog="python -m dev.board_players", description=__doc__.split("\n")[0])
    parser.add_argument("--game", choices=list(VARIANTS), help="this game only")
    parser.add_argument("--size", choices=list(SIZES), help="this size only")
    parser.add_argument("--means", choices=list(MEANS), help="these means only")
    options, failed = parser.parse_args(), 0
    chosen = product(
        [options.game] if options.game else VARIANTS,
        [options.size] if options.size else SIZES,
        [options.means] if options.means else MEANS,
    )
    server = GunicornProcess(workers=1)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for number, (variant, size, means) in enumerate(chosen):
            began = monotonic()
            page = open_board(browser, server.port, variant, size, ("zh", "en")[number % 2])
            try:
                outcome = f"{play_deal(page, MEANS[means](page))} turns"
            except (AssertionError, Error) as error:
                failed += 1
                SHOTS.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=str(SHOTS / f"failed-{variant}-{size}-{means}.png"))
                outcome = f"FAILED: {str(error).splitlines()[0]}"
            print(f"{variant} {size} {means}: {outcome}, {monotonic() - began:.1f} s", flush=True)
            page.context.close()
        browser.close()
    server.stop()
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
