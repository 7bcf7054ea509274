// Why a deal was lost, from its review: as the name of a sentence and its values. No browser is needed here.

import { addWords, percent } from "./words.js";

addWords({
  whyMine: ["Your turn {} lost {}.", "你第 {} 手亏了 {}。"],
  whyCards: ["Weak cards: the chance to win was {} at the first lead.", "牌太差：开打时胜率只有 {}。"],
  whyBombs: ["The other side played {} bombs.", "对方打出了 {} 个炸弹。"],
  whyAlly: ["Turn {} of your ally lost {}.", "队友第 {} 手亏了 {}。"],
  whyOthers: ["The others played better than most would.", "别人这局打得好。"],
  whyGuesses: ["The hidden cards lay badly for your moves.", "看不见的牌不凑巧。"]
});

const EVEN = 0.5; // chance at the first lead below which the cards were weak
const MANY_BOMBS = 2;

/** @typedef {{ ply: number, loss: number }} Marked */

/**
 * What cost most in a lost deal.
 * @param {{ luck: Pick<Luck, "cards" | "others" | "guesses">, start?: number, bombs: number, mine?: Marked,
 *   ally?: Marked }} deal *start*: my chance at the first lead; *bombs* of the other side; the costliest mistake of
 *   *mine*, and the costliest marked move of an *ally*.
 * @returns {[string, ...(string | number)[]]}
 */
export function whyLost({ luck, start, bombs, mine, ally }) {
  const isWeak = start !== undefined && start < EVEN,
    worst = Math.min(luck.cards, luck.others, luck.guesses),
    isOfAlly = ally && worst === luck.others && ally.loss > (mine?.loss ?? 0);
  if (isOfAlly) return ["whyAlly", ally.ply + 1, percent(ally.loss)];
  if (mine) return ["whyMine", mine.ply + 1, percent(mine.loss)];
  if (bombs >= MANY_BOMBS) return ["whyBombs", bombs];
  if (worst === luck.cards && isWeak) return ["whyCards", percent(start)];
  if (worst === luck.others) return ["whyOthers"];
  return luck.guesses < 0 ? ["whyGuesses"] : isWeak ? ["whyCards", percent(start)] : ["whyOthers"];
}

/**
 * The same from the answers of a review, for a seat; an inaccuracy of mine is no reason.
 * @param {Pick<Review, "luck" | "curve" | "decisions">} whole The judgement of all seats.
 * @param {Decision[]} own My marked decisions, as they are shown.
 * @param {string} me
 * @param {(seat: Seat) => boolean} isMine Whether a seat is on my side.
 * @param {{ seat: Seat, shape?: string | null }[]} turns
 */
export function reasonOfLoss(whole, own, me, isMine, turns) {
  const luck = whole.luck?.[me];
  if (!luck) return null;
  const [first] = whole.curve[me] ?? [],
    costliest = (/** @type {Decision[]} */ some) =>
      some.map(({ ply, loss }) => ({ ply, loss: Number(loss) })).sort((a, b) => b.loss - a.loss)[0];
  const bombs = turns.filter(({ seat, shape }) => !isMine(seat) && /bomb|rocket/.test(shape ?? "")).length;
  return whyLost({
    luck,
    start: first?.ply === 0 ? first.chance : undefined,
    bombs,
    mine: costliest(own.filter(({ mark }) => mark !== "inaccuracy")),
    ally: costliest(whole.decisions.filter(({ seat, mark }) => mark && String(seat) !== me && isMine(seat)))
  });
}
