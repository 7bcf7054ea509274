// Python's types and values, for translated code.
//
// None is null; bool, str and list are JavaScript's types. An int is a number, or a BigInt beyond 2^53. A float is an
// `F`, because 8.0 is not 8 in an answer. A tuple is an array of class `Tuple`; a dict and a set compare keys by value.

import { Declined, F, IndexError, KeyError, ValueError, isFloat, isInt, isText, num } from "./basics.js";

// ---- texts --------------------------------------------------------------------------------------------------------

// A text in both languages: an English string with the Chinese one as `zh`.
class BilingualText extends String {}
export function Bilingual(en, zh) { const text = new BilingualText(en); text.zh = zh; return text; }
Bilingual.prototype = BilingualText.prototype;

const shown = (x) => {
  if (Object.is(x, -0)) return "-0.0";
  const text = String(x);
  return Number.isInteger(x) && Math.abs(x) < 1e16 ? `${text}.0` : text === "Infinity" ? "inf" : text === "-Infinity" ? "-inf" : text;
};
export function repr(x) {
  if (isText(x)) {
    const quote = x.includes("'") && !x.includes('"') ? '"' : "'";
    const named = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
    let made = "";
    for (const letter of String(x)) {
      const code = letter.codePointAt(0);
      if (letter === quote) made += `\\${letter}`;
      else if (named[letter]) made += named[letter];
      else if (code < 32 || code === 127) made += `\\x${code.toString(16).padStart(2, "0")}`;
      else if (code > 127 && /[\p{C}\p{Zl}\p{Zp}\p{Zs}]/u.test(letter)) throw new Declined("a text has a character that cannot be shown");
      else made += letter;
    }
    return quote + made + quote;
  }
  if (x instanceof Tuple) return x.length === 1 ? `(${repr(x[0])},)` : `(${x.map(repr).join(", ")})`;
  if (Array.isArray(x)) return `[${x.map(repr).join(", ")}]`;
  if (x instanceof Dict) return `{${x.items().map(([k, v]) => repr(k) + ": " + repr(v)).join(", ")}}`;
  return str(x);
}
export function str(x) {
  if (isText(x)) return String(x);
  if (x === null) return "None";
  if (typeof x === "boolean") return x ? "True" : "False";
  if (isFloat(x)) return shown(x.v);
  return isInt(x) ? String(x) : repr(x);
}
str.$is = isText;
export const chr = (code) => String.fromCodePoint(code);
export const ord = (letter) => letter.codePointAt(0);

// An integer as four hexadecimal digits; no other format is translated.
export function format(x, spec) {
  if (spec !== "04X") throw new Declined("the engine for browsers does not write numbers of this format");
  return x.toString(16).toUpperCase().padStart(4, "0");
}

// Convert a string to JSON, or any value as Python writes it.
export const kw_json_dumps = (_given, text) => JSON.stringify(String(text));
export function json_dumps(x) {
  if (x instanceof Dict) return `{${x.items().map(([k, v]) => json_dumps(k) + ": " + json_dumps(v)).join(", ")}}`;
  if (Array.isArray(x)) return `[${x.map(json_dumps).join(", ")}]`;
  return isFloat(x) ? shown(x.v) : JSON.stringify(x);
}

// Convert a JSON value to the value that Python's json module returns.
export function pythonOf(x) {
  if (Array.isArray(x)) return x.map(pythonOf);
  if (x !== null && typeof x === "object") return new Dict(Object.entries(x).map(([k, v]) => [k, pythonOf(v)]));
  return typeof x === "number" && !Number.isSafeInteger(x) ? F(x) : x;
}
// With the hooks that reject numbers: JSON.parse rejects their words, and reads too large ones as infinite.
export function kw_json_loads(_given, text) {
  const value = json_loads(text), parts = [value];
  for (const part of parts) {
    if (isFloat(part) && !Number.isFinite(part.v)) throw ValueError("number");
    if (Array.isArray(part)) parts.push(...part);
    else if (part instanceof Dict) parts.push(...part.values());
  }
  return value;
}
export function json_loads(text) {
  let value;
  try { value = JSON.parse(text); } catch ({ message }) {
    const [, line, at] = /line (\d+)|position (\d+)/.exec(message) ?? [];
    throw Object.assign(ValueError(message), { lineno: Number(line ?? text.slice(0, at ?? 0).split("\n").length) });
  }
  return pythonOf(value);
}

