// Start Swagger UI with the contract of this server, in light or dark mode; nothing is loaded from other hosts.
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

const page = /** @type {HTMLElement} */ (document.getElementById("swagger-ui"));

/**
 * Show paths and tags as text: a link inside a button is not accessible.
 * @param {{ React: { createElement: (tag: string, props: object, text: string) => object } }} system
 */
const plainPaths = ({ React }) => ({
  components: { DeepLink: (/** @type {{ text: string }} */ { text }) => React.createElement("span", {}, text) }
});

/** @param {Element} select */
const nameOf = (select) =>
  select.closest("[data-param-name]")?.getAttribute("data-param-name") ??
  (select.id === "servers" ? "Server" : select.matches(".examples-select-element") ? "Example" : "Media type");

/** Add labels for screen readers, and make scrollable elements focusable. */
function complete() {
  for (const select of page.querySelectorAll("select:not([aria-label])"))
    select.setAttribute("aria-label", nameOf(select));
  for (const text of page.querySelectorAll("textarea:not([aria-label])"))
    text.setAttribute("aria-label", "Request body");
  for (const code of page.querySelectorAll("pre:not([tabindex])")) code.setAttribute("tabindex", "0");
}

new MutationObserver(complete).observe(page, { childList: true, subtree: true });
SwaggerUIBundle({
  url: "/openapi.yaml",
  dom_id: "#swagger-ui",
  validatorUrl: null,
  deepLinking: true,
  plugins: [plainPaths],
  syntaxHighlight: false
});
