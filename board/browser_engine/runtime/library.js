// Functions, methods and classes of Python and its libraries, for translated code.

import { Declined, IndexError, StopIteration, ValueError, give, isFloat, isInt, isText, num } from "./basics.js";
import { add, bool, float, int } from "./numbers.js";
import { Dict, PySet, T, Tuple, chr, compare, dict, eq, isIn, item, keyOf, list, part, set, str, truthy, tuple } from "./python_types.js";

// ---- built-in functions and libraries --------------------------------------------------------------------------------

export const type = (x) => [str, bool, int, float, list, tuple, dict, set].find((one) => one.$is(x) && !(x instanceof String)) ?? x?.constructor ?? null;
export const isinstance = (x, types) => types.some((one) => (one.$is ? one.$is(x) : x instanceof one));
export const all = (xs) => { for (const x of xs) if (!truthy(x)) return false; return true; };
export const any = (xs) => { for (const x of xs) if (truthy(x)) return true; return false; };
export const sum = (xs, start = 0) => { let made = start; for (const x of xs) made = add(made, x); return made; };
export function* zip(...lists) {
  const iterators = lists.map((one) => one[Symbol.iterator]());
  for (;;) {
    const results = iterators.map((one) => one.next());
    if (results.some((one) => one.done)) return;
    yield T(...results.map((one) => one.value));
  }
}
export function* enumerate(xs, i = 0) { for (const x of xs) yield T(i++, x); }
export function* map(f, xs) { for (const x of xs) yield f(x); }
export function* filter(f, xs) { for (const x of xs) if (truthy(f ? f(x) : x)) yield x; }
export const reversed = (xs) => [...xs].reverse();
export const iter = (xs) => xs[Symbol.iterator]();
export function next(iterator, missing) {
  const result = iterator.next();
  if (!result.done) return result.value;
  if (missing === undefined) throw StopIteration("");
  return missing;
}
const byKey = (key) => (a, b) => compare(a[0], b[0]) || a[1] - b[1];
export function kw_sorted({ key, reverse }, xs) {
  const rows = [...xs].map((x, i) => [key ? key(x) : x, truthy(reverse ?? false) ? -i : i, x]).sort(byKey());
  return (truthy(reverse ?? false) ? rows.reverse() : rows).map((row) => row[2]);
}
export const sorted = (xs) => kw_sorted({}, xs);
function best(sign, { key, default: missing }, args) {
  const xs = args.length === 1 ? [...args[0]] : args;
  if (!xs.length) { if (missing === undefined) throw ValueError("nothing to choose from"); return missing; }
  let top = xs[0], rank = key ? key(top) : top;
  for (const x of xs.slice(1)) { const other = key ? key(x) : x; if (sign * compare(other, rank) > 0) { top = x; rank = other; } }
  return top;
}
export const max = (...args) => best(1, {}, args);
export const min = (...args) => best(-1, {}, args);
export const kw_max = (given, ...args) => best(1, given, args);
export const kw_min = (given, ...args) => best(-1, given, args);
export const getattr = (x, name, missing) => x[name] ?? missing;
export const object___setattr__ = (x, name, value) => { x[name] = value; return null; };
export function* itertools_islice(xs, n) { let i = 0; if (n > 0) for (const x of xs) { yield x; if (++i >= n) return; } }
export function* kw_itertools_groupby({ key }, xs) {
  let group = [], last;
  for (const x of xs) {
    const of = key ? key(x) : x;
    if (group.length && !eq(of, last)) { yield T(last, group[Symbol.iterator]()); group = []; }
    group.push(x);
    last = of;
  }
  if (group.length) yield T(last, group[Symbol.iterator]());
}
export const itertools_groupby = (xs) => kw_itertools_groupby({}, xs);
export function* itertools_pairwise(xs) { let last, begun = false; for (const x of xs) { if (begun) yield T(last, x); [last, begun] = [x, true]; } }
export function* itertools_takewhile(f, xs) { for (const x of xs) { if (!truthy(f(x))) return; yield x; } }
export function* itertools_product(...lists) {
  if (!lists.length) { yield T(); return; }
  const [first, ...rest] = lists;
  for (const x of first) for (const row of itertools_product(...rest)) yield T(x, ...row);
}
export function* itertools_combinations(xs, n) {
  const all = [...xs];
  if (n === 0) { yield T(); return; }
  for (let i = 0; i + n <= all.length; i++) for (const row of itertools_combinations(all.slice(i + 1), n - 1)) yield T(all[i], ...row);
}
export const operator_itemgetter = (i) => (x) => item(x, i);
// `given` are positional arguments.
export const kw_functools_partial = (given, f, ...first) => (...rest) => f(...Object.assign([...first, ...rest], given));
export const functools_partial = (f, ...first) => (...rest) => f(...first, ...rest);
export const functools_lru_cache = (most) => (f) => {
  const kept = new Map();
  return (...args) => {
    const key = args.length === 1 ? keyOf(args[0]) : `${args.length}${args.map((x) => (x === undefined ? "" : part(x)))}`;
    if (kept.has(key)) return kept.get(key);
    const made = f(...args);
    if (kept.size >= num(most)) kept.delete(kept.keys().next().value);
    kept.set(key, made);
    return made;
  };
};
export const functools_cache = functools_lru_cache(4096);
export const difflib_get_close_matches = () => { throw new Declined("a name is unknown, and the engine for browsers suggests no similar one"); };
export { isIn as in };

