// Press the button of hint.wx.js as the tests say, `wx.request` being one over fetch: one line for each press, then what came back.
const statuses = [];

/** What `wx.request` gives of a body: JSON as what it says, all else as text. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

globalThis.wx = {
  request({ url, header, success, fail }) {
    fetch(url, { headers: header }).then(async (answer) => {
      const text = await answer.text();
      statuses.push(answer.status);
      success({ statusCode: answer.status, data: parsed(text), header: Object.fromEntries(answer.headers) });
    }, ({ message }) => fail({ errMsg: message }));
  },
};

const { hintButton } = require("../../../../docs/snippets/hint.wx.js");
/** The table of a line; what it calls undefined is so. */
function tableOf(line) {
  const given = [...new URLSearchParams(line)];
  return Object.fromEntries(given.map(([name, value]) => [name, value === "undefined" ? undefined : value]));
}

const [server, ...asked] = process.argv.slice(2);
const press = hintButton(server);

(async () => {
  for (const line of asked) {
    try {
      const play = await press(tableOf(line));
      console.log(play.pass ? "pass" : String(play.cards));
    } catch (error) {
      if (error.status) console.log(error.status, error.message);
      else console.log("lost");
    }
  }
  console.error(...statuses);
})();