// Regular expressions of Python, of the syntax that JavaScript shares. Places in texts are numbers of code points.
let wideText = "", isWide = false;
const hasWide = (text) => { if (text !== wideText) { wideText = text; isWide = /[\u{10000}-\u{10ffff}]/u.test(text); } return isWide; };
const unitsTo = (text, at) => (hasWide(text) ? [...text].slice(0, at).join("").length : at);
const pointsTo = (text, at) => (hasWide(text) ? [...text.slice(0, at)].length : at);
class Match {
  constructor(found) { this.found = found; }
  __getitem__(i) { return this.found[i] ?? null; }
  groups() { return T(...this.found.slice(1).map((one) => one ?? null)); }
  start() { return pointsTo(this.found.input, this.found.index); }
  end() { return pointsTo(this.found.input, this.found.index + this.found[0].length); }
}
class Pattern {
  constructor(source, flags = 0) {
    const written = source.replaceAll("\\A", "(?<![^])"), marks = `u${flags & 16 ? "s" : ""}${flags & 8 ? "m" : ""}${flags & 2 ? "i" : ""}`;
    this.pattern = source;
    this.all = new RegExp(written, `g${marks}`);
    this.here = new RegExp(written, `y${marks}`);
    this.whole = new RegExp(`(?:${written})(?![^])`, `y${marks}`);
  }
  run(pattern, given, at, to) {
    const all = String(given), text = to === undefined ? all : all.slice(0, unitsTo(all, to));
    pattern.lastIndex = unitsTo(text, at);
    const found = pattern.exec(text);
    return found && new Match(found);
  }
  match(text, at = 0) { return this.run(this.here, text, at); }
  fullmatch(text, at = 0, to = undefined) { return this.run(this.whole, text, at, to); }
  search(text) { return this.run(this.all, text, 0); }
  findall(text) { return String(text).match(this.all) ?? []; }
  *finditer(text) { for (const found of String(text).matchAll(this.all)) yield new Match(found); }
  split(text) { return String(text).split(this.all); }
  sub(made, text, most = 0) {
    let times = 0;
    return String(text).replace(this.all, (...given) => {
      if (most && times++ >= most) return given[0];
      return typeof made === "function" ? made(new Match(given.filter((one) => typeof one !== "number"))) : made;
    });
  }
}
export const re_compile = (source, flags) => new Pattern(source, flags);
export const re_IGNORECASE = 2;
export const re_MULTILINE = 8;
export const re_DOTALL = 16;
export const re_ASCII = 256;
const patterns = new Map();
const patternOf = (source) => { if (!patterns.has(source)) patterns.set(source, new Pattern(source)); return patterns.get(source); };
export const re_findall = (source, text) => patternOf(source).findall(text);
export const re_split = (source, text) => patternOf(source).split(text);
export const re_sub = (source, made, text) => patternOf(source).sub(made, text);
export const re_escape = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

// ---- truth, equality, order ---------------------------------------------------------------------------------------

export function truthy(x) {
  if (x === null || x === undefined || x === false || x === 0 || x === "") return false;
  if (typeof x !== "object") return true;
  if (Array.isArray(x) || x instanceof Uint8Array || x instanceof String) return x.length > 0;
  if (x instanceof Dict || x instanceof PySet) return x.size > 0;
  if (isFloat(x)) return x.v !== 0;
  return x.__len__ ? x.__len__() > 0 : true;
}
export const both = (a, b) => (truthy(a) ? b() : a);
export const either = (a, b) => (truthy(a) ? a : b());

