// Draws the sheet beside the table: a mistake to be tried again, a judgement, or the end.

import { make } from "../lib/cards.js";
import { $, fillIn, say } from "../lib/state.js";
import { dressTurn, inSuits } from "../lib/table.js";
import { percent } from "../lib/words.js";
import {
  callAt,
  callName,
  closeness,
  decisionAt,
  faults,
  following,
  isCounted,
  isHidden,
  isOpenHere,
  likeHand,
  line,
  lostText,
  modeOf,
  moveNode,
  moveText,
  moveWords,
  nameOf,
  now,
  pending,
  percents,
  sameMove,
  signed,
  tenths,
  turnAt,
  whereText,
  whyText,
  withInterval,
  wordsAt
} from "./reviewed.js";

/** The part that is being judged; null if there is none. */
export function progressText() {
  if (now.isFinal) return null;
  if (now.isBusy) return say("busy");
  if (!now.judged) return say("looking");
  return now.judgedPlies < now.game.plies
    ? fillIn("judgedTo", now.judgedPlies, now.game.plies)
    : fillIn("counting", faults().length);
}

/** @param {"answer" | "skip"} act */
const linkTo = (act) => make("button", { class: "link", "data-act": act }, say(act));

export function drawSheet() {
  const mode = modeOf(),
    decision = decisionAt(now.ply),
    call = callAt(now.ply),
    sheet = $("sheet");
  if (!now.judged || mode === "early" || (mode === "end" && !now.isFinal))
    return sheet.replaceChildren(make("p", progressText()));
  if (call && !isOpenHere()) return sheet.replaceChildren(...callSheet(call));
  if (call) return tryCall(call, mode);
  if (decision && ["find", "again", "judging"].includes(mode))
    return sheet.replaceChildren(...trySheet(decision, mode));
  if (mode === "off")
    return sheet.replaceChildren(
      make("p", make("strong", fillIn("off", whereText(Number(pending()?.at))))),
      make("p", { class: "row" }, make("button", { class: "main", "data-act": "back" }, say("back")), linkTo("skip"))
    );
  if (mode === "end") return sheet.replaceChildren(...endSheet());
  return sheet.replaceChildren(...(decision ? ownSheet(decision) : otherSheet()));
}

/**
 * @param {Decision} decision
 * @param {string} mode
 */
function trySheet(decision, mode) {
  const prompt = decision.cards?.length
    ? fillIn("find", now.ply + 1, moveWords(decision))
    : fillIn("findPass", now.ply + 1);
  const table = now.game.tables[now.ply];
  return trial(prompt, mode, say("pickHint"), [
    make("button", { "data-act": "pass", disabled: !table?.turn?.to_beat }, say("pass")),
    make("button", { class: "main", "data-act": "play" }, say("play"))
  ]);
}

/**
 * A decision to be tried again, with the outcome of the last try, if any.
 * @param {string} prompt
 * @param {string} mode
 * @param {string} help
 * @param {HTMLButtonElement[]} buttons
 */
function trial(prompt, mode, help, buttons) {
  for (const button of buttons) button.disabled ||= mode === "judging";
  return [
    make("p", make("strong", prompt)),
    make("p", { class: "quiet", role: "status" }, now.tried?.text ?? help),
    make("p", { class: "row" }, ...buttons, linkTo("answer"), linkTo("skip"))
  ];
}

/**
 * @param {string} name
 * @param {{ turn: Turn, dress: (cards: string[]) => string[] }[]} turns
 */
const movesLine = (name, turns) =>
  turns.length
    ? make(
        "p",
        { class: "moves quiet" },
        make("span", say(name)),
        ...turns.map(({ turn, dress }) => make("span", `${nameOf(turn.seat)} `, moveNode(turn, dress)))
      )
    : null;
const followUp = () =>
  movesLine(
    "after",
    [1, 2, 3]
      .map((step) => now.ply + step)
      .filter((at) => at < now.game.plies && !isHidden(at))
      .flatMap((at) => {
        const turn = turnAt(at);
        return turn ? [{ turn, dress: dressTurn(turn, at + 1) }] : [];
      })
  );

/**
 * What robots would do after the better move.
 * @param {Cards} best
 * @param {Turn[]} turns
 */
