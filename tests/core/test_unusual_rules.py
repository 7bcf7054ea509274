"""Branches of the core that no request reaches: rules of no game, endless games, limits of any size."""

from __future__ import annotations

from typing import Any

import pytest

from service.advice.levels import CLUB_NUMBERS, policy_of
from service.core.bindings import NO_SUITS, Buffers, CompiledRules, ffi, lib, pack_combo
from service.core.engine import hints, rules_for
from service.core.robots import Budget, Policy
from service.rules.cards import pack
from tests.core.test_rejections import deal_of, explain, view_of
from tests.helpers.rules import combo_of

CLUB = policy_of("club")


def engine_of(rules: CompiledRules, b: Buffers, **fields: Any) -> Any:
    """Return an engine of some rules, with *fields* of their table changed."""
    engine = ffi.new("struct engine *", b.set_engine(rules)[0])
    table = ffi.new("struct rules *", rules.c[0])
    for name, value in fields.items():
        setattr(table, name, value)
    engine.rules = table
    KEPT[engine] = table
    return engine


KEPT: dict[Any, Any] = {}
"""Tables of rules, kept alive as long as their engines."""


def row_of(rules: Any, **wanted: int) -> int:
    """Return the first row with these columns."""
    return next(
        i for i in range(rules.n_shapes) if all(getattr(rules.shapes[i], name) == n for name, n in wanted.items())
    )


# ---- rules ------------------------------------------------------------------------------------------------------


def changed(game: str, row: dict[str, int], **columns: int) -> int:
    """Return the error code of rules in which a row has other *columns*."""
    rules = ffi.new("struct rules *", rules_for(game).c[0])
    assert lib.rules_verify(rules) == 0
    shape = rules.shapes[row_of(rules, **row)]
    for name, value in columns.items():
        setattr(shape, name, value)
    return int(lib.rules_verify(rules))


CHAIN = {"copies": 1, "run_min": 5}


@pytest.mark.parametrize(
    ("game", "row", "columns"),
    [
        ("laizi", CHAIN, {"wilds": lib.WILD_ONLY}),  # wild cards alone are no run
        ("guandan", CHAIN, {"run_max": 14}),  # a run that contains the ace twice
        ("guandan", CHAIN | {"flags": 38}, {"copies": 2}),  # one suit with two cards of each rank
        ("guandan", CHAIN | {"flags": 38}, {"run_min": 1, "run_max": 1}),
        ("guandan", CHAIN | {"flags": 38}, {"flags": 38 | lib.BODY_TWO_SUITS}),  # of one suit and of mixed suits
        ("yuncheng", {"copies": 3, "kickers": 1}, {"flags": 7}),  # kickers of the body's rank, none of them wild
        ("standard", {"named": 1 << 52 | 1 << 56}, {"copies": 3}),  # more than are named
        ("standard", CHAIN, {"run_min": 13, "run_max": 14}),  # longer than the run order
        ("standard", {"copies": 2, "run_max": 1}, {"copies": 1}),  # a second row of solos
        ("standard", {"copies": 1, "run_max": 1, "named": 0}, {"copies": 2}),
        ("standard", {"copies": 2, "run_min": 3}, {"copies": 1}),  # a second row of chains of solos
    ],
)
def test_rows_that_contradict_themselves(game: str, row: dict[str, int], columns: dict[str, int]) -> None:
    assert changed(game, row) == 0
    assert changed(game, row, **columns) == lib.ERROR_RULES


def test_a_run_may_be_longer_than_the_order_where_no_rank_stands_twice(standard: CompiledRules) -> None:
    """Such lengths have no start."""
    assert changed("standard", CHAIN, run_max=14) == 0


def test_power_is_a_place_among_the_ranks(standard: CompiledRules) -> None:
    rules = ffi.new("struct rules *", standard.c[0])
    for rank in (0, lib.RANKS - 1):
        rules.power[rank] = lib.RANKS
        assert lib.rules_verify(rules) == lib.ERROR_RULES
        rules.power[rank] = lib.RANKS - 1
    assert lib.rules_verify(rules) == 0


@pytest.mark.parametrize(("game", "expected"), [("standard", 0), ("guandan", lib.ERROR_RULES)])
def test_no_rank_stays_whole_beside_wild_cards(game: str, expected: int) -> None:
    rules = ffi.new("struct rules *", rules_for(game).c[0])
    rules.flags |= lib.BOMB_WHOLE
    assert lib.rules_verify(rules) == expected


