// Goes on from a review at the board, and opens a sample game: what few visitors use, loaded on its first use.

import { GameSuits } from "../lib/game_suits.js";
import { positionAddress } from "../lib/position_suits.js";
import { bodyOfLink } from "../lib/record_text.js";
import { isInProgress, isTaken } from "../lib/saved_game.js";
import { meta, say, session } from "../lib/state.js";
import { complainAt, fetchTables, openGame } from "./judge.js";
import { line, now, prefix, turnAt } from "./reviewed.js";

/**
 * Open the board at this ply: as a game against robots if all hands are known, else as a position. A game that waits
 * there is replaced only after a confirmation.
 */
export async function playOn() {
  try {
    await fetchTables(now.loads);
  } catch (error) {
    return complainAt(error);
  }
  const at = line(),
    address = positionAddress(),
    { body, seats, tables } = now.game;
  if (Object.keys(body.deal.hands).length === seats.length && !tables[now.ply].ended) {
    isTaken(); // another page may have gone on
    if (isInProgress() && !confirm(say("replaces"))) return null;
    const places = tables[now.ply].auction?.seats,
      me = places ? Object.keys(places).find((place) => String(places[place]) === now.game.me) : now.game.me;
    const log = /** @type {Turn[]} */ ([...Array(now.ply).keys()].map(turnAt)),
      dealt = new GameSuits({ meta: meta(), body, me: me ?? "", log, table: tables[now.ply] });
    const kept = {
      variant: body.variant,
      options: body.options ?? {},
      chosen: body.options ?? {},
      wild: body.options?.wild ?? "",
      body: { options: {}, ...prefix(now.ply) },
      me,
      mine: [],
      undone: [],
      lines: tables[now.ply].positions,
      log,
      suits: { looks: session.suits?.now?.looksOf(dealt.known) },
      profile: "review",
      isTakenBack: true,
      line: at,
      ...(body.auction ? { said: {}, over: true } : {})
    };
    try {
      localStorage.setItem("game", JSON.stringify(kept));
      history.pushState({ game: true }, "", "/?");
      return location.reload();
    } catch {
      /* the board shows only the position */
    }
  }
  return location.assign(address);
}

// A lost game between robots.
const SAMPLE =
  "standard~Deal~landlord:33456678JJQQKA2XD landlord_down:45567889TTJQQAAA2 landlord_up:334456789TTJKKK" +
  "22~Bottom~799~7,8,T,K,2,.,XD,.,.,45678,6789T,789TJ,.,.,5,6,T,2,.,.,44,99,QQ,KK,.,AA,.,.,4,6,A,.,2,.," +
  ".,33,JJ,.,.,33,55,.,QQ,.,.,2";

/** Review a sample game. */
export const openSample = () => openGame(/** @type {GameBody} */ (bodyOfLink(SAMPLE)), { me: "landlord_up" });
