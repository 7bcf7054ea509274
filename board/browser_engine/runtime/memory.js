// The memory of the C core: structures, arrays and calls, with the interface of cffi.

import { Declined, F } from "./basics.js";
import { Dict, T, len } from "./python_types.js";

const WORD = "uint64_t";
let core, wasm, view, bytes;
let free = 0; // start of unused memory
const spare = new Map(); // freed blocks by size
const given = globalThis.FinalizationRegistry && new FinalizationRegistry(([address, size]) => {
  if (!spare.has(size)) spare.set(size, []);
  spare.get(size).push(address);
});

/** The networks of a game have not been loaded. */
export class NetworksWanted extends Error {
  constructor(file) { super(`the networks ${file} could not be loaded`); this.file = file; }
}

function look() {
  view = new DataView(wasm.memory.buffer);
  bytes = new Uint8Array(wasm.memory.buffer);
}

// Allocate zeroed memory; it is freed with its *owner*, or never without one.
function take(size, owner) {
  const rounded = Math.max(16, Math.ceil(size / 16) * 16);
  let address = spare.get(rounded)?.pop();
  if (address === undefined) {
    address = free;
    free += rounded;
    if (free > bytes.length) { wasm.memory.grow(Math.ceil((free - bytes.length) / 65536)); look(); }
  } else {
    bytes.fill(0, address, address + rounded);
  }
  if (owner) given?.register(owner, [address, rounded]);
  return address;
}

// ---- types ----------------------------------------------------------------------------------------------------------

const whole = (low, high) => (high < 2097152 ? high * 4294967296 + low : BigInt(high) << 32n | BigInt(low));
const lowOf = (x) => (typeof x === "bigint" ? Number(BigInt.asUintN(32, x)) : x >>> 0);
const highOf = (x) => (typeof x === "bigint" ? Number(BigInt.asUintN(32, x >> 32n)) : Math.floor(x / 4294967296) >>> 0);

const number = (size, get, set) => ({ size, get: (at) => view[get](at, true), set: (at, x) => view[set](at, Number(x), true) });
const NUMBERS = {
  uint64_t: {
    size: 8,
    get: (at) => whole(view.getUint32(at, true), view.getUint32(at + 4, true)),
    set: (at, x) => { view.setUint32(at, lowOf(x), true); view.setUint32(at + 4, highOf(x), true); },
  },
  double: { size: 8, get: (at) => F(view.getFloat64(at, true)), set: (at, x) => view.setFloat64(at, Number(x.v ?? x), true) },
  uint32_t: number(4, "getUint32", "setUint32"),
  int32_t: number(4, "getInt32", "setInt32"),
  uint16_t: number(2, "getUint16", "setUint16"),
  int16_t: number(2, "getInt16", "setInt16"),
  uint8_t: number(1, "getUint8", "setUint8"),
};
Object.assign(NUMBERS, { hand_t: NUMBERS.uint64_t, int: NUMBERS.int32_t, size_t: NUMBERS.uint32_t, char: NUMBERS.uint8_t });

const POINTER = {
  size: 4,
  get: () => { throw new Declined("the engine for browsers does not read this memory"); },
  set: (at, x) => {
    view.setUint32(at, x.$at, true);
    if (x.file && !x.$at) owed.set(at, x); else owed.delete(at);
  },
};
const kinds = new Map();

// A C type by its name: its size, and functions that read and write a value.
function kindOf(name) {
  if (!kinds.has(name)) kinds.set(name, name === "*" ? POINTER : NUMBERS[name] ?? arrayKind(name) ?? structKind(name));
  return kinds.get(name);
}

function arrayKind(name) {
  const match = /^(.*?)\[(\d+)\](.*)$/.exec(name);
  if (!match) return null;
  const inner = kindOf(match[1] + match[3]), n = Number(match[2]);
  return {
    size: inner.size * n,
    get: (at, owner) => new CArray(inner, at, n, owner),
    set: (at, all) => { let i = 0; for (const x of all) inner.set(at + inner.size * i++, x); },
  };
}

