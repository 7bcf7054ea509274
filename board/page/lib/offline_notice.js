// The line that shows whether the service or, without a network, the page answers.

import { make } from "./cards.js";
import { textIn } from "./words.js";

/** @type {Record<string, Texts>} */
const NEWS = {
  page: ["No network: this page answers by itself, with the same hints.", "网络不通：由本页自行回答，提示完全相同。"],
  service: ["The network is back.", "网络已恢复。"]
};
const NEWS_STAYS = 6000; // milliseconds that a message is shown

let answering = "service";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let newsTimer;

function newsLine() {
  const made = make("p", { id: "network", class: "quiet", role: "status" });
  document.querySelector("main")?.prepend(made);
  return made;
}

/**
 * Show whether the "service" or the "page" answers, on every change.
 * @param {"service" | "page"} who
 * @param {Language} lang
 */
export function sayWhoAnswers(who, lang) {
  if (who === answering) return;
  answering = who;
  const node = document.getElementById("network") ?? newsLine();
  clearTimeout(newsTimer);
  node.textContent = textIn(NEWS[who], lang);
  node.hidden = false;
  newsTimer = setTimeout(() => {
    node.hidden = true;
  }, NEWS_STAYS);
}
