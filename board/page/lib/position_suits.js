// The suits of the cards of a position that is no game, or of one that a link shows.

import { knownOf, Suits } from "./deal_suits.js";
import { current, meta, parts, session } from "./state.js";
import { looksText } from "./suits.js";
import { suitsNow } from "./table.js";

const known = () => knownOf({ ...parts(current()), ...(session.game ? {} : { hand: session.hand.join("") }) }, meta());

/** Give the cards of the shown positions suits. */
export function dressPositions() {
  session.suits = {
    get now() {
      return session.facts && new Suits(known(), session.looks.get(current()));
    }
  };
}

/** What makes the cards of the shown position look as they do here, as far as the rule does not. */
export const looksShown = () => (session.facts && suitsNow()?.looksOf(known())) ?? {};

/** The address of the shown position, with suits of its cards where they differ from the usual ones. */
export function positionAddress() {
  const suits = looksText(looksShown());
  return `/?p=${encodeURIComponent(current()).replaceAll("%20", "+")}${suits && `&suits=${suits}`}`;
}
