// Press the button of hint.ts as the tests say: one line for each press.
import { HintButton, Refused } from "../../docs/snippets/hint.ts";

const [server, ...asked] = process.argv.slice(2);
const button = new HintButton(server);
for (const line of asked) {
  try {
    const play = await button.press(Object.fromEntries(new URLSearchParams(line)));
    console.log(play.pass ? "pass" : play.cards);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.log(error.problem.status, error.message);
  }
}
