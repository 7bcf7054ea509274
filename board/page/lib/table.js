// The table: seats and their plays, the hand, the actions, and the result of a game.

import { byRank, card, face, fanOf, make, play, redraw, spoken, tokens } from "./cards.js";
import { isLeft } from "./saved_game.js";
import {
  $,
  current,
  dropPanel,
  fillIn,
  isMyTurn,
  mayPlay,
  meta,
  parts,
  rulesOf,
  say,
  session,
  settings,
  shown,
  view
} from "./state.js";
import { dressed } from "./suits.js";
import { bidName, seatName, shapeName } from "./words.js";

/** @type {Record<number, string[]>} */
const SIDES = { 2: ["me", "across"], 3: ["me", "right", "left"], 4: ["me", "right", "across", "left"] };

// ---- seats ----------------------------------------------------------------------------------------------------------

/**
 * The number of cards left of each seat, if the history determines it, else null.
 * @param {Variant} game
 * @param {Parts} position
 */
export function cardsLeft(game, { seat, hand, table }) {
  /** @type {Record<string, number | null>} */
  const numbers = Object.fromEntries(game.seats.map((other) => [other, null]));
  if (table && !table.startsWith("?")) {
    Object.assign(numbers, game.hand_size);
    const plays = table === "-" ? [] : table.split(",");
    plays.forEach((cards, turn) => {
      const who = game.seats[turn % game.seats.length];
      if (cards !== ".") numbers[who] = /** @type {number} */ (numbers[who]) - tokens(cards.split("=")[0]).length;
    });
    // A seat without cards has no turns.
    if (Object.values(numbers).some((left) => /** @type {number} */ (left) <= 0))
      for (const other of game.seats) numbers[other] = null;
  }
  for (const [, other, left] of (table || "").matchAll(/([a-z_0-9]+):(\d+)/g))
    if (other in numbers) numbers[other] = Number(left);
  numbers[seat] = tokens(hand).length;
  return numbers;
}

/**
 * The data of the table of a position: the own seat, the cards left of the others, and the play to beat.
 * @param {Facts} facts
 * @returns {Table}
 */
function tableOf(facts) {
  const game = meta();
  const position = parts(facts.position);
  const beaten = facts.turn.to_beat;
  const seats = game.seats.map(String);
  const unnamed = seats[(seats.indexOf(position.seat) + seats.length - 1) % seats.length];
  const trick = beaten ? [{ ...beaten, seat: (beaten.seat ?? "") === "" ? unnamed : beaten.seat }] : [];
  return {
    seats,
    me: position.seat,
    turn: facts.turn.seat,
    left: cardsLeft(game, position),
    trick,
    rules: rulesOf(facts.position),
    calls: {}
  };
}

/**
 * Draw a table: its seats, me, the turn, the cards left, the trick, the bids, and the rules.
 * @param {Table} table
 * @param {string} status
 */
export function drawTable(table, status) {
  const { lang } = settings,
    { level, wild } = table.rules;
  const rule = level ? fillIn("playing", face(level)) : wild ? fillIn("wilds", [...wild].map(face).join(" ")) : "";
  const nameAt = (/** @type {string} */ seat) => table.names?.[seat] || seatName(seat, table.me, table.seats, lang);
  const first = Math.max(0, table.seats.indexOf(/** @type {string} */ (table.me)));
  const sides = SIDES[table.seats.length],
    landlord = table.landlord ?? table.seats.find((seat) => seat === "landlord");
  /** @type {Map<string, Turn>} */
  const last = new Map();
  for (const turn of table.trick) last.set(String(turn.seat), turn);
  const middle = [...table.trick].reverse().find((turn) => turn.shape);
  dropPanel("result");
  dropPanel("advice");
  document.body.classList.remove("bidding");
  $("felt").classList.toggle("deep", meta().bottom > 0 && table.seats.length === 4);
  delete document.body.dataset.lesson;
  $("seats").replaceChildren(
    ...table.seats.map((seat) => {
      const side = sides[(table.seats.indexOf(seat) - first + sides.length) % sides.length];
      const left = table.left[seat];
      const turn = last.get(seat) === middle ? null : last.get(seat);
      const moves = String(table.turn) === seat,
        hat = landlord === undefined ? "" : seat === landlord ? " landlord" : " farmer",
        isLast = left === 1 && side !== "me";
      return make(
        "li",
        { class: side + hat, "data-seat": seat, ...(moves ? { "aria-current": "true" } : {}) },
        make(
          "span",
          { class: "seat" },
          nameAt(seat),
          left === null || left === undefined
            ? null
            : make("b", { title: say("left"), class: isLast && "last" }, isLast ? say("lastCard") : String(left))
        ),
        turn && (side !== "me" || !turn.shape)
          ? played(turn, table.rules)
          : table.calls?.[seat] !== undefined
            ? make("span", { class: "call" }, bidName(table.calls[seat], lang))
            : null
      );
    })
  );
  $("table").replaceChildren(
    ...(table.bottom ? [bottomCards(table.bottom, table.rules)] : []),
    ...(middle ? [played(middle, table.rules, nameAt(String(middle.seat)))] : []),
    ...(table.notes ? [make("p", { class: "note" }, ...table.notes.map((text) => make("span", text)))] : []),
    make("span", { class: "status" }, rule ? `${rule} · ${status}` : status)
  );
}

