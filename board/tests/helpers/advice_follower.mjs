// Plays whole games with the engine for browsers under node: one seat plays the ★ of the board, after the first answer or
// after the longer search in turn, the others are robots. Prints for each game the ★ in it, the marks of its review and
// the mistakes that count.

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { adviceFirst, isFollowed, isMistake } from "../../page/lib/advice.js";

const [, , address, variant, number] = process.argv,
  folder = dirname(address),
  { load } = await import(address),
  engine = await load({ read: (name) => readFile(join(folder, name)) });
const LEVELS = ["hint", "master"]; // of the first answer, and of the longer search
const ROBOTS = "club";

const valueOf = ({ pass, cards, as }) => (pass ? "" : as ? { cards, as } : cards);

async function begin(seed) {
  const { hands, bottom, options } = await engine.answer("deal", {
    variant,
    seed,
    ...(variant === "laizi" ? { options: { wild: "34567"[seed % 5] } } : {})
  });
  const body = { variant, options, deal: { hands }, history: [] };
  if (bottom === null) return body;
  const places = Object.values(hands).map((hand, place) => [String(place), hand]);
  return { ...body, deal: { hands: Object.fromEntries(places), bottom }, auction: { bids: [] } };
}

async function star(position, level) {
  const answer = await engine.answer("analyze", { position, level, order: "robot", want: ["hints", "move"], top: 8 });
  return { row: adviceFirst(answer)[0], move: answer.move };
}

async function play(seed) {
  const body = await begin(seed),
    followed = [];
  let me = null;
  for (;;) {
    const table = await engine.answer("game", body);
    if (table.ended) break;
    if (table.auction?.words.length) {
      const { words } = table.auction; // the first place is the landlord, without a kick or a double
      body.auction.bids.push([3, "call"].find((word) => words.includes(word)) ?? words[0]);
      continue;
    }
    const seats = Object.keys(table.positions).sort(),
      seat = String(table.turn.seat),
      ply = body.history.length;
    me ??= seats[seed % seats.length];
    if (seat !== me) {
      body.history.push(valueOf((await engine.answer("move", { position: table.positions[seat], level: ROBOTS })).move));
      continue;
    }
    const { row, move } = await star(table.positions[seat], LEVELS[seed % LEVELS.length]),
      value = valueOf(row);
    body.history.push(value);
    if (isFollowed(value, [move])) followed.push(ply);
  }
  const seats = [/^\d/.test(me) ? Number(me) : me],
    { decisions } = await engine.answer("review", { ...body, seats, level: "expert" });
  return {
    decisions: decisions.length,
    followed: followed.length,
    marks: decisions.filter(({ mark }) => mark).length,
    mistakes: decisions.filter((one) => isMistake(one, followed)).length
  };
}

const games = [];
for (let seed = 0; seed < Number(number); seed++) games.push(await play(seed));
console.log(JSON.stringify(games));
