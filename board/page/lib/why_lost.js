// Why a deal was lost, from its review: as the name of a sentence and its values. No browser is needed here.

import { addWords, percent } from "./words.js";

addWords({
  whyCards: ["Weak cards: the chance to win was {} at the first lead.", "牌太差：开打时胜率只有 {}。"],
  whyBombs: ["The other side played {} bombs.", "对方打出了 {} 个炸弹。"],
  whyAlly: ["Turn {} of your ally lost {}.", "队友第 {} 手亏了 {}。"],
  whyOthers: ["The others played better than most would.", "别人这局打得好。"],
  whyGuesses: ["The hidden cards lay badly for your moves.", "看不见的牌不凑巧。"]
});

const EVEN = 0.5; // chance at the first lead below which the cards were weak
const MANY_BOMBS = 2;

/**
 * The part of a lost result that cost most, apart from my own moves.
 * @param {{ luck: Pick<Luck, "cards" | "others" | "guesses">, start?: number, bombs: number,
 *   ally?: { ply: number, loss: number } | null }} deal *start*: my chance at the first lead; *bombs* of the other
 *   side; the costliest marked move of an *ally*.
 * @returns {[string, ...(string | number)[]]}
 */
export function whyLost({ luck, start, bombs, ally }) {
  const isWeak = start !== undefined && start < EVEN,
    worst = Math.min(luck.cards, luck.others, luck.guesses);
  if (worst === luck.others && ally) return ["whyAlly", ally.ply + 1, percent(ally.loss)];
  if (bombs >= MANY_BOMBS) return ["whyBombs", bombs];
  if (worst === luck.cards && isWeak) return ["whyCards", percent(start)];
  if (worst === luck.others) return ["whyOthers"];
  return luck.guesses < 0 ? ["whyGuesses"] : isWeak ? ["whyCards", percent(start)] : ["whyOthers"];
}

/**
 * The same from the answers of a review, for a seat.
 * @param {Review} whole The judgement of all seats.
 * @param {string} me
 * @param {(seat: Seat) => boolean} isMine Whether a seat is on my side.
 * @param {{ seat: Seat, shape?: string | null }[]} turns
 */
export function reasonOfLoss(whole, me, isMine, turns) {
  const luck = whole.luck?.[me];
  if (!luck) return null;
  const [first] = whole.curve[me] ?? [],
    [ally] = whole.decisions
      .filter(({ seat, mark }) => mark && String(seat) !== me && isMine(seat))
      .sort((a, b) => Number(b.loss) - Number(a.loss));
  const bombs = turns.filter(({ seat, shape }) => !isMine(seat) && /bomb|rocket/.test(shape ?? "")).length;
  return whyLost({
    luck,
    start: first?.ply === 0 ? first.chance : undefined,
    bombs,
    ally: ally ? { ply: ally.ply, loss: Number(ally.loss) } : null
  });
}
