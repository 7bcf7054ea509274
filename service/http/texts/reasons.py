"""Reasons for and against plays: stable codes with a sentence in each language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeAlias, TypedDict

from service.http.texts.plain_reasons import PLAIN_REASONS
from service.rules.errors import Bilingual

LANGUAGES = ("en", "zh")
"""Languages of the texts, the default first."""


REGION = re.compile("[-_]")


def base_language(tag: str) -> str:
    """Return the language of a tag such as `zh-CN`, without its region."""
    return REGION.split(tag.lower())[0]


def localize(sentence: Bilingual, lang: str) -> str:
    """Return a sentence in *lang*."""
    return sentence if lang == LANGUAGES[0] else sentence.zh


REASONS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        code: MappingProxyType({"en": en, "zh": zh})
        for code, en, zh in (
            # facts about a hint
            ("empties_hand", "Empties the hand.", "一手全部出完。"),
            (
                "keeps_split",
                "Plays whole combos of a best split; the rest stays intact.",
                "出的是最优拆牌中的完整牌型，剩下的也不拆。",
            ),
            ("breaks_split", "Breaks combos of the best split.", "拆散了最优拆牌中的牌型。"),
            (
                "bomb_as_quad",
                "Spends a bomb or the rocket on a quad with kickers, which is no bomb.",
                "炸弹当四带二（或四带三）用，不再算炸弹。",
            ),
            (
                "cheapest",
                "The lowest legal play of its shape, kickers included.",
                "同牌型里最小的一手，带的牌也最小。",
            ),
            ("sheds_most", "No legal play sheds more cards.", "没有别的出法能多出牌。"),
            ("bomb", "A bomb: beats every play that is not a bomb.", "炸弹，能管所有不是炸弹的牌。"),
            ("control", "No unseen play of its shape beats it.", "同牌型，外面没有更大的。"),
            ("keeps_hand", "A pass: every card stays in hand.", "不出：手里的牌都留着。"),
            # facts about a hint or a move
            ("wins", "Wins: the first to go out.", "获胜：最先出完。"),
            # reasons of a robot
            ("finish", "Empties the hand.", "一手全部出完。"),
            (
                "goes_out",
                "Goes out: no more cards are left than the handicap.",
                "剩下的牌不多于让牌的张数，已经获胜。",
            ),
            (
                "sure_win",
                "Goes out before every enemy, whatever cards they have and play.",
                "无论对手手里是什么牌、怎么出，都能先于他们出完。",
            ),
            (
                "searched",
                "Chosen by playing out sampled deals, with the score of rules or networks counted in.",
                "抽样推演后选出，也参考了规则或神经网络的评分。",
            ),
            (
                "keeps_more",
                "Of several plays that differ only in their kickers, it leaves the best hand.",
                "几种出法只是带的牌不同，这样带，剩下的牌最好。",
            ),
            ("stop_enemy", "An enemy is close to going out and must be stopped.", "对手快出完了，必须阻止。"),
            ("leave_ally", "The ally leads the trick; not worth beating.", "这一轮队友最大，不必去压。"),
            ("ally_out", "The ally is about to go out.", "队友马上出完。"),
            ("feed_ally", "The lowest of its shape, led so that the ally can go out on it.", "出小牌送队友走。"),
            ("guard", "Stops the next enemy from playing small cards.", "顶住下家的对手，不让他过小牌。"),
            ("keep_bomb", "The bomb is kept for an emergency or the finish.", "炸弹留到紧急或收尾时用。"),
            ("use_bomb", "Time for a bomb: an enemy or the finish is close.", "局势紧急或收尾，动用炸弹。"),
            (
                "controls_first",
                "At most one weak combo is left, so strong combos go first.",
                "最多只剩一手弱牌，先出大牌。",
            ),
            (
                "not_worth",
                "A pass: to beat this play would cost the hand more than the trick is worth.",
                "不出：这一手压了不划算，牌留着更有用。",
            ),
            ("best_rest", "No other play leaves a stronger hand.", "出这手，剩下的牌最强。"),
            (
                "best_of_split",
                "Of the combos of the best split, it leaves the strongest hand.",
                "最优拆牌的各手里，先出这手，剩下的牌最强。",
            ),
            (
                "best_seen",
                "Of the plays that a player of this level sees, it leaves the strongest hand.",
                "在这一级看得到的打法里，出这手，剩下的牌最强。",
            ),
            (
                "balance",
                "Best when the remaining hand and the situation are weighed together.",
                "权衡剩牌的牌力与场上形势后的选择。",
            ),
            ("learned", "Rated best by networks trained in self-play.", "由自我对局训练的网络评价最高。"),
            ("safe_play", "The best play that every judge reads the same way.", "各裁判判法一致的最佳出牌。"),
            ("only", "The only legal choice.", "只有这一种选择。"),
            (
                "filtered",
                "Chosen only from what `only` and `avoid` allow.",
                "只在 `only` 和 `avoid` 限定的范围内选择。",
            ),
            # kinds of deals
            ("fair_deal", "A fair shuffle.", "公平洗牌。"),
            (
                "unshuffled_deal",
                "Without a shuffle: the pile of the last games, cut and dealt in blocks; bombs are frequent.",
                "不洗牌：上几局的牌切一次，成叠地发，炸弹多。",
            ),
            (
                "balanced_deal",
                "Balanced: reshuffled until exact splits of all hands lay close together; by no seat and no player.",
                "均衡发牌：反复洗牌，直到各家最优拆牌的牌力相近；不看座位，也不看玩家。",
            ),
            (
                "practice_deal",
                "Practice: dealt by a profile, not a fair shuffle.",
                "练习牌局：按牌型设定发牌，并非公平洗牌。",
            ),
            # bids
            ("must_call", "With these cards the player must call.", "拿到这样的牌必须叫地主。"),
            ("most_points", "Has the highest expected points in self-play.", "按自我对局的统计，预期得分最高。"),
            ("least_loss", "Expected to lose less than passing.", "预期比让给别人输得少。"),
            ("misjudged", "A bid of this level, which misjudges the hand.", "这个难度会这样叫，其实不划算。"),
            # named mistakes of a review
            (
                "sure_win_left",
                "A sure win was left: the better play goes out whatever the others have.",
                "必胜不走：换一手，不管别人拿什么牌都必胜。",
            ),
            ("beat_ally", "Beats an ally who is about to go out.", "顶队友：队友马上要出完，却压了他。"),
            ("should_pass", "Should have left the ally's play on top.", "该让不让：队友最大，应该不出。"),
            ("should_take", "Should have taken the trick over from the ally.", "该接不接：应该接过队友的牌。"),
            (
                "let_one_go",
                "Gives an enemy with one card a single to go out on.",
                "放走报单：对手只剩一张，不该让他过单张。",
            ),
            (
                "let_two_go",
                "Gives an enemy with two cards a pair to go out on.",
                "放走报双：对手只剩两张，不该让他过对子。",
            ),
            ("tore_bomb", "Breaks up a bomb.", "拆炸：拆了炸弹。"),
            ("tore_rocket", "Breaks up the rocket.", "拆王：拆了王炸。"),
            ("tore_run", "Breaks up a run.", "拆顺：拆了顺子、连对或飞机。"),
            ("bomb_early", "Bombs too early.", "炸早：还不到用炸弹的时候。"),
            ("bomb_kept", "Keeps the bomb until the end.", "憋炸：炸弹到最后也没出。"),
            ("wrong_kicker", "Carries the wrong kickers.", "带错牌：主体没错，带的牌不对。"),
            (
                "reentry_spent",
                "Spends the last play that could regain the lead.",
                "回手没了：用掉了最后能收回牌权的牌。",
            ),
            ("wrong_last_two", "Plays the last two combos in the wrong order.", "留错尾：最后两手出反了。"),
            ("not_fed", "Does not lead a card on which the ally can go out.", "该送不送：没有出小牌送队友走。"),
            ("bid_too_high", "Bids more than the hand is worth.", "叫亏：这手牌不值这么叫。"),
            ("bid_too_low", "Bids less than the hand is worth.", "叫小了：这手牌应该叫。"),
            ("double_wrong", "Doubles against the odds.", "倍亏：这手牌不该加倍。"),
            ("double_missed", "Does not double a hand that is worth it.", "该倍不倍：这手牌应该加倍。"),
            # lessons without a name
            ("rather_pass", "A pass was better.", "应该不出。"),
            ("rather_other", "Another play was better.", "应该出别的牌。"),
            # codes of missing parts of a review
            (
                "hands_missing",
                "Not all hands are known: no luck, and no open hands.",
                "没有给出全部手牌：不算运气，也没有明牌结论。",
            ),
            ("not_over", "The deal has not ended: no luck.", "牌局没有打完：不算运气。"),
            ("seats_left_out", "Not all known seats are judged: no luck.", "没有复盘所有座位：不算运气。"),
            (
                "level_lowered",
                "A game too long for this level: `club` judged it. If several seats are judged, fewer may keep it.",
                "牌局太长，改用熟手的眼光；如果复盘了几家，少几家也许就不用改。",
            ),
            (
                "too_long",
                "Too long for accuracy, luck and a full curve. If several seats are judged, fewer may have them.",
                "牌局太长，没有准确度、运气和完整曲线；如果复盘了几家，少几家也许就有。",
            ),
            # tribute
            (
                "tribute_refused",
                "Refused: the paying side has the two jokers for it.",
                "抗贡：进贡方有可以抗贡的两张王。",
            ),
            # deals without points, or with unknown points
            ("nobody_called", "Nobody called: new cards are dealt.", "没人叫地主，重新发牌。"),
            ("places_only", "This game has places, not points.", "本玩法只排名次，不计分。"),
            (
                "bird_unknown",
                "The points depend on who was dealt the ten of hearts: write suits in the hands or the plays.",
                "红桃10发给了谁会影响得分：请在手牌或出牌中写明花色。",
            ),
            (
                "offender_unknown",
                "Whether one player pays for all depends on the hand of the seat before the winner, which is unknown.",
                "是否包赔要看赢家上家的手牌，这里没有给出。",
            ),
            # assumptions of an answer
            (
                "no_wild_rank",
                "No rank is wild here: set `options.wild`, for example to 7.",
                "这里没有癞子：翻出的癞子请写在 `options.wild` 里，例如 7。",
            ),
            (
                "level_assumed",
                "The level is taken as 2: set `options.level`; at another one some plays are better, and some illegal.",
                "没有写级牌，按打2算：请写在 `options.level` 里；打别的级时，有些出法更好，有些还不合法。",
            ),
            # reasons of rejection
            ("not_a_play", "These cards do not form a play.", "不成牌型。"),
            ("not_held", "These cards are not in the hand.", "手里没有这些牌。"),
            ("does_not_beat", "Does not beat the play on the table.", "管不上桌上的牌。"),
            ("not_your_turn", "It is another seat's turn.", "还没轮到。"),
            ("must_beat", "The player can beat this play and therefore must.", "手里有牌能管，必须管。"),
            ("must_show", "The first lead must contain the card that decides who leads.", "首出必须带规定的牌。"),
            (
                "solo_not_top",
                "The next seat has one card left, so a single must be the highest.",
                "下家只剩一张，出单张必须出最大的。",
            ),
            ("must_lead", "The player leads and may not pass.", "轮到你先出，不能不出。"),
            (
                "short_not_last",
                "Too few kickers, which is allowed only in the last play.",
                "带牌不足，只能作为最后一手出。",
            ),
            (
                "short_refused",
                "Too few kickers, which the options do not allow here.",
                "按所选规则，此处不能出带牌不足的牌。",
            ),
            ("tears_bomb", "Breaks up four of a rank, which the options do not allow.", "按所选规则，炸弹不能拆。"),
        )
    }
)
"""All reasons by code. ◄ a new reason goes here."""


FACTORS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        code: MappingProxyType({"en": en, "zh": zh})
        for code, en, zh in (
            ("unit", "Points per bid of one.", "底分单位。"),
            ("bid", "The winning bid.", "叫分。"),
            ("rob", "The landlord was robbed of the role.", "抢地主。"),
            ("kick", "A farmer kicked.", "踢。"),
            ("kick_back", "The landlord kicked back.", "回踢。"),
            ("double", "Doubled before the first lead.", "加倍。"),
            ("show_hand", "The landlord's hand was shown.", "明牌。"),
            ("bomb", "A bomb was played.", "炸弹。"),
            ("rocket", "The rocket was played.", "王炸。"),
            ("spring", "Spring: no farmer played a card.", "春天：农民一张未出。"),
            ("anti_spring", "Anti-spring: the landlord played only once.", "反春天：地主只出了一手。"),
            ("cards", "One point for each card left.", "剩牌，每张一分。"),
            ("one_left", "One card left costs nothing.", "只剩一张，不扣分。"),
            ("shut", "Shut out: the seat played no card.", "关门：一张未出。"),
            ("anti_shut", "Anti-shut: the seat led first and played only once.", "反关：先出却只出了一手。"),
            (
                "bird",
                "The ten of hearts doubles the payments for cards to and from its owner.",
                "扎鸟：持红桃10者，剩牌的输赢分加倍。",
            ),
            (
                "bird_bombs",
                "The ten of hearts doubles all payments to and from its owner, also for bombs.",
                "扎鸟含炸弹：持红桃10者，剩牌分和炸弹分的输赢都加倍。",
            ),
            ("pay_all", "The seat let the winner go out and pays for all.", "放走包赔：一家赔所有人的剩牌分。"),
            ("climbs", "Levels gained by the winning side.", "升级数。"),
            ("match", "The match is won.", "过A，赢得整场。"),
        )
    }
)
"""Factors of the points of a deal by code. ◄ a new factor of a settlement goes here."""


def factor_sentence(code: str, lang: str) -> str:
    """Return the sentence of a factor in *lang*."""
    return FACTORS[code][lang]


CHEAPEST_AMONG_READINGS: Mapping[str, str] = MappingProxyType(
    {
        "en": "The lowest play of its shape under the readings listed, kickers included.",
        "zh": "列出的同类牌型里最小的，带牌也算。",
    }
)
"""The sentence of `cheapest` in games with wild cards, in which a play may have several readings."""


ReasonCode: TypeAlias = str
"""Definition of each reason. Reasons of a hint are facts; reasons of a move are those that decided it, compared with
the plays that `only` and `avoid` allow.

