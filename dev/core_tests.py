"""The tests of the core, for commands that run them on a core with other build options.

`python -m dev.core_tests` prints those of `make test-fast`.
"""

from __future__ import annotations

ADVICE = ("bid", "check", "game", "hint_order", "only_avoid", "robot")
CORE_TESTS = (
    "tests/core", "tests/rules", "tests/position/test_position.py", "lab/tests/arena/test_nets.py",
    "tests/env/test_tables.py",
    *(f"tests/advice/test_{name}.py" for name in ADVICE), "tests/advice/tribute",
    "--ignore=tests/core/test_native_layout.py",
)  # fmt: skip
"""Arguments for pytest. Tests of pages, clients and servers would take minutes and cover nothing more of the core."""

NO_SERVERS = "not server and not signed and not browser and not wheel"
"""Marks of the tests that need only the core."""

SLOW_FILES = frozenset(
    f"{name}.py"
    for name in (
        "tests/position/test_position", "tests/advice/test_bid", "tests/advice/test_game", "tests/advice/test_robot",
        "tests/core/test_run_out", "tests/core/test_open_hands_search", "tests/rules/test_catalogue",
        "tests/rules/test_network_files", "tests/rules/test_perft", "tests/rules/test_new_game",
        "tests/rules/test_settlement", "tests/env/test_tables", "tests/rules/test_registries",
        "tests/advice/tribute/test_game_tribute", "lab/tests/arena/test_nets",
    )
)  # fmt: skip
"""Tests that take long on a slow core and cover little more of it."""

SLOW_TESTS = (
    "tests/core/test_sure_wins.py::test_an_answer_may_have_more_cards_than_what_it_beats",
    "tests/core/test_networks.py::test_inputs_are_those_of_the_second_implementation[guandan",
    "tests/core/test_networks.py::test_the_option_that_the_rules_like_best_is_not_behind[guandan",
    "tests/core/test_kept_games.py::test_samples_are_made_again_from_games[guandan",
    "tests/core/test_open_hands_allies.py::test_open_endings_of_allies_with_wild_cards_are_solved",
    "tests/core/test_small_answers.py::test_the_smallest_request_is_shown_with_both_answers",
    "tests/core/test_interpreter_lock.py", "tests/core/test_elementary.py",
)  # fmt: skip
"""Beginnings of names of tests, of other files, that take long and cover little more of the core."""

QUICK_TESTS = (
    *(test for test in CORE_TESTS if test not in SLOW_FILES),  # pytest does not ignore named files
    *(f"--ignore={file}" for file in sorted(SLOW_FILES)),
    *(f"--deselect={test}" for test in SLOW_TESTS),
    *("-p", "dev.every_seventh"),
)
"""Arguments for pytest: the tests of the core without the slow ones, and some of the cases of those with the most."""

FAST_TESTS = (
    "tests/core/test_small_answers.py",
    "tests/env/test_playthroughs.py",
    *(f"tests/core/test_{name}.py" for name in ("random_shapes", "unusual_rules", "training", "buffers", "rejections")),
    *(
        f"tests/core/test_{name}.py"
        for name in ("split", "kept_games", "engine_family", "open_hands", "open_hands_search")
    ),
)
"""Arguments for pytest: tests that detect most faults of the core within a minute, recorded answers first."""

if __name__ == "__main__":
    print(*FAST_TESTS)
