// Used by all other modules: Python's floats, type tests, classes and exceptions.

class Float {
  constructor(value) { this.v = value; }
}
export const F = (value) => new Float(value);
export const isFloat = (x) => x instanceof Float;
export const num = (x) => (typeof x === "boolean" ? +x : isFloat(x) ? x.v : x);
export const norm = (big) => (big >= -9007199254740991n && big <= 9007199254740991n ? Number(big) : big);
export const isText = (x) => typeof x === "string" || x instanceof String;
export const isInt = (x) => typeof x === "number" || typeof x === "bigint";

// ---- classes --------------------------------------------------------------------------------------------------------

// Add methods and properties to a class.
export const give = (made, members) => Object.defineProperties(made.prototype, Object.getOwnPropertyDescriptors(members));

export function klass(name, parent, members) {
  const $fault = Boolean(parent?.$fault);
  function made(...args) {
    const self = $fault ? Object.setPrototypeOf(new Error(), made.prototype) : Object.create(made.prototype);
    if (self.__init__) self.__init__(...args);
    return self;
  }
  if (parent) made.prototype = Object.create(parent.prototype);
  made.prototype.$make = made;
  give(made, members);
  if (made.prototype.__iter__) made.prototype[Symbol.iterator] = function () { const xs = this.__iter__(); return xs[Symbol.iterator]?.() ?? xs; };
  return Object.defineProperty(Object.assign(made, { $fault }), "name", { value: name });
}
const superOf = (self, made, name) => (...args) => Object.getPrototypeOf(made.prototype)[name].call(self, ...args);
export { superOf as super };

// ---- exceptions -----------------------------------------------------------------------------------------------------

/** A request that only the service can answer, with the reason as a sentence for people. */
export class Declined extends Error {
  constructor(why) { super(`Only the service answers this request: ${why}.`); }
}

const exception = (name) => klass(name, Exception, {});
export const Exception = klass("Exception", { $fault: 1, prototype: Error.prototype }, { __init__(...args) { this.args = args; this.message = args.map(String).join(", "); } });
export const ValueError = exception("ValueError");
export const KeyError = exception("KeyError");
export const IndexError = exception("IndexError");
export const StopIteration = exception("StopIteration");
// What JavaScript itself throws for values of other types, and for too many calls within each other.
export const TypeError = globalThis.TypeError;
export const AttributeError = TypeError;
export const RecursionError = globalThis.RangeError;
export const ArithmeticError = exception("ArithmeticError");
export const RuntimeError = exception("RuntimeError");
export const raise = (error) => { throw typeof error === "function" ? error() : error; };
