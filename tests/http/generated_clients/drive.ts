// Sends each line of the input by the generated TypeScript client: operation, types of request and answer, body.

import * as paili from "./index";

declare const process: { argv: string[] };
declare const require: (name: string) => { readFileSync(file: number, encoding: string): string };

const settings = new paili.Configuration({ basePath: process.argv[2] });
const apis: Record<string, any> = { play: new paili.PlayApi(settings), games: new paili.GamesApi(settings) };
const types: Record<string, any> = paili;

async function send(operation: string, request: string, answer: string, body: string) {
  if (!request) return types[`${answer}ToJSON`](await apis.games[operation]());
  const name = request[0].toLowerCase() + request.slice(1);
  try {
    const given = types[`${request}FromJSON`](JSON.parse(body));
    return types[`${answer}ToJSON`](await apis.play[operation]({ [name]: given }));
  } catch (error) {
    if (!(error instanceof paili.ResponseError)) throw error;
    return { status: error.response.status, code: (await error.response.json()).errors[0].code };
  }
}

async function drive() {
  for (const line of require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const [operation, request, answer, body] = line.split("\t");
    console.log(JSON.stringify(await send(operation, request, answer, body)));
  }
}

drive();
