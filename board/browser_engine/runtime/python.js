// The runtime of translated Python code, which calls it `$`.

export * from "./basics.js";
export * from "./numbers.js";
export * from "./python_types.js";
export * from "./library.js";
export { kw_hashlib_blake2b } from "./blake2b.js";
export * from "./memory.js";
