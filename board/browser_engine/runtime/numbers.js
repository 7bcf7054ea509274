// Python's numbers: an int is a number, or a BigInt beyond 2^53; a float is an `F`, because 8.0 differs from 8 in JSON.

import { F, ValueError, isFloat, isInt, isText, norm, num } from "./basics.js";
import { Counter, Dict, PySet, T, Tuple, dict, isIn, set, truthy } from "./python_types.js";

// The result of an operation on numbers: exact on integers, a float if one operand is a float.
function arithmetic(a, b, plain, big) {
  if (isFloat(a) || isFloat(b)) return F(plain(Number(num(a)), Number(num(b))));
  a = num(a); b = num(b);
  if (typeof a === "number" && typeof b === "number") {
    const made = plain(a, b);
    if (Number.isSafeInteger(made)) return made || 0; // ints have no -0
  }
  return norm(big(BigInt(a), BigInt(b)));
}

export function add(a, b) {
  if (typeof a === "number" && typeof b === "number") { const made = a + b; if (Number.isSafeInteger(made)) return made; }
  if (isText(a)) return `${a}${b}`;
  if (Array.isArray(a)) return a instanceof Tuple ? T(...a, ...b) : [...a, ...b];
  if (a instanceof Uint8Array) { const made = new Uint8Array(a.length + b.length); made.set(a); made.set(b, a.length); return made; }
  if (a.__add__) return a.__add__(b);
  return arithmetic(a, b, (x, y) => x + y, (x, y) => x + y);
}
export function sub(a, b) {
  if (typeof a === "number" && typeof b === "number") { const made = a - b; if (Number.isSafeInteger(made)) return made; }
  if (a instanceof PySet) return set([...a].filter((x) => !b.has(x)));
  if (a.__sub__) return a.__sub__(b);
  return arithmetic(a, b, (x, y) => x - y, (x, y) => x - y);
}
export function mul(a, b) {
  if (isText(a)) return String(a).repeat(Math.max(0, num(b)));
  if (isText(b) || Array.isArray(b)) return mul(b, a);
  if (Array.isArray(a)) { const made = []; for (let i = 0; i < b; i++) made.push(...a); return a instanceof Tuple ? T(...made) : made; }
  return arithmetic(a, b, (x, y) => x * y, (x, y) => x * y);
}
export const div = (a, b) => (a?.__truediv__ ? a.__truediv__(b) : F(Number(num(a)) / Number(num(b))));
const floorBig = (x, y) => { const q = x / y; return x % y !== 0n && (x < 0n) !== (y < 0n) ? q - 1n : q; };
export const floordiv = (a, b) => arithmetic(a, b, (x, y) => Math.floor(x / y), floorBig);
export const mod = (a, b) => arithmetic(a, b, (x, y) => x - Math.floor(x / y) * y, (x, y) => x - floorBig(x, y) * y);
export const pow = (a, b) => arithmetic(a, b, (x, y) => x ** y, (x, y) => x ** y);
export const neg = (a) => (isFloat(a) ? F(-a.v) : typeof a === "bigint" ? norm(-a) : 0 - num(a));
const HALF = 4294967296;

