"""The games: cards, shapes and combos, auctions, tribute, scoring, and each game as data."""