- `empties_hand`: the play is the whole hand
- `keeps_split`: `breaks` is empty
- `breaks_split`: the play breaks combos of `split`, which are first in `breaks`
- `bomb_as_quad`: the play is a quad with kickers, and bombs in it are last in `breaks`
- `cheapest`: an ordinary play, and no legal play of its shape and length has a lower body, or the same body and lower
  cards: the highest of them are compared first, wild cards above all others. Shapes that can beat each other count as
  one
- `sheds_most`: a lead, and no legal lead has more cards
- `bomb`: a play that beats every play that is not a bomb
- `control`: cards remain in hand, and the unseen cards together contain no play of its shape and length, or bomb of its
  tier, that beats it
- `keeps_hand`: the row of a pass that is not the move, in hints by `order: robot`
- `wins`: with `empties_hand`, `finish` or `sure_win`: the next player to go out takes first place, because the game
  ends then or every other seat is known to have cards
- `finish`: the play is the whole hand
- `goes_out`: the play leaves no more cards than the handicap of the seat
- `sure_win`: the seat goes out before every remaining enemy for every deal of the unseen cards and every play of the
  enemies, while allies pass; `line` is the continuation without answers, except in games with suits (Guandan)
- `searched`: the level played out sampled deals and chose by their `rating`; only `keeps_more` may be added
- `keeps_more`: the search rated another play of the same shape, length and rank as high or higher; this one leaves a
  stronger hand, and that is one card, or neither play won a game
