"""Why a play is good or bad: stable codes, each with one sentence in every language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

LANGUAGES = ("en", "zh")
"""Languages of sentences, the default first."""

REASONS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        code: MappingProxyType({"en": en, "zh": zh})
        for code, en, zh in (
            # facts about a hint
            ("empties_hand", "Empties the hand.", "一手全部出完。"),
            (
                "keeps_split",
                "Uses up whole combos of a best split; the rest stays whole.",
                "出的是最佳拆牌中的完整牌型，剩下的也不拆。",
            ),
            ("breaks_split", "Tears combos out of the best split.", "拆散了最佳拆牌中的牌型。"),
            (
                "cheapest",
                "The lowest of its shape that may be played, kickers counted.",
                "能出的同类牌型中最小的，带牌也算。",
            ),
            ("sheds_most", "No legal play sheds more cards.", "没有别的出法能多出牌。"),
            ("bomb", "A bomb: beats every ordinary play.", "炸弹，能管所有不是炸弹的牌。"),
            ("control", "Nothing unseen beats it in kind.", "外面没有更大的同类牌。"),
            ("keeps_hand", "A pass: every card stays in hand.", "不出：手里的牌都留着。"),
            # facts about either
            ("wins", "Wins: nobody else goes out before.", "获胜：最先出完。"),
            # why a robot plays so
            ("finish", "Empties the hand.", "一手全部出完。"),
            (
                "sure_win",
                "Goes out before every enemy, whatever they hold and do.",
                "无论对手手里是什么牌、怎么出，都能先于他们出完。",
            ),
            (
                "searched",
                "Chosen by playing sampled games on, with what rules or networks think of it counted in.",
                "由抽样对局的推演选出，也计入规则或网络的看法。",
            ),
            (
                "keeps_more",
                "Of the plays tried that differ in their kickers alone, it leaves the better hand.",
                "试过的出法里只有带牌不同的几种，这样带剩下的牌最好。",
            ),
            ("stop_enemy", "An enemy is close to going out and must be stopped.", "对手快出完了，必须阻止。"),
            ("leave_ally", "The trick is the ally's and worth leaving.", "这一轮队友最大，不必去压。"),
            ("ally_out", "The ally is about to go out.", "队友马上出完。"),
            ("feed_ally", "The lowest of its kind, led for an ally whose last cards may beat it.", "出小牌送队友走。"),
            ("guard", "Keeps small cards from the enemy who moves next.", "顶住下家的对手，不让他过小牌。"),
            ("keep_bomb", "The bomb is kept for danger or the finish.", "炸弹留到紧急或收尾时用。"),
            ("use_bomb", "Danger or the finish is near enough for a bomb.", "局势紧急或收尾，动用炸弹。"),
            (
                "controls_first",
                "At most one weak combo is left, so strong ones go first.",
                "最多只剩一手弱牌，先出大牌。",
            ),
            ("learned", "Rated best by networks that learned from self-play.", "由自我对局训练的网络评价最高。"),
            ("best_rest", "Nothing else leaves a hand that is worth more.", "没有别的选择能剩下牌力更高的牌。"),
            (
                "best_of_split",
                "Of the combos of the best split, none leaves a hand that is worth more.",
                "最佳拆牌的各手牌中，先出这手剩下的牌牌力最高。",
            ),
            (
                "balance",
                "Best on balance of the hand that it leaves and what speaks against other plays.",
                "权衡剩牌的牌力与场上形势后的选择。",
            ),
            ("loose", "Drawn among plays within the level's bound.", "在该等级允许的范围内随机选取。"),
            ("safe_play", "The best play that every judge reads alike.", "各裁判判法一致的最佳出牌。"),
            ("only", "The only thing that may be done.", "只有这一种选择。"),
            (
                "among_wished",
                "Compared with what `only` and `avoid` leave, and with nothing else.",
                "以上只与 `only` 和 `avoid` 限定的选择相比较。",
            ),
            ("wished", "All that `only` and `avoid` leave.", "按 `only` 和 `avoid` 的限定，只剩这一种选择。"),
            # how cards were dealt
            ("fair_deal", "A fair shuffle.", "公平洗牌。"),
            (
                "practice_deal",
                "Practice: made to a profile, not a fair shuffle.",
                "练习牌局：按牌型设定发牌，并非公平洗牌。",
            ),
            # what to bid
            ("must_call", "With these cards the hand must call.", "拿到这样的牌必须叫牌。"),
            ("most_points", "Expected to bring most, by games of self-play.", "按自我对局的统计，预期得分最高。"),
            ("least_loss", "Expected to lose less than leaving it to others.", "预期比让给别人输得少。"),
            # tribute
            ("tribute_refused", "Refused: the paying side holds both big jokers.", "抗贡：进贡方有两张大王。"),
            # why a deal pays nothing, or nobody can say what
            ("nobody_called", "Nobody called: the cards are dealt anew.", "无人叫牌，重新发牌。"),
            ("places_only", "The rules of this game know places, no points.", "本玩法只排名次，不计分。"),
            (
                "bird_unknown",
                "Who was dealt the ten of hearts decides the points: write suits in the hands or the plays.",
                "红桃10发给了谁会影响得分：请在手牌或出牌中写明花色。",
            ),
            (
                "offender_unknown",
                "Who pays for all hangs on the hand before the winner's, which is not known.",
                "是否包赔要看赢家上家的手牌，这里没有给出。",
            ),
            # what an answer rests on
            (
                "no_wild_rank",
                "No rank is wild here: name it by `options.wild`, for example 7.",
                "这里没有癞子：翻出的癞子请写在 `options.wild` 里，例如 7。",
            ),
            # why cards may not be played
            ("not_a_play", "These cards form no play.", "不成牌型。"),
            ("not_held", "The hand does not hold these cards.", "手里没有这些牌。"),
            ("does_not_beat", "Does not beat the play on the table.", "管不上桌上的牌。"),
            ("not_your_turn", "It is another seat's turn.", "还没轮到。"),
            ("must_beat", "The player can beat and must.", "手里有牌能管，必须管。"),
            ("must_show", "The first lead must contain the card that decides who leads.", "首出必须带规定的牌。"),
            (
                "solo_not_top",
                "With one card left at the next seat, a solo must be the highest.",
                "下家只剩一张，出单张必须出最大的。",
            ),
            ("must_lead", "The player leads and may not pass.", "轮到你先出，不能不出。"),
            ("short_not_last", "Short of kickers, and not the last play.", "带牌不足，只能作为最后一手出。"),
            (
                "short_refused",
                "The options allow no play short of kickers here.",
                "按所选规则，此处不能出带牌不足的牌。",
            ),
            ("tears_bomb", "The options do not let four of a rank be torn.", "按所选规则，炸弹不能拆。"),
        )
    }
)
"""Every reason by its code. ◄ a new reason goes here."""


FACTORS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        code: MappingProxyType({"en": en, "zh": zh})
        for code, en, zh in (
            ("unit", "What a bid of one is worth.", "底分单位。"),
            ("bid", "The winning bid.", "叫分。"),
            ("rob", "The landlord's role was robbed.", "抢地主。"),
            ("kick", "A farmer kicked.", "踢。"),
            ("kick_back", "The landlord kicked back.", "回踢。"),
            ("double", "Doubled before the first lead.", "加倍。"),
            ("bomb", "A bomb was played.", "炸弹。"),
            ("rocket", "The rocket was played.", "王炸。"),
            ("spring", "Spring: no farmer played.", "春天：农民一张未出。"),
            ("anti_spring", "Anti-spring: the landlord played once only.", "反春天：地主只出了一手。"),
            ("cards", "A point for each card left.", "剩牌，每张一分。"),
            ("one_left", "One card left costs nothing.", "只剩一张，不扣分。"),
            ("shut", "Shut out: it played nothing.", "关门：一张未出。"),
            ("anti_shut", "It led first and played once only.", "反关：先出却只出了一手。"),
            ("bird", "The ten of hearts doubles what its holder pays and gets.", "扎鸟：持红桃10者输赢加倍。"),
            ("pay_all", "It let the winner out and pays what all owe for cards.", "放走包赔：一家赔所有人的剩牌分。"),
            ("climbs", "Levels that the winning side climbs.", "升级数。"),
            ("match", "The match is won.", "过A，赢得整场。"),
        )
    }
)
"""What makes points what they are, by its code. ◄ a new factor of a settlement goes here."""


def factor_sentence(code: str, lang: str) -> str:
    """Return what a factor is, in *lang*."""
    return FACTORS[code][lang]


@cache
def sentences(codes: tuple[str, ...], lang: str) -> list[dict[str, str]]:
    """Return each code with its sentence in *lang*; the same lists serve every answer: never change them."""
    return [{"code": code, "text": REASONS[code][lang]} for code in codes]
