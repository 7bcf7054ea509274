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
