// The board archives that were opened here, kept in the browser for the next visit. They are sent nowhere.
const SHELF = "boards-of-pyrout", PLACE = "boards/";
const MOST = 24;  // archives: fewer than may be open at once (uploads.py), so that others can be opened

const called = ({ url }) => url.split("/").pop();

// The names of the archives of former visits.
export async function names() {
  try {
    return (await (await caches.open(SHELF)).keys()).slice(-MOST).map(called).sort();
  } catch { return []; }
}

// The archives of former visits, [name, bytes].
export async function kept() {
  const found = [];
  try {
    const shelf = await caches.open(SHELF), all = [...(await shelf.keys())];  // the oldest first
    for (const request of all.splice(0, Math.max(0, all.length - MOST))) await shelf.delete(request);
    for (const request of all) {
      const response = await shelf.match(request);
      found.push([called(request), new Uint8Array(await response.arrayBuffer())]);
    }
  } catch { /* a browser that keeps nothing */ }
  return found;
}

export async function keep(name, bytes) {
  try {
    const shelf = await caches.open(SHELF);
    await shelf.delete(PLACE + name);
    await shelf.put(PLACE + name, new Response(bytes));
  } catch { /* no room: it is there until the page is closed */ }
}
