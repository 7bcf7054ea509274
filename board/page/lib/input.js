// What taps and keys do on every page: copied links, and keys that are for the page.

import { isCopied, say } from "./state.js";

/**
 * Copy a text, and confirm it on its button.
 * @param {HTMLElement} node
 * @param {string} text
 */
export async function copyWith(node, text) {
  node.textContent = say((await isCopied(text)) ? "copied" : "notCopied");
}

/**
 * Whether a key is for the page: not for a field, a link, a dialog, or a button that Enter presses.
 * @param {KeyboardEvent} event
 */
export function isForPage({ ctrlKey, metaKey, altKey, key, target }) {
  const node = /** @type {Element} */ (target);
  if (ctrlKey || metaKey || altKey || document.querySelector("dialog[open]")) return false;
  return !node.matches(`input,select,textarea,summary,a${key === "Enter" ? ",button:not(#hand *)" : ""}`);
}