function structKind(name) {
  const [size, fields] = core.structures[name];
  class Struct {
    constructor(at, owner) { this.$at = at; this.$owner = owner; }
    __getitem__() { return this; } // like a pointer to it
  }
  Struct.prototype.$size = size;
  const places = new Map();
  for (const [field, type, offset] of fields) {
    const kind = kindOf(type);
    places.set(field, [kind, offset]);
    Object.defineProperty(Struct.prototype, field, {
      get() { return kind.get(this.$at + offset, this); },
      set(x) { kind.set(this.$at + offset, x); },
    });
  }
  return {
    size, fields, places,
    make: (at, owner) => new Struct(at, owner),
    get: (at, owner) => new Struct(at, owner),
    set: (at, x) => {
      if (x.$at !== undefined) bytes.copyWithin(at, x.$at, x.$at + size);
      else if (x instanceof Dict) for (const [field, value] of x.items()) { const [kind, offset] = places.get(field); kind.set(at + offset, value); }
      else { let i = 0; for (const value of x) { const [, type, offset] = fields[i++]; kindOf(type).set(at + offset, value); } }
    },
  };
}

class CArray {
  constructor(kind, at, count, owner) { this.kind = kind; this.$at = at; this.count = count; this.$owner = owner; }
  place(i) { return this.$at + this.kind.size * Number(i); }
  __len__() { return this.count; }
  __getitem__(i) { return this.kind.get(this.place(i), this); }
  __setitem__(i, x) { this.kind.set(this.place(i), x); }
  __slice__(from, to) { const made = []; for (let i = from; i < (to ?? this.count); i++) made.push(this.__getitem__(i)); return made; }
  __setslice__(from, to, all) { let i = from; for (const x of all) this.__setitem__(i++, x); }
  __add__(n) { return new CArray(this.kind, this.place(n), this.count - Number(n), this); }
  *[Symbol.iterator]() { for (let i = 0; i < this.count; i++) yield this.__getitem__(i); }
}

// ---- the interface of `ffi` -------------------------------------------------------------------------------------------

function split(name) {
  const array = /^(.*?)\[(\d*)\]$/.exec(name);
  return array ? [kindOf(array[1]), array[2]] : [kindOf(name.replace(/ \*$/, "")), null];
}
function fresh(kind, n) {
  if (n === null) { const made = kind.make(0); made.$at = take(kind.size, made); return made; }
  const made = new CArray(kind, 0, n);
  made.$at = take(kind.size * n, made);
  return made;
}
const pending = new Map(); // networks by file name
const owed = new Map(); // addresses of pointers to networks that are not loaded

export const ffi = {
  NULL: { $at: 0 },
  new(name, start) {
    const [kind, n] = split(name);
    if (n === null) { const made = fresh(kind, null); if (start !== undefined) kind.set(made.$at, start); return made; }
    const listed = start !== undefined && typeof start !== "number";
    const made = fresh(kind, n ? Number(n) : listed ? len(start) : Number(start));
    if (listed) made.__setslice__(0, null, start);
    return made;
  },
  reserve: (name, n) => fresh(kindOf(name), Number(n)),
  addressof: (x, part) => (part === undefined ? x : x[part]),
  buffer(x, size) {
    const n = size ?? x.$size ?? x.count * x.kind.size;
    return { $at: x.$at, $owner: x, __len__: () => n, __slice__: (from, to) => bytes.slice(x.$at + from, x.$at + Math.min(n, to ?? n)) };
  },
  from_buffer(name, data) {
    const [kind, n] = split(name);
    const made = fresh(kind, n === null ? null : Math.floor(data.length / kind.size));
    bytes.set(data, made.$at);
    return made;
  },
  layout_of: (name) => new Layout(kindOf(name)),
  // The networks of a game: a null pointer until they are loaded for a robot's first move.
  nets({ file }) {
    if (!pending.has(file)) pending.set(file, { file, $at: 0 });
    return pending.get(file);
  },
};

