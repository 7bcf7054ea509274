// <paili-hint hand="…" last="…">: a button that fires `paili-hint` with the next hint, or `paili-error` with a problem
// document. docs/hint-button.md tells how to use it. It is sent without comments and spaces, in 1 kB.

const attributes = "lang hand last variant seat left history level options notation bottom seen position".split(" ");
const sheet = new CSSStyleSheet(); // a page's policy may forbid styles that stand in the page
sheet.replaceSync("button{font:inherit;padding:1em}[aria-disabled]{opacity:.5}output{position:fixed;top:-9em}");
let calm; // over once a busy server may be asked again, by whichever button

customElements.define("paili-hint", class extends HTMLElement {
  static observedAttributes = attributes;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const button = document.createElement("button");
    const label = document.createElement("slot");
    const output = document.createElement("output");
    let hints, asked;
    root.adoptedStyleSheets = [sheet];
    root.append(button, output);
    button.append(label);
    button.part = "button";

    // Another question: what is still to come is no answer to it.
    this.reset = () => {
      hints = asked = button.ariaDisabled = null; // not `disabled`, which would take the focus away
      [label.lang, label.textContent] = this.matches(":lang(zh)") ? ["zh", "提示"] : ["en", "Hint"];
    };

    this.click = button.onclick = async () => {
      if (asked) return;
      const mine = asked = {};
      button.ariaDisabled = true;
      const url = new URL("v1/analyze?want=hints,move&order=robot", this.getAttribute("server") || import.meta.url);
      for (const name of attributes) if (this.hasAttribute(name)) url.searchParams.set(name, this.getAttribute(name));
      url.searchParams.set("lang", label.lang);
      let list = hints, detail, tries = 3, wait = 1;
      try {
        // A short wait is nobody's business; a long one is told, and the button stays disabled for as long.
        while (!list && wait && wait < 9 && tries--) {
          await calm;
          const answer = await (this.hasAttribute("engine") ? (await import("./paili-engine.js")).fetch : fetch)(url);
          wait = answer.headers.get("Retry-After");
          calm = new Promise((done) => setTimeout(done, wait * 1e3));
          const { hints, move } = detail = await answer.json();
          if (move) list = move.pass ? [move, ...hints] : hints;
        }
      } catch (error) {
        detail = { detail: error.message };
      }
      if (mine !== asked) return;
      if (list) (hints = list).push(detail = list.shift());
      output.textContent = detail.detail || detail.cards + " " + detail.why[0].text;
      this.dispatchEvent(new CustomEvent("paili-" + (list ? "hint" : "error"), { detail, bubbles: true }));
      await calm;
      if (mine === asked) asked = button.ariaDisabled = null;
    };
  }

  connectedCallback() { this.reset(); }
  attributeChangedCallback() { this.reset(); }
});
