// Keeps the board, its engine and the list of games for use without a network. The service writes `KEPT` before this text,
// the version of all files and their addresses: another version is another script, with a cache of its own.

const CACHE = `paili-${KEPT.version}`;
const GAMES = "/v1/variants";
const BOARD = "/?p="; // which deals no hand and asks nothing early: what is kept is opened more than once

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([BOARD, GAMES, ...KEPT.pages, ...KEPT.files])));
});

// An older version goes only when no page of it is open any more: a page never meets the engine of another.
async function dropOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("paili-") && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}
self.addEventListener("activate", (event) => event.waitUntil(dropOlder()));

async function fromNetwork(request, key) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(key);
    if (kept) return kept;
    throw error;
  }
}

// Networks are some ten times the rest: they come once a level needs them, which the page says.
self.addEventListener("message", (event) => {
  if (event.data === "networks") event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT.networks)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event, address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if ([...KEPT.files, ...KEPT.networks].includes(address.pathname)) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  else if (address.pathname === "/") event.respondWith(fromNetwork(request, BOARD));
  else if (KEPT.pages.includes(address.pathname)) event.respondWith(fromNetwork(request, address.pathname));
  else if (address.pathname === GAMES) event.respondWith(fromNetwork(request, GAMES));
});
