// The puzzle and the deal of each day, the same for everybody, and their results on this device.

import { storedValue } from "./state.js";
import { addWords } from "./words.js";

addWords({
  puzzleOfDay: ["Daily puzzle", "今日残局"],
  dealOfDay: ["Daily deal", "今日牌局"],
  streak: ["{}-day streak", "连续 {} 天"]
});

const DAY = 86_400_000; // milliseconds
/** Today's date in this time zone, `2026-11-27`. */
export const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

/** @param {string} text */
export const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && Date.parse(text) >= 0;

/**
 * The number of a day.
 * @param {string} day
 */
export const dayNumber = (day) => Date.parse(day) / DAY;

/**
 * The results by day: rows of squares.
 * @param {Daily} kind
 */
export const results = (kind) => storedValue(`${kind}-days`, /** @type {Record<string, string>} */ ({}));

/** @type {Record<string, string>} */
const SIGNS = { "🟩": "■", "🟨": "▣", "🟥": "□" };
/**
 * A row of squares in signs that every font has: not every system has the squares as emoji.
 * @param {string} [result]
 */
export const signsOf = (result = "") => [...result].map((one) => SIGNS[one] ?? one).join("");

/** The number of consecutive days with a puzzle or a deal, up to today or yesterday. */
export function streak() {
  const done = { ...results("deal"), ...results("puzzle") };
  const dayBefore = (/** @type {number} */ ago) => new Date(Date.parse(today()) - ago * DAY).toISOString().slice(0, 10);
  const first = done[today()] ? 0 : 1;
  let days = 0;
  while (done[dayBefore(first + days)]) days++;
  return days;
}
