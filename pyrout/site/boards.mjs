// The board archives that were opened here, kept in the browser for the next visit. They are sent nowhere.
const SHELF = "boards-of-pyrout", PLACE = "boards/";

// The archives of former visits, [name, bytes].
export async function kept() {
  const found = [];
  try {
    const shelf = await caches.open(SHELF);
    for (const request of await shelf.keys()) {
      const name = request.url.split("/").pop(), response = await shelf.match(request);
      found.push([name, new Uint8Array(await response.arrayBuffer())]);
    }
  } catch { /* a browser that keeps nothing */ }
  return found;
}

export async function keep(name, bytes) {
  try {
    await (await caches.open(SHELF)).put(PLACE + name, new Response(bytes));
  } catch { /* no room: it is there until the page is closed */ }
}
