// The worker in which the referee runs: takes one request after the other, and says what it is at.
import { kept, keep } from "./boards.mjs";
import { clingo } from "./clingo.mjs";
import { los } from "./los.mjs";
import { referee } from "./referee.mjs";

const here = new URL(".", import.meta.url).href;

async function read(name) {
  const response = await fetch(here + name);
  if (!response.ok) throw new Error(`${name} is not available (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}

const tell = (words, done, of) => self.postMessage({ step: { words, done, of } });
const started = kept().then((boards) => referee({ read, clingo, los, folder: `${here}pyodide/`, boards, tell }));
started.then(() => self.postMessage({ ready: true }), (error) => self.postMessage({ failed: String(error.message || error) }));

self.addEventListener("message", async ({ data: { name, asked, seconds, contents } }) => {
  try {
    const found = (await started).reply(name, asked, seconds, contents);
    if (name === "board" && found.status === 200) await keep(JSON.parse(new TextDecoder().decode(found.body)).board, contents);
    self.postMessage({ reply: found }, [found.body.buffer]);
  } catch (error) {
    // Python and clingo may be left in any state: whoever asked starts them anew.
    self.postMessage({ broken: String(error.message || error).trim().split("\n").pop() });
  }
});
