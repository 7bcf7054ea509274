// Cards as text and as faces: ranks 3456789TJQKA2, X and D the jokers, W a flower, suits small letters after the rank.

export const RANKS = "3456789TJQKA2XDW";
const SUITS = { s: "♠", h: "♥", c: "♣", d: "♦" };
const JOKERS = { X: "小王", D: "大王", W: "花" };

/** The place of a rank from weakest to strongest; the level rank of Guandan stands above the ace. */
const height = (rank, level) => (rank === level ? RANKS.indexOf("2") + 0.5 : RANKS.indexOf(rank));

/** The cards of a text as tokens, highest rank first. */
export function tokens(text, level = "") {
  const found = text.match(/[2-9TJQKAXDW][shcd]?/g) || [];
  return found.sort((a, b) => height(b[0], level) - height(a[0], level) || (a < b ? -1 : a > b));
}

/** How many cards of each rank a text has. */
export function counts(text) {
  const found = {};
  for (const token of tokens(text)) found[token[0]] = (found[token[0]] || 0) + 1;
  return found;
}

/** The face of a rank in people's words. */
export const face = (rank) => JOKERS[rank] || (rank === "T" ? "10" : rank);

/** A card in words, for those who hear the page. */
export const spoken = (token) => face(token[0]) + (SUITS[token[1]] || "");

/** Whether a card is wild under these rules: a rank of laizi, the heart of Guandan's level, the flower. */
export function isWild(token, rules) {
  if (token[0] === "W") return true;
  return rules.level ? token === rules.level + "h" : (rules.wild || "").includes(token[0]);
}

/** Make an element: properties, then children. */
export function make(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** One card. */
export function card(token, rules, tag = "span", props = {}) {
  const [rank, suit] = token;
  const kinds = ["card"];
  if (suit === "h" || suit === "d" || rank === "D") kinds.push("red");
  if (JOKERS[rank]) kinds.push("joker");
  const wild = isWild(token, rules);
  if (wild) kinds.push("wild");
  const node = make(tag, { class: kinds.join(" "), ...props }, ...(JOKERS[rank] ? [...JOKERS[rank]].map((part) => make("span", {}, part)) : [face(rank)]));
  if (suit) node.append(make("span", { class: "suit", "aria-hidden": "true" }, SUITS[suit]));
  if (wild) node.dataset.as = "癞";
  return node;
}

/** A play as small cards; a wild card says what it stands for. */
export function play(text, rules, declared = "") {
  const node = make("span", { class: "cards", role: "img", "aria-label": tokens(text).map(spoken).join(" ") });
  const stands = tokens(declared).map((token) => token[0]);
  const wilds = [];
  for (const token of tokens(text)) {
    const drawn = card(token, rules);
    if (declared && isWild(token, rules)) wilds.push(drawn);
    else if (stands.includes(token[0])) stands.splice(stands.indexOf(token[0]), 1);
    node.append(drawn);
  }
  wilds.forEach((drawn, place) => { if (stands[place]) drawn.dataset.as = "=" + face(stands[place]); });
  return node;
}
