"""Six requests by the generated Python client."""

import sys

from paili_client import (
    AnalyzeRequest,
    ApiClient,
    BidRequest,
    CheckRequest,
    Configuration,
    DealRequest,
    DealtFields,
    GameRequest,
    MoveRequest,
    PlayApi,
)

HAND = "34567899JJQQKA22D"
api = PlayApi(ApiClient(Configuration(host=sys.argv[1])))
follow = {"hand": HAND, "seat": "landlord_down"}
print(api.analyze(AnalyzeRequest(**follow, last="TT", last_seat="landlord", top=1)).hints[0].cards)
print(api.move(MoveRequest(**follow, last="TT@landlord", level="novice", seed=1)).move.cards)
print(str(api.check(CheckRequest(cards="99", hand="3499", last="TT")).playable).lower())
deal = DealtFields(hands={"landlord": "33445566778899TTJJQQ"})
game = api.game(GameRequest(deal=deal, history=["334455667788"]))
print(game.turn.seat, game.left["landlord"])
print(api.deal(DealRequest(seed=7, variant="paodekuai")).hands["0"])
bid = api.bid(BidRequest(hand=HAND, bids=["1"]))
print(bid.recommended, bid.place)
