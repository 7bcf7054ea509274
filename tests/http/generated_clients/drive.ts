// Six requests by the generated TypeScript client.

import { Configuration, PlayApi } from "./index";

declare const process: { argv: string[] };

const hand = "34567899JJQQKA22D";
const api = new PlayApi(new Configuration({ basePath: process.argv[2] }));

async function drive() {
  const follow = { hand, seat: "landlord_down" };
  const analysis = await api.analyze({ analyzeRequest: { ...follow, last: "TT", lastSeat: "landlord", top: 1 } });
  console.log(analysis.hints?.[0]?.cards);
  const moved = await api.move({ moveRequest: { ...follow, last: "TT@landlord", level: "novice", seed: 1 } });
  console.log(moved.move.cards);
  console.log((await api.check({ checkRequest: { cards: "99", hand: "3499", last: "TT" } })).playable);
  const deal = { hands: { landlord: "33445566778899TTJJQQ" } };
  const game = await api.game({ gameRequest: { deal, history: ["334455667788"] } });
  console.log(game.turn?.seat, game.left.landlord);
  console.log((await api.deal({ dealRequest: { seed: 7, variant: "paodekuai" } })).hands["0"]);
  const bid = await api.bid({ bidRequest: { hand, bids: ["1"] } });
  console.log(bid.recommended, bid.place);
}

drive();
