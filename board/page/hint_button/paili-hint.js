// <paili-hint hand="…" history="…">: a button that fires `paili-hint` with the next hint, or `paili-error` with a
// problem document. Its use is described in docs/hint-button.md. It is served minified, as 1.2 kB.

const attributes =
  "lang hand variant left last last-seat seat history level options notation bottom seen position".split(" ");
let calm; // resolves when buttons may send requests to a busy server again

customElements.define("paili-hint", class extends HTMLElement {
  static observedAttributes = [...attributes, "pass"];

  constructor() {
    const button = document.createElement("button");
    const label = document.createElement("slot");
    const output = document.createElement("output");
    let hints, pending, lost;
    super().attachShadow({ mode: "open", delegatesFocus: true }).append(button, output);
    button.append(label);
    button.part = "button";
    // Constructed style sheets are allowed by policies that forbid inline styles.
    button.style = "font:inherit;padding:1em";
    output.style = "position:fixed;top:-9em";

    const free = async (mine) => {
      await calm;
      if (mine === pending) pending = button.ariaDisabled = button.style.opacity = null;
    };

    // A new request: ignore pending answers.
    this.set = () => {
      free(hints = pending = null);
      [label.lang, label.textContent, lost] = this.matches(":lang(zh)") ?
        ["zh", "提示", "没有回应，请重试"] : ["en", "Hint", "No answer, try again"];
    };

    this.click = button.onclick = async () => {
      if (pending) return;
      const mine = pending = [];
      button.ariaDisabled = true; // not `disabled`, which would remove the focus
      button.style.opacity = .5;
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
        text = list ? detail.cards + " " + detail.why[0].text : detail.detail.trim();
      } catch { // no network, an invalid address, or an answer of another server
        detail = { detail: text = lost };
        list = 0;
      }
      if (mine !== pending) return;
      hints = list;
      output.textContent = text;
      this.dispatchEvent(new CustomEvent(list ? "paili-hint" : "paili-error", { detail, bubbles: true }));
      free(mine);
    };
  }

  connectedCallback() { this.set(); }
  attributeChangedCallback(name, old, value) { if (old !== value) this.set(); }
});
