"""Requests with several errors of meaning, with code and pointer of each error in the order of the answer."""

from __future__ import annotations

from typing import Any

ERRORS: dict[str, tuple[str, dict[str, Any], list[tuple[str, str]]]] = {
    "two fields of a snapshot": (
        "analyze",
        {"hand": "34z", "seat": "north"},
        [("/hand", "card_unknown"), ("/seat", "seat_unknown")],
    ),
    "hand, seat and last play": (
        "analyze",
        {"hand": "34z", "seat": "north", "last": "35"},
        [("/hand", "card_unknown"), ("/seat", "seat_unknown"), ("/last", "not_a_play")],
    ),
    "all fields of a snapshot": (
        "move",
        {"hand": "34z", "bottom": "3", "seat": "north", "last": "35", "seen": "y", "left": {"landlord": 99, "x": 2}},
        [
            ("/hand", "card_unknown"),
            ("/bottom", "hand_size"),
            ("/seat", "seat_unknown"),
            ("/last", "not_a_play"),
            ("/seen", "card_unknown"),
            ("/left/landlord", "history_inconsistent"),
            ("/left/x", "seat_unknown"),
        ],
    ),
    "fields that exclude each other": (
        "analyze",
        {"hand": "3s4s", "seat": "landlord", "last": {"cards": "3s", "seat": "landlord"}, "left": {"landlord_up": 18}},
        [
            ("/last/seat", "history_inconsistent"),
            ("/left/landlord_up", "history_inconsistent"),
        ],
    ),
    "the first error of a history, and of other fields": (
        "analyze",
        {"hand": "34z", "seat": "landlord_down", "history": ["TT", "33", "z", "44"], "seen": "3", "left": {"x": 1}},
        [
            ("/hand", "card_unknown"),
            ("/history/1", "does_not_beat"),
            ("/seen", "field_conflict"),
            ("/left/x", "seat_unknown"),
        ],
    ),
    "fields that contradict a history": (
        "analyze",
        {"hand": "3456", "seat": "landlord_down", "history": ["TT"], "last": "99", "left": {"landlord": 17}},
        [
            ("/last", "history_inconsistent"),
            ("/left/landlord", "history_inconsistent"),
            ("/hand", "hand_size"),
        ],
    ),
    "cards to check, without a hand": (
        "check",
        {"cards": "35z", "seat": "north", "last": "36"},
        [("/cards", "card_unknown"), ("/seat", "seat_unknown"), ("/last", "not_a_play")],
    ),
    "a hand, its last play, and cards to check": (
        "check",
        {"cards": "35z", "hand": "3!", "last": "36"},
        [("/hand", "card_unknown"), ("/last", "not_a_play"), ("/cards", "card_unknown")],
    ),
    "a hand, and what is asked about it": (
        "analyze",
        {"hand": "34z", "level": "clubs", "limits": {"games": 10**5, "nodes": 10**9}, "for": "clubs", "only": ["3"]},
        [
            ("/hand", "card_unknown"),
            ("/level", "level_unknown"),
            ("/limits/nodes", "limit_too_large"),
            ("/limits/games", "limit_too_large"),
            ("/for", "level_unknown"),
        ],
    ),
    "plays of a filter": (
        "move",
        {"hand": "3445", "only": ["6", "4", "pass"], "avoid": ["z"]},
        [("/only/0", "not_held"), ("/only/2", "not_a_play"), ("/avoid/0", "card_unknown")],
    ),
    "options": (
        "analyze",
        {"hand": "34z", "options": {"quad2": "x", "must": "on", "trio_alone": "maybe"}},
        [("/options/quad2", "option_unknown"), ("/options/trio_alone", "option_unknown")],
    ),
    "a position in one line": (
        "analyze",
        {"position": "standard north 34z - ?35@south"},
        [("/hand", "card_unknown"), ("/seat", "seat_unknown"), ("/last/cards", "not_a_play")],
    ),
    "open hands": (
        "solve",
        {"hands": {"landlord": "3z", "landlord_up": "4"}, "turn": "south", "last": "35", "limits": {"memory": 10**6}},
        [
            ("/limits/memory", "limit_too_large"),
            ("/hands/landlord", "card_unknown"),
            ("/turn", "seat_unknown"),
            ("/last", "not_a_play"),
        ],
    ),
    "an auction": (
        "bid",
        {"hand": "34z", "bids": [1, 1], "bottom": "z"},
        [("/bids/1", "bid_invalid"), ("/hand", "card_unknown")],
    ),
    "a hand in an auction": (
        "bid",
        {"hand": "34z", "bids": [1], "place": 2, "bottom": "3"},
        [("/place", "not_your_turn"), ("/bottom", "field_conflict"), ("/hand", "card_unknown")],
    ),
    "a deal, its auction and its plays": (
        "game",
        {
            "deal": {"hands": {"landlord": "3z", "landlord_up": "4"}, "bottom": "3"},
            "auction": {"bids": [3, 1]},
            "history": ["35", "z"],
        },
        [
            ("/deal/hands/landlord", "card_unknown"),
            ("/deal/hands/landlord_up", "hand_size"),
            ("/deal/bottom", "hand_size"),
            ("/auction/bids/1", "bid_invalid"),
        ],
    ),
    "a deal and its plays": (
        "game",
        {"deal": {"hands": {"landlord": "3z"}}, "auction": {"bids": [3]}, "history": ["35", "z"]},
        [("/deal/hands/landlord", "card_unknown"), ("/history/0", "not_a_play")],
    ),
    "a review": (
        "review",
        {"deal": {"hands": {"landlord": "3z"}}, "history": ["35"], "level": "clubs", "seats": ["x", "y"]},
        [
            ("/level", "level_unknown"),
            ("/deal/hands/landlord", "card_unknown"),
            ("/history/0", "not_a_play"),
            ("/seats/0", "seat_unknown"),
            ("/seats/1", "seat_unknown"),
        ],
    ),
    "a tribute": (
        "tribute",
        {"variant": "guandan", "role": "give", "hand": "3z", "paid": "4s", "order": ["8", "0", "1", "9"]},
        [
            ("/hand", "card_unknown"),
            ("/paid", "field_conflict"),
            ("/order/0", "seat_unknown"),
            ("/order/3", "seat_unknown"),
        ],
    ),
    "a deal": (
        "deal",
        {"variant": "guandan", "seed": 1, "profile": "strong", "seat": "x", "theme": "avoid_pairs", "shuffle": "none"},
        [("/seat", "seat_unknown"), ("/theme", "field_conflict"), ("/shuffle", "field_conflict")],
    ),
}
"""Endpoint, body, and errors as (pointer, code), by what is wrong."""