/** Copy the networks of a *file* into memory. */
export function takeNetworks(file, data) {
  const { size } = kindOf("struct net"), roles = core.constants.NET_ROLES;
  if (data.length !== size * roles) throw new Error(`networks of ${data.length} bytes`);
  const address = take(data.length);
  bytes.set(data, address);
  for (let role = 0; role < roles; role++) if (wasm.net_verify(address + role * size)) throw new Error("networks out of bounds");
  const loaded = ffi.nets({ file });
  loaded.$at = address;
  for (const [at, nets] of owed) if (nets === loaded) { view.setUint32(at, address, true); owed.delete(at); }
}

function flat(kind, base) {
  return kind.fields.flatMap(([, type, offset]) => (kindOf(type).fields ? flat(kindOf(type), base + offset) : [[kindOf(type), base + offset]]));
}

// The layout of a structure in copied bytes; like Python's struct.Struct.
class Layout {
  constructor(kind) { this.size = kind.size; this.fields = flat(kind, 0); this.at = 0; }
  unpack_from(data, offset) {
    const here = data.$at;
    if (here !== undefined) return T(...this.fields.map(([kind, at]) => kind.get(here + offset + at)));
    this.at ||= take(this.size);
    bytes.set(data.subarray(offset, offset + this.size), this.at);
    return T(...this.fields.map(([kind, at]) => kind.get(this.at + at)));
  }
  unpack(data) { return this.unpack_from(data, 0); }
  pack_into(data, offset, ...values) { this.fields.forEach(([kind, at], i) => kind.set(data.$at + offset + at, values[i])); }
  *iter_unpack(data) { for (let offset = 0; offset < data.length; offset += this.size) yield this.unpack_from(data, offset); }
}

export class Path {
  constructor(file) { this.file = file; }
  get parent() { return this; }
  __truediv__(name) { return new Path(name); }
  read_bytes() { return this; }
}
export const pathlib_Path = () => new Path("");
export const __file__ = "";
export const constant = (name) => core.constants[name];

// ---- calls ----------------------------------------------------------------------------------------------------------

export const lib = {};

// The address of an argument; a list for an array parameter is copied into memory first.
function addressOf(kind, x) {
  if (!Array.isArray(x)) return x.$at;
  const made = fresh(kindOf(kind.slice(0, -2)), x.length);
  made.__setslice__(0, null, x);
  return made.$at;
}

function caller(name, [result, kinds]) {
  const call = wasm[`c_${name}`] ?? wasm[name];
  const pointers = kinds.map((kind) => kind.endsWith("*"));
  const asksRobot = kinds.some((kind) => kind.startsWith("struct policy"));
  return (...args) => {
    const nets = asksRobot && args[1].learned && owed.get(args[0].$at + kindOf("struct engine").places.get("nets")[1]);
    if (nets) throw new NetworksWanted(nets.file);
    const listed = [];
    for (let i = 0; i < args.length; i++) {
      if (pointers[i]) listed.push(addressOf(kinds[i], args[i]));
      else if (kinds[i] === WORD) listed.push(lowOf(args[i]), highOf(args[i]));
      else listed.push(Number(args[i]));
    }
    if (result !== WORD) return call(...listed);
    const out = (ffi.out ??= take(8));
    call(...listed, out);
    return NUMBERS.uint64_t.get(out);
  };
}

/** Initialise with the exports of the WebAssembly module and the layout of the core (`core.js`). */
export function begin(exports, layout) {
  core = layout;
  wasm = exports;
  free = Math.ceil(wasm.__heap_base.value / 16) * 16;
  look();
  for (const [name, kind] of Object.entries(core.functions)) lib[name] = caller(name, kind);
}
