// clingo in WebAssembly, as pyrout/program/wasm.py talks to it: texts go in, and what comes out is read from one buffer.
import make from "./clingo-engine.mjs";

export async function clingo(options = {}) {
  const module = await make(options);
  const encoder = new TextEncoder(), decoder = new TextDecoder();

  function with_texts(texts, work) {
    const places = texts.map((text) => {
      const bytes = encoder.encode(text), place = module._malloc(bytes.length + 1);
      if (!place) throw new Error("out of memory");
      module.HEAPU8.set(bytes, place);
      module.HEAPU8[place + bytes.length] = 0;
      return place;
    });
    try {
      return work(...places);
    } finally {
      places.forEach((place) => module._free(place));
    }
  }

  return {
    control: () => module._pyrout_control(),
    free: (control) => module._pyrout_free(control),
    add: (control, part, program) => with_texts([part, program], (a, b) => module._pyrout_add(control, a, b)),
    ground: (control, parts) => with_texts([parts], (a) => module._pyrout_ground(control, a)),
    atoms: (control, name, arity) => with_texts([name], (a) => module._pyrout_atoms(control, a, arity)),
    solve: (control, assumptions) => with_texts([assumptions], (a) => module._pyrout_solve(control, a)),
    next: () => module._pyrout_next(),
    shown: () => module._pyrout_shown(),
    true: (literal) => module._pyrout_true(literal),
    end: () => module._pyrout_end(),
    taken() {
      const at = module._pyrout_buffer();
      return module.HEAPU8.slice(at, at + module._pyrout_buffer_size());
    },
    words() {
      const at = module._pyrout_words();
      return decoder.decode(module.HEAPU8.slice(at, module.HEAPU8.indexOf(0, at)));
    },
  };
}