def test_wild_cards_stand_for_every_rank_of_runs() -> None:
    rules = ffi.new("struct rules *", rules_for("yuncheng").c[0])
    for rank in range(12):
        rules.wild_ranks ^= 1 << rank
        assert lib.rules_verify(rules) == lib.ERROR_RULES
        rules.wild_ranks ^= 1 << rank
        assert lib.rules_verify(rules) == 0


# ---- readings ---------------------------------------------------------------------------------------------------


def test_a_flush_is_of_the_suit_that_is_declared() -> None:
    """34567 of spades has no reading as hearts; with cards of both suits, the declared suit is read."""
    rules, cards = rules_for("guandan").c, pack("34567")
    word = sum(1 << 2 * rank for rank in range(5))
    play, out = ffi.new("struct play *", {"cards": cards, "suits": [word, 0, 0, 0]}), ffi.new("struct combo[]", 9)
    flush = row_of(rules, copies=1, run_min=5)
    assert lib.read_all(rules, play, cards, out, 9) == 1
    assert out[0].shape == flush
    for suit, n in ((1, 1), (2, 0), (lib.SUITS_MIXED, 0)):
        play.suit = suit
        assert lib.read_all(rules, play, cards, out, 9) == n


JUDGED = (("douzero_bugs", "on"),)
"""Standard rules with the errors of a well-known judge."""


def judged(text: str, flags: int = 0) -> Any:
    """Return the only reading of some cards under them, with these flags for planes too."""
    rules, combo = ffi.new("struct rules *", rules_for("standard", JUDGED).c[0]), ffi.new("struct combo[]", 9)
    rules.shapes[row_of(rules, copies=3, run_min=2, kicker_size=1)].flags |= flags
    play = ffi.new("struct play *", {"cards": pack(text)})
    assert lib.read_all(rules, play, pack(text), combo, 9) == 1
    return ffi.new("struct combo *", combo[0])


def test_planes_whose_trios_are_all_fours_have_the_key_of_their_body() -> None:
    """The key is the highest trio of all cards: 33334444, two trios with a three and a four, has none."""
    fours, beside = judged("33334444", lib.KICKER_OF_BODY), judged("333777888999")
    assert (fours.length, fours.rank, fours.key) == (2, 0, 0)
    assert (beside.length, beside.rank, beside.key) == (3, 4, 6)


@pytest.mark.parametrize("text", ["44455567JJKK2", "555666777JQK"])
def test_their_planes_tear_the_same_combos(text: str) -> None:
    """Planes have the same value at any rank, because their comparison does not affect it."""
    torn = []
    for options in ((), JUDGED):
        plays = hints(rules_for("standard", options), pack(text))
        places = range(len(plays))
        torn.append(plays.breaks(places, pack(text), NO_SUITS, [NO_SUITS] * len(plays)))
    assert torn[0] == torn[1]
    assert 0 < torn[0].count(0) < len(torn[0])


@pytest.mark.parametrize(
    ("low", "high", "beats"),
    [
        ("33344456", "55566678", 1),
        ("333444555678", "666777888345", 1),
        ("333444555777", "666777888345", 1),  # three of a rank beside a run of three
        ("333444555666778A", "777888999TTT3456", 1),
        ("333444555666888A", "777888999TTT3456", 0),  # three of a rank beside a run of four
        ("3334445556667777", "777888999TTT3456", 0),
        ("333444555666888A", "KKKK", 1),
    ],
)
def test_what_lies_there_may_be_what_only_bombs_beat(low: str, high: str, beats: int) -> None:
    assert lib.read_beats(rules_for("standard", JUDGED).c, judged(high), judged(low)) == beats


def test_a_short_play_with_all_its_kickers_is_none() -> None:
    """The play to beat is a plane with missing kickers; with all four kickers it is not."""
    rules = rules_for("paodekuai").c
    short = row_of(rules, copies=3, run_min=2, flags=23)
    table, out = ffi.new("struct table *", {"hand": pack("5556667788")}), ffi.new("struct combo[]", 50)
    play = ffi.new("struct play *", {"cards": pack("333444789")})
    assert lib.read_all(rules, play, pack("333444789"), out, 1) == 1
    assert out[0].shape == short
    table.to_beat = out[0]
    assert lib.moves_legal(rules, table, out, 50) == 1
    table.to_beat.cards += pack("T")
    table.to_beat.plays_as += pack("T")
    table.to_beat.size += 1
    assert lib.moves_legal(rules, table, out, 50) == lib.ERROR_COMBO


