// The files that the browser keeps for offline use: the service worker, and the networks of levels.

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