// Comprehensions with one loop.
export function* each(xs, make, wanted) { for (const x of xs) if (!wanted || wanted(x)) yield make(x); }
export function listOf(xs, make, wanted) { const made = []; for (const x of xs) if (!wanted || wanted(x)) made.push(make(x)); return made; }
export function setOf(xs, make, wanted) { const made = set(); for (const x of xs) if (!wanted || wanted(x)) made.add(make(x)); return made; }
export function dictOf(xs, make, wanted) { const made = dict(); for (const x of xs) if (!wanted || wanted(x)) { const [k, v] = make(x); made.put(k, v); } return made; }

// ---- methods of strings, lists, numbers -----------------------------------------------------------------------------

const trimmed = (text, letters, left, right) => {
  const all = [...String(text)], drop = letters ? new Set(letters) : null;
  const gone = (letter) => (drop ? drop.has(letter) : /\s/.test(letter));
  let from = 0, to = all.length;
  while (left && from < to && gone(all[from])) from++;
  while (right && to > from && gone(all[to - 1])) to--;
  return all.slice(from, to).join("");
};
const place = (x, one) => (isText(x) ? [...String(x).split(String(one), 1)[0]].length : [...x].findIndex((y) => eq(y, one)));

export const on = {
  append: (x, one) => { x.push(one); return null; },
  clear: (x) => { x.length = 0; return null; },
  count: (x, one) => (isText(x) ? String(x).split(one).length - 1 : [...x].filter((y) => eq(y, one)).length),
  encode: (x) => new TextEncoder().encode(x),
  endswith: (x, end) => (end instanceof Tuple ? end.some((one) => x.endsWith(one)) : x.endsWith(end)),
  extend: (x, more) => { x.push(...more); return null; },
  find: (x, one) => (String(x).includes(one) ? place(x, one) : -1),
  index: (x, one) => {
    const at = isText(x) && !String(x).includes(one) ? -1 : place(x, one);
    if (at < 0) throw ValueError("not there");
    return at;
  },
  isascii: (x) => /^[\x00-\x7f]*$/.test(x),
  isdecimal: (x) => /^\p{Nd}+$/u.test(x),
  isdigit: (x) => /^\p{Nd}+$/u.test(x),
  is_integer: (x) => Number.isInteger(num(x)),
  join: (x, parts) => {
    if (isText(x)) return [...parts].map(String).join(x);
    const all = [...parts], made = new Uint8Array(all.reduce((n, one) => n + one.length, 0));
    let at = 0;
    for (const one of all) { made.set(one, at); at += one.length; }
    return made;
  },
  lower: (x) => x.toLowerCase(),
  partition: (x, by) => { const at = x.indexOf(by); return at < 0 ? T(String(x), "", "") : T(x.slice(0, at), by, x.slice(at + by.length)); },
  pop: (x, at, missing) => {
    if (x instanceof Dict) return x.take(at, missing);
    if (x instanceof PySet) { const [key, one] = x.map.entries().next().value; x.map.delete(key); return one; }
    if (!x.length) throw IndexError("pop");
    return x.splice(at ?? -1, 1)[0];
  },
  remove: (x, one) => { x.splice(on.index(x, one), 1); return null; },
  removeprefix: (x, begin) => (x.startsWith(begin) ? x.slice(begin.length) : String(x)),
  removesuffix: (x, end) => (end && x.endsWith(end) ? x.slice(0, -end.length) : String(x)),
  replace: (x, from, to) => x.replaceAll(from, to),
  rpartition: (x, by) => { const at = x.lastIndexOf(by); return at < 0 ? T("", "", String(x)) : T(x.slice(0, at), by, x.slice(at + by.length)); },
  rstrip: (x, letters) => trimmed(x, letters, false, true),
  sort: (x, given = {}) => { const made = kw_sorted(given, x); for (let i = 0; i < made.length; i++) x[i] = made[i]; return null; },
  split: (x, by, most = Infinity) => {
    const all = by ? x.split(by) : String(x).trim().split(/\s+/).filter(Boolean), first = all.slice(0, num(most));
    return all.length > first.length ? [...first, all.slice(first.length).join(by ?? " ")] : all;
  },
  startswith: (x, begin) => (begin instanceof Tuple ? begin.some((one) => x.startsWith(one)) : x.startsWith(begin)),
  strip: (x, letters) => trimmed(x, letters, true, true),
  translate: (x, table) => [...String(x)].map((one) => {
    const code = one.codePointAt(0);
    if (!table.has(code)) return one;
    const made = table.item(code);
    return made === null ? "" : isInt(made) ? chr(made) : made;
  }).join(""),
  upper: (x) => x.toUpperCase(),
};

