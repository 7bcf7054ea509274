// Offline use: the files that the browser keeps, and the line that shows whether the service or the page answers.

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
  const existing = document.getElementById("network");
  if (existing) return existing;
  const made = document.createElement("p");
  Object.assign(made, { id: "network", className: "quiet", hidden: true });
  made.setAttribute("role", "status");
  document.querySelector("main")?.prepend(made);
  return made;
}

/**
 * @param {"service" | "page" | "kept"} word
 * @param {string} lang
 */
function showNews(word, lang) {
  const node = newsLine(),
    text = NEWS[word][lang.startsWith("zh") ? 1 : 0];
  clearTimeout(newsTimer);
  if (node.textContent !== text) node.textContent = text;
  node.hidden = false;
  newsTimer = setTimeout(() => {
    node.hidden = true;
  }, NEWS_STAYS);
}

/**
 * Show whether the "service" or the "page" answers, on every change.
 * @param {"service" | "page"} who
 * @param {string} lang
 */
export function sayWhoAnswers(who, lang) {
  if (who === answering) return;
  answering = who;
  showNews(who, lang);
}

export const LEARNED = ["adept", "expert", "master"]; // levels that use networks

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
