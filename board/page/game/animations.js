// Animations of a game: the hand is dealt, cards fly to the table, a bomb shakes it, a rocket rises, petals fall in a
// spring; and its sounds, if enabled.

import { fetched } from "../lib/api.js";
import { make } from "../lib/cards.js";
import { $, all, meta, say, settings } from "../lib/state.js";
import { addStyle } from "../lib/style.js";
import { addWords, shapeName } from "../lib/words.js";

addWords({ spring: ["Spring", "春天"], anti_spring: ["Anti-spring", "反春天"] });

addStyle(`
.flash[data-kind="spring"] { background: #7fd8a055; }
.petal { position: absolute; z-index: 1; top: 0; width: .7rem; height: .9rem; border-radius: 70% 0;
  background: #f6b3c4; pointer-events: none; }`);

const FLIGHT = 180,
  DEAL_STEP = 25, // milliseconds from a column of the hand to the next
  SHAKE = 120,
  SHAKES = 3,
  FALL = 1500,
  PETALS = 14,
  FLASH = 800; // milliseconds
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {{ game: Game, length: number } | null} */
let animated = null; // the play that was animated last, and its game

/** @param {Turn} turn */
const isBomb = ({ shape }) => Number(meta().shapes.find(({ id }) => id === shape)?.tier) > 0;

/**
 * Positions of a seat's last play, and of its origin.
 * @param {Turn} turn
 * @param {Game} game
 */
function endsOf({ seat }, game) {
  const isMine = String(seat) === game.seat,
    from = isMine ? $("hand") : $("seats").querySelector(`[data-seat="${seat}"] .seat`);
  return [$("table").querySelector(":scope > .played .cards"), from];
}

/**
 * @param {Element} cards
 * @param {Element} from
 */
function fly(cards, from) {
  const a = cards.getBoundingClientRect(),
    b = from.getBoundingClientRect();
  const start = `translate(${b.x + b.width / 2 - a.x - a.width / 2}px, ${b.y - a.y}px)`;
  cards.animate([{ transform: start }, { transform: "none" }], { duration: FLIGHT, easing: "ease-out" });
}

/** Mark the plays of a finished trick as past. */
function gather() {
  for (const cards of document.querySelectorAll("#felt .past .cards"))
    cards.animate([{ transform: "scale(1.15)" }, { transform: "none" }], { duration: FLIGHT, easing: "ease-in" });
}

/** Deal my hand from the middle of the table, column by column. */
export function showDeal() {
  if (calm.matches) return;
  const box = $("felt").getBoundingClientRect();
  for (const [at, column] of [...all(".column", $("hand"))].entries()) {
    const { x, y } = column.getBoundingClientRect();
    column.animate(
      [{ transform: `translate(${box.x + box.width / 2 - x}px, ${box.y - y}px) scale(.5)` }, { transform: "none" }],
      { duration: FLIGHT, delay: at * DEAL_STEP, fill: "backwards", easing: "ease-out" }
    );
  }
}

/** @param {Element} node */
const shake = (node) =>
  node.animate([{ transform: "translateX(-4px)" }, { transform: "translateX(4px)" }, { transform: "none" }], {
    duration: SHAKE,
    iterations: SHAKES
  });

/** Shake my hand at an illegal play. */
export function shakeHand() {
  if (!calm.matches) shake($("hand"));
}

/**
 * Let both jokers rise from the lower edge of the table.
 * @param {Element} cards
 */
function rise(cards) {
  const { bottom } = $("felt").getBoundingClientRect(),
    { y } = cards.getBoundingClientRect();
  cards.animate([{ transform: `translateY(${bottom - y}px) scale(.4)` }, { transform: "none" }], {
    duration: FLIGHT,
    easing: "ease-in"
  });
}

/** Let petals fall over the table. */
function scatter() {
  const { height } = $("felt").getBoundingClientRect();
  for (let at = 0; at < PETALS; at++) {
    const petal = make("i", { class: "petal" }),
      turns = 180 + 90 * (at % 4);
    petal.style.left = `${(100 * at) / PETALS}%`;
    $("felt").append(petal);
    petal.animate([{ transform: "none" }, { transform: `translateY(${height - 20}px) rotate(${turns}deg)` }], {
      duration: FALL - 100 * (at % 5),
      easing: "ease-in"
    }).onfinish = () => petal.remove();
  }
}

/**
 * @param {string} name
 * @param {string} kind
 */
function flash(name, kind) {
  const light = make("i", { class: "flash", "data-kind": kind }, name);
  $("felt").append(light);
  light.animate(
    [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }],
    FLASH
  ).onfinish = () => light.remove();
}

/** @param {string} kind */
async function sound(kind) {
  if (!settings.sound) return;
  const { playSound } = await fetched(import("./sound.js"));
  playSound(kind);
}

/**
 * Animate the last play, once.
 * @param {Game} game
 */
export function showPlay(game) {
  const { log, referee: table } = game,
    last = log.at(-1),
    before = animated;
  if (before?.game === game && before.length === log.length) return;
  animated = { game, length: log.length };
  // The game was resumed, or a play was taken back.
  if (!last || before?.game !== game || before.length > log.length) return;
  if (!calm.matches) {
    const [cards, from] = endsOf(last, game);
    const isRocket = last.shape === "rocket";
    if (cards && isRocket) rise(cards);
    else if (cards && from && last.shape) fly(cards, from);
    const spring = table.result?.factors?.find(({ code }) => code.endsWith("spring"));
    // The felt itself holds the bar of buttons, which stays.
    if (isBomb(last)) for (const node of [$("hand"), ...all("#seats .seat")]) shake(node);
    if (spring) {
      flash(say(spring.code), "spring");
      scatter();
    } else if (isBomb(last)) flash(shapeName(meta(), last.shape, settings.lang), isRocket ? "rocket" : "bomb");
    if (table.turn?.leads) gather();
  }
  sound(table.ended ? (game.won ? "won" : "lost") : !last.shape ? "pass" : isBomb(last) ? "bomb" : "card").catch(() => {
    /* no sound */
  });
}
