/**
 * Questions to the engine in workers, on the static site.
 *
 * One worker answers quick questions, so that play never waits. Each long question has a worker
 * of its own, which is ended to cancel it. Single moves are answered in the page itself, because a
 * browser may keep the answer of a worker until the frame after a key.
 */

import { cancelled, refusalOf } from "../refusal.js";
import { playHere } from "./here.js";

/** @typedef {import("../service.js").AskOptions} AskOptions */

/**
 * A question that is being answered.
 * @typedef {object} Asked
 * @property {(answer: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {(name: string, data: any) => void} onEvent
 */

/** The most long questions at once; others wait. */
const LONG_MAX = Math.max(2, Math.min(4, (navigator.hardwareConcurrency ?? 2) - 1));

/**
 * Milliseconds of work after which a worker is not used again: its memory grows with a search and
 * never shrinks.
 */
const WORK_MAX = 3000;

const FOLDER = "engine/";

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** The compiled engine, which all workers and the page share. */
function engine() {
  compiled ??= compile();
  return compiled;
}

async function compile() {
  try {
    return await WebAssembly.compileStreaming(fetch(`${FOLDER}sokolab.wasm`));
  } catch {
    // A host may serve the file under another media type.
    const response = await fetch(`${FOLDER}sokolab.wasm`);
    return WebAssembly.compile(await response.arrayBuffer());
  }
}

/** A worker and the questions it is asked. */
class Answerer {
  constructor() {
    this.worker = new Worker(`${FOLDER}worker.js`, { type: "module" });
    /** @type {Map<number, Asked>} */
    this.asked = new Map();
    this.count = 0;
    this.isOver = false;
    /** @type {Promise<string[]>} */
    this.long = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => (data.long ? resolve(data.long) : this.hear(data));
      this.worker.onerror = (event) => { reject(new Error(event.message)); this.end(event.message); };
      engine().then((module) => this.worker.postMessage({ module }), reject);
    });
    this.long.catch((error) => this.end(String(error.message ?? error)));
  }

  /** @param {string} name @param {object} question @param {AskOptions["onEvent"]} onEvent */
  ask(name, question, onEvent = () => {}) {
    return new Promise((resolve, reject) => {
      this.count += 1;
      const request = { id: this.count, name, question: JSON.stringify(question) };
      this.asked.set(request.id, { resolve, reject, onEvent });
      // Before the engine is there, a question would find nobody to answer it.
      this.long.then(() => this.worker.postMessage(request), () => {});
    });
  }

  /** @param {{id: number, event: string, json: string}} message */
  hear({ id, event, json }) {
    const asked = this.asked.get(id);
    if (!asked) return;
    const data = JSON.parse(json);
    if (event === "answer") asked.resolve(data);
    else if (event === "refusal" || event === "failure") asked.reject(refusalOf(data));
    else return void asked.onEvent(event, data);
    this.asked.delete(id);
    if (event === "failure") this.end(data.error.message);
  }

  /** Ends the worker; whoever still waits is told why. @param {string} message */
  end(message) {
    this.isOver = true;
    this.worker.terminate();
    for (const { reject } of this.asked.values()) reject(refusalOf({ error: { code: "failed", message } }));
    this.asked.clear();
  }
}

/** @type {Answerer | null} */
let quick = null;
/**
 * Workers for long questions that have nothing to do.
 * @type {Answerer[]}
 */
const idle = [];
let busy = 0;
/** @type {(() => void)[]} */
const waiting = [];

/**
 * Asks a question.
 * @param {string} name
 * @param {object} question
 * @param {AskOptions} [options]
 * @returns {Promise<any>}
 */
export async function askWorker(name, question, { onEvent, signal } = {}) {
  const played = name === "act" && !signal?.aborted ? playHere(engine(), question) : null;
  if (played) return played.answer();
  if (!quick || quick.isOver) quick = new Answerer();
  const answerer = quick;
  const long = await answerer.long;
  if (signal?.aborted) throw cancelled();
  if (!long.includes(name)) return answerer.ask(name, question, onEvent);
  return askLong(name, question, { onEvent, signal });
}

/** @param {string} name @param {object} question @param {AskOptions} options */
async function askLong(name, question, { onEvent, signal }) {
  while (busy >= LONG_MAX) await new Promise((resolve) => { waiting.push(() => resolve(null)); });
  if (signal?.aborted) {
    waiting.shift()?.();
    throw cancelled();
  }
  busy += 1;
  const answerer = idle.pop() ?? new Answerer();
  const begin = performance.now();
  const abort = () => answerer.end("cancelled");
  signal?.addEventListener("abort", abort);
  try {
    return await answerer.ask(name, question, onEvent);
  } catch (error) {
    throw signal?.aborted ? cancelled() : error;
  } finally {
    signal?.removeEventListener("abort", abort);
    busy -= 1;
    if (performance.now() - begin > WORK_MAX) answerer.end("its work is done");
    if (!answerer.isOver) idle.push(answerer);
    waiting.shift()?.();
  }
}

/** Keeps the site for use without a network, where the browser can. */
export function keepOffline() {
  void navigator.serviceWorker?.register("offline.js").catch(() => {});
}
