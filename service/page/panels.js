// What an analysis says, drawn: the number, the hints, the split, the cards that are still out, the curl.

import { RANKS, counts, face, isWild, make, play } from "./cards.js";
import { shortSeat } from "./words.js";

const MOST_LOSS = 9.99;

/** The shape of a play in the reader's words. */
export function shapeName(game, id, lang) {
  const shape = game.shapes.find((found) => found.id === id);
  if (!shape) return id || "";
  return lang === "zh" ? shape.zh : shape.en || id.replaceAll("_", " ");
}

/** One big number, and what it means. */
export function drawPower(node, facts, say) {
  const { power, split } = facts;
  node.replaceChildren(
    make("b", {}, String(power.turns)),
    make("span", {}, say("turnsLeft")),
    make("span", { class: "quiet" }, `${say("strength")} ${power.score.toFixed(2)} · ${say(split.exact ? "proven" : "unproven")}`),
  );
}

const loss = (score, best) => (score >= best ? "" : "−" + Math.min(MOST_LOSS, best - score).toFixed(2));
const percent = (share) => `${Math.round(share * 100)}%`;

function interval({ low, high, won }) {
  const bar = make("span", { class: "interval", "aria-hidden": "true" });
  const range = make("i");
  range.style.left = percent(low);
  range.style.width = percent(high - low);
  const mark = make("u");
  mark.style.left = percent(won);
  bar.append(range, mark);
  return bar;
}

const sameCards = (a, b) => (a.as || a.cards) === (b.as || b.cards) && a.cards === b.cards;

function hintRow(hint, place, view, best) {
  const { facts, game, rules, lang, say, order, onhint } = view;
  const chosen = facts.move && !facts.move.pass && sameCards(facts.move, hint);
  const tried = facts.move?.search?.candidates?.find((found) => sameCards(found, hint));
  const won = tried && tried.won !== undefined && tried.won !== null;
  const value = order === "robot" ? (tried ? percent(tried.rating) : "") : place ? loss(hint.score, best) : hint.score.toFixed(2);
  const button = make("button", { "data-place": place, onclick: () => onhint(place) },
    play(hint.cards, rules, hint.as),
    make("span", {}, shapeName(game, hint.shape, lang) + " ", chosen ? make("span", { class: "star", title: say("best") }, "★") : null),
    make("span", { class: "loss" }, value),
    make("small", { class: "why" }, hint.why.map((why) => why.text).join(lang === "zh" ? "" : " ")),
  );
  if (won) button.append(interval(tried), make("small", { class: "why" }, `${say("won")} ${percent(tried.won)} (${percent(tried.low)}–${percent(tried.high)}) · ${tried.games} ${say("games")} · ${say("rated")} ${percent(tried.rating)}`));
  return make("li", {}, button);
}

/** The hints in the service's order; each may be picked and played. */
export function drawHints(node, more, view) {
  const { facts, say, lang } = view;
  const best = Math.max(...facts.hints.map((hint) => hint.score));
  node.replaceChildren(...facts.hints.map((hint, place) => hintRow(hint, place, view, best)));
  if (!facts.hints.length) node.append(make("li", {}, say("noHint")));
  if (facts.move?.pass) node.prepend(make("li", {}, make("span", { class: "star" }, "★ "), say("pass"), make("small", {}, " " + facts.move.why.map((why) => why.text).join(lang === "zh" ? "" : " "))));
  more.hidden = facts.hints.length >= facts.legal_count - (facts.pass.legal ? 1 : 0) || facts.hints.length < view.top;
}

/** The best split as groups that lift their cards. */
export function drawSplit(node, view) {
  const { facts, game, rules, lang, say, onlift } = view;
  node.replaceChildren(...facts.split.combos.map((combo) => make("li", {},
    make("button", { onclick: () => onlift(combo.cards), onpointerenter: () => onlift(combo.cards), onfocus: () => onlift(combo.cards), onpointerleave: () => onlift(""), onblur: () => onlift("") },
      play(combo.cards, rules, combo.as), make("small", {}, shapeName(game, combo.shape, lang))))));
  if (facts.split.unplayable) node.append(make("li", {}, play(facts.split.unplayable, rules), make("small", {}, " " + say("unplayable"))));
}

/** How many cards of each rank are out, and who may hold them as a quiet heat. */
export function drawUnseen(node, facts, beliefs, lang, level) {
  const ranks = Object.keys(facts.unseen).sort((a, b) => RANKS.indexOf(b) - RANKS.indexOf(a));
  const short = { X: "小", D: "大", W: level ? "♥" + face(level) : "花" };
  const table = make("table", {},
    make("thead", {}, make("tr", {}, make("td"), ...ranks.map((rank) => make("th", { scope: "col" }, short[rank] || face(rank))))),
    make("tr", { class: "counts" }, make("td"), ...ranks.map((rank) => make("td", { class: facts.unseen[rank] ? "" : "gone" }, String(facts.unseen[rank])))));
  node.replaceChildren(table);
  for (const [seat, chances] of Object.entries(beliefs?.seats || {})) {
    const line = make("tr", { class: "heat" }, make("th", { scope: "row" }, shortSeat(seat, lang)));
    for (const rank of ranks) {
      const chance = chances[rank] ?? 0;
      const cell = make("td", { title: `${face(rank)} ${percent(chance)}` }, chance ? String(Math.round(chance * 100)) : "");
      cell.style.background = `color-mix(in srgb, var(--pick) ${Math.round(chance * 36)}%, transparent)`;
      line.append(cell);
    }
    table.append(line);
  }
}

/** The question as a command for a terminal. */
export function drawCurl(node, query) {
  const asked = [...new URLSearchParams(query)].map(([name, value]) => `  --data-urlencode '${name}=${value.replaceAll("'", "'\\''")}'`);
  node.textContent = [`curl -sG ${location.origin}/v1/analyze`, ...asked].join(" \\\n");
}

/** Which cards of a hand a text names: its own tokens first, else any of the rank; wild cards last. */
export function placesOf(hand, text, rules) {
  const wanted = text.match(/[2-9TJQKAXDW][shcd]?/g) || [];
  const free = hand.map((token, place) => ({ token, place }));
  const found = [];
  for (const card of wanted) {
    let at = free.findIndex(({ token }) => token === card);
    if (at < 0 && card.length === 1) at = free.findIndex(({ token }) => token[0] === card && !(rules.level && isWild(token, rules)));
    if (at >= 0) found.push(free.splice(at, 1)[0].place);
  }
  return found;
}

/** Ranks of which the deck has no more for a hand. */
export function usedUp(game, hand) {
  const has = counts(hand);
  return new Set(Object.keys(game.deck).filter((rank) => (has[rank] || 0) >= game.deck[rank]));
}