def test_four_that_answer_as_a_trio_with_a_card_are_listed_once() -> None:
    """If a kicker may have the rank of its trio, QQQQ beats 3TTT as a trio with a card, not as a bomb."""
    rules = rules_for("paodekuai", (("triple_free", "on"), ("wing_body", "on")))
    table, out = ffi.new("struct table *", {"hand": pack("8TTQQQQ")}), ffi.new("struct combo[]", 50)
    for to_beat, shape in (("3TTT", row_of(rules.c, copies=3, kickers=1)), ("TTT", 0), ("33TTT", 0)):
        pack_combo(rules, combo_of(rules, to_beat), table.to_beat)
        n = lib.moves_legal(rules.c, table, out, 50)
        assert [play.shape for play in out[0:n] if play.cards == pack("QQQQ")] == [shape]


def test_a_pool_answers_only_with_plays_that_one_seat_can_hold(standard: CompiledRules) -> None:
    """Two trios are six cards, so a hand of five cannot beat with them, even without kickers."""
    rules, out = rules_for("paodekuai").c, ffi.new("struct combo *")
    play = ffi.new("struct play *", {"cards": pack("333444")})
    assert lib.read_all(rules, play, pack("333444"), out, 1) == 1
    for size, beats in ((5, 0), (6, 1), (7, 1)):
        assert lib.moves_can_beat(rules, pack("55566678"), ffi.NULL, out, size, 0) == beats


@pytest.mark.parametrize("game", ["standard", "laizi", "paodekuai"])
@pytest.mark.parametrize("bombs", [0, 1])
def test_every_play_beats_a_pass(game: str, bombs: int) -> None:
    passed = ffi.new("struct combo *")
    assert lib.moves_can_beat(rules_for(game).c, pack("3"), ffi.NULL, passed, 1, bombs) == 1


def test_cards_of_a_body_are_no_kickers_once_more() -> None:
    """Four with two singles, which may be of its rank and wild: 3333 leaves none as a single."""
    rules, out = ffi.new("struct rules *", rules_for("yuncheng").c[0]), ffi.new("struct combo[]", 200)
    for shape in rules.shapes[0 : rules.n_shapes]:
        if shape.kickers:
            shape.flags |= lib.KICKER_WILD | lib.KICKER_OF_BODY
            shape.kicker_same = 2
    assert lib.rules_verify(rules) == 0
    hand = 4 | 1 << 8 | 2 << 60
    n = lib.moves_legal(rules, ffi.new("struct table *", {"hand": hand}), out, 200)
    assert n > 0
    assert all(combo.cards >> 4 * rank & 15 <= hand >> 4 * rank & 15 for combo in out[0:n] for rank in range(16))


# ---- hands ------------------------------------------------------------------------------------------------------

TOO_MANY = 0x7777777777777777
FORTY = pack("3456789TJQ" * 4)


@pytest.fixture
def b(standard: CompiledRules) -> Any:
    with Buffers.borrow() as borrowed:
        borrowed.set_engine(standard)
        yield borrowed


@pytest.mark.parametrize(("alike", "expected"), [(8, 0), (9, lib.ERROR_HAND), (15, lib.ERROR_HAND)])
@pytest.mark.parametrize("rank", [0, 12, 15])
def test_a_hand_has_eight_of_a_rank_at_most(rank: int, alike: int, expected: int) -> None:
    """Two decks have no more, and no list of plays has a body of more ordinary cards."""
    hand, split = (alike << 4 * rank) + (1 << 4), ffi.new("struct split *")
    with Buffers.borrow() as b:
        assert lib.split_best(b.set_engine(rules_for("guandan")), hand, ffi.NULL, 0, split) == expected


