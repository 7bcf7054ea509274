// Service worker for offline use: caches the pages and the engine, and answers from the cache if the network fails.
// The service prepends `KEPT`, the version and addresses of all files: another version is another script with its own
// cache.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHE = `paili-${KEPT.version}`;
/** @param {string} name */
const placeOf = (name) => new URL(name, location.href).pathname;
const BOARD = KEPT.board; // without a dealt hand and a preload: the kept page is opened more than once
const HOME = placeOf(KEPT.home);
const PAGES = KEPT.pages.map(placeOf);
const FILES = [...KEPT.files, ...KEPT.networks].map(placeOf);

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([BOARD, ...KEPT.pages, ...KEPT.files])));
});

// An old version is removed only when none of its pages is open: a page must never get the engine of another version.
async function dropOlder() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("paili-") && name !== CACHE).map((name) => caches.delete(name))
  );
  await worker.clients.claim();
}
worker.addEventListener("activate", (event) => event.waitUntil(dropOlder()));

/**
 * The answer of the network, or else the kept one.
 * @param {Request} request
 * @param {string} key
 */
async function fromNetwork(request, key) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(key);
    if (kept) return kept;
    throw error;
  }
}

// Networks are about ten times the size of the rest: they are fetched when a level needs them, on a message from the
// page.
worker.addEventListener("message", (event) => {
  if (event.data === "networks") event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT.networks)));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event,
    address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (FILES.includes(address.pathname)) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  else if (address.pathname === HOME) event.respondWith(fromNetwork(request, BOARD));
  else if (PAGES.includes(address.pathname)) event.respondWith(fromNetwork(request, address.pathname));
});
