// Answers requests, one per line, with the engine for browsers under node; also reports the files read so far.

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

const folder = dirname(process.argv[2]);
const { Declined, load } = await import(process.argv[2]);
const files = [];
const read = (name) => { files.push(name); return readFile(join(folder, name)); };
const engine = await load({ read });

async function answer({ way, kind, request, lang }) {
  try {
    return await (way === "GET" ? engine.textOfQuery(kind, request, lang) : engine.text(kind, request, lang));
  } catch (error) {
    return error instanceof Declined ? { declined: error.message } : { bug: error.stack };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify({ ...(await answer(JSON.parse(line))), read: files }));
}
