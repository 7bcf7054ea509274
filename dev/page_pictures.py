"""Draw the pictures of the pages: touch icons, and link previews, one for each game.

    python -m dev.page_pictures    # writes service/page/images/icon-*.png and service/page/images/share-*.png

Needs Debian's chromium and fonts with Chinese characters. The files are part of the source: a build needs neither.
"""

from __future__ import annotations

import argparse
import shutil
from html import escape

from service.rules.variants import VARIANTS
from service.site import assets, board_html

SHARE = (1200, 630)
"""Width and height of link previews."""

TOUCH_SIZES = (180, 192, 512)

HANDS = {
    "standard": "DX22AKKQJT9876543",
    "contest": "DX22AAKQJT987653",
    "yuncheng": "WDX22AKQJT876543",
    "laizi": "D227777AKQJT9653",
    "paodekuai": "2AKKQQJT98765433",
    "paodekuai_two": "2AAKQJT987665433",
    "guandan": "DX2h2sAcAsKdQhJsTc9d8h",
    "zhengshangyou": "DX22AAKQJT998765",
}
"""Cards of each picture, highest first."""

STYLE = """
* { box-sizing: border-box; margin: 0; }
body { font-family: "Noto Sans CJK SC", "PingFang SC", sans-serif; background: #17503d; color: #f3f7f4; }
main { width: 1200px; height: 630px; padding: 64px 72px; position: relative; }
h1 { font-size: 96px; line-height: 1.1; } h2 { font-size: 44px; font-weight: 400; opacity: .85; margin-top: 8px; }
h3 { font-size: 36px; font-weight: 400; opacity: .7; }
p { position: absolute; right: 72px; top: 72px; font-size: 40px; font-weight: 700; color: #ffd666; }
div { position: absolute; left: 72px; bottom: -40px; display: flex; }
span { width: 150px; height: 290px; margin-right: -85px; padding: 14px 16px; border-radius: 16px; background: #fffef8;
  color: #1c1b20; border: 2px solid #0b3326; font-size: 58px; line-height: 1; font-weight: 700; white-space: pre-line; }
.red { color: #b3261e; } .joker { font-size: 46px; line-height: 1.05; } .wild { background: #ffd666; }
"""


def picture_of(variant: str) -> str:
    """Return the picture of a game as a page."""
    game, rules = (
        VARIANTS[variant],
        board_html.WildRanks("7" if variant == "laizi" else "", "2" if variant == "guandan" else ""),
    )
    cards = []
    for token in board_html.PIECE.findall(HANDS[variant]):
        rank, suit = token[0], token[1:]
        marks = {
            "red": suit in ("h", "d") or rank == "D",
            "joker": rank in board_html.JOKERS,
            "wild": board_html.is_wild_token(token, rules),
        }
        face = (
            "\n".join(board_html.JOKERS.get(rank, "")) or f"{board_html.face(rank)}\n{board_html.SUITS.get(suit, '')}"
        )
        cards.append(f'<span class="{" ".join(name for name, holds in marks.items() if holds)}">{face}</span>')
    return (
        f"<!doctype html><style>{STYLE}</style><main><h1>{game.zh}</h1><h2>{escape(game.name)}</h2>"
        f"<h3>{escape(game.meaning)}</h3>"
        f"<p>Paili 牌力</p><div>{''.join(cards)}</div></main>"
    )


def icon_of(size: int) -> str:
    """Return a page of *size* pixels that shows the icon without rounded corners."""
    icon = assets.ICON.replace("<svg ", f'<svg width="{size}" height="{size}" ').replace('rx="7"', 'rx="0"')
    return f"<!doctype html><style>body {{ margin: 0 }} svg {{ display: block }}</style>{icon}"


def main() -> None:
    """Draw all pictures."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    from playwright.sync_api import sync_playwright

    pages = {f"share-{variant}": (picture_of(variant), *SHARE) for variant in VARIANTS}
    pages |= {f"icon-{size}": (icon_of(size), size, size) for size in TOUCH_SIZES}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (html, width, height) in pages.items():
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_content(html)
            page.screenshot(path=str(assets.FOLDER / "images" / f"{name}.png"))
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
