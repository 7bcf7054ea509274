// Load requests by the schemas of the service (`schemas` of `core.js`).

import { Declined, F, isFloat, num } from "./basics.js";
import { Dict, pythonOf } from "./python_types.js";

const refuse = (why) => { throw new Declined(`its form is not that of the contract: ${why}`); };

const isDict = (x) => x instanceof Dict;
const isSeat = (x, most) => Number.isInteger(x) && x >= 0 && x < most;
const isPlay = (x) => x === null || typeof x === "string" || Array.isArray(x) || isDict(x);
const isShare = (x) => isFloat(x) || Number.isInteger(x);
const isEven = (x) => [...x].sort().join() === "at,played,won" && Number.isInteger(x.item("won")) && Number.isInteger(x.item("played"))
  && 0 <= x.item("won") && x.item("won") <= x.item("played") && x.item("played") <= 1000 && isFloat(x.item("at")) && 0 < num(x.item("at")) && num(x.item("at")) < 1;
const isStrength = (x) => (x.has("even") ? x.size === 1 && isDict(x.item("even")) && isEven(x.item("even")) : [...x].join() === "win" && isShare(x.item("win")));
const shareOf = (x) => (/^win=(\d+\.?\d*|\.\d+)$/.test(x) ? new Dict([["win", F(Number(x.slice(4)))]]) : undefined);
const READ = {
  Text: (x, { most }) => (typeof x === "string" && x.length <= most ? x : refuse("a field takes a text")),
  LongText: (x, spec) => READ.Text(x, spec),
  LevelName: (x, spec) => (!isDict(x) ? spec.steps[x] ?? shareOf(x) ?? READ.Text(x, spec) : isStrength(x) ? x : refuse("a level is a name, a number of the ladder or a share of wins")),
  OptionValue: (x, spec) => (typeof x === "boolean" || Number.isInteger(x) ? String(x) : READ.Text(x, spec)),
  ChoiceField: (x, { words }) => (words.includes(x) ? x : refuse("a field takes one of a few words")),
  Whole: (x, { least, most }) => (Number.isInteger(x) && x >= least && x <= most ? x : refuse("a field takes a whole number within its bounds")),
  Flag: (x) => (typeof x === "boolean" ? x : refuse("a field takes true or false")),
  Winner: () => refuse("the match is over"),
  CardList: (x, { most }) => ((typeof x === "string" || Array.isArray(x)) && x.length <= most ? x : refuse("cards are a text or an array")),
  PlayField: (x) => (isPlay(x) ? x : refuse("a play is a text, an array, an object or null")),
  Plays: (x, { most }) => (Array.isArray(x) && x.length <= most && x.every(isPlay) ? x : refuse("plays are an array of texts, arrays, objects or null")),
  SeatName: (x, { most, seats }) => (isSeat(x, seats) ? String(x) : READ.Text(x, { most })),
  Seats: (x, { seats }) => (Array.isArray(x) && x.length <= seats && x.every((one) => typeof one === "string" || isSeat(one, seats)) ? x.map(String) : refuse("seats are an array of names or numbers")),
  Bids: (x, { most }) => (Array.isArray(x) && x.length <= most && x.every((bid) => typeof bid === "string" || Number.isInteger(bid)) ? x.map((bid) => (["0", "1", "2", "3"].includes(bid) ? Number(bid) : bid)) : refuse("bids are an array of words or numbers")),
  Words: (x, { words }) => (Array.isArray(x) && x.every((word) => words.includes(word)) ? x : refuse("a field takes an array of a few words")),
  MappingField: (x, { form }) => (isDict(x) ? new Dict(x.items().map(([k, v]) => [k, field(v, form)])) : refuse("a field takes an object")),
  Items: (x, { most, form }) => (Array.isArray(x) && x.length <= most ? x.map((one) => field(one, form)) : refuse("a field takes an array of a bounded length")),
  Pair: (x, { form }) => (Array.isArray(x) && x.length === 2 ? x.map((one) => field(one, form)) : refuse("a field takes an array of two values")),
  Nested: (x, { fields }) => load(x, fields),
};
function field(x, spec) {
  if (x === null) return spec.none ? null : refuse("a field does not take null");
  return READ[spec.kind](x, spec);
}

/** Return a request loaded by its schema. */
export function load(request, fields) {
  if (!isDict(request)) refuse("a request is an object");
  const made = new Dict();
  for (const spec of fields) {
    if (request.has(spec.key)) made.put(spec.name, field(request.item(spec.key), spec));
    else if (spec.required) refuse(`the field "${spec.key}" is missing`);
    else if ("missing" in spec) made.put(spec.name, pythonOf(spec.missing));
  }
  for (const key of request) if (!fields.some((spec) => spec.key === key)) refuse(`there is no field "${key}"`);
  return made;
}

const asNumber = (text) => (/^-?\d{1,16}$/.test(text) ? Number(text) : text);
function pairs(text, { joiner, form }) {
  const items = text.split(",").filter(Boolean).map((item) => {
    const at = item.indexOf(joiner);
    return at < 0 ? refuse("pairs in a query are joined by commas, each name once") : [item.slice(0, at), item.slice(at + 1)];
  });
  if (new Set(items.map(([left]) => left)).size < items.length) refuse("pairs in a query are joined by commas, each name once");
  return Object.fromEntries(items.map(([left, right]) => [left, form?.kind === "OptionValue" ? right : asNumber(right)]));
}
const cards = (text, { ids }) => (ids ? text.split(",").filter(Boolean).map(asNumber) : text);
const OF_QUERY = {
  Whole: asNumber,
  Words: (text) => (text ? text.split(",") : []),
  CardList: cards,
  PlayField: cards,
  Plays: (text, spec) => (text && text !== "-" ? text.split(spec.ids ? ";" : ",").map((play) => cards(play, spec)) : []),
  MappingField: pairs,
  Nested: pairs,
};

/**
 * Return the body that is equivalent to a query; in notations of numbers, cards are separated by commas and plays by
 * semicolons.
 */
export function bodyOfQuery(query, fields) {
  const ids = fields.some((one) => one.key === "notation" && one.numbered.includes(query.notation));
  return Object.fromEntries(Object.entries(query).map(([name, value]) => {
    const key = name.replaceAll("-", "_"); // as attributes of HTML are named
    const spec = fields.find((one) => one.key === key) ?? refuse(`there is no field "${key}"`);
    return [key, OF_QUERY[spec.kind]?.(String(value), { ...spec, ids }) ?? String(value)];
  }));
}
