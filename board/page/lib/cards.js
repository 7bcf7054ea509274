// Cards as text and as faces: ranks 3456789TJQKA2, X and D the jokers, W a flower, suits small letters after the rank.

export const RANKS = "3456789TJQKA2XDW";
export const RUN = "3456789TJQKA"; // ranks of chains in their order
/** @type {Record<string, string>} */
export const SUITS = { s: "♠", h: "♥", c: "♣", d: "♦" };
/** @type {Record<string, string>} */
const JOKERS = { X: "小王", D: "大王", W: "花" };
/** @type {Record<string, string>} */
const ENGLISH_JOKERS = { X: "joker", D: "JOKER", W: "fl" };
/** @type {Record<string, string>} */
const IN_ENGLISH = { X: "small joker", D: "big joker", W: "flower" };

/**
 * The position of a rank from weakest to strongest; Guandan's level rank is above the ace.
 * @param {string} rank
 * @param {string | undefined} level
 */
const height = (rank, level) => (rank === level ? RANKS.indexOf("2") + 0.5 : RANKS.indexOf(rank));

/**
 * The cards of a text one by one, in their order.
 * @param {string} text
 */
const pieces = (text) => /** @type {string[]} */ (text.match(/[2-9TJQKAXDW][shcd]?/g) || []);

/**
 * The cards of a text as tokens, highest rank first.
 * @param {string} text
 */
export const tokens = (text, level = "") =>
  pieces(text).sort((a, b) => height(b[0], level) - height(a[0], level) || a.localeCompare(b));

/**
 * The number of cards of each rank in a text.
 * @param {string} text
 */
export function counts(text) {
  /** @type {Record<string, number>} */
  const numbers = {};
  for (const token of pieces(text)) numbers[token[0]] = (numbers[token[0]] || 0) + 1;
  return numbers;
}

const isEnglish = () => document.documentElement.lang === "en";

/**
 * The display name of a rank.
 * @param {string} rank
 */
export const face = (rank) => (isEnglish() ? ENGLISH_JOKERS : JOKERS)[rank] || (rank === "T" ? "10" : rank);

/**
 * The label of a card for screen readers.
 * @param {string} token
 */
export const spoken = ([rank, suit]) => ((isEnglish() && IN_ENGLISH[rank]) || face(rank)) + (SUITS[suit] || "");

/**
 * Whether a card is wild under these rules: a rank of laizi, the heart of Guandan's level, or the flower.
 * @param {string} token
 * @param {Rules} rules
 */
export function isWild(token, rules) {
  if (token[0] === "W") return true;
  return rules.level ? token === `${rules.level}h` : (rules.wild || "").includes(token[0]);
}

/**
 * Create an element with properties, if any, and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {(Properties<HTMLElementTagNameMap[K]> | Child)[]} parts
 */
export function make(tag, ...parts) {
  const node = document.createElement(tag);
  for (const part of parts) {
    if (typeof part === "string" || part instanceof Node) node.append(part);
    else for (const [name, value] of Object.entries(part ?? {})) setProperty(node, name, value);
  }
  return node;
}

/**
 * @param {HTMLElement} node
 * @param {string} name
 * @param {unknown} value
 */
function setProperty(node, name, value) {
  if (typeof value === "function") node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  else if (name === "class") node.className = String(value ?? "");
  else if (value === true) node.setAttribute(name, "");
  else if ((value ?? false) !== false) node.setAttribute(name, String(value));
}

/**
 * The options of a select element: values with their names.
 * @param {string[][]} rows
 * @param {string | null | undefined} chosen
 */
export const optionsOf = (rows, chosen) =>
  rows.map(([value, name]) => make("option", { value, selected: value === chosen }, name));

/**
 * Replace the children of *box*; the keyboard focus stays on the child at the same position.
 * @param {HTMLElement} box
 * @param {Node[]} children
 */