- `stop_enemy`: beats an enemy with at most four cards; or overtakes an ally's solo or pair, while an enemy with as many
  cards moves next; or a lead before an enemy with one or two cards that has another number of cards, or is the highest
  ordinary lead of that number of cards
- `leave_ally`: a pass on an ally's play
- `ally_out`: a pass on the play of an ally with one or two cards
- `feed_ally`: an ally moves next, and an ally has one or two cards: the lowest ordinary lead with that number of cards
- `guard`: before an enemy: overtakes an ally's low solo or pair with one of the eighth rank or higher, in the order of
  power
- `keep_bomb`: a pass where a bomb may be played
- `use_bomb`: a bomb, while an enemy has at most three cards or the rest of the hand is at most two combos
- `controls_first`: an ordinary lead that the largest enemy hand, made of unseen cards, cannot beat with its shape,
  while it can beat at most one combo of the best split that way
- `not_worth`: a pass for which no rule recorded a reason: every play costs the hand more than the trick is worth
- `best_rest`: no legal play, or no other card of a tribute, leaves a stronger hand
- `best_of_split`: a combo of the best split; no other legal combo of it leaves a stronger hand
- `best_seen`: for a level that overlooks kinds of plays, in place of the two before it: no play that it sees leaves a
  hand that it values more