const everyPair = (a, b) => a.length === b.length && a.every((x, i) => eq(x, b[i]));
export function eq(a, b) {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (isText(a)) return isText(b) && String(a) === String(b);
  if (typeof a !== "object" || isFloat(a)) {
    const x = num(a), y = num(b);
    return typeof y !== "object" && typeof y !== "string" && x == y; // eslint-disable-line eqeqeq
  }
  if (Array.isArray(a)) return Array.isArray(b) ? (a instanceof Tuple) === (b instanceof Tuple) && everyPair(a, b) : a instanceof Tuple && Boolean(b.$tuple) && everyPair(a, b.$all());
  if (a.$compared) {
    if (a.$tuple && b instanceof Tuple) return everyPair(a.$all(), b);
    return Object.getPrototypeOf(a) === Object.getPrototypeOf(b) && a.$compared.every((name) => eq(a[name], b[name]));
  }
  if (a instanceof Dict) return b instanceof Dict && a.size === b.size && [...a.items()].every(([k, v]) => b.has(k) && eq(v, b.item(k)));
  if (a instanceof PySet) return b instanceof PySet && a.size === b.size && [...a].every((x) => b.has(x));
  if (a instanceof Uint8Array) return b instanceof Uint8Array && everyPair([...a], [...b]);
  return false;
}
export function compare(a, b) {
  if (isText(a)) { // by code points
    const x = [...String(a)], y = [...String(b)];
    for (let i = 0; i < x.length && i < y.length; i++) if (x[i] !== y[i]) return x[i].codePointAt(0) - y[i].codePointAt(0);
    return x.length - y.length;
  }
  if (a !== null && typeof a === "object" && !isFloat(a)) {
    const x = [...a], y = [...b];
    for (let i = 0; i < x.length && i < y.length; i++) if (!eq(x[i], y[i])) return compare(x[i], y[i]);
    return x.length - y.length;
  }
  const x = num(a), y = num(b);
  return x < y ? -1 : x > y ? 1 : 0;
}
const subset = (a, b) => [...a].every((x) => b.has(x));
export const lt = (a, b) => (a instanceof PySet ? subset(a, b) && a.size < b.size : compare(a, b) < 0);
export const le = (a, b) => (a instanceof PySet ? subset(a, b) : compare(a, b) <= 0);
export const gt = (a, b) => lt(b, a);
export const ge = (a, b) => le(b, a);
export function isIn(x, all) {
  if (isText(all)) return String(all).includes(String(x));
  if (all instanceof Dict || all instanceof PySet) return all.has(x);
  for (const one of all) if (eq(one, x)) return true;
  return false;
}

// ---- tuples, dicts, sets ------------------------------------------------------------------------------------------

export class Tuple extends Array {
  static get [Symbol.species]() { return Array; }
}
export const T = (...all) => { const made = new Tuple(all.length); for (let i = 0; i < all.length; i++) made[i] = all[i]; return made; };
export const tuple = (all) => T(...(all ?? []));
tuple.$is = (x) => x instanceof Tuple || Boolean(x?.$tuple);
export const list = (all) => (all === undefined ? [] : [...all]);
list.$is = (x) => Array.isArray(x) && !(x instanceof Tuple);

let marks = 0;
const identity = new WeakMap();
// A value that is the same for equal keys.
export function keyOf(x) {
  switch (typeof x) {
    case "string": return x;
    case "number": case "bigint": return x;
    case "boolean": return +x;
  }
  if (x === null) return null;
  if (x instanceof String) return String(x);
  if (isFloat(x)) return x.v;
  if (x instanceof Tuple) return `\u0000(${x.map(part).join()})`;
  if (x.$compared) return x.$tuple ? `\u0000(${x.$all().map(part).join()})` : `\u0000${x.$name}(${x.$compared.map((name) => part(x[name])).join()})`;
  if (x instanceof PySet) return `\u0000{${[...x].map(part).sort().join()}}`;
  if (!identity.has(x)) identity.set(x, `\u0000#${++marks}`);
  return identity.get(x);
}
export const part = (x) => { const key = keyOf(x); return typeof key === "string" ? JSON.stringify(key) : String(key); };

export class Dict {
  constructor(items = []) { this.map = new Map(); for (const [k, v] of items) this.put(k, v); }
  get size() { return this.map.size; }
  [Symbol.iterator]() { return this.keys()[Symbol.iterator](); }
  put(k, v) { const key = keyOf(k), old = this.map.get(key); if (old) old[1] = v; else this.map.set(key, T(k, v)); }
  has(k) { return this.map.has(keyOf(k)); }
  item(k) { const entry = this.map.get(keyOf(k)); if (!entry) throw KeyError(k); return entry[1]; }
  get(k, missing = null) { const entry = this.map.get(keyOf(k)); return entry ? entry[1] : missing; }
  keys() { return [...this.map.values()].map(([k]) => k); }
  values() { return [...this.map.values()].map(([, v]) => v); }
  items() { return [...this.map.values()]; }
  update(other) { for (const [k, v] of other.items()) this.put(k, v); return null; }
  setdefault(k, v = null) { if (!this.has(k)) this.put(k, v); return this.item(k); }
  take(k, missing) { const value = this.get(k, missing); if (value === undefined) throw KeyError(k); this.map.delete(keyOf(k)); return value; }
}
export const dict = (all) => new Dict(all instanceof Dict ? all.items() : all ?? []);
dict.$is = (x) => x instanceof Dict;
export const dict_fromkeys = (all, value = null) => { const made = new Dict(); for (const k of all) made.put(k, value); return made; };
export const collections_abc_Mapping = dict;