/**
 * The bottom as small cards, once it is public.
 * @param {string} text
 * @param {Rules} rules
 */
function bottomCards(text, rules) {
  const cards = tokens(text),
    shown = dressed(cards, suitsNow()?.bottom ?? {});
  return make(
    "span",
    { class: "bottom", role: "img", "aria-label": `${say("bottom")} ${cards.map(spoken).join(" ")}` },
    make("small", say("bottom")),
    make("span", { class: "cards" }, ...shown.map((token) => card(token, rules)))
  );
}

/** The suits of the shown cards, in a game whose positions have none. */
export const suitsNow = () => (meta().suits || isTwoDecks(meta()) ? null : (session.game?.suits ?? session.suits)?.now);

/** What makes the hand without the picked cards look as it does here. */
export function looksOfRest() {
  /** @type {Looks} */
  const looks = {};
  for (const [place, [rank, suit = ""]] of dressedHand().entries())
    if (!view.picked.has(place)) looks[rank] = (looks[rank] ?? "") + suit;
  return looks;
}

/**
 * The cards of a turn with the suits in which its seat plays; *plies*, or *more* turns that would follow them, end with
 * it, by default it is the seat's last.
 * @param {{ seat: Seat }} turn
 * @param {number} [plies]
 * @param {Pick<Turn, "seat" | "cards">[]} [more]
 */
export const dressTurn =
  ({ seat }, plies, more) =>
  (/** @type {string[]} */ cards) =>
    dressed(cards, suitsNow()?.played(String(seat), plies, more) ?? {});

/**
 * The rest of the hand of a seat with its suits.
 * @param {string[]} cards
 * @param {string} seat
 */
export const dressRest = (cards, seat) => dressed(cards, suitsNow()?.of(seat) ?? {});

/** The hand with suits. */
export const dressedHand = () => dressed(session.hand, suitsNow()?.mine ?? {});

/**
 * Cards as they look in the hand, by default at any of its places.
 * @param {string[]} cards
 * @param {number[]} places
 */
export function inSuits(cards, places = [...session.hand.keys()]) {
  const hand = dressedHand(),
    free = [...places];
  return cards.map((token) => {
    const at = free.findIndex((place) => hand[place].startsWith(token));
    return at < 0 ? token : hand[free.splice(at, 1)[0]];
  });
}

/**
 * @param {Turn} turn
 * @param {Rules} rules
 * @param {string} [name] Of the seat, where it is not beside the play.
 */
function played(turn, rules, name) {
  const past = turn.past ? " past" : "";
  if (!turn.shape) return make("span", { class: `call${past}` }, say("passes"));
  return make(
    "span",
    { class: `played${past}` },
    play(turn.cards, rules, turn.as, dressTurn(turn)),
    make("small", [name, shapeName(meta(), turn.shape, settings.lang)].filter(Boolean).join(" · "))
  );
}

// ---- the hand -------------------------------------------------------------------------------------------------------

let drawnHand = ""; // the drawn hand
const ROW = 8, // columns of a hand that is too wide for a small phone
  MANY = 13; // columns that are too many for one row of any phone: ranks and suits would be cut

const isBySplit = () => settings.sort === "split" && !view.editing && Boolean(session.facts);

