// <paili-hint hand="…" history="…">: a button that fires `paili-hint` with the next hint, or `paili-error` with a
// problem document. Its use is described in docs/hint-button.md. It is served minified, as less than 2.0 kB.

const attributes =
  "lang hand variant left last last-seat seat history level options notation bottom seen position".split(" ");
let calm; // resolves when buttons may send requests to a busy server again

// Constructed style sheets are allowed by policies that forbid inline styles.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
:host {
  display: inline-flex; flex-wrap: wrap; align-items: center; gap: .3em .6em; vertical-align: middle;
  min-width: min(100%, 4em); max-width: 100%
}
:host([hidden]) { display: none }
button {
  font: inherit; font-size: var(--paili-hint-size, inherit); color: var(--paili-hint-color, inherit);
  background: var(--paili-hint-background, #8882); border: var(--paili-hint-border, 1px solid);
  border-radius: var(--paili-hint-radius, .5em); padding: var(--paili-hint-padding, .8em .6em);
  box-sizing: border-box; min-width: 0; max-width: 100%; overflow: clip; overflow-wrap: break-word;
  position: relative; cursor: pointer
}
button:disabled { opacity: .5; cursor: not-allowed }
[aria-disabled] { cursor: progress }
slot { display: inline-block; max-width: 100% }
[aria-disabled] slot { opacity: .3 }
[aria-disabled]::after {
  content: ""; position: absolute; inset: 0; margin: auto; width: 1em; height: 1em; border: .2em solid;
  border-top-color: #0000; border-radius: 50%; box-sizing: border-box; animation: 1s linear infinite turn
}
@keyframes turn { to { rotate: 1turn } }
@media (prefers-reduced-motion) { [aria-disabled]::after { animation: none } }
output { min-width: 0; overflow-wrap: anywhere }
output:not([part]) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
`);

customElements.define("paili-hint", class extends HTMLElement {
  static observedAttributes = [...attributes, "pass", "disabled"];

  constructor() {
    const button = document.createElement("button");
    const label = document.createElement("slot");
    const output = document.createElement("output");
    let hints, pending, lost, passed;
    const root = super().attachShadow({ mode: "open", delegatesFocus: true });
    root.adoptedStyleSheets = [sheet];
    root.append(button, output);
    button.append(label);
    button.part = "button";

    const free = async (mine) => {
      await calm;
      if (mine === pending) {
        pending = button.ariaDisabled = null;
        button.part = "button";
      }
    };
    this.able = () => { button.disabled = this.disabled; };

    // A new request: ignore pending answers.
    this.set = () => {
      free(hints = pending = null);
      output.textContent = "";
      [label.lang, label.textContent, lost, passed] = this.matches(":lang(zh)") ?
        ["zh", "提示", "没有回应，请重试", "不出"] : ["en", "Hint", "No answer, try again", "Pass"];
    };

    this.click = button.onclick = async () => {
      if (pending || this.disabled) return;
      const mine = pending = [];
      button.ariaDisabled = true; // not `disabled`, which would remove the focus
      button.part = "button waiting";
      let list = hints, detail, text, tries = 3, wait = 1;
      try {
        // A short wait is not reported; a long one is, and the button stays disabled until its end.
        while (!list && wait && wait < 9 && tries--) {
          await calm;
          const url = new URL("v1/analyze?want=hints,move&order=robot",
            new URL(this.getAttribute("server") || import.meta.url, location));
          for (const name of attributes)
            if (this.hasAttribute(name)) url.searchParams.set(name, this.getAttribute(name));
          url.searchParams.set("lang", label.lang);
          // A broken connection is tried again once; with "server, browser" the engine answers if the server does not.
          const modes = this.getAttribute("engine") || "server";
          const engine = async () => (await import("./paili-engine.js")).fetch(url);
          const retried = () => fetch(url).catch(() => fetch(url));
          const server = () => (/browser/.test(modes) ? retried().catch(engine) : retried());
          detail = await Promise.race([
            (/server/.test(modes) ? server() : engine()).then((answer) => (
              calm = new Promise((done) => setTimeout(done, (wait = answer.headers.get("Retry-After")) * 1e3)),
              answer.json())),
            new Promise((done) => setTimeout(done, 2e4))]); // a late answer contains no further hints
          // The pass has a row too: it is the first one, or not shown.
          list = detail.hints?.filter((hint) => !hint.pass);
          if (list && detail.move.pass) list[this.getAttribute("pass") === "last" ? "push" : "unshift"](detail.move);
          for (const { text } of [detail.assumed ?? [], detail.notes ?? []].flat()) console.info("paili-hint:", text);
        }
        if (list) list.push(detail = list.shift());
        text = list ? (detail.pass ? passed : detail.cards) + " " + detail.why[0].text : detail.detail.trim();
      } catch { // no network, an invalid address, or an answer of another server
        detail = { detail: text = lost };
        list = 0;
      }
      if (mine !== pending) return;
      hints = list;
      output.textContent = text;
      // Screen readers read the text; it is shown unless a listener has read what the event is about.
      const event = new CustomEvent(list ? "paili-hint" : "paili-error", { bubbles: true });
      output.part = "hint";
      Object.defineProperty(event, "detail", { get: () => (output.removeAttribute("part"), detail) });
      this.dispatchEvent(event);
      free(mine);
    };
  }

  get disabled() { return this.hasAttribute("disabled"); }
  set disabled(value) { this.toggleAttribute("disabled", value); }

  connectedCallback() { this.set(); }
  attributeChangedCallback(name, old, value) {
    if (name === "disabled") this.able();
    else if (old !== value) this.set();
  }
});
