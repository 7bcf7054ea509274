"""The engine: plays of many trios against the slow reference, rejected rules and combos, caches and threads."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from types import SimpleNamespace

import pytest

from service.core import engine, robots
from service.core.bindings import NO_CONSTRAINTS, Buffers, CompiledRules, CoreError, ffi, lib, weights_from
from service.rules import cards
from tests.helpers import family_engine as h
from tests.helpers.rules import combo_of, random_hand

DENSE = "33334444555566667777"
"""Ranks of overlapping runs, which have many readings."""


@pytest.mark.parametrize("seed", range(30))
def test_dense_hands_are_read_right(seed: int) -> None:
    """Hands of few ranks, where planes, wings and quads overlap."""
    rng = random.Random(seed)
    game, rules = h.random_pair("standard", rng)
    hand = game.pack(rng.sample(DENSE, 13))
    assert h.legal_of_engine(rules, hand, None, NO_CONSTRAINTS) == h.legal_of_game(game, rules, hand, None, False)


@pytest.mark.parametrize("seed", range(20))
def test_many_trios_answer_each_other(seed: int) -> None:
    """Planes of three and more against hands of many trios: the same cards with several keys."""
    rng = random.Random(seed)
    game, rules = h.random_pair("standard", rng)
    hand, table = (game.pack(rng.sample("333444555666777888999", size)) for size in (14, 12))
    for reading in game.readings(table):
        plays = h.legal_of_engine(rules, hand, h.combo_of(rules, table, reading), NO_CONSTRAINTS)
        assert plays == h.legal_of_game(game, rules, hand, reading, False), (hand, table, reading, dict(game.options))


def test_beating_is_transitive(standard: CompiledRules) -> None:
    combos = engine.legal(standard, cards.pack("333344445555XD"))
    beaten = {a: [b for b in combos if engine.beats(standard, a, b)] for a in combos}
    assert all(set(beaten[b]) <= set(beaten[a]) for a in combos for b in beaten[a])


@pytest.mark.parametrize("neighbour", ["on", "off"])
@pytest.mark.parametrize(("kickers", "touches"), [("333", True), ("777", True), ("888", False)])
def test_three_alike_may_touch_the_plane_that_they_go_with(neighbour: str, kickers: str, touches: bool) -> None:
    rules = engine.rules_for("standard", (("attach_neighbour_triple", neighbour),))
    led = engine.play(rules, cards.pack("333444555TQA"), cards.pack("333444555TQA"), None)
    answers = engine.legal(rules, cards.pack("444555666" + kickers), led)
    assert len(answers) == (neighbour == "on" or not touches)


def test_every_play_reads_back(standard: CompiledRules) -> None:
    hand = cards.pack("33344455566677789TJX")
    for combo in engine.legal(standard, hand):
        assert engine.play(standard, hand, combo.cards, None) == combo


@pytest.mark.parametrize("hand", [1 << 60, 0xFFFFFFFFFFFFFFF])
def test_hands_that_no_rules_can_hold_are_refused(standard: CompiledRules, hand: int) -> None:
    """A wild card in rules without wild cards; more cards than a seat may have."""
    with pytest.raises(CoreError, match="a hand that these rules cannot hold"):
        engine.split(standard, hand)


def test_a_wild_card_is_refused_after_calls_with_other_rules(standard: CompiledRules) -> None:
    """The buffers of a call still contain the bodies of other rules."""
    flower = engine.rules_for("yuncheng")
    for seed in range(5):
        for hand in robots.deal(flower, seed)[:2]:
            engine.hints(flower, hand)
    with pytest.raises(CoreError, match="a hand that these rules cannot hold"):
        engine.split.__wrapped__(standard, 1 << 60)


def test_combos_that_are_no_reading_are_refused(standard: CompiledRules) -> None:
    pair = combo_of(standard, "33")
    with pytest.raises(CoreError, match="no reading"):
        engine.legal(standard, cards.pack("4455"), pair._replace(key=9))


@pytest.mark.parametrize(
    ("field", "value"),
    [("copies", 0), ("copies", 13), ("run_min", 0), ("run_max", 16), ("kickers", 5), ("kicker_size", 3), ("wilds", 4)],
)
def test_rows_that_contradict_themselves_are_refused(standard: CompiledRules, field: str, value: int) -> None:
    rules = ffi.new("struct rules *", standard.c[0])
    setattr(rules.shapes[4], field, value)
    assert lib.rules_verify(rules) == lib.ERROR_RULES


@pytest.mark.parametrize(
    ("field", "value"),
    [("n_shapes", 255), ("n_run", 255), ("flags", 1024), ("wild_ranks", 1 << 15), ("wild_cards", 7), ("wild_rank", 15)],
)
def test_rule_sets_that_contradict_themselves_are_refused(standard: CompiledRules, field: str, value: int) -> None:
    rules = ffi.new("struct rules *", standard.c[0])
    setattr(rules, field, value)
    assert lib.rules_verify(rules) == lib.ERROR_RULES


def test_a_row_that_names_a_wild_card_is_refused() -> None:
    """Such a play would have no reading."""
    yuncheng = engine.rules_for("yuncheng")
    rules = ffi.new("struct rules *", yuncheng.c[0])
    rocket = next(row for row in rules.shapes if row.named)
    rocket.named = cards.pack("2W")
    assert lib.rules_verify(rules) == lib.ERROR_RULES
    rocket.named = cards.pack("2X")
    assert lib.rules_verify(rules) == 0


@pytest.mark.parametrize("named", ["D", "333", "34567", "3344", "DDD2"])
def test_named_cards_that_another_row_could_hold_are_refused(standard: CompiledRules, named: str) -> None:
    """A play stored under another reading would be listed, and rejected when it is played."""
    rules = ffi.new("struct rules *", standard.c[0])
    next(row for row in rules.shapes if row.named).named = cards.pack(named)
    assert lib.rules_verify(rules) == lib.ERROR_RULES


def test_a_bomb_with_kickers_is_refused_where_the_first_reading_counts() -> None:
    """Its cards may be an ordinary play first: it would be listed, and rejected when it is played."""
    rules = ffi.new("struct rules *", engine.rules_for("laizi", (("wild", "3"), ("reading", "first"))).c[0])
    planes = next(row for row in rules.shapes if row.kickers and row.run_max > 1)
    assert lib.rules_verify(rules) == 0
    planes.tier = 8
    assert lib.rules_verify(rules) == lib.ERROR_RULES
    rules.flags &= ~lib.READING_FIRST
    assert lib.rules_verify(rules) == 0


def test_a_row_of_one_suit_is_for_plays_with_and_without_wild_cards() -> None:
    """Bodies of one suit are listed with all numbers of wild cards, so other values of the row are rejected."""
    rules = ffi.new("struct rules *", engine.rules_for("guandan").c[0])
    flush = next(row for row in rules.shapes if row.flags & lib.BODY_ONE_SUIT)
    for wilds, error in [(lib.WILD_SOME, lib.ERROR_RULES), (lib.WILD_NONE, lib.ERROR_RULES), (lib.WILD_ANY, 0)]:
        flush.wilds = wilds
        assert lib.rules_verify(rules) == error


def test_two_rows_of_one_body_and_as_many_kickers_are_refused(standard: CompiledRules) -> None:
    """The generator would list the same cards for both rows; the table stores them only under the first."""
    rules = ffi.new("struct rules *", standard.c[0])
    single, pair = next(
        (a, b)
        for a in rules.shapes
        for b in rules.shapes
        if (a.copies, a.kickers, a.kicker_size, b.kickers, b.kicker_size) == (3, 1, 1, 1, 2) and a.run_max == b.run_max
    )
    for kickers, size, same, error in [(1, 2, 1, 0), (1, 1, 1, lib.ERROR_RULES), (2, 1, 1, 0)]:
        pair.kickers, pair.kicker_size, pair.kicker_same = kickers, size, same
        assert lib.rules_verify(rules) == error
    single.kickers, single.kicker_size, single.kicker_same = 1, 2, 1  # a pair, and two single cards that differ
    assert lib.rules_verify(rules) == 0
    pair.kicker_same = 2
    assert lib.rules_verify(rules) == lib.ERROR_RULES


@pytest.mark.parametrize("named", ["33", "XXDD", "2D"])
def test_named_cards_may_be_a_pair_or_beyond_runs(standard: CompiledRules, named: str) -> None:
    rules = ffi.new("struct rules *", standard.c[0])
    next(row for row in rules.shapes if row.named).named = cards.pack(named)
    assert lib.rules_verify(rules) == 0


def test_a_small_array_is_an_error_not_a_shorter_answer(standard: CompiledRules) -> None:
    out = ffi.new("struct combo[]", 3)
    table = ffi.new("struct table *", {"hand": cards.pack("34567")})
    assert lib.moves_legal(standard.c, table, out, 3) == lib.ERROR_CAPACITY


def test_weights_out_of_range_are_refused(standard: CompiledRules) -> None:
    with pytest.raises(CoreError, match="weights"):
        weights_from(standard, "heavy", lambda *_: 10**6)


def test_threads_get_the_answers_of_one(standard: CompiledRules) -> None:
    """Eight threads on one process, caches bypassed: every answer is the one computed alone."""
    hands = [cards.pack(random_hand(random.Random(seed), 17)) for seed in range(60)]
    alone = [list(engine.hints.__wrapped__(standard, hand)) for hand in hands]
    wrong: list[int] = []

    def hammer(offset: int) -> None:
        for i in range(len(hands) * 2):
            at = (i * 7 + offset) % len(hands)
            if list(engine.hints.__wrapped__(standard, hands[at])) != alone[at]:
                wrong.append(at)

    threads = [threading.Thread(target=hammer, args=(offset,)) for offset in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_burst_leaves_few_buffers_behind() -> None:
    """This holds for any number of parallel calls; the next call finds some buffers."""
    side_by_side = [Buffers.borrow() for _ in range(Buffers.KEPT + 8)]
    for buffers in side_by_side:
        buffers.__exit__()
    assert len(Buffers.idle) == Buffers.KEPT
    with Buffers.borrow() as again:
        assert again in side_by_side


def test_the_caches_count_and_answer_the_same(standard: CompiledRules) -> None:
    hand = cards.pack("3456789TJ")
    before = engine.cache_info()["split"]
    first = engine.split(standard, hand)
    assert engine.split(standard, hand) is first
    after = engine.cache_info()["split"]
    assert after.hits >= before.hits + 1
    assert engine.split.__wrapped__(standard, hand) == first


def test_a_large_answer_takes_several_places_of_a_cache() -> None:
    """This lead with two wild ranks has 12,176 readings of 40 bytes: they use 30 entries of 16,384 bytes."""
    rules = engine.rules_for("laizi", (("wild", "A2"), ("bomb_max", "12")))
    engine.hints.cache_clear()
    hints = engine.hints(rules, cards.pack("AAAA22229Q7TK5864J3X"))
    assert (len(hints), engine.cache_info()["hints"].size) == (12176, 30)
    engine.hints(rules, cards.pack("33"))
    assert engine.cache_info()["hints"].size == 31


def test_a_cache_holds_no_more_than_its_places() -> None:
    made = []

    def answer(places: int) -> SimpleNamespace:
        made.append(places)
        return SimpleNamespace(places=places)

    ask = engine.remembered(10, "places")(answer)
    for places in (6, 4, 4, 5, 4, 6, 11, 11):  # 5 evicts 6, 6 the others, and 11 never fits
        ask(places)
    assert made == [6, 4, 5, 6, 11, 11]


def test_the_same_rules_are_one_object() -> None:
    rare = ("wild", "9K")  # no other test fills the cache with them
    assert engine.rules_for("laizi", (rare,)) is engine.rules_for("laizi", (rare, ("must", "off")))
    assert engine.rules_for("standard", (("attach", "pagat"),)) is not engine.rules_for("standard")


FORK = """
import os
from service.core.bindings import reserve
memory = reserve("char", 4096)
child = os.fork()
if child == 0:
    memory[0] = b"x"
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
assert memory[0] == b"\\0"
"""


def test_a_forked_worker_has_memory_of_its_own() -> None:
    """Writes of a process to its buffers are not visible in its parent.

    The test runs in a process without threads, because a forked process with threads may wait for a lock forever.
    """
    subprocess.run([sys.executable, "-c", FORK], check=True, timeout=60)


def test_values_without_a_core_beat_as_they_do_in_it(standard: CompiledRules) -> None:
    chance = random.Random(5)
    compared = 0
    for hand in ["3334447788", "3333XD", "34567789TJQK", *(random_hand(chance, 9) for _ in range(8))]:
        combos = engine.legal(standard, cards.pack(hand), None)
        for other in combos:
            answers = {combo.cards for combo in engine.legal(standard, cards.pack(hand), other)}
            for combo in combos:
                compared += 1
                assert combo.beats(other) == (combo.cards in answers), (combo, other)
    assert compared > 2000


def test_two_threads_compute_one_answer_once() -> None:
    """The second thread waits for the first and gets its object; after an exception it computes again."""
    began, go, calls = threading.Event(), threading.Event(), []

    def slow(number: int, extra: int = 0) -> list[int]:
        calls.append(number)
        began.set()
        assert go.wait(10)
        if len(calls) == 1:
            raise ZeroDivisionError
        return [number]

    kept = engine.remembered(2)(slow)
    results = list[object]()

    def ask() -> None:
        try:
            results.append(kept(5))
        except ZeroDivisionError:
            results.append("fault")

    threads = [threading.Thread(target=ask) for _ in range(3)]
    threads[0].start()
    assert began.wait(10)
    for thread in threads[1:]:
        thread.start()
    go.set()
    for thread in threads:
        thread.join()
    assert calls == [5, 5]
    first, *others = results if results[0] == "fault" else sorted(results, key=str, reverse=True)
    assert first == "fault"
    assert others == [[5], [5]]
    assert others[0] is others[1]
    assert kept(5, 0) is others[0]  # the default given explicitly
    assert (kept.cache_info().hits, kept.cache_info().misses, kept.cache_info().currsize) == (2, 2, 1)
