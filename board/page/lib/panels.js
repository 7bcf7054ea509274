// The panels of an analysis: the score, the hints, the split, the unseen cards.

import { isAdvised, reasonsIn, sameCards } from "./advice.js";
import { face, isWild, make, play, redraw, tokens } from "./cards.js";
import { inShort, lossText, tagsOf, tiesIn } from "./hint_rows.js";
import { $, all, current, fillIn, isMyTurn, meta, rulesOf, say, session, settings, shown, view } from "./state.js";
import { dressedHand, inSuits, splitPlaces } from "./table.js";
import { percent, shapeName } from "./words.js";

const SURE = 1000; // turns that a policy adds to a sure win

/** @param {number} value */
const number = (value) => value.toFixed(2).replace("-", "−");
/** @param {Reason[]} reasons */
export const texts = (reasons) => reasons.map((why) => why.text);

/**
 * The reasons of a hint; `breaks_split` is omitted if no hint leaves a better hand.
 * @param {Row} hint
 * @param {number} best
 */
const reasonsOf = (hint, best) =>
  reasonsIn(hint, session.reasoned).filter((why) => hint.score < best || why.code !== "breaks_split");

/** @type {typeof import("./other_hands.js") | null | undefined} */
let others; // what is known of other hands: loaded after the first answer, null without a network

/** Load the panels of other hands; false if they were loaded before. */
export async function areOthersNew() {
  if (others) return false;
  others = await import("./other_hands.js").catch(() => null);
  return true;
}

/** Draw the unseen cards. */
export const drawUnseen = () => others?.drawUnseen();

/** The score of the hand and its meaning. */
export function drawPower() {
  const { power, split } = shown(),
    share = others?.percentileOf(shown()) ?? null;
  const bound = others === undefined ? "\u00a0" : say(split.exact ? "proven" : "unproven"),
    means = share === null ? bound : fillIn("strongerThan", share);
  $("number").replaceChildren(
    make("b", String(power.turns)),
    make(
      "span",
      say(power.turns === 1 ? "turnLeft" : "turnsLeft"),
      make("small", make("span", { class: "wide-only" }, `${say("strength")} ${number(power.score)} · `), means),
      make("small", { class: "as-of" }, say("asOf"))
    )
  );
  $("number").setAttribute("href", `/numbers?lang=${settings.lang}`);
}

// ---- hints ----------------------------------------------------------------------------------------------------------

/** @param {{ low: number, high: number, won: number }} chances */
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

/**
 * The value of a row: its loss against the advised one, or the chance to win in the games of a search.
 * @param {Row} hint
 * @param {boolean} isChosen
 * @param {Candidate} [tried]
 */
function worth(hint, isChosen, tried) {
  const { value } = hint,
    { hints } = shown();
  if (Number(value) > SURE || (value === 1 && searched())) return say("sure");
  if (isChosen && tried?.won === undefined) return say("top"); // too few games for a share
  if (searched()) return tried?.won === undefined ? "–" : percent(tried.won);
  if (value === null || value === undefined) return "–";
  return make(
    "span",
    { class: "wide-only" },
    lossText(Math.max(...hints.map((one) => one.value ?? -Infinity)) - value)
  );
}

const searched = () => Boolean(shown().move?.search);

/**
 * @param {Row} hint
 * @param {number} place
 * @param {number} best
 */
function hintRow(hint, place, best) {
  const facts = shown(),
    { lang } = settings;
  const chosen = isAdvised(hint, facts.move),
    reasons = reasonsOf(hint, best);
  const tried = facts.move?.search?.candidates?.find((one) => sameCards(one, hint));
  if (chosen) $("felt").style.setProperty("--chance", percent(tried?.won ?? 0));
  const button = make(
    "button",
    { "data-act": "take", "data-place": place, "aria-pressed": String(place === view.hint) },
    ...(hint.pass
      ? []
      : [play(hint.cards, rulesOf(facts.position), hint.as, (cards) => inSuits(cards, placesOf(hint.cards)))]),
    make(
      "span",
      { class: "shape" },
      hint.pass ? say("pass") : shapeName(meta(), hint.shape, lang),
      "\u00a0",
      chosen ? make("span", { class: "star", title: say("best") }, "★") : null
    ),
    make(
      "span",
      { class: "loss" },
      worth(hint, chosen, tried),
      hint.rest ? make("small", lang === "zh" ? `余${hint.rest.turns}手` : `${hint.rest.turns} plays left`) : null
    ),
    make("small", { class: "tags" }, ...tagsOf(hint, reasons, lang).map((tag) => make("span", tag))),
    make("small", { class: "why" }, texts(reasons).join(lang === "zh" ? "" : " "))
  );
  const isUntried = searched() && tried?.won === undefined; // its row has the height of the others
  if (isUntried) button.append(make("span", { class: "interval", "aria-hidden": "true" }));
  if (tried?.won !== undefined) {
    const { won, low = won, high = won } = tried;
    const range = `${percent(won)} (${percent(low)}–${percent(high)})`;
    const text = `${say("won")} ${range} · ${tried.games} ${say("games")}`;
    button.append(interval({ won, low, high }), make("small", { class: "why tried" }, text));
  }
  return make("li", button);
}