export function shl(a, b) {
  a = num(a); b = num(b);
  if (typeof a === "number") { const made = a * 2 ** b; if (Number.isSafeInteger(made)) return made; }
  return norm(BigInt(a) << BigInt(b));
}
export function shr(a, b) {
  a = num(a); b = num(b);
  return typeof a === "number" ? Math.floor(a / 2 ** b) : norm(a >> BigInt(b));
}
function bits(a, b, low, big) {
  a = num(a); b = num(b);
  if (typeof a === "number" && typeof b === "number" && a >= 0 && b >= 0) {
    const high = low(Math.floor(a / HALF), Math.floor(b / HALF)) >>> 0;
    return high * HALF + (low(a % HALF, b % HALF) >>> 0);
  }
  return norm(big(BigInt(a), BigInt(b)));
}
export function bitand(a, b) {
  if (a instanceof PySet) return set([...a].filter((x) => isIn(x, b)));
  return typeof a === "boolean" && typeof b === "boolean" ? a && b : bits(a, b, (x, y) => x & y, (x, y) => x & y);
}
export function bitor(a, b) {
  if (a instanceof PySet) return set([...a, ...b]);
  if (a instanceof Counter) { const made = new Counter(a); for (const [k, n] of b.items()) made.put(k, Math.max(n, made.item(k))); return made; }
  if (a instanceof Dict) return dict([...a.items(), ...b.items()]);
  return typeof a === "boolean" && typeof b === "boolean" ? a || b : bits(a, b, (x, y) => x | y, (x, y) => x | y);
}
export const bitxor = (a, b) => bits(a, b, (x, y) => x ^ y, (x, y) => x ^ y);
export function iadd(a, b) {
  if (Array.isArray(a) && !(a instanceof Tuple)) { a.push(...b); return a; }
  return add(a, b);
}
export function ior(a, b) {
  if (a instanceof Dict) { a.update(b); return a; }
  if (a instanceof PySet) { for (const x of b) a.add(x); return a; }
  return bitor(a, b);
}

// Round a float to decimal places like Python: from its exact value, ties to even.
export function round(x, places) {
  if (!isFloat(x)) return x;
  const exact = Math.abs(x.v).toFixed(100), n = places ?? 0, sign = x.v < 0 || Object.is(x.v, -0) ? -1 : 1;
  const [whole, rest] = exact.split("."), kept = BigInt(whole + rest.slice(0, n)), tail = rest.slice(n);
  const half = "5".padEnd(tail.length, "0"), up = tail > half || (tail === half && kept % 2n === 1n);
  const digits = String(kept + (up ? 1n : 0n)).padStart(n + 1, "0");
  if (places === undefined || places === null) return sign * Number(digits) || 0;
  return F(sign * Number(`${digits.slice(0, digits.length - n)}.${digits.slice(digits.length - n)}`));
}
export function int(x) {
  if (isText(x)) { if (!/^\s*[-+]?\d+\s*$/.test(x)) throw ValueError(`no int: ${x}`); return norm(BigInt(x.trim())); }
  return isFloat(x) ? norm(BigInt(Math.trunc(x.v))) : num(x);
}
int.$is = (x) => isInt(x) || typeof x === "boolean";
export const float = (x) => F(Number(num(x)));
float.$is = isFloat;
export const bool = (x) => truthy(x);
bool.$is = (x) => typeof x === "boolean";

export const secrets_randbits = (bits) => {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return norm((BigInt(high) << 32n | BigInt(low)) >> BigInt(64 - bits));
};

export const int_from_bytes = (data) => { let made = 0n; for (const byte of data) made = made << 8n | BigInt(byte); return norm(made); };
export const math_sqrt = (x) => F(Math.sqrt(num(x)));
export const math_isfinite = (x) => Number.isFinite(num(x));
export const math_exp = (x) => F(Math.exp(num(x)));
export const math_log = (x) => F(Math.log(num(x)));
// Sum floats with a single rounding.
export function math_fsum(xs) {
  const parts = []; // partial sums that do not overlap
  for (const one of xs) {
    let x = Number(num(one)), kept = 0;
    for (let y of parts) {
      if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x];
      const high = x + y, low = y - (high - x);
      if (low) parts[kept++] = low;
      x = high;
    }
    parts.length = kept;
    if (x) parts.push(x);
  }
  let high = parts.pop() ?? 0, low = 0;
  while (parts.length) {
    const x = high, y = parts.pop();
    high = x + y; low = y - (high - x);
    if (low) break;
  }
  if (parts.length && ((low < 0 && parts.at(-1) < 0) || (low > 0 && parts.at(-1) > 0))) {
    const y = low * 2, x = high + y; // halfway between two floats: the lower partial sums decide
    if (y === x - high) high = x;
  }
  return F(high);
}
export const math_inf = F(Infinity);

