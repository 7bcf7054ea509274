// The editor of endings: two or three open hands, and the proof of the winner in a worker that can be stopped.

import { dataOf, post, Refused } from "../lib/api.js";
import { card, face, make, optionsOf, RANKS, redraw, spoken, tokens } from "../lib/cards.js";
import { $, fillIn, gameName, gameOf, isCopied, rulesOf, say, settle, state } from "../lib/state.js";
import { endingLine, playText, ranksOf, readEnding, solveBody, written } from "./puzzle_ending.js";
import { attempt, moveNode, seatText, show } from "./puzzle_text.js";

const BOUNDS = [20_000, 160_000, 640_000, 2_500_000]; // states per step of a proof: progress is shown between steps

/** @typedef {Pick<Ending, "head" | "variant" | "hands" | "mover"> & { last: string, by: string }} Laid */

// The ending: variant, hands by seat, mover, play to beat.
let laid = /** @type {Laid} */ (/** @type {unknown} */ (null));
let target = ""; // the seat that gets the cards of the keys
/** @type {(line: string) => unknown} */
let openLaid;
/** @type {{ text: string, answer: Answers["solve"] } | null} */
let result = null; // the last proof: the line of its ending, and the answer
/** @type {(() => void) | null} */
let running = null; // stops the current proof

/**
 * Open the editor with an ending; *open* starts an ending as a puzzle.
 * @param {Ending} ending
 * @param {(line: string) => unknown} open
 */
export function openEditor(ending, open) {
  const { head, variant, hands, mover, last } = ending;
  openLaid = open;
  laid = { head, variant, hands: { ...hands }, mover, last: last ? playText(last) : "", by: last?.seat ?? "" };
  target = mover;
  result = null;
  drawEditor();
}

const seatsOf = () => gameOf(laid.variant).seats.map(String);

/** The ending as one line of text. */
function line() {
  const hands = Object.fromEntries(
    seatsOf()
      .filter((seat) => laid.hands[seat])
      .map((seat) => [seat, written(laid.hands[seat], {})])
  );
  const seats = Object.keys(hands),
    ordered = seatsOf().filter((seat) => seats.includes(seat));
  const before = ordered[(ordered.indexOf(laid.mover) + ordered.length - 1) % Math.max(1, ordered.length)];
  const by = ordered.includes(laid.by) && laid.by !== laid.mover ? laid.by : before;
  return endingLine({
    head: laid.head,
    seats: ordered,
    hands,
    mover: laid.mover,
    last: laid.last ? { seat: by, cards: written(ranksOf(laid.last), {}, laid.last.split("=")[1]) } : null
  });
}

/** @param {Partial<Laid>} parts */
function change(parts) {
  running?.();
  Object.assign(laid, parts);
  result = null;
  drawEditor();
}

// ---- proofs ---------------------------------------------------------------------------------------------------------

/**
 * Send a request to a new worker, which *running* stops.
 * @param {Worker} worker
 * @param {object} body
 * @returns {Promise<{ status: number, text: string } | null>}
 */
function askWorker(worker, body) {
  return new Promise((resolve, reject) => {
    worker.onerror = () => reject(new Refused("engine"));
    worker.onmessage = ({ data }) => (data.status ? resolve(data) : reject(new Refused(data.failed ?? data.declined)));
    running = () => {
      worker.terminate();
      resolve(null);
    };
    worker.postMessage({ id: 1, way: "POST", kind: "solve", request: body, language: state.lang });
  });
}

/**
 * The answer of this page's engine, in steps with progress; null if it was stopped.
 * @param {object} body
 * @returns {Promise<Answers["solve"] | null>}
 */
async function proveHere(body) {
  const worker = new Worker(new URL("./engine/worker.js", import.meta.url), { type: "module" });
  try {
    for (const [place, nodes] of BOUNDS.entries()) {
      $("proof").value = place;
      show($("proof-says"), fillIn("proving", nodes.toLocaleString("en")));
      const answer = await askWorker(worker, { ...body, limits: { nodes } });
      if (!answer) return null;
      const data = dataOf(answer);
      if (data.exact || nodes === BOUNDS.at(-1)) return data;
    }
    return null;
  } finally {
    worker.terminate();
  }
}

