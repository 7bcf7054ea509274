"""The games, one file each, with a `Variant` at its end; shared parts and generated numbers are in separate files.

standard            Dou Dizhu 斗地主
standard_two        Dou Dizhu for two
standard_four       Dou Dizhu for four, with two decks
laizi               Dou Dizhu with wild ranks 癞子
yuncheng            Yuncheng's Dou Dizhu, with a wild flower
contest             Dou Dizhu of the computer-games contest 二打一
paodekuai           Paodekuai 跑得快
paodekuai_two       Paodekuai for two
paodekuai_four      Paodekuai for four
zhengshangyou       Zhengshangyou 争上游
zhengshangyou_four  Zhengshangyou for four
guandan             Guandan 掼蛋
landlord            common parts of the games with a landlord
no_partners         common parts of the games in which every seat plays alone
bid_models          generated: coefficients of the bidding models
deal_bounds         generated: bounds of balanced deals
option_matches      generated: matches of networks under each option
strengths           generated: shares of deals that levels win
"""