export const str_strip = (text) => on.strip(text);
export const str_split = (text) => on.split(text);
const isOwn = (x) => isText(x) || isInt(x) || isFloat(x) || Array.isArray(x) || x instanceof Uint8Array || x instanceof Dict || x instanceof PySet;
for (const [name, method] of Object.entries(on)) on[name] = (x, ...args) => (isOwn(x) ? method(x, ...args) : x[name](...args));
on.__getitem__ = item;
// A method as a value, or a field of the same name.
export const bound = (x, name) => (isOwn(x) || name === "__getitem__" ? (...args) => on[name](x, ...args) : x[name]);

// ---- classes with fields ----------------------------------------------------------------------------------------------

const words = (text) => (text ? text.split(" ") : []);
// `names`: the class and its fields; `defaults` by position; then the compared fields, the excluded ones, and the
// computed ones.
function record([names, defaults, comparedOnly, excluded, computed], members, isTuple) {
  const [name, ...fields] = words(names), compared = comparedOnly ? words(comparedOnly) : fields, leftOut = words(excluded);
  const internal = words(computed), given = fields.filter((field) => !internal.includes(field));
  const kept = given.map((field) => !leftOut.includes(field)), missing = given.map((_, i) => defaults[i]);
  function made(...values) {
    const self = Object.create(made.prototype);
    for (let i = 0; i < given.length; i++) if (kept[i]) self[given[i]] = values[i] === undefined && missing[i] ? missing[i]() : values[i];
    if (self.__post_init__) self.__post_init__();
    return self;
  }
  give(made, members);
  made._fields = made.$fields = T(...fields);
  Object.assign(made.prototype, { $name: name, $fields: fields, $compared: compared, $tuple: isTuple, $make: made });
  for (const field of leftOut) Object.defineProperty(made.prototype, field, { get() { throw new Declined(`the engine for browsers has no ${name}.${field}`); }, set() {} });
  return made;
}
export function namedtuple(facts, members) {
  const made = record(facts, members, true);
  made.prototype.$all = function () { return this.$fields.map((name) => this[name]); };
  made.prototype[Symbol.iterator] = function () { return this.$all()[Symbol.iterator](); };
  made.prototype._asdict = function () { return dict(this.$fields.map((name) => [name, this[name]])); };
  return made;
}
export const dataclass = (facts, members) => record(facts, members, false);

// A copy with some fields replaced.
export function replace(x, given) {
  const made = Object.create(Object.getPrototypeOf(x));
  for (const name of x.$fields) if (Object.hasOwn(x, name)) made[name] = x[name];
  Object.assign(made, given);
  if (made.__post_init__) made.__post_init__();
  return made;
}
export const kw_dataclasses_replace = (given, x) => replace(x, given);

// f(*args, **given), where f is a class with fields.
export function call(f, args, given) {
  const named = new Map(given);
  const all = f.$fields.map((name, i) => (i < args.length ? args[i] : named.get(name)));
  return f(...all);
}

// A cached property: computed once.
export function kept(self, name, { [name]: make }) {
  const value = make.call(self);
  Object.defineProperty(self, name, { value });
  return value;
}
