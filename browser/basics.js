// What every part of the translation knows: a float of Python, and what kind a value is.

class Float {
  constructor(value) { this.v = value; }
}
export const F = (value) => new Float(value);
export const isFloat = (x) => x instanceof Float;
export const num = (x) => (typeof x === "boolean" ? +x : isFloat(x) ? x.v : x);
export const norm = (big) => (big >= -9007199254740991n && big <= 9007199254740991n ? Number(big) : big);
export const isText = (x) => typeof x === "string" || x instanceof String;
export const isInt = (x) => typeof x === "number" || typeof x === "bigint";