/** The cards of the hand that each combo of the best split takes, and those that are left. */
export function splitPlaces() {
  const free = session.hand.map((token, place) => ({ token, place }));
  const take = (/** @type {string} */ wanted) => {
    const exact = free.findIndex(({ token }) => token === wanted),
      at = exact < 0 ? free.findIndex(({ token }) => token[0] === wanted[0]) : exact;
    return at < 0 ? [] : free.splice(at, 1);
  };
  return { groups: shown().split.combos.map(({ cards }) => tokens(cards).flatMap(take)), free };
}

/** The places of the hand in columns by the best split, single cards last; a long combo takes several columns. */
function bySplit() {
  const most = isTwoDecks(meta()) ? 6 : 4,
    { groups, free } = splitPlaces();
  const singles = [...groups.filter((group) => group.length === 1).flat(), ...free].sort((a, b) => a.place - b.place);
  return [...groups.filter((group) => group.length > 1), singles].flatMap((group) => {
    /** @type {number[][]} */
    const columns = [];
    for (const { token, place } of group) {
      const last = columns.at(-1),
        alike = group.filter((one) => one.token[0] === token[0]).length;
      const isBegun = last && session.hand[last[last.length - 1]][0] === token[0];
      if (last && last.length < most && (isBegun || last.length + alike <= most)) last.push(place);
      else columns.push([place]);
    }
    return columns;
  });
}

/** Forget the drawn hand, so that the next one is drawn again. */
export const forgetHand = () => {
  drawnHand = "";
};

/** Draw the hand in columns, by rank or by the best split, unless it is already drawn. */
export function drawHand() {
  const rules = rulesOf(current());
  const hand = dressedHand();
  const wanted = JSON.stringify([hand, rules, settings.lang, isBySplit() && bySplit()]);
  if (wanted === drawnHand) {
    lift([]);
    return showPicked();
  }
  drawnHand = wanted;
  const drawn = (/** @type {number} */ place) =>
    card(hand[place], rules, "button", {
      "data-place": place,
      "aria-label": spoken(session.hand[place]),
      "aria-pressed": String(view.picked.has(place))
    });
  const columns = isBySplit() ? bySplit() : byRank(session.hand),
    fan = fanOf(columns.map((places) => places.map(drawn))),
    heights = columns.map(({ length }) => length);
  fan.classList.toggle("wide", columns.length > 12);
  fan.classList.toggle("rows", columns.length >= MANY);
  const two = Math.max(...heights.slice(0, ROW)) + Math.max(0, ...heights.slice(ROW)); // in two rows
  fan.style.setProperty("--both", String(Math.max(3, two)));
  $("hand").classList.toggle("decks", isTwoDecks(meta()));
  redraw($("hand"), [fan]);
}

/**
 * Whether a rank may have more than four cards in a hand.
 * @param {Variant} game
 */
const isTwoDecks = (game) => Math.max(...Object.values(game.deck)) > 4;

/** @returns {NodeListOf<HTMLElement>} */
const cardsShown = () => $("hand").querySelectorAll(".card");

/** The picked cards as a text. */
export const pickedText = () =>
  [...view.picked]
    .sort((a, b) => a - b)
    .map((place) => session.hand[place])
    .join("");

export function showPicked() {
  for (const node of cardsShown()) {
    const pressed = String(view.picked.has(Number(node.dataset.place)));
    if (node.getAttribute("aria-pressed") !== pressed) node.setAttribute("aria-pressed", pressed);
  }
}

/**
 * Lift the cards at these places of the hand.
 * @param {number[]} places
 */
export function lift(places) {
  for (const node of cardsShown()) node.classList.toggle("lifted", places.includes(Number(node.dataset.place)));
}

// ---- the plays so far -----------------------------------------------------------------------------------------------

/**
 * Draw all plays of a game so far; a tap goes back to my last decision before a play.
 * @param {Game} game
 */
