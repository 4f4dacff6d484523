/** Single moves, answered by an engine in the page itself; for the static site. */

import { refusalOf } from "../refusal.js";

/** @typedef {{ask: (name: string, question: string) => [string, string]}} Engine */

/** The most characters of a question about a move: it takes a few milliseconds at most. */
const LENGTH_MAX = 8000;

/** The actions that search for nothing. */
const MOVES = ["step", "undo", "redo", "restart", "seek"];

/** @type {Engine | null} */
let ready = null;
let hasBegun = false;

/** @param {Promise<WebAssembly.Module>} module */
async function start(module) {
  hasBegun = true;
  const path = "../../engine/engine.js";
  const { Engine } = await import(path);
  ready = await Engine.start(await module);
}

/**
 * Plays, if the engine is ready and the question is a short one; otherwise a worker has to.
 * @param {Promise<WebAssembly.Module>} module
 * @param {any} question
 * @returns {{answer: () => any} | null} the answer, which throws if the question is refused
 */
export function playHere(module, question) {
  if (!hasBegun) void start(module).catch(() => {});
  const isMove = (/** @type {object} */ action) => MOVES.includes(Object.keys(action)[0] ?? "");
  if (!ready || !question.actions?.length || !question.actions.every(isMove)) return null;
  const json = JSON.stringify(question);
  if (json.length > LENGTH_MAX) return null;
  try {
    const [event, text] = ready.ask("act", json);
    const data = JSON.parse(text);
    return { answer: () => { if (event === "answer") return data; throw refusalOf(data); } };
  } catch {
    // An instance that failed once cannot be used again, but a worker can tell what happened.
    ready = null;
    return null;
  }
}
