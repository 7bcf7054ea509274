// A table of your game server: Paili deals, referees and plays the robots; this object is all that you store.
type Json = any;
type Action = [field: string, key: string, choices: Json];

export class Table {
  state: Json = {}; body: Json = {}; points: Record<number, number> = {};
  first = 0; size = 0; // first: the chair of seat or place 0
  server: string; variant: string; people: number[]; level: string; options: Json;

  constructor(server: string, variant: string, people: number[] = [], level = "club", options: Json = {}) {
    [this.server, this.variant, this.people, this.level, this.options] = [server, variant, people, level, options];
  }

  async ask(path: string, body: Json): Promise<Json> { // an Error has the sentence for the person
    const answer = await fetch(`${this.server}/v1/${path}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    const said: Json = await answer.json();
    if (!answer.ok) throw new Error(said.detail);
    return said;
  }

  async deal() { // the leader, the level and the tribute follow from the last deal
    const last = this.state.next ?? {}, options = { ...this.options, ...last.options };
    const dealt = await this.ask("deal", { variant: this.variant, options }), { bottom, level } = dealt;
    this.size = Object.keys(dealt.places).length;
    this.first += last.tribute ? 0 : bottom ? 1 : (last.leader ?? 0);
    await this.accept({
      deal: dealt, auction: bottom && { bids: [] }, history: [],
      match: last.tribute ? last.match : level && { levels: [level, level], playing: 0 },
      tribute: last.tribute && { ...last.tribute, paid: {}, returned: {} } });
  }

  async accept(body: Json): Promise<void> { // rejected if the body is illegal; then nothing has changed
    const state = await this.ask("game", body), { leader, match, deal } = state.tribute ?? {};
    if (deal) {
      this.first += leader;
      return this.accept({ ...body, deal: { ...body.deal, ...deal, places: deal.hands }, match, tribute: null });
    }
    [this.body, this.state] = [{ ...body, auction: state.auction }, state];
    for (const [seat, won] of Object.entries<number>(state.result?.points ?? {}))
      this.points[this.chair(seat)] = (this.points[this.chair(seat)] ?? 0) + won;
  }

  chair(seat: string): number {
    const place = Object.entries(this.state.auction?.seats ?? {}).find(([, role]) => role === seat)?.[0] ?? seat;
    return (Number(place) + this.first) % this.size;
  }

  due(): Map<number, Action> { // by chair: field of the body, seat or place, choices
    const { auction, tribute, turn } = this.state, give = Object.keys(tribute?.give ?? {}).length > 0;
    const [role, field] = give ? ["give", "paid"] : ["return", "returned"];
    const owed: Action[] = tribute
      ? Object.entries(tribute[role]).map(([seat, cards]) => [field, seat, cards])
      : typeof auction?.next === "number" ? [["bids", String(auction.next), auction.words]]
      : turn ? [["history", String(turn.seat), null]] : [];
    return new Map(owed.map((action) => [this.chair(action[1]), action]));
  }

  async act(chair: number, value: Json) {
    const [field, key] = this.due().get(chair)!, body = structuredClone(this.body);
    const part = [body, body.auction, body.tribute].find((part) => part && field in part);
    if (field === "bids" || field === "history") part[field].push(value);
    else part[field][key] = value;
    await this.accept(body);
  }

  async robot(chair: number): Promise<Json> {
    const [field, key, words] = this.due().get(chair)!, { deal, auction } = this.body;
    const { variant, options, bottom } = deal;
    if (field === "history") {
      const { move } = await this.ask("move", { position: this.state.positions[key], level: this.level });
      return { cards: move.cards, as: move.as }; // an answer is accepted, but longer
    }
    if (field === "bids") {
      const shown = ["double", "kick", "kick_back"].includes(words.at(-1));
      const place = Number(key), hand = deal.places[key] + (shown && place === auction.landlord ? bottom : "");
      const asked = { variant, options, hand, place, bids: auction.bids, bottom: shown ? bottom : undefined };
      return (await this.ask("bid", asked)).move;
    }
    const paid = this.state.tribute.moved.find((one: Json) => String(one.to) === key)?.card;
    const role = field === "paid" ? "give" : "return";
    return (await this.ask("tribute", { variant, options, hand: deal.places[key], role, paid })).move;
  }

  async run() { // robots act until a person is due or the deal is over
    for (let chair; (chair = [...this.due().keys()].find((chair) => !this.people.includes(chair))) !== undefined; )
      await this.act(chair, await this.robot(chair));
  }

  view(chair: number): Json { // what the client of a chair may see: sent after each action and when it connects again
    const { auction, turn, left, out, trick, result, positions } = this.state;
    const place = String((((chair - this.first) % this.size) + this.size) % this.size);
    const own = { hand: this.body.deal.places[place], position: positions[auction?.seats?.[place] ?? place] };
    return { auction, turn, left, out, trick, result, ...own, points: this.points, due: this.due().get(chair) };
  }
}