export function drawPlays(game) {
  const { log } = game,
    ranks = (/** @type {string} */ cards) =>
      tokens(cards)
        .map(([rank]) => face(rank))
        .join(" ");
  const wanted = log.map(({ seat, cards, shape }) => `${game.name(seat)} ${shape ? ranks(cards) : say("passes")}`),
    list = $("plays"),
    items = () => /** @type {HTMLElement[]} */ ([...list.children]);
  $("plays-panel").hidden = !log.length;
  while (list.children.length > wanted.length || items().some((node, ply) => node.dataset.play !== wanted[ply]))
    list.lastChild?.remove();
  log.slice(list.children.length).forEach(({ seat }) => {
    const ply = list.children.length,
      name = game.name(seat);
    list.append(
      make(
        "li",
        { "data-play": wanted[ply] },
        make("button", { "data-act": "jump", "data-ply": ply }, make("small", name), wanted[ply].slice(name.length + 1))
      )
    );
  });
  items().forEach((node, ply) => {
    /** @type {HTMLButtonElement} */ (node.firstChild).disabled = !game.canUndo || !game.stepsTo(ply);
  });
  requestAnimationFrame(() => {
    list.scrollLeft = 99999;
  }); // with the layout of the frame
}

// ---- actions --------------------------------------------------------------------------------------------------------

const ARROW = '<svg viewBox="0 0 16 18" aria-hidden="true"><path d="M6 3L2 7l4 4M2.5 7H10a4 4 0 0 1 0 8H6"/></svg>';
const MIRRORED = ARROW.replace("/>", ' transform="matrix(-1 0 0 1 16 0)"/>');

/**
 * A button of the bar; an existing one is reused.
 * @param {string} act
 * @param {boolean} disabled
 * @param {string} [kind]
 */
function button(act, disabled, kind) {
  const node =
    /** @type {HTMLButtonElement | null} */ ($(act)) ?? make("button", { id: act, "data-act": act, class: kind });
  if (kind) node.className = kind;
  if (STEPS.includes(act)) {
    if (!node.firstChild) node.innerHTML = act === "redo" ? MIRRORED : ARROW;
    node.title = say(act);
    node.setAttribute("aria-label", say(act));
  } else if (node.textContent !== say(act)) node.textContent = say(act);
  node.disabled = disabled;
  return node;
}

const STEPS = ["undo", "redo"];

/**
 * Replace the shown buttons; buttons in both sets stay in place and keep the keyboard focus.
 * @param {HTMLButtonElement[]} others
 */
function replaceActions(others) {
  const { canUndo, canRedo } = session.game ?? { canUndo: session.past.length > 0, canRedo: session.future.length > 0 };
  const buttons = [button("undo", !canUndo), button("redo", !canRedo), ...others];
  const bar = $("actions"),
    focused = bar.contains(document.activeElement) ? /** @type {HTMLButtonElement} */ (document.activeElement) : null;
  for (const node of [...bar.children]) if (!buttons.some((one) => one === node)) node.remove();
  buttons.forEach((node, at) => {
    if (bar.children[at] !== node) bar.insertBefore(node, bar.children[at] ?? null);
  });
  if (focused && (focused.disabled || !focused.isConnected))
    /** @type {HTMLElement | null} */ (bar.querySelector(".main"))?.focus();
  drawResume();
}

/** The button to resume the interrupted game: first on the first page, and first beside the table. */
function drawResume() {
  const isHome = document.body.classList.contains("home");
  if (isLeft()) $(isHome ? "home" : "panels").prepend(button("resume", false, isHome ? "gold" : "main"));
  else $("resume")?.remove();
}

/** Draw the buttons for playing; they keep their places, and are disabled when no action is possible. */
export function drawActions() {
  const { facts } = session;
  const live = Boolean(facts) && mayPlay();
  replaceActions([
    button("pass", !live || !facts?.passing.legal),
    button("hint", !live || !facts?.hints.some((hint) => !hint.pass)),
    button("play", !live, "main")
  ]);
}

/**
 * Draw the buttons of a game: each with a label, a small text and an action.
 * @param {Choice[]} choices
 */
export function drawChoices(choices) {
  replaceActions(
    choices.map(({ label, node, small, main, act, title, disabled }) =>
      make(
        "button",
        { class: main ? "main" : "", onclick: act, title, disabled },
        node || label,
        small ? make("small", small) : null
      )
    )
  );
}

/** Draw the table of a position without a game. */
export function drawFelt() {
  const facts = shown(),
    { lang } = settings;
  const table = tableOf(facts);
  const turn = isMyTurn()
    ? say(facts.turn.to_beat ? "yourTurn" : "youLead")
    : fillIn("turnOf", seatName(String(table.turn), table.me, table.seats, lang));
  drawTable(table, `${say("studied")} · ${turn}`);
  drawActions();
}