def test_hands_too_large_are_refused_everywhere(b: Buffers) -> None:
    table, out = ffi.new("struct table *", {"hand": TOO_MANY}), ffi.new("struct combo[]", 9)
    assert lib.moves_legal(b.engine.rules, table, out, 9) == lib.ERROR_HAND
    view, choice = view_of(unseen=pack("346789")), ffi.new("struct choice *")
    view.table.hand = FORTY
    assert lib.policy_choose(b.engine, CLUB.c, view, 1, choice) == lib.ERROR_STATE
    deal = deal_of(hands=[TOO_MANY, pack("3"), pack("4")])
    assert lib.open_hands_solve(b.engine, deal, 10) == lib.ERROR_HAND


def test_more_wild_cards_than_are_counted_are_refused() -> None:
    """Sixteen W under rules without a maximum: they can be played, but not split."""
    yuncheng, choice, split = rules_for("yuncheng"), ffi.new("struct choice *"), ffi.new("struct split *")
    with Buffers.borrow() as b:
        engine = engine_of(yuncheng, b, wild_cards=1 | 1 << lib.RANK_WILD, wild_rank=3)
        assert lib.rules_verify(engine.rules) == 0
        hand = 8 << 60 | 8 | 1 << 4
        assert lib.split_best(engine, hand, ffi.NULL, 0, split) == lib.ERROR_HAND
        view = view_of(unseen=pack("346789"), owner=1)
        view.table.hand = hand
        pack_combo(yuncheng, combo_of(yuncheng, "5"), view.table.to_beat)
        assert lib.policy_choose(engine, CLUB.c, view, 1, choice) == lib.ERROR_HAND


def test_suits_of_games_that_have_none_change_no_split(b: Buffers) -> None:
    split, words = ffi.new("struct split *"), [0b010101, 0, 0, 0]
    assert lib.split_best(b.engine, pack("345"), words, 0, split) == 0
    assert (split.turns, split.exact) == (3, 1)


@pytest.mark.parametrize("nodes", [1, 5, 20_000, lib.MAX_NODES, 2**32 - 1])
def test_any_limit_is_one(b: Buffers, nodes: int) -> None:
    """A memory of 2^14 entries holds fewer states than a search may visit."""
    split, hand = ffi.new("struct split *"), pack("3334445566789TJQKA2")
    assert lib.split_best(b.engine, hand, ffi.NULL, nodes, split) == 0
    assert sum(split.combos[i].cards for i in range(split.turns)) == hand
    assert split.nodes <= nodes
    assert bool(split.exact) == (nodes >= 20_000)


def test_a_limit_finds_no_split_of_cards_that_cannot_be_played_alone(standard: CompiledRules) -> None:
    """A limit splits the hand into single ranks, and these rules do not allow low solos."""
    split, hand = ffi.new("struct split *"), pack("3456745678")
    with Buffers.borrow() as b:
        engine = engine_of(standard, b)
        engine.rules.shapes[row_of(engine.rules, copies=1, run_max=1, named=0)].ranks &= ~0xFF
        assert lib.split_best(engine, hand, ffi.NULL, 0, split) == 0
        assert split.turns == 2
        assert lib.split_best(engine, hand, ffi.NULL, 1, split) == lib.ERROR_HAND


# ---- games that never end ---------------------------------------------------------------------------------------


def test_a_deal_of_flowers_alone_ends_nowhere() -> None:
    """A single flower is not a play: nobody can ever lead, and each seat passes."""
    yuncheng, result = rules_for("yuncheng"), ffi.new("struct result *")
    samples, plan = ffi.new("struct sample[]", 20), ffi.new("struct sampling *", (1000, 0, 7))
    deals = ffi.new("struct deal[]", 2)
    for deal in deals[0:2]:
        deal.hands, deal.side, deal.seats = [1 << 60] * 3, [0, 1, 1], 3
    with Buffers.borrow() as b:
        players = ffi.new("struct player[]", [(CLUB.c, b.set_engine(yuncheng))] * 4)
        assert lib.match_play(players, deals, [1, 2], 2, result) == lib.ERROR_STATE
        assert lib.training_samples(players, deals, [1, 2], 2, plan, samples, 20) == 0
        assert lib.open_hands_solve(b.engine, deals, 100) == lib.ERROR_CAPACITY


