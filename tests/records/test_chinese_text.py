"""Texts in Chinese: plays in words, ten ways to write a game, logs of assistants, and everything that is no turn."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from service.records.chinese_text import WORDS
from service.records.ddz import Record, RecordError
from service.rules.chinese_words import cards_in, fold
from tests.records.test_formats import SAMPLES, read_bytes


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("对十", "TT"), ("一对K", "KK"), ("三个K带一对五", "55KKK"), ("三不带勾", "JJJ"),
        ("顺子3到7", "34567"), ("连对三至五", "334455"), ("飞机三到四带5、6", "33344456"), ("炸弹九", "9999"),
        ("四个二", "2222"), ("王炸", "XD"), ("大王", "D"), ("10", "T"), ("3344 55", "334455"),
        ("三带一 KKK5", "5KKK"), ("炸7777", "7777"), ("7777炸弹", "7777"), ("炸弹7777", "7777"), ("四个二炸", "2222"),
        ("两个4", "44"), ("一个三", "3"), ("顺子三到七", "34567"), ("飞机带翅膀三到四带5、6", "33344456"),
        ("飞机带翅膀33344456", "33344456"), ("四带两对 444455KK", "444455KK"), ("34567顺子", "34567"),
        ("3带1 3334", "3334"), ("顺34567", "34567"), ("炸了7777", "7777"), ("大小王", "XD"), ("对三到对五", "334455"),
        ("3-7顺子", "34567"), ("3到5连对", "334455"), ("三连对3到5", "334455"), ("三到七", "34567"),
        ("33到55", "334455"),
        ("333带2", "3332"), ("KKK带一对4", "44KKK"), ("K一对", "KK"), ("7四个", "7777"), ("三张5带一个3", "3555"),
        ("四个3带5、6", "333356"), ("四个二带大小王", "2222XD"), ("三带二：33344", "33344"), ("8910JQ", "89TJQ"),
        ("♠3♥3", "33"), ("红桃K、方块K", "KK"), ("對３", "33"), ("五张顺子3到7", "34567"),
        ("一个炸弹7777", "7777"), ("一个顺子34567", "34567"), ("炸！7777", "7777"), ("对儿3", "33"),
        ("朋友", ""),
        ("三张两张3", ""), ("顺子七到三", ""), ("三带一对五", ""), ("三到五", ""), ("对三四", ""), ("对", ""),
        ("3到", ""), ("顺子3到小王", ""), ("带5", ""), ("", ""),
    ],
)  # fmt: skip
def test_plays_in_words(text: str, cards: str) -> None:
    assert cards_in(WORDS.split(fold(text))) == cards


def test_a_text_names_its_wild_rank() -> None:
    (record,), errors = read_bytes("癞子：7\n地主出对十\n".encode(), "chinese")
    assert (record.tags, errors) == ({"Variant": "laizi", "Options": "wild=7"}, [])


def test_faults_of_a_text_are_named() -> None:
    _, errors = read_bytes((SAMPLES / "chinese.txt").read_bytes())
    assert [(*error.place, error.code) for error in errors] == [(20, 3, "history", "card_unknown")]
    assert "朋友" in errors[0].message


TURNS = {
    "地主出对三，下家炸弹7777，上家不要": ["landlord:33", "landlord_down:7777", "landlord_up:."],
    "地主:对3，下家：炸7777，上家 7777炸弹": ["landlord:33", "landlord_down:7777", "landlord_up:7777"],
    "地主打两个4，下家管上对十，上家压了对K": ["landlord:44", "landlord_down:TT", "landlord_up:KK"],
    "地主出三，下家不跟，上家管不上": ["landlord:3", "landlord_down:.", "landlord_up:."],
    "地主出三，下家要不起，上家跳过": ["landlord:3", "landlord_down:.", "landlord_up:."],
    "地主出三，下家没有，上家Pass": ["landlord:3", "landlord_down:.", "landlord_up:."],
    "地主出三，下家没有大的，上家大不过": ["landlord:3", "landlord_down:.", "landlord_up:."],
    "地主打出33，下家跟牌44，上家压牌55，地主选择不出，下家没有大过": [
        "landlord:33", "landlord_down:44", "landlord_up:55", "landlord:.", "landlord_down:.",
    ],
    "地主炸了7777\n下家大小王\n上家：过！": ["landlord:7777", "landlord_down:XD", "landlord_up:."],
    "landlord: 33\nlandlord_down: 44\nlandlord_up: pass": ["landlord:33", "landlord_down:44", "landlord_up:."],
    "农民1：22": ["22"],
    "小明出对十，小红：不要，小刚 对K": ["TT", ".", "KK"],
    "地主出对十，对勾，不要": ["landlord:TT", "JJ", "."],
}  # fmt: skip


@pytest.mark.parametrize("text", TURNS)
def test_turns_in_words(text: str) -> None:
    """A turn of an unknown player, or of none, is that of the seat to move."""
    (record,), errors = read_bytes(f"地主手牌：3344\n{text}\n".encode(), "chinese")
    assert (record.plays, errors) == (TURNS[text], [])


def test_each_unread_turn_of_a_text_is_named() -> None:
    text = "地主手牌：3344\n地主出天牌，下家不要\n上家出三，地主出什么\n\n地主手牌：55\n地主出对五\n"
    records, errors = read_bytes(text.encode(), "chinese")
    assert [record.plays for record in records] == [["landlord:55"]]
    assert [(error.place.line, error.place.ply, error.code) for error in errors] == [
        (2, 1, "card_unknown"), (3, 3, "card_unknown"),
    ]  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk"])
def test_a_chinese_text_is_read_in_both_encodings(encoding: str) -> None:
    (record,), errors = read_bytes("地主手牌：3344\n地主出对三，下家不要\n".encode(encoding), "chinese")
    assert (record.plays, errors) == (["landlord:33", "landlord_down:."], [])


def read(text: str) -> tuple[list[Record], list[RecordError]]:
    return read_bytes(text.encode(), "chinese")


# ---- a player's own hand ----------------------------------------------------------------------------------------

HAND = "34567899JJQQKA22D"


@pytest.mark.parametrize(
    ("text", "seat", "plays"),
    [
        ("我是农民，手牌 {}，地主出对10", "landlord_down", ["landlord:TT"]),
        ("我手里 {}，地主出了一对10，我出什么？", "landlord_down", ["landlord:TT"]),
        ("地主出对10，我的牌{}", "landlord_down", ["landlord:TT"]),
        ("{} 地主出对10", "landlord_down", ["landlord:TT"]),
        ("landlord plays TT, my hand {}", "landlord_down", ["landlord:TT"]),
        ("my hand: {}. landlord: TT", "landlord_down", ["landlord:TT"]),
        ("手里{} 上家出对10", "landlord", ["landlord_up:TT"]),
        ("我是地主上家，我手上有{}，地主出对10，下家不要，怎么打", "landlord_up", ["landlord:TT", "landlord_down:."]),
    ],
)
def test_a_hand_without_a_seat_is_that_of_its_author(text: str, seat: str, plays: list[str]) -> None:
    (record,), errors = read(text.format(HAND) + "\n")
    assert (record.tags["Deal"], record.plays, errors) == (f"{seat}:{HAND}", plays, [])


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("333444555666789T", "333444555666789T"),
        ("445566778899TT", "445566778899TT"),
        ("♠3♥4♠5♠6♠7♠8♠9♠10♠J♠Q♠K♠A", "3456789TJQKA"),
    ],
)
def test_a_long_play_without_a_seat_is_no_hand(text: str, play: str) -> None:
    (record,), errors = read(f"{text}，地主下家不要\n")
    assert (record.plays, errors) == ([play, "landlord_down:."], [])


# ---- ten ways of writing ------------------------------------------------------------------------------------------

ORDER = "3456789TJQKA2XD"
NUMERALS = ["三", "四", "五", "六", "七", "八", "九", "十", "勾", "圈", "K", "A", "二", "小王", "大王"]
CHINESE = dict(zip(ORDER, NUMERALS, strict=True))
PRINTED = {rank: "10" if rank == "T" else rank for rank in ORDER}


SHAPES = ("single", "pair", "trio", "trio_single", "trio_pair", "straight", "pairs", "plane", "bomb", "rocket", "pass")


def random_play(rng: random.Random) -> tuple[str, str]:
    """Return the name of a shape and its cards, those of the main part first."""
    shape = rng.choice([*SHAPES, "pass"])
    first, second = rng.sample(ORDER[:13], 2)
    low = rng.randrange(8)
    run = ORDER[low : low + rng.randint(5, 12 - low)]
    cards = {
        "single": rng.choice(ORDER), "pair": first * 2, "trio": first * 3, "trio_single": first * 3 + second,
        "trio_pair": first * 3 + second * 2, "straight": run, "pairs": "".join([rank * 2 for rank in run[:3]]),
        "plane": run[0] * 3 + run[1] * 3 + "".join(rng.sample([one for one in ORDER[:13] if one not in run[:2]], 2)),
        "bomb": first * 4, "rocket": "XD", "pass": "",
    }  # fmt: skip
    return shape, cards[shape]


def printed(shape: str, cards: str) -> str:
    return "".join([PRINTED[card] for card in cards])


def in_words(shape: str, cards: str) -> str:
    word = CHINESE[cards[0]]
    if shape in ("straight", "pairs"):
        return f"{'顺子' if shape == 'straight' else '连对'}{word}到{CHINESE[cards[-1]]}"
    if shape == "plane":
        return f"飞机{word}到{CHINESE[cards[3]]}带{CHINESE[cards[6]]}、{CHINESE[cards[7]]}"
    if shape == "rocket":
        return "王炸"
    end = {"trio_single": "带{}", "trio_pair": "带一对{}"}.get(shape, "").format(CHINESE[cards[-1]])
    start = {"single": "", "pair": "对", "bomb": "炸弹"}.get(shape, "三个")
    return f"{start}{word}{end}"


def labelled(shape: str, cards: str) -> str:
    label = {"trio_single": "3带1 ", "trio_pair": "三带二：", "straight": "顺", "pairs": "连对 ", "plane": "飞机带翅膀",
             "bomb": "炸了", "rocket": "火箭"}.get(shape, "")  # fmt: skip
    return label + ("" if shape == "rocket" else printed(shape, cards))


def ranged(shape: str, cards: str) -> str:
    first, last = PRINTED[cards[0]], PRINTED[cards[-1]]
    if shape == "straight":
        return f"{first}-{last}顺子"
    if shape == "pairs":
        return f"对{CHINESE[cards[0]]}到对{CHINESE[cards[-1]]}"
    if shape == "rocket":
        return "大小王"
    return {"pair": f"{first}一对", "bomb": f"{first}四个"}.get(shape, printed(shape, cards))


TRADITIONAL = str.maketrans("对顺飞机弹连张个带", "對順飛機彈連張個帶")


def traditional(shape: str, cards: str) -> str:
    return in_words(shape, cards).translate(TRADITIONAL)


def listed(shape: str, cards: str) -> str:
    return str([PRINTED[card] for card in cards])


Turn = tuple[str, str, str]
"""Seat, shape and cards."""

SEATS = ("landlord", "landlord_down", "landlord_up")


def written(words: dict[str, str], play: Callable[[str, str], str], passes: str, form: str) -> Callable[[Turn], str]:
    """Return the writer of a turn; *form* has the places of seat and play."""
    return lambda turn: form.format(words[turn[0]], play(turn[1], turn[2]) if turn[2] else passes)


def named(first: str, second: str, third: str) -> dict[str, str]:
    return dict(zip(SEATS, (first, second, third), strict=True))


STYLES: dict[str, tuple[Callable[[Turn], str], str, bool]] = {
    "spoken": (written(named("地主", "下家", "上家"), in_words, "不要", "{}出{}"), "，", True),
    "assistant": (written(named("自己", "下家", "上家"), printed, "pass", "{}出牌： {}"), "\n", True),
    "identifiers": (written(named(*SEATS), printed, "pass", "{}: {}"), "\n", True),
    "numbered names": (written(named("老王", "农民1", "农民2"), printed, "要不起", "{}：{}"), "\n", False),
    "chat": (written(named("小明", "小红", "小刚"), in_words, "选择不出", "{}打出{}！"), "。", False),
    "times": (written(named("地主", "农民甲", "农民乙"), printed, "过", "[12:03:04] {}：{}"), "\n", True),
    "verbs": (written(named("地主", "地主下家", "地主上家"), labelled, "没有大过", "{}压牌 {}"), "；", True),
    "ranges": (written(named("地主", "下家农民", "上家农民"), ranged, "管不上", "{} {}"), "\n\n", True),
    "lists": (written(named("你", "下家", "上家"), listed, "[]", "{}出牌: {}"), "\n", True),
    "traditional": (written(named("地主", "農民甲", "農民乙"), traditional, "過牌", "{}：{}"), "\n", True),
}  # fmt: skip
"""Writer of a turn, text between turns, and whether seats are written."""


@pytest.mark.parametrize("style", STYLES)
def test_fifty_turns_in_each_of_ten_styles(style: str) -> None:
    """The writers share no word list with the reader."""
    write, between, has_seats = STYLES[style]
    rng = random.Random(style)
    turns = [(SEATS[at % 3], *random_play(rng)) for at in range(50)]
    (record,), errors = read(between.join(map(write, turns)))
    ranks = ["".join(sorted(cards, key=ORDER.index)) or "." for _, _, cards in turns]
    assert record.plays == [
        f"{turn[0]}:{cards}" if has_seats else cards for turn, cards in zip(turns, ranks, strict=True)
    ]
    assert errors == []


# ---- logs, and lines that are no turns ----------------------------------------------------------------------------

LOGS = {
    "自己出牌： 33\n出牌: 33 | 得分: 0.3\n下家出牌： pass\n上家出牌： 44": "lord:33 down:. up:44",
    "出牌: 33 | 得分: 0.3 | 剩余手牌: 445\n下家出牌：pass\n上家出牌：44": "lord:33 down:. up:44",
    "下家出牌：33\n上家出牌：\n自己出牌：44": "lord:33 down:. up:44",
    "上家出牌：33\n我出44\n下家出牌：pass": "lord:33 down:44 up:.",
    "下家出牌：33\n上家出牌：pass\n44 = 0.5 | pass = 0.2\n出牌: 44 | 得分: 0.3": "lord:33 down:. up:44",
    "玩家角色：地主上家\n等待下家出牌......\n下家出牌：33\n上家出牌：pass\n自己出牌：44": "lord:33 down:. up:44",
    "地主出33，我不要，上家44": "lord:33 . up:44",
    "地主叫3分，农民1不叫\n地主：33\n当前得分：0.5\n地主胜，本局结束！": "lord:33",
    "1. 地主 33\n2. 下家 44\n12:04 上家：55\n第4手：地主不要": "lord:33 down:44 up:55 lord:.",
    "地主（张三）：33\n农民甲李四：对5，【农民乙】 对6": "lord:33 down:55 up:66",
    "地主出33 下家44 上家不要": "lord:33 down:44 up:.",
    "A：33，玩家3出对4，农民2要不起": "33 44 .",
    "2026-05-01 12:00:00,123 - root - INFO - 第1轮 - 玩家1出牌: ['3', '10']\n第1轮 - 玩家2选择不出": "3T .",
    "底牌为：['10', 'K', '2']\n地主： ['3', '3']\n农民甲： ['PASS']\n地主18张\n上次出牌: 33": "lord:33 down:.",
    "玩家 1 出牌: 3♠ 10♥\nplayer2 出牌: J\nlandlord_up - 33": "3T J up:33",
    "地主最后一张A，下家大王管上，上家：-\n地主剩3张": "lord:A down:D up:.",
    "下家出牌：22": "down:22",
    "地主出33，下家没有大过上家的牌，上家要不起": "lord:33 down:. up:.",
}  # fmt: skip


@pytest.mark.parametrize("text", LOGS)
def test_logs_with_relative_seats_numbers_and_notes(text: str) -> None:
    (record,), errors = read(text)
    plays = LOGS[text].replace("lord", "landlord").replace("down", "landlord_down").replace("up", "landlord_up")
    assert (" ".join(record.plays), errors) == (plays, [])


@pytest.mark.parametrize(
    "text",
    [
        "地主出",
        "好牌",
        "地主，",
        "赢家：地主",
        "地主：11",
        "小明：哈哈",
        "对",
        "手牌：无",
        "底牌：朋友",
        "地主对三四",
        "农民1手牌：33",
    ],
)
def test_what_is_no_turn_is_a_fault(text: str) -> None:
    records, errors = read(text)
    assert (records, len(errors)) == ([], 1)


def test_the_hand_of_a_log_is_that_of_its_player() -> None:
    """A smaller hand later in the game is the rest; the next game begins with the role."""
    text = "我的角色： landlord_up\n手牌: 33445566778899TTJ\n底牌: 34K\n开始对局\n下家出牌：5\n手牌：3344556677889\n"
    records, errors = read(text * 2)
    assert errors == []
    assert [(record.tags["Deal"], record.tags["Bottom"], record.plays) for record in records] == [
        ("landlord_up:33445566778899TTJ", "34K", ["landlord:5"])
    ] * 2


@pytest.mark.parametrize(("text", "hand"), [
    ("地主手牌：3，4，5，10，J\n地主出3", "landlord:345TJ"), ("我是谁\n", ""),
    ("手牌：33344455566677789TJQ\n自己出牌：3", "landlord:33344455566677789TJQ"),
    ("地主手牌：['3', '4']\n", "landlord:34"), ("地主的牌：3 4 小王", "landlord:34X"),
])  # fmt: skip
def test_hands(text: str, hand: str) -> None:
    assert [record.tags["Deal"] for record in read(text)[0]] == ([hand] if hand else [])


@pytest.mark.parametrize(("text", "games"), [
    ("地主出三\n\n地主出四", [1, 1]), ("地主出三\n\n下家出四\n\n上家不要\n\n地主出五", [4]),
    ("地主出三\n下家出四\n\n下家出五", [2, 1]), ("地主手牌：33\n\n地主出三", [1]), ("三\n\n四", [1, 1]),
    ("地主手牌：34\n地主出三\n地主手牌：4\n下家出四", [2]), ("第一局\n地主出三\n第二局 12:00\n地主出四", [1, 1]),
    ("开始对局\n地主手牌：34\n开始对局\n地主出三\n开始对局\n地主出四", [1, 1]),
    ("地主手牌：34\n下家手牌：56\n\n地主手牌：78", [0, 0]), ("底牌：345\n地主出三\n底牌：678\n地主出四", [1, 1]),
    ("下家出三\n\n上家不要\n\n自己不要\n\n下家四", [4]),
])  # fmt: skip
def test_where_games_end(text: str, games: list[int]) -> None:
    """An empty line ends a game unless the next seat in the order of play follows."""
    records, errors = read(text)
    assert ([len(record.plays) for record in records], errors) == (games, [])
