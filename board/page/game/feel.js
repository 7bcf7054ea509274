// Effects of a play: its cards fly to the table, a bomb or a spring flashes once, and sounds are played if enabled.

import { fetched } from "../lib/api.js";
import { $, meta, say, settings } from "../lib/state.js";
import { addWords, shapeName } from "../lib/words.js";

addWords({ spring: ["Spring", "春天"], anti_spring: ["Anti-spring", "反春天"] });

const FLIGHT = 180,
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

/** @param {string} name */
function flash(name) {
  const light = document.createElement("i");
  light.textContent = name;
  light.className = "flash";
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
    if (cards && from && last.shape) fly(cards, from);
    const spring = table.result?.factors?.find(({ code }) => code.endsWith("spring"));
    if (spring) flash(say(spring.code));
    else if (isBomb(last)) flash(shapeName(meta(), last.shape, settings.lang));
    if (table.turn?.leads) gather();
  }
  sound(table.ended ? (game.won ? "won" : "lost") : !last.shape ? "pass" : isBomb(last) ? "bomb" : "card").catch(() => {
    /* no sound */
  });
}