export function redraw(box, children) {
  const within = () => [.../** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("button, select"))];
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const at = focused?.matches(":focus-visible") ? within().indexOf(focused) : -1;
  box.replaceChildren(...children);
  if (at >= 0)
    within()
      .slice(0, at + 1)
      .pop()
      ?.focus({ preventScroll: true });
}

/** Load the drawings of court cards, jokers and players; without a network cards show their suits instead. */
export const loadFigures = () =>
  import("./figures.js").then(
    ({ addFigures }) => addFigures(),
    () => {}
  );

/**
 * One card.
 * @param {string} token
 * @param {Rules} rules
 * @param {"span" | "button"} tag
 * @param {Properties<HTMLElement>} props
 */
export function card(token, rules, tag = "span", props = {}) {
  const [rank, suit] = token;
  const kinds = ["card"];
  if (suit) kinds.push(suit);
  if ("JQK".includes(rank)) kinds.push(rank);
  if (suit === "h" || suit === "d" || rank === "D") kinds.push("red");
  if (JOKERS[rank]) kinds.push("joker");
  if (rank === "T") kinds.push("ten");
  const wild = isWild(token, rules);
  if (wild) kinds.push("wild");
  const node = make(
    tag,
    { class: kinds.join(" "), ...props },
    ...(!JOKERS[rank]
      ? [face(rank)]
      : isEnglish()
        ? [make("span", { class: "name" }, face(rank))]
        : [...face(rank)].map((part) => make("span", part)))
  );
  if (suit) node.append(make("span", { class: `suit ${suit}`, "aria-hidden": "true" }, SUITS[suit]));
  if (wild) node.dataset.as = isEnglish() ? "*" : "癞";
  return node;
}

/**
 * The places of a hand in columns, one for each rank.
 * @param {string[]} hand
 */
export function byRank(hand) {
  /** @type {Map<string, number[]>} */
  const columns = new Map();
  for (const [place, [rank]] of hand.entries()) columns.set(rank, [...(columns.get(rank) ?? []), place]);
  return [...columns.values()];
}

/**
 * Cards in columns as a fan.
 * @param {Node[][]} columns
 */
export function fanOf(columns) {
  const fan = make("div", { class: "fan" }, ...columns.map((cards) => make("div", { class: "column" }, ...cards)));
  fan.style.setProperty("--n", String(Math.max(2, columns.length)));
  fan.style.setProperty("--tall", String(Math.max(2, ...columns.map(({ length }) => length))));
  return fan;
}

/**
 * The cards of a play in reading order: the most frequent rank first, wild cards at the position of the cards that they
 * replace.
 * @param {string} text
 * @param {Rules} rules
 * @param {string} declared
 */
export function arranged(text, rules, declared) {
  const all = tokens(text, rules.level);
  const stands = pieces(declared);
  const taken = (/** @type {string} */ rank) => {
    const at = stands.findIndex((stand) => stand[0] === rank);
    return at < 0 ? "" : stands.splice(at, 1)[0];
  };
  const cards = all.map((token) => ({
    token,
    rank: token[0],
    as: declared && !isWild(token, rules) ? taken(token[0]) : ""
  }));
  for (const one of cards) if (declared && isWild(one.token, rules)) one.as = taken(one.rank) || stands.shift() || "";
  for (const one of cards) one.rank = one.as[0] || one.rank;
  const many = counts(cards.map((one) => one.rank).join(""));
  const low = many.A && many["2"] && many["3"] && !many.K; // a run that starts with the ace or the two
  const order = (/** @type {string} */ rank) =>
    low && "A2".includes(rank) ? "A2".indexOf(rank) - 2 : RANKS.indexOf(rank);
  return cards.sort((a, b) => many[b.rank] - many[a.rank] || order(b.rank) - order(a.rank));
}

/**
 * A play as small cards; a wild card shows the card that it replaces. *dress* adds suits.
 * @param {string} text
 * @param {Rules} rules
 */
export function play(text, rules, declared = "", dress = (/** @type {string[]} */ cards) => cards) {
  const cards = arranged(text, rules, declared);
  const labels = cards.map(({ token, as }) => spoken(token) + (as && as[0] !== token[0] ? ` = ${face(as[0])}` : ""));
  const node = make("span", {
    class: `cards${cards.length > 6 ? " long" : ""}`,
    role: "img",
    "aria-label": labels.join(" ")
  });
  node.style.setProperty("--n", String(Math.max(2, cards.length)));
  const drawnTokens = dress(cards.map(({ token }) => token));
  for (const [at, { token, as }] of cards.entries()) {
    const drawn = card(drawnTokens[at], rules);
    if (as && drawn.dataset.as && as[0] !== token[0]) drawn.dataset.as = face(as[0]);
    node.append(drawn);
  }
  return node;
}
