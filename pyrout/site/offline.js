"use strict";
// Keeps the site, so that the next visit needs no network. A new version is kept beside the one in use, and used from the next visit.
importScripts("files.js");
const { version, files } = self.PYROUT, CACHE = `pyrout-${version}`;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
  })());
});
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("pyrout-") && !name.endsWith(`-${version}`)) await caches.delete(name);
    await self.clients.claim();
  })());
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const found = await cache.match(request, { ignoreSearch: true });
    if (found) return found;
    const response = await fetch(request);
    if (response.ok && /\.(lp|made)$/.test(new URL(request.url).pathname)) await cache.put(request, response.clone());
    return response;
  })());
});