/** The first hints as buttons above the bar of a phone; like the rows, a tap picks one, a second tap plays it. */
function drawChips() {
  const { hints, move } = shown();
  const chips = hints
    .slice(0, MOST_ROWS)
    .map((hint, place) =>
      make(
        "button",
        { "data-act": "take", "data-place": place, "aria-pressed": String(place === view.hint) },
        make("b", hint.pass ? say("pass") : inShort(hint.cards, face)),
        make(
          "small",
          `${isAdvised(hint, move) ? "★ " : ""}${hint.pass ? "" : shapeName(meta(), hint.shape, settings.lang)}`
        )
      )
    );
  redraw($("chips"), chips);
}

/** Draw the reasons of the picked hint, or else of the advised one, as the line of a phone. */
function drawReason() {
  const { hints, move } = shown(),
    hint = hints[Math.max(0, view.hint)],
    node = $("reason"),
    tried = hint && move?.search?.candidates?.find((one) => sameCards(one, hint)),
    why = hint ? texts(reasonsOf(hint, Math.max(...hints.map(({ score }) => score)))) : [];
  const chance = tried?.won === undefined ? "" : `${percent(tried.won)} · `,
    text = chance + why.join(settings.lang === "zh" ? "" : " ");
  if (node.textContent === text) return;
  node.textContent = text;
  node.setAttribute("aria-expanded", "false");
}

/** Fold the line of reasons, or unfold it. */
export function foldReason() {
  const node = $("reason");
  node.setAttribute("aria-expanded", String(node.getAttribute("aria-expanded") !== "true"));
}

const MOST_ROWS = 3; // of hints in a game on a phone; fewer would leave space
/** Matches the window of a phone. */
export const narrow = matchMedia("(max-width: 37.49rem), (max-height: 30rem)");

/** The hints in the order of the service; a tap picks a hint, a second one plays it. */
export function drawHints() {
  const facts = shown(),
    { top } = view;
  const plays = facts.hints.filter((hint) => !hint.pass),
    best = Math.max(...facts.hints.map((hint) => hint.score));
  const rows = facts.hints.map((hint, place) => hintRow(hint, place, best)),
    tied = tiesIn(facts.hints, searched());
  for (const place of tied) rows[place].className = "tie";
  const others =
    session.game && narrow.matches ? rows.filter((_, place) => !tied.includes(place)).slice(MOST_ROWS) : [];
  for (const row of others) row.className = "other";
  $("hints").classList.toggle("short", others.length > 0 && view.top > 0);
  if (tied.length)
    rows.splice(
      1,
      0,
      make("li", { class: "ties" }, make("button", { "data-act": "ties" }, fillIn("ties", tied.length)))
    );
  $("hints").classList.toggle(
    "folded",
    tied.length > 0 && !tied.includes(view.hint) && view.unfolded !== facts.position
  );
  if (!facts.hints.length) rows.push(make("li", say(!isMyTurn() ? "notYet" : facts.turn.leads ? "noPlay" : "noHint")));
  redraw($("hints"), rows);
  drawChips();
  drawReason();
  $("says").textContent = say(searched() ? "ratingSays" : "policySays");
  $("more").hidden = plays.length >= facts.legal_count - (facts.passing.legal ? 1 : 0) || facts.hints.length < top;
  if ($("hints").classList.contains("short")) $("more").hidden = false;
}

/** Show the plays that are as good as the first, until the next position. */
export function unfoldTies() {
  view.unfolded = shown().position;
  $("hints").classList.remove("folded");
}

/** Mark the hint that was picked last. */
export function markHint() {
  drawReason();
  if (shown().unseen) others?.drawBeaten();
  for (const node of all("#hints [data-place], #chips [data-place]")) {
    const isPicked = Number(node.dataset.place) === view.hint,
      kind = node.parentElement?.className;
    if (isPicked && kind === "tie") $("hints").classList.remove("folded");
    if (isPicked && kind === "other") $("hints").classList.remove("short");
    node.setAttribute("aria-pressed", String(isPicked));
  }
}

/** The best split as groups; a tap lifts the cards of a group. */
export function drawSplit() {
  const facts = shown(),
    { lang } = settings;
  const rules = rulesOf(facts.position);
  const { groups } = splitPlaces(),
    hand = dressedHand();
  const rows = facts.split.combos.map((combo, at) => {
    const places = groups[at].map(({ place }) => place);
    return make(
      "li",
      make(
        "button",
        { "data-act": "lift", "data-cards": places.map((place) => hand[place]).join("") },
        play(combo.cards, rules, combo.as, (cards) => inSuits(cards, places)),
        make("small", shapeName(meta(), combo.shape, lang))
      )
    );
  });
  if (facts.split.unplayable)
    rows.push(make("li", play(facts.split.unplayable, rules), make("small", ` ${say("unplayable")}`)));
  $("split").replaceChildren(...rows);
}

// ---- matching cards to the hand -------------------------------------------------------------------------------------

/**
 * The cards of the hand that a text names: its own tokens first, else any card of the rank; wild cards last.
 * @param {string} text
 */
export function placesOf(text) {
  const rules = rulesOf(current());
  const free = dressedHand().map((token, place) => ({ token, place }));
  /** @type {number[]} */
  const places = [];
  for (const wanted of tokens(text)) {
    let at = free.findIndex(({ token }) => token === wanted);
    if (at < 0 && wanted.length === 1)
      at = free.findIndex(({ token }) => token[0] === wanted && !(rules.level && isWild(token, rules)));
    if (at >= 0) places.push(free.splice(at, 1)[0].place);
  }
  return places;
}
