// Presses the button of hint.ts as the tests require; prints one line for each press.
import { HintButton, Refused } from "../../../../docs/snippets/hint.ts";

/** Return the table of a line, with the text "undefined" converted to undefined. */
function tableOf(line) {
  const given = [...new URLSearchParams(line)];
  return Object.fromEntries(given.map(([name, value]) => [name, value === "undefined" ? undefined : value]));
}

const [server, ...asked] = process.argv.slice(2);
const button = new HintButton(server);
for (const line of asked) {
  try {
    const play = await button.press(tableOf(line));
    console.log(play.pass ? "pass" : String(play.cards));
  } catch (error) {
    if (error instanceof Refused) console.log(error.problem.status, error.message);
    else console.log("lost");
  }
}
