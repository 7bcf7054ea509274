// The page of the hint button: editable attributes, the events of the button, and code to copy.

import { card, fanOf, make, tokens } from "../lib/cards.js";

/** @type {ById} */
const $ = (id) => /** @type {never} */ (document.getElementById(id));
const button = /** @type {HTMLElement} */ (document.querySelector("paili-hint"));
const inputs = /** @type {Record<string, HTMLInputElement>} */ (/** @type {unknown} */ ($("attributes").elements));
const fields = /** @type {HTMLInputElement[]} */ ([...$("attributes").elements]);
const MOST_EVENTS = 5;

const given = () => fields.filter((field) => field.value).map((field) => [field.name, field.value]);

/**
 * The cards of a text one by one; ids and codes as they are written.
 * @param {string} text
 */
function apart(text) {
  if (/[ ,]/.test(text)) return text.split(/[ ,]+/).filter(Boolean);
  return inputs.notation.value ? [...text] : tokens(text);
}

/** @param {string} text */
const faceOf = (text) => (/^[2-9TJQKAXDW][shcd]?$/.test(text) ? card(text, {}) : make("span", { class: "card" }, text));

/**
 * @param {string} name
 * @param {(event: CustomEvent) => void} listener
 */
const listen = (name, listener) => button.addEventListener(name, /** @type {EventListener} */ (listener));

function drawHand() {
  const hand = inputs.hand.value;
  const faces = apart(hand).map((text) => Object.assign(faceOf(text), { title: text }));
  $("hand").replaceChildren(fanOf(faces.map((face) => [face])));
  $("message").textContent = "";
}

/**
 * Lift the cards of a hint, as an app would: from a text, or from an array in notations of numbers and codes.
 * @param {string | (string | number)[]} cards
 */
function lift(cards) {
  const wanted = Array.isArray(cards) ? cards.map(String) : apart(cards),
    ranks = !inputs.notation.value;
  for (const node of /** @type {NodeListOf<HTMLElement>} */ ($("hand").querySelectorAll(".card"))) {
    const at = wanted.findIndex((text) => text === node.title || (ranks && text === node.title[0]));
    if (at >= 0) wanted.splice(at, 1);
    node.classList.toggle("lifted", at >= 0);
  }
}

function drawSnippet() {
  const written = given()
    .map(([name, value]) => ` ${name}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`)
    .join("");
  const address = new URL("/paili-hint.js", location.href);
  $("snippet").textContent = [
    `<paili-hint${written}></paili-hint>`,
    `<script type="module" src="${address}"></script>`,
    '<script type="module">',
    '  const button = document.querySelector("paili-hint");',
    '  button.addEventListener("paili-hint", ({ detail }) => {',
    '    console.log(detail.pass ? "pass" : detail.cards);',
    "  });",
    '  button.addEventListener("paili-error", ({ detail }) => {',
    "    console.warn(detail.detail);",
    "  });",
    "</script>"
  ].join("\n");
  $("policy").textContent =
    `Content-Security-Policy: script-src 'self' ${location.origin}; connect-src ${location.origin}`;
}

/** Set the attributes of the button to those in the form. */
function apply() {
  for (const { name, value } of fields)
    if (value) button.setAttribute(name, value);
    else button.removeAttribute(name);
  drawHand();
  drawSnippet();
}

/** @param {CustomEvent} event */
function show(event) {
  $("events").prepend(
    make("li", make("code", event.type), make("pre", { tabindex: "0" }, JSON.stringify(event.detail, null, 1)))
  );
  while ($("events").children.length > MOST_EVENTS) $("events").lastChild?.remove();
}

listen("paili-hint", (event) => {
  show(event);
  lift(event.detail.cards);
  $("message").textContent = event.detail.why
    .map((/** @type {Reason} */ why) => why.text)
    .join(document.documentElement.lang === "zh" ? "" : " ");
});
listen("paili-error", (event) => {
  show(event);
  lift("");
  $("message").textContent = event.detail.detail;
});
$("attributes").addEventListener("input", apply);
$("attributes").addEventListener("submit", (event) => event.preventDefault());
$("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText($("snippet").textContent ?? "");
    $("copy").textContent = $("copy").dataset.done ?? "";
  } catch {
    // no clipboard, or no permission: the code can be copied by hand
    getSelection()?.selectAllChildren($("snippet"));
  }
});
apply();
