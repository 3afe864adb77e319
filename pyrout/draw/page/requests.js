"use strict";
// Requests to the program, in the name of this page.
const requestsOf = () => {
  const AWAY = self.PYROUT ? "a file of this site is not available; see whether there is a network, then try again" : "pyrout does not answer; see whether pyrout serve still runs, then try again";
  const session = unique();
  async function post(path, value, binary, signal) {
    return got(path, {
      method: "POST", signal,
      headers: { "X-Pyrout": "1", "Content-Type": binary ? "application/octet-stream" : "application/json" },
      body: binary ? value : JSON.stringify(value),
    });
  }
  async function got(path, init) {
    let response;
    try { response = await fetch(path, init); } catch (error) { throw error.name === "AbortError" ? error : new Error(AWAY); }
    if (response.ok) return response;
    let message = `the server says ${response.status}`, missing = null, remedy = "";  // `missing`: boards that a position needs
    try { ({ error: message = message, missing = null, remedy = "" } = await response.json()); } catch { /* no JSON */ }
    throw Object.assign(new Error(message), { missing, remedy });
  }
  const example = async (name) => (await got(`/api/examples/${name}`)).text();
  return { session, post, got, example };
};