- `balance`: another play leaves a stronger hand, but the rules of play, or the networks, favour this one
- `learned`: the level's networks rated it best, and no rule recorded a reason; beside `not_worth` or `balance`
- `safe_play`: judges of the contest may differ about a better play; this is the best play that all read the same way
- `only`: the only legal action
- `filtered`: `only` or `avoid` restrict the choice: the other reasons compare it with what these allow, and there are
  none if they allow one action; always last
- `fair_deal`: no hand follows a profile
- `unshuffled_deal`: the pile of the last games, cut and dealt in blocks
- `balanced_deal`: shuffled until every measure in `balance` is within its bound, or 64 more times
- `practice_deal`: a hand follows a profile
- `must_call`: the hand has both jokers or four twos, and the auction requires it to call
- `most_points`: the legal bid with the highest score, which is above 0 or that of a pass
- `least_loss`: the legal bid with the highest score, which is 0 or less, and not a pass
- `misjudged`: not the best bid
- `sure_win_left`: a sure win was missed
- `beat_ally`: beats an ally who is about to go out
- `should_pass`: a pass on the ally's play was better
- `should_take`: beating the ally's play was better
- `let_one_go`: a solo on which an enemy with one card may go out
- `let_two_go`: a pair on which an enemy with two cards may go out
- `tore_bomb`: breaks up a bomb
- `tore_rocket`: breaks up the rocket
- `tore_run`: breaks up a run
- `bomb_early`: a bomb was played too early
- `bomb_kept`: the bomb was kept until the end
- `wrong_kicker`: the same body with the wrong kickers
- `reentry_spent`: spends the last play that regains the lead
- `wrong_last_two`: the wrong one of the last two combos was kept
- `not_fed`: does not lead a shape on which the ally can go out
- `bid_too_high`: bids more than the hand is worth
- `bid_too_low`: bids less than the hand is worth
- `double_wrong`: doubles although the expected gain is negative
- `double_missed`: does not double although the expected gain is positive
- `rather_pass`: a lesson: the pass was better
- `rather_other`: a lesson: another play was better
- `hands_missing`: not all hands are known
- `not_over`: the deal has not ended
- `seats_left_out`: not all known seats are judged
- `level_lowered`: a long game is judged by club
- `too_long`: a long game has no accuracy, luck and full curve
- `no_wild_rank`: a note: the game has wild ranks, and `options.wild` names none
- `level_assumed`: a note: the game has levels, and `options.level` names none
- `tribute_refused`: the givers are known to have the jokers for it: both big ones, or any two with `resist=any`
- `nobody_called`: a deal without a landlord, because all have passed
- `places_only`: the game has places and no points
- `bird_unknown`: the points depend on the unknown owner of the ten of hearts
- `offender_unknown`: whether one seat pays for all depends on the unknown hand of the seat before the winner
- `not_a_play`: the cards have no reading from this hand
- `not_held`: the cards are not in the hand
- `does_not_beat`: the cards are a play, and no reading of them beats the play on the table
- `not_your_turn`: another seat moves
- `must_beat`: a pass although a legal play must be made
- `must_show`: a first lead without the card that it must contain
- `solo_not_top`: the next seat has one card, and the hand has a higher solo
- `must_lead`: a pass on a lead
- `short_not_last`: the cards would be a play only as the whole hand
- `short_refused`: too few kickers, which the options do not allow here
- `tears_bomb`: breaks up four cards of a rank, which the options do not allow
"""


class Reason(TypedDict):
    """A stable code with its sentence."""

    code: ReasonCode
    text: str


def hint_sentences(codes: tuple[str, ...], lang: str, *, wild: bool, plain: bool) -> list[Reason]:
    """Return the sentences of a hint; *wild* selects those for games with wild cards. Do not change the result."""
    if plain or not wild or "cheapest" not in codes:
        return sentences(codes, lang, plain=plain)
    listed: Reason = {"code": "cheapest", "text": CHEAPEST_AMONG_READINGS[lang]}
    return [listed if row["code"] == "cheapest" else row for row in sentences(codes, lang)]


@cache
def sentences(codes: tuple[str, ...], lang: str, *, plain: bool = False) -> list[Reason]:
    """Return each code with its sentence in *lang*. The result is shared between answers: do not change it.

    *plain*: in words that a beginner knows.
    """
    return [{"code": code, "text": reason_text(code, lang, plain=plain)} for code in codes]


def reason_text(code: str, lang: str, *, plain: bool) -> str:
    """Return the sentence of a reason in *lang*."""
    return (PLAIN_REASONS if plain and code in PLAIN_REASONS else REASONS)[code][lang]
