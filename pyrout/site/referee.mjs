// The referee: Python, clingo and pyrout, started one after the other. Runs in a worker of a browser, and in Node.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PACKAGES = "/site-packages";

// `read` gives the bytes of a file of the site, `clingo` loads the compiled clingo, `tell` hears what is being started.
export async function referee({ read, clingo, folder, tell = () => {} }) {
  tell("starting Python", 0, 3);
  const python = await loadPyodide({ indexURL: folder, env: { HOME: "/home", PYROUT_CACHE: "off", PYTHONPATH: PACKAGES } });
  tell("starting clingo", 1, 3);
  python.registerJsModule("pyrout_clingo", await clingo({ wasmBinary: await read("clingo-engine.wasm") }));
  tell("reading the rules", 2, 3);
  python.unpackArchive(await read("pyrout.zip"), "zip", { extractDir: PACKAGES });
  // registerJsModule makes the module known to import alone; the engine looks among what is loaded
  python.runPython("import pyrout_clingo, importlib; importlib.invalidate_caches()");
  const host = python.pyimport("pyrout.site.host");
  return {
    // A reply: status, kind and body (bytes).
    reply(name, asked, seconds) {
      const found = host.reply(name, asked, seconds, tell);
      const bytes = found.body, body = bytes.toJs();
      const made = { status: found.status, kind: found.kind, body };
      bytes.destroy?.();
      found.destroy();
      return made;
    },
  };
}
