"""The pages: the board, reviews and puzzles, the hint button, documentation. Nothing in the API imports them.

routes          the blueprint that `app.py` adds to the API
pages           texts of simple pages; `rules_pages`, `rules_texts`, `review_page`, `hint_button`, `card_html` and
                `share_picture` others
assets          files of the pages, with their addresses and versions; `headers` their headers
board_preload   the first request of the board, computed with its page
built           the pages' files, and the bundles of their scripts, which `rolldown.config.mjs` describes
page            scripts, styles and images
browser_engine  the engine for browsers: the service's Python translated to JavaScript, the core compiled to WebAssembly
__main__        writes the pages for a static host
"""
