// The result of the puzzle or the deal of a day: kept on this device, and copied as a row of squares with a link.

import { results, today } from "./days.js";
import { isCopied, say, store } from "./state.js";
import { addWords } from "./words.js";

addWords({ share: ["Share", "分享"] });

const MOST_SQUARES = 20; // of a picture
/** Squares of right, inexact and wrong moves, by their letters in a link. */
export const SQUARES = { g: "🟩", y: "🟨", r: "🟥" };

/**
 * Keep the first result of today.
 * @param {Daily} kind
 * @param {string} day
 * @param {string} result
 */
export function keepResult(kind, day, result) {
  const days = results(kind);
  if (day === today() && !days[day]) store(`${kind}-days`, JSON.stringify({ ...days, [day]: result }));
}

/**
 * Copy the result of a day with its link, whose preview shows the squares; resolves to a confirmation, or to the link
 * if it cannot be copied.
 * @param {Daily} kind
 * @param {string} day
 */
export async function shareResult(kind, day) {
  const result = results(kind)[day];
  const letters = [...result].map((one) => Object.entries(SQUARES).find(([, square]) => one === square)?.[0] ?? "");
  const row = `day=${day}&row=${letters.join("").slice(-MOST_SQUARES)}`;
  const link = new URL(kind === "deal" ? `/?${row}` : `/puzzle?${row}`, document.baseURI);
  return (await isCopied(`${say(`${kind}OfDay`)} ${day} ${result}\n${link}`)) ? say("copied") : link.href;
}
