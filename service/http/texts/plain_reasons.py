"""Reasons in words that a beginner knows, for advice at the height of a player."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

PLAIN_REASONS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        code: MappingProxyType({"en": en, "zh": zh})
        for code, en, zh in (
            # facts about a hint
            ("empties_hand", "These are all your cards: you are out.", "这一手就出完了。"),
            ("keeps_split", "Takes nothing apart that belongs together.", "没有把该一起出的牌拆开。"),
            ("breaks_split", "Takes apart cards that are better played together.", "把该一起出的牌拆开了。"),
            (
                "bomb_as_quad",
                "Uses up cards that could have beaten almost anything.",
                "把几乎什么都能管的牌就这样用掉了。",
            ),
            ("cheapest", "The smallest cards that do the job.", "够用的牌里最小的。"),
            ("sheds_most", "Nothing else gets rid of more cards at once.", "一次出掉的牌最多。"),
            ("bomb", "Beats almost everything.", "几乎什么都能管。"),
            ("control", "The others have nothing higher of this kind left.", "同样的出法，别人没有更大的了。"),
            ("keeps_hand", "Pass and keep every card.", "不出，牌都留着。"),
            ("wins", "You win.", "你赢了。"),
            # reasons of a robot
            ("finish", "These are all your cards: you are out.", "这一手就出完了。"),
            ("goes_out", "So few cards are left that you have won.", "剩下的牌已经够少，赢了。"),
            ("sure_win", "From here you win, whatever the others have.", "这样打，别人拿什么牌你都能赢。"),
            ("searched", "It won most when this deal was tried many times.", "把这局试打很多次，这样赢得最多。"),
            ("keeps_more", "Gets rid of the extra cards you need least.", "搭着出的是最用不着的牌。"),
            ("stop_enemy", "An opponent is nearly out of cards: do not let them play.", "对手快出完了，拦住他。"),
            ("leave_ally", "Your partner is winning this round: let them.", "这一轮队友最大，让给他。"),
            ("ally_out", "Your partner is nearly out of cards: let them finish.", "队友快出完了，让他走。"),
            ("feed_ally", "A small card on which your partner can finish.", "出小的，队友接了就能出完。"),
            ("guard", "High enough to stop the small cards of the next opponent.", "出大一点，下家的小牌就过不去。"),
            ("keep_bomb", "Your strongest cards wait until you need them.", "最厉害的牌先留着，要紧时再用。"),
            ("use_bomb", "The end is near: use your strongest cards now.", "快见分晓了，最厉害的牌现在就用。"),
            ("controls_first", "Only one weak play is left, so the strong ones go first.", "小牌只剩一手，先出大的。"),
            ("learned", "It did best in very many practice games.", "在大量练习局里，这样打最好。"),
            ("not_worth", "Pass: beating this would cost you too much.", "不出，压这一手太亏。"),
            ("best_rest", "It leaves you the best cards.", "这样出，剩下的牌最好。"),
            ("best_of_split", "Of the groups in your hand, play this one first.", "手里这几组牌，先出这组最好。"),
            (
                "best_seen",
                "Of the plays you know so far, it leaves you the best cards.",
                "在你会的打法里，这样出剩下的牌最好。",
            ),
            (
                "balance",
                "Counts both what you keep and how close the others are to winning.",
                "既看自己剩什么，也看别人快不快赢。",
            ),
            ("only", "There is no other choice.", "只能这样。"),
            # mistakes of a review
            ("sure_win_left", "A certain win was here.", "这里本来稳赢。"),
            ("beat_ally", "Your partner was nearly out of cards: pass.", "队友快出完了，别压他，不出。"),
            ("should_pass", "Your partner was already winning this round: pass.", "这一轮队友已经最大，不用压。"),
            ("should_take", "Your partner's card was not enough: play a higher one.", "队友的牌不够大，该你接着管。"),
            (
                "let_one_go",
                "An opponent had one card left, and this card was easy to beat.",
                "对手只剩一张，这张牌太小，拦不住他。",
            ),
            (
                "let_two_go",
                "An opponent had two cards left, and this pair was easy to beat.",
                "对手只剩两张，这对牌太小，拦不住他。",
            ),
            ("tore_bomb", "Took apart cards that together beat almost everything.", "把合起来几乎什么都能管的牌拆了。"),
            (
                "tore_rocket",
                "Together the two jokers beat everything; you took them apart.",
                "两张王合起来最大，你把它们拆了。",
            ),
            ("tore_run", "Took apart a row of cards that goes out at once.", "把能一次出完的一串牌拆了。"),
            ("bomb_early", "Your strongest cards were not needed yet.", "最厉害的牌用早了。"),
            ("bomb_kept", "Your strongest cards stayed in your hand to the end.", "最厉害的牌到最后都没用上。"),
            ("wrong_kicker", "Other cards should have gone along with it.", "搭着出的牌选错了。"),
            (
                "reentry_spent",
                "This was the last card that could win a round for you.",
                "这是你最后一手能赢回来的牌，用早了。",
            ),
            ("wrong_last_two", "Of your last two plays, the other one goes first.", "最后两手，先后出反了。"),
            ("not_fed", "A small card would have let your partner finish.", "出一手小的，队友就能走了。"),
            ("bid_too_high", "These cards are too weak to ask for so much.", "这手牌不够好，不该叫这么高。"),
            ("bid_too_low", "These cards are good enough to ask for more.", "这手牌够好，该叫。"),
            (
                "double_wrong",
                "These cards lose more often than they win: do not raise the stake.",
                "这手牌输多赢少，别加倍。",
            ),
            (
                "double_missed",
                "These cards win more often than they lose: raise the stake.",
                "这手牌赢多输少，该加倍。",
            ),
            (
                "rather_pass",
                "Better to pass: these cards are worth more later.",
                "这里不如不出，这些牌留到后面更有用。",
            ),
            ("rather_other", "Other cards are better here.", "这里出别的牌更好。"),
        )
    }
)
"""The plain sentence of each reason of a hint, a move or a mistake; others keep their sentence."""
