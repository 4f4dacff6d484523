/**
 * The engine: Sokolab as WebAssembly, one question after another.
 *
 * It knows neither files nor addresses, so the same module serves the workers of the page and the
 * npm package.
 */

/** Why a question has no answer. */
export class Refusal extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = "Refusal";
    this.code = code;
  }
}

/**
 * What the engine exports; `src/foreign.rs` is the other side.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(bytes: number) => number} buffer
 * @property {() => number} respond
 * @property {() => number} long_questions
 * @property {() => number} response
 */

/** @typedef {(name: string, json: string) => void} OnEvent */

/** An instance of the engine. */
export class Engine {
  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    this.exports = /** @type {Exports} */ (/** @type {unknown} */ (exports));
    /** @type {OnEvent} */
    this.onEvent = () => {};
    /** The message of the panic that ended this instance. */
    this.failure = "";
  }

  /**
   * Starts an instance.
   * @param {WebAssembly.Module} module
   */
  static async start(module) {
    /** @type {Engine} */
    let engine;
    const host = {
      seconds: () => performance.now() / 1000,
      /** @param {number} at @param {number} bytes */
      tell: (at, bytes) => engine.onEvent(...halves(engine.read(at, bytes))),
      /** @param {number} at @param {number} bytes */
      fail: (at, bytes) => { engine.failure = engine.read(at, bytes); },
    };
    engine = new Engine((await WebAssembly.instantiate(module, { host })).exports);
    return engine;
  }

  /**
   * The names of the questions that may take long.
   * @returns {string[]}
   */
  longQuestions() {
    return JSON.parse(this.response(this.exports.long_questions()));
  }

  /**
   * Asks a question in JSON; the response is `answer` or `refusal`, and its JSON.
   * @param {string} name
   * @param {string} question
   * @param {OnEvent} [onEvent]
   * @returns {[string, string]}
   */
  ask(name, question, onEvent = () => {}) {
    if (this.failure) throw new Refusal("failed", this.failure);
    this.onEvent = onEvent;
    const request = new TextEncoder().encode(`${name}\n${question}`);
    const at = this.exports.buffer(request.length);
    new Uint8Array(this.exports.memory.buffer, at, request.length).set(request);
    try {
      return halves(this.response(this.exports.respond()));
    } catch (error) {
      this.failure ||= String(error);
      throw new Refusal("failed", `internal error: ${this.failure}`);
    }
  }

  /** @param {number} bytes */
  response(bytes) {
    return this.read(this.exports.response(), bytes);
  }

  /** @param {number} at @param {number} bytes */
  read(at, bytes) {
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at, bytes));
  }
}

/**
 * The text before and after the first line break.
 * @param {string} text
 * @returns {[string, string]}
 */
function halves(text) {
  const at = text.indexOf("\n");
  return [text.slice(0, at), text.slice(at + 1)];
}
