// Start Swagger UI on the contract of this very server, light or dark as the reader likes; nothing is fetched from elsewhere.
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

const page = document.getElementById("swagger-ui");

/** Paths and tags as text: they stand in buttons that unfold them, and a link in a button can be reached by neither. */
const plainPaths = ({ React }) => ({ components: { DeepLink: ({ text }) => React.createElement("span", {}, text) } });

const nameOf = (select) => select.closest("[data-param-name]")?.dataset.paramName ?? (select.id === "servers" ? "Server" : select.matches(".examples-select-element") ? "Example" : "Media type");

/** Name each choice for those who hear it, and let what scrolls be reached by keyboard. */
function complete() {
  for (const select of page.querySelectorAll("select:not([aria-label])")) select.setAttribute("aria-label", nameOf(select));
  for (const text of page.querySelectorAll("textarea:not([aria-label])")) text.setAttribute("aria-label", "Request body");
  for (const code of page.querySelectorAll("pre:not([tabindex])")) code.tabIndex = 0;
}

new MutationObserver(complete).observe(page, { childList: true, subtree: true });
SwaggerUIBundle({ url: "/openapi.yaml", dom_id: "#swagger-ui", validatorUrl: null, deepLinking: true, plugins: [plainPaths], syntaxHighlight: false });
