// A table of your game server: Paili deals, referees and plays the robots; this object is all that you store.
type Json = any;
type Action = [field: string, key: string, choices: Json];

export class Table {
  state: Json = {}; body: Json = {}; rules: Json = {}; points: Record<number, number> = {};
  first = 0; size = 0; undecided: string[] = []; // first: the chair of seat or place 0; places that may yet double
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
    const last = this.state.next ?? {}, order = last.tribute?.order, options = { ...this.options, ...last.options };
    const dealt = await this.ask("deal", { variant: this.variant, options, seed: Math.floor(Math.random() * 2 ** 31) });
    const { bottom, options: { level } } = dealt, hands: Json = { ...Object.values(dealt.hands) };
    this.rules = { variant: this.variant, options: dealt.options };
    this.size = Object.keys(hands).length;
    this.undecided = bottom ? Object.keys(hands) : [];
    this.first += order ? 0 : bottom ? 1 : (last.leader ?? 0);
    await this.accept({
      deal: bottom ? { hands, bottom } : { hands }, history: [], ...(bottom && { auction: { bids: [], doubled: [] } }),
      ...(level && { match: order ? last.match : { levels: [level, level], playing: 0 } }),
      ...(order && { tribute: { order, paid: {}, returned: {} } }) });
  }

  async accept(body: Json): Promise<void> { // rejected if the body is illegal; then nothing has changed
    if (body.match) delete body.match.winner;
    const state = await this.ask("game", { ...this.rules, ...body }), over = state.tribute;
    if (over?.deal) {
      this.first += over.leader;
      return this.accept({ deal: over.deal, match: over.match, history: [] });
    }
    [this.body, this.state] = [body, state];
    for (const [seat, won] of Object.entries<number>(state.result?.points ?? {}))
      this.points[this.chair(seat)] = (this.points[this.chair(seat)] ?? 0) + won;
  }

  chair(seat: string): number {
    const place = Object.entries(this.state.auction?.seats ?? {}).find(([, role]) => role === seat)?.[0] ?? seat;
    return (Number(place) + this.first) % this.size;
  }

  due(): Map<number, Action> { // by chair: field of the body, seat or place, choices
    const { auction, tribute, turn } = this.state, give = Object.keys(tribute?.give ?? {}).length > 0;
    const field = give ? "paid" : "returned";
    const owed: Action[] = tribute
      ? Object.entries(give ? tribute.give : tribute.return).map(([seat, cards]) => [field, seat, cards])
      : auction && auction.place !== null ? [["bids", String(auction.place), auction.words]]
      : auction?.words.includes("double") && this.undecided.length
        ? this.undecided.map((place) => ["doubled", place, auction.words])
      : turn ? [["history", String(turn.seat), null]] : [];
    return new Map(owed.map((action) => [this.chair(action[1]), action]));
  }

  async act(chair: number, value: Json) {
    const [field, key] = this.due().get(chair)!, body = structuredClone(this.body);
    const part = [body, body.auction, body.tribute].find((part) => part && field in part);
    if (field === "paid" || field === "returned") part[field][key] = value;
    else part[field].push(...(field !== "doubled" ? [value] : { pass: [], double: [Number(key)] }[value as string]!));
    await this.accept(body);
    if (field === "doubled") this.undecided = this.undecided.filter((place) => place !== key);
  }

  async robot(chair: number): Promise<Json> {
    const [field, key, words] = this.due().get(chair)!, { deal, auction, tribute } = this.body, { state, rules } = this;
    if (field === "history") {
      const { move } = await this.ask("move", { position: state.positions[key], level: this.level });
      return { cards: move.cards, ...(move.as && { as: move.as }) };
    }
    if (tribute) {
      const paid = state.tribute.moved.find((one: Json) => String(one.to) === key)?.card;
      const role = field === "paid" ? "give" : "return";
      return (await this.ask("tribute", { ...rules, hand: deal.hands[key], role, ...(paid && { paid }) })).advice;
    }
    const shown = ["double", "kick", "kick_back"].some((word) => words.includes(word)) ? deal.bottom : undefined;
    const hand = deal.hands[key] + (Number(key) === state.auction.landlord ? (shown ?? "") : "");
    const advice = await this.ask("bid", { ...rules, hand, place: Number(key), bids: auction.bids, bottom: shown });
    return field === "bids" ? advice.recommended : advice.double.advised ? "double" : "pass";
  }

  async run() { // robots act until a person is due or the deal is over
    for (let chair; (chair = [...this.due().keys()].find((chair) => !this.people.includes(chair))) !== undefined; )
      await this.act(chair, await this.robot(chair));
  }

  view(chair: number): Json { // what the client of a chair may see: sent after each action and when it connects again
    const { auction, turn, left, out, trick, result, positions } = this.state;
    const place = String((((chair - this.first) % this.size) + this.size) % this.size);
    const own = { hand: this.body.deal.hands[place], position: positions[auction?.seats?.[place] ?? place] };
    return { auction, turn, left, out, trick, result, ...own, points: this.points, due: this.due().get(chair) };
  }
}
