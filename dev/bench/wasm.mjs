// Times the core in WebAssembly: reads rules, weights and hands as JSON, and prints microseconds of each call.

import { readFile } from "node:fs/promises";
import { join } from "node:path";

const [folder, file] = process.argv.slice(2);
const { begin, ffi, lib } = await import(join(folder, "python.js"));
const { default: core } = await import(join(folder, "core.js"));
const { instance } = await WebAssembly.instantiate(await readFile(join(folder, "engine.wasm")), {});
instance.exports._initialize?.();
begin(instance.exports, core);

const { rules, weights, hands } = JSON.parse(await readFile(file, "utf8"));
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
const engine = ffi.new("struct engine *");
lib.memory_begin(engine, ffi.reserve("char", lib.memory_size()));
engine.rules = ffi.from_buffer("struct rules *", bytes(rules));
engine.weights = ffi.from_buffer("struct weights *", bytes(weights));
engine.nets = ffi.NULL;

const split = ffi.new("struct split *"), survey = ffi.new("struct survey *"), table = ffi.new("struct table *");
const hints = ffi.reserve("struct hint", core.constants.MAX_MOVES);
const micros = (work) => { const began = performance.now(); work(); return (performance.now() - began) * 1000; };

const splits = [], surveys = [], scores = [];
for (const text of hands) {
  const hand = BigInt(text);
  splits.push(micros(() => lib.split_best(engine, hand, ffi.NULL, 0, split)));
  scores.push(split.score);
}
for (const text of hands) {
  table.hand = BigInt(text);
  surveys.push(micros(() => lib.hints_survey(engine, table, 0, survey, hints, core.constants.MAX_MOVES)));
}
console.log(JSON.stringify({ splits, surveys, scores }));
