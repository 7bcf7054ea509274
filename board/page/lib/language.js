// The language of a page.

import { settings, store } from "./state.js";

/** Choose the other language; the page draws itself again. */
export function toggleLanguage() {
  settings.lang = settings.lang === "zh" ? "en" : "zh";
  store("lang", settings.lang);
}
