// The engine of lines of sight in WebAssembly, as pyrout/vasl/sight/in_browser.py talks to it: each instance has a number.
export async function los(bytes) {
  const module = await WebAssembly.compile(bytes);
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ||= {})[name] = () => 0;
  const instances = new Map();
  let last = 0;
  const memory = (number) => instances.get(number).exports.memory.buffer;

  return {
    // -1 where there is no memory for another one.
    start() {
      try {
        const instance = new WebAssembly.Instance(module, imports);
        instance.exports._initialize?.();
        instances.set(++last, instance);
        return last;
      } catch {
        return -1;
      }
    },
    close(number) { instances.delete(number); },
    // -1 where the function fails, as it does without memory enough.
    call(number, name, ...values) {
      try {
        return instances.get(number).exports[name](...values) ?? 0;
      } catch {
        return -1;
      }
    },
    write(number, address, content) {
      const view = content.getBuffer("u8");
      try { new Uint8Array(memory(number)).set(view.data, address); } finally { view.release(); }
    },
    read(number, address, size) { return new Uint8Array(memory(number)).slice(address, address + size); },
  };
}
