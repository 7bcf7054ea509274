// Six requests with the generated C# types, by WebClient and Json.NET.

using System;
using System.Collections.Generic;
using System.Net;
using System.Text;
using Newtonsoft.Json;
using Org.OpenAPITools.Model;

static class Drive
{
    const string Hand = "34567899JJQQKA22D";
    static string address;

    static T Post<T>(string name, object body)
    {
        using (var client = new WebClient { Encoding = Encoding.UTF8 })
        {
            client.Headers["Content-Type"] = "application/json";
            var settings = new JsonSerializerSettings { NullValueHandling = NullValueHandling.Ignore };
            var text = client.UploadString(address + "/v1/" + name, JsonConvert.SerializeObject(body, settings));
            return JsonConvert.DeserializeObject<T>(
                text, new JsonSerializerSettings { ConstructorHandling = ConstructorHandling.AllowNonPublicDefaultConstructor });
        }
    }

    static void Main(string[] arguments)
    {
        address = arguments[0];
        var analyze = new AnalyzeRequest(
            hand: Hand, seat: "landlord_down", last: "TT", lastSeat: "landlord", top: 1);
        Console.WriteLine(Post<Analysis>("analyze", analyze).Hints[0].Cards);
        var move = new MoveRequest(hand: Hand, seat: "landlord_down", last: "TT@landlord", level: "novice", seed: 1);
        Console.WriteLine(Post<MoveAnswer>("move", move).Move.Cards);
        var check = new CheckRequest(cards: "99", hand: "3499", last: "TT");
        Console.WriteLine(Post<CheckAnswer>("check", check).Playable.ToString().ToLower());
        var deal = new DealtFields(hands: new Dictionary<string, string> { ["landlord"] = "33445566778899TTJJQQ" });
        var game = Post<GameAnswer>("game", new GameRequest(deal: deal, history: new List<string> { "334455667788" }));
        Console.WriteLine(game.Turn.Seat + " " + game.Left["landlord"]);
        Console.WriteLine(Post<DealAnswer>("deal", new DealRequest(seed: 7, variant: "paodekuai")).Hands["0"]);
        var bid = Post<BidAnswer>("bid", new BidRequest(hand: Hand, bids: new List<string> { "1" }));
        Console.WriteLine(bid.Recommended + " " + bid.Place);
    }
}
