/**
 * A worker with an engine. Its first message is the compiled module; each further one is a
 * question, to which it posts events and at last the response.
 */

import { Engine } from "./engine.js";

/** @type {Promise<Engine>} */
let engine;

addEventListener("message", ({ data }) => {
  if (data.module) void start(data.module);
  else void answer(data);
});

/** @param {WebAssembly.Module} module */
async function start(module) {
  engine = Engine.start(module);
  postMessage({ long: (await engine).longQuestions() });
}

/** @param {{id: number, name: string, question: string}} request */
async function answer({ id, name, question }) {
  try {
    const ready = await engine;
    const onEvent = (/** @type {string} */ event, /** @type {string} */ json) =>
      postMessage({ id, event, json });
    const [event, json] = ready.ask(name, question, onEvent);
    postMessage({ id, event, json });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    postMessage({ id, event: "failure", json: JSON.stringify({ error: { code: "failed", message } }) });
  }
}
