// The engine in a browser or in node; its answers are byte-equal to those of the service.

import { Declined, NetworksWanted, begin, isFloat, isinstance, pythonOf, takeNetworks } from "./python.js";
import * as $ from "./python.js";
import core from "./core.js";
import service from "./service.js";
import { bodyOfQuery, load as readForm } from "./form.js";

export { Declined };
/** The version of the engine, as in every answer. */
export const version = core.version;

const inNode = typeof process !== "undefined" && Boolean(process.versions?.node);

async function readFile(name) {
  const address = new URL(name, import.meta.url);
  if (inNode) return new Uint8Array(await (await import("node:fs/promises")).readFile(address));
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

// JSON like the service's: no spaces, keys in the order of construction, 8.0 for a float.
function write(x) {
  if (x === null || typeof x === "boolean" || typeof x === "number" || typeof x === "bigint") return String(x);
  if (typeof x === "string" || x instanceof String) return JSON.stringify(String(x));
  if (isFloat(x)) return $.str(x);
  if (Array.isArray(x)) return `[${x.map(write).join()}]`;
  return `{${x.items().map(([key, value]) => JSON.stringify(String(key)) + ":" + write(value)).join()}}`;
}

/** The engine once it is loaded. */
export class Engine {
  #service;
  #readFile;

  constructor(service, read) { this.#service = service; this.#readFile = read; }

  /**
   * Answer a request as `POST /v1/{kind}` does: its status, and the very text of its JSON.
   *
   * Rejects with `Declined` what this engine leaves to the service: other kinds, malformed requests, networks out of reach.
   */
  async text(kind, request, language = "en") {
    const form = core.schemas[kind];
    if (!form) throw new Declined(`the engine for browsers has no "${kind}"`);
    const loaded = readForm(pythonOf(request), form);
    for (;;) {
      try {
        return { status: 200, text: write(this.#answer(kind, loaded, language)) };
      } catch (error) {
        if (error instanceof NetworksWanted) takeNetworks(error.file, await this.#readNetworks(error));
        else if (isinstance(error, [this.#service.RuleError])) return { status: 422, text: write(this.#problem(error, this.#service.answer_format(loaded, language).lang)) };
        else throw error;
      }
    }
  }

  /** Answer like `GET /v1/{kind}`: a request as query parameters. */
  async textOfQuery(kind, query, language) {
    const form = core.schemas[kind];
    if (!form) throw new Declined(`the engine for browsers has no "${kind}"`);
    return this.text(kind, bodyOfQuery(query, form), language);
  }

  /** Answer a request; rejects with an `Error` whose `problem` is the problem document of the service. */
  async answer(kind, request, language) {
    const { status, text } = await this.text(kind, request, language);
    const data = JSON.parse(text);
    if (status !== 200) throw Object.assign(new Error(data.detail), { status, problem: data });
    return data;
  }

  /** Everything about a position. */
  analyze(request, language) { return this.answer("analyze", request, language); }

  /** A robot's play only. */
  move(request, language) { return this.answer("move", request, language); }

  // Offline the file may be missing; other requests do not need networks.
  async #readNetworks({ file, message }) {
    try {
      return await this.#readFile(file);
    } catch {
      throw new Declined(message);
    }
  }

  #answer(kind, loaded, language) {
    const api = this.#service, [load, advise, answer] = api.kinds[kind];
    return answer(advise(...load(loaded)), api.answer_format(loaded, language));
  }

  #problem(error, language) {
    const errors = [error, ...error.others].map((one) => {
      const [message, nearest] = this.#service.explain(one);
      const shown = pythonOf({ pointer: one.pointer, code: one.code, detail: String(this.#service.localize(message, language)) });
      if (nearest !== null) shown.put("nearest", this.#service.nearest_answer(...nearest));
      return shown;
    });
    const document = pythonOf({ type: `/problems/${error.code}`, title: core.titles[error.code][language], status: 422 });
    document.put("detail", errors[0].get("detail"));
    document.put("errors", errors);
    return document;
  }
}

/**
 * Load the engine. *read* gives the bytes of one of its files by name; without it they lie beside this module.
 *
 * Rejects where there is no WebAssembly, or none with vectors.
 */
export async function load({ read = readFile } = {}) {
  const { instance } = await WebAssembly.instantiate(await read("engine.wasm"), {});
  begin(instance.exports, core);
  return new Engine(service($), read);
}
