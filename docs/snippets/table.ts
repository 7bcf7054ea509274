// A table of your game server: Paili deals, referees and plays the robots; this object is all that you store.
type Json = any;

export class Table {
  state: Json = {};
  body: Json = {};
  points: Record<number, number> = {};
  chairs: number[] = []; // the chair of each place of the deal
  init: Json;

  constructor(server: string, variant: string, people: number[] = [], level = "club", options: Json = {}) {
    this.init = { server, variant, people, level, options };
  }

  async ask(path: string, body: Json): Promise<Json> {
    const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const answer = await fetch(`${this.init.server}/v1/${path}`, request);
    if (!answer.ok) throw new Error((await answer.json()).detail); // a sentence for the person
    return answer.json();
  }

  async deal() {
    const { tribute, leader, match: standing, options } = this.state.next ?? {}; // what follows from the last deal
    const deal = await this.ask("deal", { variant: this.init.variant, options: { ...this.init.options, ...options } });
    if (this.chairs.length === 0) this.chairs = Object.keys(deal.places).map(Number);
    this.chairs.push(...this.chairs.splice(0, tribute ? 0 : deal.bottom ? 1 : (leader ?? 0)));
    const match = tribute ? standing : deal.level && { levels: [deal.level, deal.level], playing: 0 };
    await this.accept({ deal, auction: deal.bottom && { bids: [] }, match, tribute, history: [] });
  }

  async accept(body: Json): Promise<void> {
    const state = await this.ask("game", body); // throws if the body is illegal; then nothing has changed
    const { leader, match, deal } = state.tribute ?? {};
    if (deal) this.chairs.push(...this.chairs.splice(0, leader));
    if (deal) return this.accept({ ...body, deal: { ...body.deal, ...deal }, match, tribute: null });
    Object.assign(this, { body, state });
    for (const [place, chair] of state.seats ? this.chairs.entries() : [])
      this.points[chair] = (this.points[chair] ?? 0) + (state.result?.points?.[state.seats[place]] ?? 0);
  }

  due(chair: number): Json {
    return this.state.due[this.chairs.indexOf(chair)]; // the action that is expected of a chair
  }

  async act(chair: number, value: Json) {
    const [, ...path] = this.due(chair).pointer.split("/");
    const body = structuredClone(this.body);
    path.slice(0, -1).reduce((part: Json, name: string) => part[name], body)[path.at(-1)] = value;
    await this.accept(body);
  }

  async robot(chair: number): Promise<Json> {
    const { endpoint: kind, request, choices } = this.due(chair);
    if (!request) return choices[0]; // first place chooses whose card it gets
    const answer = await this.ask(kind, kind === "tribute" ? request : { ...request, level: this.init.level });
    const { move, recommended, advice } = answer;
    return kind === "move" ? { cards: move.cards, as: move.as } : kind === "bid" ? recommended : advice;
  }

  async run() {
    const next = () => this.chairs.find((chair) => this.due(chair) && !this.init.people.includes(chair));
    for (let chair = next(); chair !== undefined; chair = next()) await this.act(chair, await this.robot(chair));
  }

  view(chair: number): Json {
    const { auction, turn, left, out, trick, result, positions, seats } = this.state;
    const place = this.chairs.indexOf(chair);
    const own = { hand: this.body.deal.places[place], position: positions[seats?.[place]], due: this.due(chair) };
    return { auction, turn, left, out, trick, result, ...own, points: this.points };
  }
}
