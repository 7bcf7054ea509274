"""Title and advice of each error code, for the problem pages; the detail is worded where the error is raised."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from service.rules.errors import Bilingual


class About(NamedTuple):
    """The texts of a code; identifiers of the API are in backticks in `advice`."""

    title: Bilingual
    advice: Bilingual


TEXTS: Mapping[str, About] = MappingProxyType(
    {
        "field_missing": About(
            Bilingual("A required field is missing", "缺少必填字段"),
            Bilingual(
                "Add the field that the pointer names. A position needs `hand`, or comes whole in `position`.",
                "补上指针所指的字段。局面至少要有 `hand`，或者用 `position` 一行写全。",
            ),
        ),
        "field_unknown": About(
            Bilingual("An unknown field", "没有这个字段"),
            Bilingual(
                "Check the name against the contract; the detail names the nearest field. Other players' hands are "
                "never needed.",
                "对照接口文档检查字段名，说明里给出了最接近的名字。求建议从不需要其他玩家的手牌。",
            ),
        ),
        "field_invalid": About(
            Bilingual("A field has the wrong type or value", "字段的类型或取值不对"),
            Bilingual(
                "Use the type of the contract: cards are a text or an array, `top` is a number. If "
                "only some values are allowed, `detail` lists them. A line in `position` has five fields, separated by "
                "spaces: variant, seat, hand, bottom and history, each `-` if it is unknown or empty.",
                "按接口文档填写：牌是文本或数组，`top` 是数字而不是文本；只有几种取值的字段，`detail` 会列出可取的值。"
                "`position` 一行有五项，用空格隔开：玩法、座位、手牌、底牌、出牌记录，不知道或为空的写 `-`。",
            ),
        ),
        "field_conflict": About(
            Bilingual("Duplicate or contradictory fields", "字段重复或互相矛盾"),
            Bilingual(
                "Use either a line in `position` or separate fields. Names in an object, query "
                "parameters and parts of a "
                "line may not be repeated.",
                "同一件事只说一次：`position` 与各字段二选一；对象里的字段名、查询参数以及一行局面中的各项都不要重复。",
            ),
        ),
        "limit_too_large": About(
            Bilingual("A limit above the server's maximum", "超过服务器上限"),
            Bilingual(
                "Lower the value or leave it out, or send a batch in several; `/v1/variants` lists all maxima.",
                "调低该值或省略，批量请求请分成几批；所有上限见 `/v1/variants`。",
            ),
        ),
        "variant_unknown": About(
            Bilingual("No such variant", "没有这种玩法"),
            Bilingual("`/v1/variants` lists the games.", "可用的玩法见 `/v1/variants`。"),
        ),
        "option_unknown": About(
            Bilingual("No such option, or not one of its values", "没有这个选项或取值"),
            Bilingual(
                "`/v1/variants/{id}` lists the options of a game with their values.",
                "每种玩法的选项和取值见 `/v1/variants/{id}`。",
            ),
        ),
        "level_unknown": About(
            Bilingual("No such robot level", "没有这个难度"),
            Bilingual("`/v1/variants` lists the robot levels.", "可用的机器人难度见 `/v1/variants`。"),
        ),
        "seat_unknown": About(
            Bilingual("No such seat in this variant", "这种玩法没有这个座位"),
            Bilingual(
                "`/v1/variants/{id}` lists the seats of a game in the order of play: words in games with a landlord, "
                "elsewhere numbers, with 0 for the first leader.",
                "每种玩法的座位见 `/v1/variants/{id}`，按出牌次序排列：有地主的玩法写名称，其他玩法写数字，"
                "首出的一家是 0。",
            ),
        ),
        "card_unknown": About(
            Bilingual("Not a card", "不是牌"),
            Bilingual(
                "In text, ranks are `3456789TJQKA2`, `X` is the small joker, `D` the big joker; a "
                "suit `shcd` may follow. "
                "Name any other notation in `notation`.",
                "文本写法：点数 `3456789TJQKA2`，`X` 小王，`D` 大王，花色用 `shcd` 跟在后面。"
                "其他写法请用 `notation` 指明。",
            ),
        ),
        "card_duplicate": About(
            Bilingual("The same card twice", "同一张牌出现两次"),
            Bilingual(
                "A card with a suit or an id exists once per deck: check the hand, the bottom and the plays for "
                "duplicates.",
                "写明花色或编号的牌，有几副牌就只有几张：请检查手牌、底牌和出牌记录里是否重复。",
            ),
        ),
        "notation_ambiguous": About(
            Bilingual("Cards that are ambiguous between notations", "牌的写法有歧义"),
            Bilingual(
                "Set `notation` to `rlcard`, `douzero`, `contest`, `yuncheng` or `guandan`. In text, write `X` for the "
                "small and `D` for the big joker. If a text has two readings, send one of the two that the detail "
                "offers.",
                "请用 `notation` 指明写法：`rlcard`、`douzero`、`contest`、`yuncheng` 或 `guandan`。文本中小王写 `X`，"
                "大王写 `D`；一种写法有两种读法时，请改用说明里给出的其中一种。",
            ),
        ),
        "suit_missing": About(
            Bilingual("A missing suit", "缺少花色"),
            Bilingual(
                "Suits matter in this game: write a small letter after each rank, as in `5s Th 2c Jd`, or use the "
                "notation `guandan`. Jokers have none.",
                "本玩法区分花色：在点数后加小写字母，如 `5s Th 2c Jd`，或使用 `guandan` 记法。大小王没有花色。",
            ),
        ),
        "too_many_of_rank": About(
            Bilingual("Too many cards of one rank", "同点数的牌过多"),
            Bilingual(
                "Hand, bottom, history and seen cards together must fit into the deck. The pointer names the part "
                "that exceeds it.",
                "手牌、底牌、出牌记录和已见的牌合起来不能超过整副牌，指针指出超出的部分。",
            ),
        ),
        "hand_empty": About(
            Bilingual("An empty hand", "手牌为空"),
            Bilingual("Send the current cards of the seat.", "请给出该座位现有的手牌。"),
        ),
        "hand_size": About(
            Bilingual("A hand of the wrong size", "手牌张数不对"),
            Bilingual(
                "Count the cards: with a complete `history` the hand must match the deal. A client that knows only "
                "the table sends a snapshot: `hand`, `last` and, if known, `left` and `seen`. Send the bottom "
                "completely or not at all.",
                "核对张数：给出完整 `history` 时手牌必须与发牌相符。只知道桌面的客户端请用快照形式：`hand`、`last`，"
                "以及已知的 `left` 和 `seen`。底牌要么写全，要么省略。",
            ),
        ),
        "not_a_play": About(
            Bilingual("Cards that do not form a play", "不成牌型"),
            Bilingual(
                "The cards match no shape of this game; `/v1/check` names the readings of cards, `/v1/variants` lists "
                "the shapes.",
                "这些牌不构成该玩法的牌型；`/v1/check` 可查询牌型，`/v1/variants` 列出全部牌型。",
            ),
        ),
        "not_held": About(
            Bilingual("Cards that are not in the hand", "手里没有这些牌"),
            Bilingual(
                "The play uses cards that are not in `hand`; `hand` is the current hand, not the dealt one.",
                "所出的牌不在 `hand` 里；`hand` 是现在的手牌，不是发到的牌。",
            ),
        ),
        "does_not_beat": About(
            Bilingual("A play that does not beat the play on the table", "管不上桌上的牌"),
            Bilingual(
                "A follow has the shape and length of the play on the table and a higher rank, or is a bomb; only a "
                'higher bomb beats a bomb. The pointer names the play in `history`; a pass is `""`.',
                "跟牌须同牌型、同张数且点数更大，或者是炸弹；炸弹只有更大的炸弹才管得上。指针指出 `history` "
                '中的那一手；不出写作 `""`。',
            ),
        ),
        "must_beat": About(
            Bilingual("A pass where the player must beat", "能管必须管"),
            Bilingual(
                "Under these rules a player who can beat must beat: send the play, or set the option that allows "
                "passing, see `/v1/variants/{id}`.",
                "这一桌能管必管：请给出所出的牌；若可随意不出，请改用允许不出的选项，见 `/v1/variants/{id}`。",
            ),
        ),
        "must_show": About(
            Bilingual("A first lead without the card that it must contain", "首出必须带规定的牌"),
            Bilingual(
                "The first lead contains the card that decides who leads. If the last winner leads instead, set "
                "the option named in the detail.",
                "首出必须带决定先出的那张牌。若由上局赢家先出，请按说明里写的选项设置。",
            ),
        ),
        "must_lead": About(
            Bilingual("A pass where the player must lead", "有牌权时不能不出"),
            Bilingual(
                "A trick cannot begin with a pass: send the cards that were led. After all others "
                "passed, the same seat "
                "leads again.",
                "有牌权时不能不出，请给出所出的牌。其他人都不出，就由同一家继续出。",
            ),
        ),
        "solo_not_top": About(
            Bilingual("A single that is not the highest, before a seat with one card", "下家报单，须出最大单张"),
            Bilingual(
                "While the next seat has one card, a single must be the highest; other shapes are not restricted. "
                "`options.baodan` set to `off` disables the rule.",
                "下家只剩一张时，出单张必须出最大的；其他牌型不限，`options.baodan` 设为 `off` 则无此规则。",
            ),
        ),
        "short_not_last": About(
            Bilingual("Too few kickers before the last play", "带牌不足且不是最后一手"),
            Bilingual(
                "Three of a rank with fewer kickers than they take may only be the last play: add the kickers, or send "
                "another play.",
                "三张没带够牌，只能作为最后一手出：请补上所带的牌，或出别的牌。",
            ),
        ),
        "short_refused": About(
            Bilingual("Too few kickers, which the options do not allow", "所选规则不许少带"),
            Bilingual(
                "The options `short_lead` and `short_follow` decide when a last play may have too few kickers.",
                "最后一手能否少带由选项 `short_lead` 和 `short_follow` 决定。",
            ),
        ),
        "tears_bomb": About(
            Bilingual("A play that breaks up a bomb", "炸弹不可拆"),
            Bilingual(
                "With `options.bomb_split` set to `off`, four of a rank are played together or not at all.",
                "`options.bomb_split` 为 `off` 时，炸弹不能拆开出。",
            ),
        ),
        "not_your_turn": About(
            Bilingual("It is another seat's turn", "还没轮到"),
            Bilingual(
                "`history` is complete from the first lead, passes included: check it seat by seat, or correct `seat`.",
                "`history` 须从第一手起完整记录，包括不出；请按座位顺序核对，或改正 `seat`。",
            ),
        ),
        "history_inconsistent": About(
            Bilingual("A history that contradicts itself or another field", "出牌记录自相矛盾"),
            Bilingual(
                "Two parts of the request cannot both be true. Fields that `history` implies may be left out.",
                "请求中有两处互相矛盾。能由 `history` 推出的字段可以省略。",
            ),
        ),
        "bid_invalid": About(
            Bilingual("A bid that is not legal here", "这里不能这样叫"),
            Bilingual(
                "`bids` lists the bids of all seats, the first seat's first: numbers 0..3, each higher than all before "
                "it unless it is 0, or the words named in the detail.",
                "`bids` 从第一家起依次列出各家所叫：0 到 3 的数字，非 0 者须高于之前所有叫分；或说明中列出的词。",
            ),
        ),
        "game_over": About(
            Bilingual("The game has ended", "牌局已结束"),
            Bilingual(
                "The deal, the auction or the match has ended: remove the records after its end, or start a new one.",
                "这一局、这次叫地主（叫分）或整场比赛已经结束：请删去其后的记录，或重新开始。",
            ),
        ),
        "deal_impossible": About(
            Bilingual("A hand that cannot be dealt", "发不出这样的牌"),
            Bilingual(
                "Request fewer combos: together they must fit the dealt hand, use different ranks, and contain no wild "
                "cards.",
                "请减少 `composition` 中的牌型：张数不能超过所发手牌，各牌型点数互不相同，且不用癞子组成。",
            ),
        ),
        "puzzle_missing": About(
            Bilingual("No such puzzle", "没有这样的残局"),
            Bilingual(
                "`themes` of a game in `/v1/variants` are those that its shipped puzzles have; leave out `theme` or "
                "`rating`, or choose another game.",
                "`/v1/variants` 里每个玩法的 `themes` 是现有残局的主题；请去掉 `theme` 或 `rating`，或换一个玩法。",
            ),
        ),
    }
)
"""Texts by code. ◄ the texts of a new code go here."""
