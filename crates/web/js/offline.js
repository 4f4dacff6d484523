/**
 * The service worker: keeps the site for use without a network. `cargo xtask site` writes the
 * version and the files of the site in front of this text.
 */

const CACHE = `sokolab-${VERSION}`;

addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
    await skipWaiting();
  };
  event.waitUntil(keep());
});

addEventListener("activate", (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("sokolab-") && name !== CACHE) await caches.delete(name);
    }
    await clients.claim();
  };
  event.waitUntil(forget());
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const find = async () => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(event.request, { ignoreSearch: true });
    return kept ?? fetch(event.request);
  };
  event.respondWith(find());
});
