/**
 * Sokolab for web games and Node: read, play, solve, generate and draw Sokoban levels.
 *
 * A question is answered before `ask` returns. In a browser, load this module in a worker if
 * questions may take longer than a frame, and end the worker to cancel them.
 */

import { Engine, Refusal } from "./engine.js";

export { Refusal };

const WASM = new URL("./sokolab.wasm", import.meta.url);

/**
 * Loads the engine.
 * @param {WebAssembly.Module | BufferSource} [source] the engine, if it is there already
 */
export async function load(source) {
  const module = source instanceof WebAssembly.Module
    ? source
    : await WebAssembly.compile(source ?? await bytes());
  return new Sokolab(module, await Engine.start(module));
}

async function bytes() {
  if (WASM.protocol !== "file:") return (await fetch(WASM)).arrayBuffer();
  const { readFile } = await import("node:fs/promises");
  return readFile(WASM);
}

/** The engine, with a method for each of the most common questions. */
export class Sokolab {
  #module;
  #engine;

  /** @param {WebAssembly.Module} module @param {Engine} engine */
  constructor(module, engine) {
    this.#module = module;
    this.#engine = engine;
  }

  /**
   * Asks any question of the service.
   * @param {string} name
   * @param {object} question
   * @param {(name: string, data: any) => void} [onEvent]
   * @returns {any}
   */
  ask(name, question, onEvent) {
    const hear = (/** @type {string} */ event, /** @type {string} */ json) =>
      onEvent?.(event, JSON.parse(json));
    const [kind, json] = this.#engine.ask(name, JSON.stringify(question), hear);
    const data = JSON.parse(json);
    if (kind === "answer") return data;
    throw new Refusal(data.error.code, data.error.message);
  }

  /** Makes the engine new after an internal error; nothing else is lost. */
  async restart() {
    this.#engine = await Engine.start(this.#module);
  }

  /** The levels of a text in any format. @param {string} text */
  parse(text) {
    return this.ask("read", { level: { text } }).levels;
  }

  /**
   * Plays: `game` is the text of the last answer, or nothing at the start.
   * @param {string | {text: string}} level
   * @param {object[]} actions
   * @param {string} [game]
   */
  play(level, actions, game = "") {
    return this.ask("act", { level: textOf(level), game, actions });
  }

  /** @param {string | {text: string}} level @param {object} [options] @param {any} [onEvent] */
  solve(level, options = {}, onEvent) {
    return this.ask("solve", { level: textOf(level), ...options }, onEvent);
  }

  /** @param {object} question @param {(level: any) => void} [onLevel] */
  generate(question, onLevel) {
    /** @type {any[]} */
    const levels = [];
    this.ask("generate", question, (event, data) => {
      if (event !== "level") return;
      levels.push(data);
      onLevel?.(data);
    });
    return levels;
  }

  /** The level as SVG. @param {string | {text: string}} level @param {object} [options] */
  draw(level, options = {}) {
    return this.ask("render", { level: textOf(level), ...options }).svg;
  }
}

/** @param {string | {text: string}} level */
function textOf(level) {
  return { text: typeof level === "string" ? level : level.text };
}
