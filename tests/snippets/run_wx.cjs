// Press the button of hint.wx.js as the tests say, `wx.request` being one over fetch: one line for each press, then what came back.
const statuses = [];

globalThis.wx = {
  request({ url, header, success, fail }) {
    fetch(url, { headers: header }).then(async (answer) => {
      const text = await answer.text();
      statuses.push(answer.status);
      success({ statusCode: answer.status, data: text && JSON.parse(text), header: Object.fromEntries(answer.headers) });
    }, ({ message }) => fail({ errMsg: message }));
  },
};

const { hintButton } = require("../../docs/snippets/hint.wx.js");
const [server, ...asked] = process.argv.slice(2);
const press = hintButton(server);

(async () => {
  for (const line of asked) {
    try {
      const play = await press(Object.fromEntries(new URLSearchParams(line)));
      console.log(play.pass ? "pass" : play.cards);
    } catch (error) {
      if (!error.problem) throw error;
      console.log(error.problem.status, error.message);
    }
  }
  console.error(...statuses);
})();