# ---- histories --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "left", "expected"),
    [
        ([(0, "5"), (2, "8")], [3, 3, 3], lib.ERROR_STATE),  # out of turn during a trick
        ([(1, "")], [3, 0, 6], 0),  # a pass of an empty hand is ignored
        ([(0, "5"), (1, "8"), (2, ""), (0, ""), (2, "9")], [3, 0, 6], 0),  # the next seat leads
        ([(0, "5"), (1, "8"), (2, ""), (0, ""), (1, "")], [3, 0, 6], lib.ERROR_STATE),  # an empty hand leads
        ([(0, "5"), (1, "8")], [3, 0, 6], 0),  # goes out with that play
        ([(0, "5"), (1, "8"), (2, "9")], [3, 0, 6], lib.ERROR_STATE),  # a move after the end
    ],
)
def test_moves_of_a_history_follow_each_other(
    b: Buffers, moves: list[tuple[int, str]], left: list[int], expected: int
) -> None:
    assert explain(b, moves, view_of(left=left, to_places=len(moves) > 3)) == expected


def test_a_seat_that_must_have_held_too_many_cards_explains_nothing(b: Buffers) -> None:
    """36 cards and the played one exceed the maximum hand."""
    view = view_of(left=[3, 36, 1], unseen=pack("3456789TJ" * 4) + pack("6"))
    assert explain(b, [(1, "K")], view) == lib.ERROR_HAND


def test_worlds_without_a_history_to_explain_count_alike(b: Buffers, standard: CompiledRules) -> None:
    """A budget without worlds for the history samples none."""
    past = ffi.new("struct past[]", [{"seat": 1}])
    pack_combo(standard, combo_of(standard, "6"), ffi.addressof(past[0], "combo"))
    history, choice = ffi.new("struct history *", (past, 1, 0, 0)), ffi.new("struct choice *")
    policy, search = Policy("search", numbers=CLUB_NUMBERS, budget=Budget(40, 4, 1)), ffi.new("struct search_result *")
    view = view_of(unseen=pack("34678TT9KK"), left=[5, 5, 5], owner=1)
    view.table.hand = pack("3578K")
    view.table.to_beat = past[0].combo
    assert lib.search_choose(b.engine, policy.c, view, history, 1, choice, search) == 0
    assert search.worlds == search.effective > 0


# ---- cards of a play --------------------------------------------------------------------------------------------


def test_a_straight_that_has_one_suit_only_keeps_it() -> None:
    """No other card could be taken instead."""
    guandan, combo, out = rules_for("guandan"), ffi.new("struct combo *"), ffi.new("uint32_t[4]")
    word = sum(1 << 2 * rank for rank in range(5))
    with Buffers.borrow() as b:
        engine = b.set_engine(guandan)
        table = ffi.new("struct table *", {"hand": pack("34567"), "suits": [0, word, 0, 0]})
        straight = row_of(guandan.c, copies=1, run_min=5, flags=262)
        combo.cards = combo.plays_as = combo.body = pack("34567")
        combo.shape, combo.length, combo.size, combo.family = straight, 5, 5, straight
        combo.key = list(guandan.c.run).index(0)
        assert lib.hints_pick(engine, table, combo, out) == 0
        assert list(out) == [0, word, 0, 0]
        table.hand, table.suits[3] = pack("334567"), 1
        assert lib.hints_pick(engine, table, combo, out) == 0
        assert list(out) == [0, word - 1, 0, 1]


def test_worlds_give_out_what_is_not_known_to_be_held() -> None:
    """One of two tens of a suit is known to be in a hand: the other is still to be dealt."""
    guandan, out = rules_for("guandan"), ffi.new("struct beliefs *")
    words = [2 << 14, 0, 0, 1]
    view = view_of(
        unseen=pack("3TT"), unseen_suits=words, seats=4, left=[3, 1, 1, 1], held=[0, pack("T"), 0, 0], ally=[0, 0, 1, 0]
    )
    view.table.hand, view.table.suits = pack("456"), [1 << 2 | 1 << 4 | 1 << 6, 0, 0, 0]
    with Buffers.borrow() as b:
        engine, past = b.set_engine(guandan), ffi.new("struct history *")
        assert lib.beliefs_sample(engine, CLUB.c, view, past, 40, 60, 1, out) == 0
    ten, three = 7, 0
    assert out.expected[1][ten] == 1
    assert out.expected[2][ten] + out.expected[3][ten] == pytest.approx(1)
    assert out.expected[2][three] + out.expected[3][three] == pytest.approx(1)
