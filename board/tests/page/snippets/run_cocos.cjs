// Presses the button of hint.cocos.ts, compiled into the folder of the first argument; prints one line for each press.
globalThis.XMLHttpRequest = class {
  open(_method, address) {
    this.address = address;
  }

  send() {
    fetch(this.address).then(async (answer) => {
      this.status = answer.status;
      this.responseText = await answer.text();
      this.getResponseHeader = (name) => answer.headers.get(name);
      this.onload();
    }, () => this.onerror());
  }
};

const [folder, server, ...asked] = process.argv.slice(2);
const { PailiHint } = require(`${folder}/hint.cocos.js`);
const button = new PailiHint();
button.server = server;
button.node.on("paili-hint", (play) => console.log(play.pass ? "pass" : String(play.cards)));
button.node.on("paili-error", ({ status, detail }) => (status ? console.log(status, detail) : console.log("lost")));
button.onEnable();

(async () => {
  for (const line of asked) {
    button.table = Object.fromEntries(new URLSearchParams(line));
    await button.node.emit("click");
  }
})();