const robotsLine = (best, turns) =>
  movesLine(
    "foreseen",
    turns.map((turn, place) => {
      const more = [{ ...best, seat: now.game.me }, ...turns.slice(0, place + 1)];
      return { turn, dress: dressTurn(turn, now.ply, more) };
    })
  );

/** What a try has led to, above the answer. */
const outcome = () => {
  const how = now.solved.get(now.ply),
    text = how === "good" ? say("solved") : how === "near" ? say("nearly") : null;
  return text === null ? null : make("p", { class: "good" }, make("strong", text));
};

/**
 * A bid to be tried again, with a button for each word.
 * @param {Call} call
 * @param {string} mode
 */
async function tryCall(call, mode) {
  const at = now.ply,
    prompt = fillIn("findCall", whereText(at), callName(call.word, call));
  const button = (/** @type {BidAnswer["actions"][number]} */ { bid }) =>
    make("button", { "data-act": "call", "data-word": String(bid) }, callName(bid, call));
  const draw = (/** @type {BidAnswer["actions"]} */ actions) =>
    $("sheet").replaceChildren(...trial(prompt, mode, "", actions.map(button)));
  draw([]);
  const actions = await wordsAt(at).catch(() => []);
  if (now.ply === at && isOpenHere()) draw(actions);
}

/**
 * The judgement of a bid of mine.
 * @param {Call} call
 */
function callSheet(call) {
  const isBest = call.best === call.word;
  return [
    outcome(),
    make(
      "p",
      { class: "moves" },
      make("span", `${whereText(now.ply)} · ${callName(call.word, call)}`),
      make("b", fillIn("ofPoints", signed(call.points))),
      ...(isBest
        ? []
        : [
            make("span", `→ ${say("better")} ${callName(call.best, call)}`),
            make("b", fillIn("ofPoints", signed(tenths(call.points) + tenths(call.points_best - call.points))))
          ]),
      call.mark ? make("span", { class: "loss" }, fillIn("ofPoints", signed(-call.loss))) : null
    ),
    make(
      "p",
      call.mark ? {} : { class: "quiet" },
      call.mark ? make("b", say(call.mark)) : say(isBest ? "bestChoice" : "small"),
      call.mark && call.codes[0] ? ` · ${call.codes[0].text}` : ""
    ),
    call.mark ? make("p", { class: "row" }, onButton()) : null
  ].filter((row) => !!row);
}

const onButton = () =>
  make("button", { class: "main", "data-act": "on" }, say(following() === null ? "finishIt" : "nextOne"));

/**
 * The judgement of a decision of mine.
 * @param {Decision} decision
 */
function ownSheet(decision) {
  const { best } = decision,
    whole = percents(decision),
    counts = isCounted(decision);
  /** @type {(HTMLElement | null)[]} */
  const rows = [outcome()];
  if (decision.forced)
    rows.push(
      make("p", { class: "moves" }, make("span", say("youDid")), moveNode(decision, inSuits)),
      make("p", { class: "quiet" }, say("noChoice"))
    );
  else {
    rows.push(
      make(
        "p",
        { class: "moves" },
        make("span", decision.cards?.length ? say("youDid") : nameOf(decision.seat)),
        moveNode(decision, inSuits),
        make("b", `${whole.made}%`),
        ...(best
          ? [
              make("span", `→ ${say(counts ? "better" : "instead")}`),
              moveNode(likeHand(best), inSuits),
              make("b", `${whole.best}%`)
            ]
          : []),
        best && counts ? make("span", { class: "loss" }, lostText(/** @type {Mistake} */ (decision))) : null,
        best && counts && decision.points
          ? make("span", fillIn("losesPoints", signed(decision.points.mean).replace("+", "")))
          : null
      )
    );
    if (counts)
      rows.push(
        make(
          "p",
          make("b", say(/** @type {string} */ (decision.mark))),
          [lessonOf(decision) ?? decision.codes[0]].map((one) => (one ? ` · ${one.text}` : "")).join(""),
          decision.proof && decision.codes[0]?.code !== "sure_win_left" ? ` ${say("wins")}` : ""
        )
      );
    else if (decision.mark && best) rows.push(make("p", { class: "quiet" }, fillIn("starFollowed", moveWords(best))));
    else rows.push(make("p", { class: "quiet" }, say(best ? closeness(decision) : "bestMove")));
  }
  rows.push(
    make("p", { class: "row" }, counts ? onButton() : null, playOnButton()),
    best && !decision.proof ? make("p", { class: "quiet" }, fillIn("deals", whole.better, whole.worse)) : null,
    followUp(),
    best ? robotsLine(best, now.foreseen.get(now.ply) ?? []) : null,
    candidateTable(decision)
  );
  return rows.filter((row) => !!row);
}

