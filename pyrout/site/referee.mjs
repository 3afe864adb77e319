// The referee: Python, clingo and pyrout, started one after the other. Runs in a worker of a browser, and in Node.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PACKAGES = "/site-packages";

// `read` gives the bytes of a file of the site, `clingo` and `los` load what is compiled, `tell` hears what is being started;
// `boards` are the archives of former visits, [name, bytes].
export async function referee({ read, clingo, los, folder, boards = [], tell = () => {} }) {
  tell("starting Python", 0, 3);
  const env = { HOME: "/home", PYROUT_CACHE: "/kept", PYTHONPATH: PACKAGES };
  const python = await loadPyodide({ indexURL: folder, env });
  tell("starting clingo", 1, 3);
  python.registerJsModule("pyrout_clingo", await clingo({ wasmBinary: await read("clingo-engine.wasm") }));
  python.registerJsModule("pyrout_los", await los(await read("los.wasm")));
  tell("reading the rules", 2, 3);
  python.unpackArchive(await read("pyrout.zip"), "zip", { extractDir: PACKAGES });
  // registerJsModule makes the module known to import alone; the engine looks among what is loaded
  python.runPython("import pyrout_clingo, pyrout_los, importlib; importlib.invalidate_caches()");
  const host = python.pyimport("pyrout.site.host");
  for (const [name, bytes] of boards) host.keep_board(name, bytes);
  return {
    // A reply: status, kind and body (bytes). `contents` are the bytes of a file that comes with the request.
    reply(name, asked, seconds, contents = null) {
      const found = host.reply(name, asked, seconds, tell, contents);
      const bytes = found.body, body = bytes.toJs();
      const made = { status: found.status, kind: found.kind, body };
      bytes.destroy?.();
      found.destroy();
      return made;
    },
  };
}