/**
 * The answer of the service, for pages without an engine.
 * @param {object} body
 * @returns {Promise<Answers["solve"] | null>}
 */
function proveThere(body) {
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    running = () => {
      controller.abort();
      resolve(null);
    };
    post("solve", body, state.lang, controller.signal).then(resolve, (error) =>
      controller.signal.aborted ? resolve(null) : reject(error)
    );
  });
}

async function prove() {
  running?.();
  const text = line(),
    ending = readEnding(text);
  result = null;
  show($("proof-wrong"), "");
  $("proof-result").replaceChildren();
  $("proof-row").hidden = false;
  const body = ending
    ? solveBody(ending)
    : {
        variant: laid.variant,
        hands: Object.fromEntries(
          seatsOf()
            .filter((seat) => laid.hands[seat])
            .map((seat) => [seat, laid.hands[seat]])
        ),
        turn: laid.mover
      };
  const answer = await attempt($("proof-wrong"), () =>
    proveHere(body).catch((error) => (error.status ? Promise.reject(error) : proveThere(body)))
  );
  running = null;
  $("proof-row").hidden = true;
  if (!answer) {
    if ($("proof-wrong").hidden) show($("proof-says"), say("cancelled"));
    else show($("proof-says"), "");
    return;
  }
  show($("proof-says"), fillIn("nodes", answer.nodes.toLocaleString("en")));
  result = { text, answer };
  settle();
  drawResult();
}

/**
 * The name of the winning side.
 * @param {Seat | null} winner
 * @param {string} mover
 * @param {boolean} isMine
 */
function winnerName(winner, mover, isMine) {
  return isMine
    ? seatText(laid.variant, mover)
    : gameOf(laid.variant).sides[0].map(String).includes("landlord")
      ? String(winner) === "landlord"
        ? seatText(laid.variant, "landlord")
        : say("farmers")
      : say("enemy");
}

function drawResult() {
  if (!result) return null;
  const { text, answer } = result,
    ending = /** @type {Ending} */ (readEnding(text)),
    plays = answer.plays ?? [];
  if (!answer.exact) return $("proof-result").replaceChildren(make("p", say("unprovenYet")));
  const wins = plays.length > 0;
  const drawn = (/** @type {{ cards: string, as?: string }} */ { cards, as }) =>
    moveNode(written(cards, ending.rules, as), ending.rules);
  const rows = (answer.line ?? []).map((move) =>
    make("span", { class: "step" }, make("small", seatText(ending.variant, String(move.seat))), drawn(move))
  );
  const verdict = wins
    ? [
        make("b", { class: "wins" }, fillIn("provenWin", winnerName(answer.winner, ending.mover, true))),
        " ",
        ...plays.slice(0, 6).map(drawn)
      ]
    : [make("b", { class: "loses" }, fillIn("lost", winnerName(answer.winner, ending.mover, false)))];
  return $("proof-result").replaceChildren(
    make("p", { class: "row" }, ...verdict),
    make("p", { class: "row" }, ...rows),
    make(
      "p",
      { class: "row" },
      ...(wins ? [make("button", { class: "main", onclick: () => openLaid(text) }, say("solveIt"))] : []),
      make("button", { onclick: copy }, say("link"))
    )
  );
}

/** @param {{ target: HTMLElement }} event */
async function copy({ target: button }) {
  const address = new URL(
    `/puzzle?e=${encodeURIComponent(result?.text ?? "").replaceAll("%20", "+")}`,
    document.baseURI
  ).href;
  if (await isCopied(address)) button.textContent = say("copied");
  else $("proof-result").append(make("p", make("a", { href: address }, address)));
}

// ---- drawing --------------------------------------------------------------------------------------------------------

