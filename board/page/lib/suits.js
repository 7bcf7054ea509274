// Suits of cards that have none, as text and on the cards. No browser is needed here.

export const isPlain = (/** @type {string} */ token) => !token[1] && !"XDW".includes(token[0]);

/**
 * Such looks as part of an address.
 * @param {Looks} looks
 */
export const looksText = (looks) =>
  Object.entries(looks)
    .map((pair) => pair.join(""))
    .join("");

/**
 * The looks in such a text; a rank with a suit twice is left out.
 * @param {string} text
 * @returns {Looks}
 */
export const looksIn = (text) =>
  Object.fromEntries(
    [...text.matchAll(/([3-9TJQKA2])([shcd]+)/g)]
      .map(([, rank, suits]) => [rank, suits])
      .filter(([, suits]) => new Set(suits).size === suits.length)
  );

/**
 * Cards with the last of these suits that no other of them has.
 * @param {string[]} cards
 * @param {Record<string, string>} suits
 */
export function dressed(cards, suits) {
  /** @type {Record<string, number>} */
  const left = {};
  for (const [rank] of cards.filter(isPlain)) left[rank] = (left[rank] ?? 0) + 1;
  return cards.map((token) => {
    if (!isPlain(token)) return token;
    const [rank] = token,
      own = [...(suits[rank] ?? "")].filter((suit) => !cards.includes(rank + suit));
    return token + (own[own.length - left[rank]--] ?? "");
  });
}

/**
 * The suits of ranks of which some cards are picked: these come before those that stay.
 * @param {Record<string, string>} own In the order of play.
 * @param {string[]} hand With suits.
 * @param {Set<number>} picked Places of the hand.
 */
export function pickedFirst(own, hand, picked) {
  /** @type {Record<string, string>} */
  const order = {};
  for (const [rank, suits] of Object.entries(own)) {
    const places = [...hand.keys()].filter((place) => hand[place][0] === rank),
      first = places.filter((place) => picked.has(place)),
      others = places.filter((place) => !picked.has(place)),
      before = suits.slice(0, suits.length - places.length);
    if (first.length && others.length)
      order[rank] = before + [...first, ...others].map((place) => hand[place][1] ?? "").join("");
  }
  return order;
}
