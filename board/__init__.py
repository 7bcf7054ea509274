"""The pages: the board, reviews and puzzles, the hint button, documentation. Nothing in the API imports them.

page            scripts, styles and images; `page/sw.js` is the service worker
bundles         paths of the scripts and of their bundles, which `rolldown.config.mjs` describes
assets          files of the pages, with their addresses, versions and compression
offline_files   files that work offline, and the service worker that keeps them
headers         headers of pages: content policy, ETags
card_html       cards drawn in pages without scripts
board_preload   the first request of the board, answered with its page
docs_pages      pages of the documentation: errors, numbers, the contract
rules_texts     sentences of the pages of rules: bidding, doubling, payments
rules_pages     a page of rules for each game
review_page     the review page with its link preview
hint_button     the script `<paili-hint>` and its demo page
share_picture   the picture of a shared result
routes          the blueprint that `app.py` adds to the API
browser_engine  the engine for browsers: the service's Python translated to JavaScript, the core as WebAssembly
__main__        writes the pages for a static host
"""