/** Draw the ending. */
export function drawEditor() {
  if (!laid) return;
  const { games } = state,
    game = gameOf(laid.variant),
    seats = seatsOf();
  const cardsOf = (/** @type {string} */ seat) => tokens(laid.hands[seat] ?? "");
  const used = [...seats.flatMap(cardsOf), ...tokens(ranksOf(laid.last))];
  const isUsedUp = (/** @type {string} */ rank) => used.filter((one) => one === rank).length >= game.deck[rank];
  const seatRows = seats.map((seat) => [seat, seatText(laid.variant, seat)]);
  const kept = document.activeElement?.id;
  redraw($("editor"), [
    make(
      "p",
      { class: "row" },
      make(
        "select",
        {
          id: "edit-game",
          "aria-label": say("game"),
          onchange: ({ target: { value } }) => {
            target = String(gameOf(value).seats[0]);
            change({ head: value, variant: value, hands: {}, mover: target, last: "", by: "" });
          }
        },
        ...optionsOf(
          [...games.values()].filter(({ suits }) => !suits).map(({ id }) => [id, gameName(id)]),
          laid.variant
        )
      )
    ),
    ...seats.map((seat) =>
      make(
        "div",
        { class: `laid${seat === target ? " target" : ""}` },
        make(
          "button",
          {
            id: `edit-${seat}`,
            "aria-pressed": String(seat === target),
            onclick: () => {
              target = seat;
              drawEditor();
            }
          },
          seatText(laid.variant, seat)
        ),
        make(
          "span",
          { class: "cards" },
          ...cardsOf(seat).map((rank, place, hand) =>
            card(rank, rulesOf(laid.head), "button", {
              "aria-label": `− ${spoken(rank)}`,
              onclick: () => change({ hands: { ...laid.hands, [seat]: hand.filter((_, at) => at !== place).join("") } })
            })
          )
        ),
        laid.hands[seat] ? null : make("small", say("none"))
      )
    ),
    make(
      "p",
      { class: "keys" },
      ...[...RANKS]
        .filter((rank) => game.deck[rank])
        .reverse()
        .map((rank) =>
          make(
            "button",
            {
              "aria-label": `+ ${spoken(rank)}`,
              disabled: isUsedUp(rank),
              onclick: () => change({ hands: { ...laid.hands, [target]: `${laid.hands[target] ?? ""}${rank}` } })
            },
            face(rank)
          )
        )
    ),
    make(
      "p",
      { class: "row" },
      make("label", { for: "edit-mover" }, say("mover")),
      make(
        "select",
        { id: "edit-mover", onchange: ({ target: { value } }) => change({ mover: value }) },
        ...optionsOf(seatRows, laid.mover)
      ),
      make("label", { for: "edit-last" }, say("lastPlay")),
      make("input", {
        id: "edit-last",
        value: laid.last,
        size: 6,
        placeholder: say("lead"),
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        onchange: ({ target: { value } }) =>
          change({ last: value.toUpperCase().replaceAll("10", "T").replaceAll(/\s/g, "") })
      }),
      make("label", { for: "edit-by" }, say("by")),
      make(
        "select",
        { id: "edit-by", onchange: ({ target: { value } }) => change({ by: value }) },
        ...optionsOf([["", "—"], ...seatRows], laid.by)
      )
    ),
    make(
      "p",
      { class: "row" },
      make("button", { id: "prove", class: "main", onclick: prove }, say("prove")),
      make("button", { id: "edit-clear", onclick: () => change({ hands: {}, last: "" }) }, say("clear"))
    ),
    make("p", { id: "proof-wrong", role: "alert", hidden: true }),
    make(
      "p",
      { id: "proof-row", class: "row", hidden: true },
      make("progress", { id: "proof", max: BOUNDS.length, value: 0, "aria-label": say("prove") }),
      make("button", { onclick: () => running?.() }, say("cancel"))
    ),
    make("p", { id: "proof-says", class: "quiet", role: "status" }),
    make("div", { id: "proof-result", "aria-live": "polite" })
  ]);
  if (kept) $(kept)?.focus({ preventScroll: true });
  if (result) drawResult();
}
