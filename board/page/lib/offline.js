// Offline use: the files that the browser keeps, and the line that shows whether the service or the page answers.

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

export const LEARNED = ["adept", "hint", "expert", "master"]; // levels that use networks

/**
 * Let the browser keep the networks of the games if a level uses them.
 * @param {string} level
 */
export function keepNetworks(level) {
  if (LEARNED.includes(level)) navigator.serviceWorker?.controller?.postMessage("networks");
}

/**
 * Let the browser keep the board and its engine, and the files that a *level* needs; true once it does.
 * @param {string} level
 */
export async function keepForLater(level) {
  if (!("serviceWorker" in navigator)) return false;
  await navigator.serviceWorker.register("/sw.js");
  const { active } = await navigator.serviceWorker.ready;
  if (LEARNED.includes(level)) active?.postMessage("networks");
  return true;
}
