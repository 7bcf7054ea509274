"""Explanations of the numbers in answers, for players."""

from __future__ import annotations

from typing import NamedTuple

from service.rules.errors import Bilingual


class NumberText(NamedTuple):
    """A number on the board, with its explanation."""

    name: Bilingual
    about: Bilingual


TITLE = Bilingual("What the numbers mean", "这些数字是什么意思")

NUMBERS = (
    NumberText(
        Bilingual("The big number: plays", "大数字：手数"),
        Bilingual(
            "The number of plays in the strongest split of the hand: 8 means that eight leads empty it if nobody "
            "takes the lead away. The best split shows one group for each. Fewer plays are usually stronger, but "
            "bombs and cards that win the lead back are worth more intact: a weaker split that breaks them may have "
            'fewer plays. "Proven" means that no other split is stronger; "best found" appears only if a limit ended '
            "the search.",
            "牌力最强的拆法有几手：8 就是一直由你出牌，八手出完，“最优拆牌”里一组就是一手。一般手数越少牌力越强，"
            "但炸弹和能收回牌权的大牌不拆更值钱：拆了它们，手数可能更少，牌力却更弱。"
            "“已证明”是说没有更强的拆法；只有计算到了上限，才写“目前最强”。",
        ),
    ),
    NumberText(
        Bilingual("Strength", "牌力"),
        Bilingual(
            "A finer measure in the same unit: 0 is an empty hand, −6.40 is about six and a half plays "
            "to go. Bombs and cards that win the lead back add to it, so a hand with two bombs is "
            "stronger than its number of plays. A flower that fits into no play costs ten. Compare strengths only "
            "within one game, because each game has its own weights.",
            "手数算得更细的样子，单位也是手：0 是出完了，−6.40 大约还差六手半。炸弹和能收回牌权的大牌会加回一些，"
            "所以带两个炸弹的牌比手数看起来更强。配不进任何一手的花牌算十手。只能在同一种玩法里比较，各玩法的权重不同。",
        ),
    ),
    NumberText(
        Bilingual("Stronger than so many hands", "比多少手牌强"),
        Bilingual(
            "Of 100 hands that the seat is dealt in this game, so many are weaker: 50 is the middle, 90 a hand that "
            "comes once in ten. It is counted from 4,000 deals, the landlord's with the bottom, and is shown for whole "
            "hands under the usual rules.",
            "同一玩法、同一座位发到的100手牌里，有多少手比这手弱：50是中等，90是十手里才有一手的好牌。"
            "按4000副牌统计，地主的牌连底牌一起算；只对还没出过的整手牌、在默认规则下显示。",
        ),
    ),
    NumberText(
        Bilingual("Behind a hint, by what remains", "提示右边的数，按余牌"),
        Bilingual(
            "The strength that the remaining hand loses against the best play. −0.05 hardly matters, −1.00 is a "
            "whole play. Below it is the number of plays left. Only your own cards count, not who would "
            "win: a good split can still be the wrong moment.",
            "出了这手以后，剩下的牌比最佳出法少多少牌力。−0.05 几乎没有差别，−1.00 是白亏一手。下面写着还余几手。"
            "这个数只看自己的牌，不看谁会赢：拆得最好，不等于时机对。",
        ),
    ),
    NumberText(
        Bilingual("Behind a hint, by the robot", "提示右边的数，按机器人"),
        Bilingual(
            "With a search, the chance to win: deals of the unseen cards that explain the plays so far are played "
            "out, and this share of them is won. The bar shows its 95 percent interval; few games make a wide bar. "
            "The star also weighs the points and the robot's own estimate, so it may mark a play with a lower "
            "chance. A dash is a play that was not searched. Levels without a search show how many turns a play "
            "loses against the advised one, by rules for role and danger.",
            "推演的难度写胜率：反复推测别家的牌，让它们说得通已经出过的牌，再打到底，看赢了几成。"
            "浅色一段是百分之九十五的把握范围，局数少，范围就宽。星号还看输赢多少分和机器人自己的估计，"
            "不一定标在胜率最高的一手。没有推演的写“–”。不推演的难度按身份和局势的规则打分，写的是比建议的出法差几手。",
        ),
    ),
    NumberText(
        Bilingual("A percentage on a bid", "叫分、叫地主按钮上的百分数"),
        Bilingual(
            "The share of similar hands that won after this bid, learned from games between robots. The "
            "table below shows the prediction error in games that were not used for learning: 0 is perfect, 0.25 a "
            "coin toss.",
            "和你类似的牌这样叫以后有多少会赢，从机器人互相对局中学来。下表是用留出的牌局检验的误差："
            "0 是未卜先知，0.25 等于抛硬币。",
        ),
    ),
    NumberText(
        Bilingual("The card counter", "记牌器"),
        Bilingual(
            "The upper row counts the cards that you do not see. Below it is the probability, in percent, that a seat "
            "has at least one card of the rank, estimated from its plays and passes. It is computed from sampled "
            "deals and never from the real hands.",
            "上面一行是你看不到的牌各有几张。下面是各家至少有一张的可能性，以百分数表示，"
            "根据各家出过什么、放过什么推测。这是抽样推测，不偷看任何人的牌。",
        ),
    ),
)

ERROR_TITLE = Bilingual("Prediction error of bids", "叫分、叫地主胜率的误差")
ERROR_COLUMNS = (
    Bilingual("Game", "玩法"),
    Bilingual("Games played", "对局数"),
    Bilingual("Landlord", "地主"),
    Bilingual("Farmer", "农民"),
)
ERROR_ABOUT = Bilingual(
    "The mean squared error of the win rate, on the fifth of the games that was not used for learning.",
    "胜率误差平方的平均值，用没有参加学习的五分之一牌局计算。",
)
