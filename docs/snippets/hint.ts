// A hint button for browsers, React Native and node.
import type { Play, Problem, Table } from "./paili.d.ts";

/** An error of the service, with a sentence for the player; `HTTP 502` if the answer is not from the service. */
export class Refused extends Error {
  problem: Partial<Problem> & { status: number };

  constructor(status: number, said: unknown) {
    const problem = { status, ...(said as Partial<Problem> | null) };
    super(typeof problem.detail === "string" ? problem.detail : `HTTP ${status}`);
    this.problem = problem;
  }
}

/** A table; undefined fields are not sent. */
export type Question = { [name in keyof Table]: Table[name] | undefined };

/** An answer and its text, within 20 seconds; a broken connection is tried again once. */
async function get(address: string, signal?: AbortSignal): Promise<{ answer: Response; text: string }> {
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = setTimeout(stop, 20_000);
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  const ask = async () => {
    const answer = await fetch(address, { signal: limit.signal });
    return { answer, text: await answer.text() };
  };
  try {
    return await ask().catch(ask);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The legal plays in the order of the robot; if it would pass, the pass comes first. */
export async function hints(server: string, table: Question, signal?: AbortSignal): Promise<Play[]> {
  const query = new URLSearchParams({ want: "hints,move", order: "robot" });
  for (const [name, value] of Object.entries(table)) if (value !== undefined) query.set(name, value);
  for (let tries = 1; ; tries++) {
    const { answer, text } = await get(`${server}/v1/analyze?${query}`, signal);
    const wait = Number(answer.headers.get("Retry-After"));
    if (wait > 0 && wait < 9 && tries < 3) {
      await new Promise((done) => setTimeout(done, wait * 1000));
      continue;
    }
    const said = parsed(text);
    const found = said as { hints: Play[]; move?: Play } | null;
    if (!answer.ok || !found?.move) throw new Refused(answer.status, said);
    const plays = found.hints.filter((hint) => !hint.pass); // without the row of the pass
    return found.move.pass ? [found.move, ...plays] : plays;
  }
}

/** A button: each press returns the next hint; a new table starts again, and late answers are dropped. */
export class HintButton {
  private asked = "";
  private plays: Play[] = [];
  private waiting: AbortController | null = null;
  private readonly server: string;

  constructor(server: string) {
    this.server = server;
  }

  /** The next hint for a table; null if a newer press has replaced this one. */
  async press(table: Question): Promise<Play | null> {
    this.waiting?.abort();
    const mine = (this.waiting = new AbortController());
    const asked = JSON.stringify(table);
    if (asked !== this.asked) {
      try {
        const found = await hints(this.server, table, mine.signal);
        if (mine.signal.aborted) return null;
        [this.asked, this.plays] = [asked, found];
      } catch (error) {
        if (mine.signal.aborted) return null;
        throw error;
      }
    }
    const [play, ...rest] = this.plays;
    if (play) this.plays = [...rest, play];
    return play ?? null;
  }
}
