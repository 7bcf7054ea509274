"""What can be wrong with a request, as stable codes that clients may rely on."""

from __future__ import annotations

from collections.abc import Iterable
from reprlib import repr as brief

CODES: dict[str, tuple[str, str]] = {
    # form: the request cannot be read as a question
    "field_missing": ("A required field is missing", "缺少必填字段"),
    "field_unknown": ("A field that this request does not have", "没有这个字段"),
    "field_invalid": ("A field has the wrong type or form", "字段类型或格式不对"),
    "field_conflict": ("Two fields say the same thing twice or contradict each other", "字段重复或互相矛盾"),
    "batch_too_large": ("Too many items in one batch", "批量请求过多"),
    "limit_too_large": ("A limit above the server's cap", "超过服务器上限"),
    # vocabulary: a word the service does not know
    "variant_unknown": ("No such variant", "没有这种玩法"),
    "option_unknown": ("No such option, or not one of its values", "没有这个选项或取值"),
    "level_unknown": ("No such robot level", "没有这个难度"),
    "seat_unknown": ("No such seat in this variant", "这种玩法没有这个座位"),
    # cards
    "card_unknown": ("Text that is not a card", "不是牌"),
    "card_duplicate": ("The same card twice", "同一张牌出现两次"),
    "notation_ambiguous": ("Cards that read differently in different notations", "牌的写法有歧义"),
    "suit_missing": ("A card without a suit where suits matter", "缺少花色"),
    "too_many_of_rank": ("Too many cards of one rank", "同点数的牌过多"),
    "hand_empty": ("An empty hand", "手牌为空"),
    "hand_size": ("A hand of the wrong size", "手牌张数不对"),
    # meaning: this cannot happen in the game
    "not_a_play": ("Cards that form no play", "不成牌型"),
    "not_held": ("Cards that the hand does not hold", "手里没有这些牌"),
    "does_not_beat": ("A play that does not beat the one on the table", "管不上桌上的牌"),
    "must_beat": ("A pass where the player must beat", "能管必须管"),
    "must_show": ("A first lead without the card that it must contain", "首出必须带规定的牌"),
    "must_lead": ("A pass where the player must lead", "领出时不能不出"),
    "not_your_turn": ("It is another seat's turn", "还没轮到"),
    "history_inconsistent": ("A history that contradicts itself or another field", "出牌记录自相矛盾"),
    "bid_invalid": ("A bid that may not be made here", "这里不能这样叫"),
    "game_over": ("The game has ended", "牌局已结束"),
    "deal_impossible": ("A hand that cannot be dealt", "发不出这样的牌"),
}
"""Every code with its English and Chinese title. ◄ a new code goes here, into `openapi.yaml` and into a test."""


MOST_QUOTED = 30
"""Characters of a caller's text that are quoted whole."""


class Said(str):
    """A sentence in every language: itself in English, `zh` in Chinese.

    A text, so that whoever shows one language only need not know.
    """

    zh: str

    def __new__(cls, en: str, zh: str) -> Said:
        """Return the sentence *en*, in Chinese *zh*."""
        said = super().__new__(cls, en)
        said.zh = zh
        return said

    def __reduce__(self) -> tuple[type[Said], tuple[str, str]]:
        """Travel between processes whole."""
        return Said, (str(self), self.zh)


def quoted(value: object) -> str:
    """Return what a caller wrote, shortened, as a Chinese sentence quotes it."""
    return f"「{value if isinstance(value, str) and len(value) < MOST_QUOTED else brief(value)}」"


def coded(words: Iterable[object]) -> str:
    """Return words of the contract as a Chinese sentence lists them."""
    return "、".join(f"`{word}`" for word in words)


class RuleError(ValueError):
    """A fault in what was asked.

    *code* is a key of `CODES`, *message* a sentence that says what is wrong and how to mend it, *pointer* the
    JSON pointer (RFC 6901) of the field at fault, "" for the request as a whole.
    """

    def __init__(self, code: str, message: Said, pointer: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointer = pointer

    def __reduce__(self) -> tuple[type[RuleError], tuple[str, Said, str]]:
        """Travel between processes whole."""
        return RuleError, (self.code, self.message, self.pointer)