export class Counter extends Dict {
  constructor(all) { super(); if (all instanceof Dict) for (const [k, n] of all.items()) this.put(k, n); else for (const x of all ?? []) this.put(x, this.item(x) + 1); }
  item(k) { return this.get(k, 0); }
  __sub__(other) { const made = new Counter(); for (const [k, n] of this.items()) if (n > other.item(k)) made.put(k, n - other.item(k)); return made; }
  elements() { return this.items().flatMap(([k, n]) => Array(n).fill(k)); }
}
export const collections_Counter = (all) => new Counter(all);

export class PySet {
  constructor(all = []) { this.map = new Map(); for (const x of all) this.add(x); }
  get size() { return this.map.size; }
  [Symbol.iterator]() { return this.map.values(); }
  add(x) { const key = keyOf(x); if (!this.map.has(key)) this.map.set(key, x); return null; }
  has(x) { return this.map.has(keyOf(x)); }
  isdisjoint(all) { for (const x of all) if (this.has(x)) return false; return true; }
  update(all) { for (const x of all) this.add(x); return null; }
}
export const set = (all) => new PySet(all);
set.$is = (x) => x instanceof PySet;
export const frozenset = set;

export const bytes = (all) => Uint8Array.from(all);
bytes.$is = (x) => x instanceof Uint8Array;

class Range {
  constructor(start, stop, step) { this.start = start; this.step = step; this.count = Math.max(0, Math.ceil((stop - start) / step)); }
  *[Symbol.iterator]() { for (let i = 0; i < this.count; i++) yield this.start + i * this.step; }
  __len__() { return this.count; }
  at(i) { if (i < 0) i += this.count; if (i < 0 || i >= this.count) throw IndexError("range"); return this.start + i * this.step; }
}
export function range(a, b, step = 1) { return b === undefined ? new Range(0, num(a), 1) : new Range(num(a), num(b), num(step)); }
range.$is = (x) => x instanceof Range;

// ---- elements and slices ------------------------------------------------------------------------------------------

export function len(x) {
  if (typeof x === "string" || x instanceof String) { let n = 0; for (const _ of String(x)) n++; return n; }
  if (Array.isArray(x) || x instanceof Uint8Array) return x.length;
  return x.$tuple ? x.$fields.length : x.__len__ ? x.__len__() : x.size;
}
export function item(x, i) {
  if (x instanceof Dict) return x.item(i);
  if (x.__getitem__) return x.__getitem__(i);
  if (x instanceof Range) return x.at(i);
  const all = isText(x) ? [...String(x)] : x.$tuple ? x.$all() : x;
  i = num(i);
  const at = i < 0 ? all.length + i : i;
  if (!(at in all)) throw IndexError(String(i));
  return all[at];
}
export function setitem(x, i, value) {
  if (x instanceof Dict) x.put(i, value);
  else if (x.__setitem__) x.__setitem__(i, value);
  else x[i < 0 ? x.length + i : num(i)] = value;
}
export function slice(x, from, to, step) {
  if (x.__slice__) return x.__slice__(from ?? 0, to);
  const all = isText(x) ? [...String(x)] : x instanceof Range ? [...x] : x.$tuple ? x.$all() : x;
  const n = all.length, bound = (i, missing) => (i === null ? missing : i < 0 ? Math.max(0, n + i) : Math.min(n, num(i)));
  if (step !== null && step !== 1) throw new Declined("the engine for browsers takes no slice with steps");
  const made = all.slice(bound(from, 0), Math.max(bound(from, 0), bound(to, n)));
  if (isText(x)) return made.join("");
  if (x instanceof Range) { const first = bound(from, 0); return new Range(x.start + first * x.step, x.start + (first + made.length) * x.step, x.step); }
  return x instanceof Tuple || x.$tuple ? T(...made) : made;
}
export function setslice(x, from, to, step, values) {
  if (x.__setslice__) x.__setslice__(from ?? 0, to, values);
  else x.splice(from ?? 0, (to ?? x.length) - (from ?? 0), ...values);
}
// [a, *b, c] = x: the elements *before* and *after* the starred target are counted.
export function spread(x, before, after) {
  const all = [...x];
  return [...all.slice(0, before), all.slice(before, all.length - after), ...all.slice(all.length - after)];
}

