// The style of a part of a page that is loaded later.

/**
 * Add the style of a part that is loaded later.
 * @param {string} text
 */
export function addStyle(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
