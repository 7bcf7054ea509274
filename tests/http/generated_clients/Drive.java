// Six requests by the generated Java client.

import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.PlayApi;
import org.openapitools.client.model.*;

public class Drive {
    static final String HAND = "34567899JJQQKA22D";

    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(arguments[0]);
        PlayApi api = new PlayApi(client);
        AnalyzeRequest analyze =
            new AnalyzeRequest().hand(HAND).seat("landlord_down").last("TT").lastSeat("landlord").top(1);
        System.out.println(api.analyze(analyze, null).getHints().get(0).getCards());
        MoveRequest move = new MoveRequest().hand(HAND).seat("landlord_down").last("TT@landlord").level("novice");
        System.out.println(api.move(move.seed(1L), null).getMove().getCards());
        CheckRequest check = new CheckRequest().cards("99").hand("3499").last("TT");
        System.out.println(api.check(check, null).getPlayable());
        DealtFields deal = new DealtFields().hands(Map.of("landlord", "33445566778899TTJJQQ"));
        GameAnswer game = api.game(new GameRequest().deal(deal).history(List.of("334455667788")), null);
        System.out.println(game.getTurn().getSeat() + " " + game.getLeft().get("landlord"));
        DealAnswer dealt = api.deal(new DealRequest().seed(7L).variant("paodekuai"), null);
        System.out.println(dealt.getHands().get("0"));
        BidAnswer bid = api.bid(new BidRequest().hand(HAND).bids(List.of("1")), null);
        System.out.println(bid.getRecommended() + " " + bid.getPlace());
    }
}
