// Six requests by the generated Go client.
package main

import (
	"context"
	"fmt"
	"os"
	"paili"
)

const hand = "34567899JJQQKA22D"

func must[T any](answer T, _ any, err error) T {
	if err != nil {
		panic(err)
	}
	return answer
}

func main() {
	settings := paili.NewConfiguration()
	settings.Servers = paili.ServerConfigurations{{URL: os.Args[1]}}
	api, all := paili.NewAPIClient(settings).PlayAPI, context.Background()

	analyze := paili.NewAnalyzeRequest()
	analyze.SetHand(hand)
	analyze.SetSeat("landlord_down")
	analyze.SetLast("TT")
	analyze.SetLastSeat("landlord")
	analyze.SetTop(1)
	analysis := must(api.Analyze(all).AnalyzeRequest(*analyze).Execute())
	fmt.Println(analysis.GetHints()[0].GetCards())

	move := paili.NewMoveRequest()
	move.SetHand(hand)
	move.SetSeat("landlord_down")
	move.SetLast("TT@landlord")
	move.SetLevel("novice")
	move.SetSeed(1)
	chosen := must(api.Move(all).MoveRequest(*move).Execute()).GetMove()
	fmt.Println(chosen.GetCards())

	check := paili.NewCheckRequest("99")
	check.SetHand("3499")
	check.SetLast("TT")
	fmt.Println(must(api.Check(all).CheckRequest(*check).Execute()).GetPlayable())

	dealt := paili.NewDealtFields()
	dealt.SetHands(map[string]string{"landlord": "33445566778899TTJJQQ"})
	table := paili.NewGameRequest()
	table.SetDeal(*dealt)
	table.SetHistory([]string{"334455667788"})
	game := must(api.Game(all).GameRequest(*table).Execute())
	turn := game.GetTurn()
	fmt.Println(turn.GetSeat(), game.GetLeft()["landlord"])

	deal := paili.NewDealRequest()
	deal.SetSeed(7)
	deal.SetVariant("paodekuai")
	fmt.Println(must(api.Deal(all).DealRequest(*deal).Execute()).GetHands()["0"])

	auction := paili.NewBidRequest(hand)
	auction.SetBids([]string{"1"})
	bid := must(api.Bid(all).BidRequest(*auction).Execute())
	fmt.Println(bid.GetRecommended(), bid.GetPlace())
}