/** @param {Decision} decision */
const lessonOf = ({ ply }) => now.judged?.lessons?.find((one) => one.ply === ply);

const playOnButton = () =>
  line()
    ? make(
        "button",
        { "data-act": "playOn" },
        say(Object.keys(now.game.body.deal.hands).length === now.game.seats.length ? "playOn" : "analyseHere")
      )
    : null;

function otherSheet() {
  const turn = turnAt(now.ply);
  return [
    turn
      ? make(
          "p",
          { class: "moves" },
          make("span", fillIn("played", nameOf(turn.seat))),
          moveNode(turn, dressTurn(turn))
        )
      : null,
    make("p", { class: "row" }, playOnButton())
  ].filter((row) => !!row);
}

/**
 * All candidates of a decision, in a collapsed table.
 * @param {Decision} decision
 */
function candidateTable(decision) {
  const answer = now.candidates.get(now.ply),
    tries = answer?.move?.search?.candidates ?? [];
  if (!tries.length) return null;
  const turnsOf = (/** @type {Candidate} */ one) =>
    answer?.hints?.find((hint) => sameMove(hint, one))?.rest?.turns ?? "–";
  const rows = tries.map((one) =>
    make(
      "tr",
      make("th", { scope: "row" }, `${moveText(one)}${sameMove(one, decision.best ?? decision) ? " ★" : ""}`),
      make("td", one.won === undefined ? "–" : percent(one.won)),
      make("td", one.low === undefined ? "–" : `${percent(one.low)}–${percent(/** @type {number} */ (one.high))}`),
      make("td", String(one.games)),
      make("td", String(turnsOf(one)))
    )
  );
  return make(
    "details",
    make("summary", say("allTries")),
    make(
      "table",
      make(
        "thead",
        make(
          "tr",
          ...["move", "chance", "interval", "games", "turns"].map((name) => make("th", { scope: "col" }, say(name)))
        )
      ),
      make("tbody", ...rows)
    ),
    make("p", { class: "quiet" }, say("tableSays"))
  );
}

/** The end: solved mistakes, the figures of my seat, and next steps. */
function endSheet() {
  const marked = faults(),
    good = marked.filter(({ at }) => ["good", "near"].includes(String(now.solved.get(at)))).length,
    sums = /** @type {Review} */ (now.judged).seats[now.game.me],
    luck = now.whole?.luck?.[now.game.me];
  const { accuracy } = sums,
    rows = [
      [say("given"), percent(Math.max(0, sums.given_away))],
      sums.points_by_kind.bid + sums.points_by_kind.double > 0
        ? [
            say("givenPoints"),
            fillIn("ofPoints", signed(sums.points_by_kind.bid + sums.points_by_kind.double).slice(1))
          ]
        : null,
      accuracy ? [say("accuracy"), withInterval(accuracy)] : null,
      luck ? [say("luckOf"), fillIn("ofPoints", signed(luck.cards))] : null
    ].filter((row) => !!row);
  const others = now.game.seats.filter((seat) => seat !== now.game.me && now.game.tables[0].positions?.[seat]);
  const why = whyText();
  return [
    why ? make("p", make("strong", why)) : null,
    marked.length || !now.isFinal
      ? make("p", make("strong", marked.length ? fillIn("end", good, marked.length) : say("looking")))
      : null,
    make("table", ...rows.map(([name, value]) => make("tr", make("th", { scope: "row" }, name), make("td", value)))),
    make(
      "p",
      { class: "row" },
      marked.length ? make("button", { class: "main", "data-act": "repeat" }, say("repeat")) : null,
      ...others.map((seat) =>
        make("button", { "data-act": "other", "data-seat": seat }, fillIn("seatOf", nameOf(seat)))
      )
    )
  ].filter((row) => !!row);
}
