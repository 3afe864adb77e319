// Answers positions with the referee of a site, without a browser:
//
//     node site_answers.mjs SITE < requests      a request a line: [job, what it is asked], and the path of a file, if any
//
// writes a line of JSON for each: [status, body, milliseconds]; and first one with the milliseconds that the start took.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const site = resolve(process.argv[2]) + "/";
const began = performance.now();
const { referee } = await import(pathToFileURL(site + "referee.mjs"));
const { clingo } = await import(pathToFileURL(site + "clingo.mjs"));
const { los } = await import(pathToFileURL(site + "los.mjs"));
const compiled = async (options) => {
  globalThis.self = { location: { href: "" } };  // clingo is compiled for a worker, which has this
  try { return await clingo(options); } finally { delete globalThis.self; }
};
const made = await referee({ read: async (name) => new Uint8Array(await readFile(site + name)), clingo: compiled, los, folder: site + "pyodide/" });
console.log(JSON.stringify({ start: Math.round(performance.now() - began) }));
for await (const line of createInterface({ input: process.stdin })) {
  const [name, asked, file] = JSON.parse(line), contents = file ? new Uint8Array(await readFile(file)) : null, from = performance.now();
  const { status, body } = made.reply(name, JSON.stringify(asked), 120, contents);
  console.log(JSON.stringify([status, new TextDecoder().decode(body), Math.round(performance.now() - from)]));
}
process.stdout.write("", () => process.exit(0));  // what waits in a pipe is lost otherwise
