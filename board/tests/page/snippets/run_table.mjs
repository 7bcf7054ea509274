// Plays deals with table.ts: node run_table.mjs SERVER DEALS GAME…; prints the deals and the points of each game.
import { Table } from "../../../../docs/snippets/table.ts";

const [server, deals, ...games] = process.argv.slice(2);
for (const game of games) {
  const table = new Table(server, game, [], "starter", game === "laizi" ? { wild: "random" } : {});
  for (let deal = 0; deal < Number(deals); deal++) {
    await table.deal();
    await table.run();
    if (!table.state.ended) throw new Error(`${game}: the deal is not over`);
  }
  console.log(game, deals, JSON.stringify(table.points));
}
