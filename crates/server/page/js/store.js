/**
 * The state of the page. It flows one way: an action asks the service, its answer changes the
 * state here, and the views that listen draw what changed.
 */

/** @typedef {[number, number]} Spot column and row, from 0 */

/**
 * @typedef {object} View
 * @property {number} width
 * @property {number} height
 * @property {string[]} ground
 * @property {string} goal
 * @property {string} box
 * @property {Spot[]} boxes
 * @property {Spot | null} keeper
 */

/**
 * @typedef {object} Level
 * @property {string} text the level for further questions
 * @property {string | null} title
 * @property {string} rules
 * @property {boolean} playable
 * @property {any[]} findings
 * @property {View} view
 * @property {string | null} [solution]
 */

/**
 * @typedef {object} Mark
 * @property {Spot} spot
 * @property {string} kind a class of the marks in `board.css`
 * @property {string} [text]
 */

/** The state. Actions replace its parts and never change them in place. */
const state = {
  /** @type {Level | null} */ level: null,
  /** @type {Level[]} */ list: [],
  /** @type {number} */ index: 0,
  /** @type {string} */ listName: "",
  /** @type {any} */ game: null,
  /** @type {{box: Spot, squares: Spot[]} | null} */ selection: null,
  /** @type {Mark[]} */ marks: [],
  /** @type {Mark[]} */ hintMarks: [],
  /** @type {any} */ alarm: null,
  /** @type {any} */ solved: null,
  /** @type {string} */ tab: "play",
  /** @type {Spot | null} */ focus: null,
};

/** @typedef {typeof state} State */

/** @type {Map<string, Set<(state: State) => void>>} */
const listeners = new Map();

/** @returns {Readonly<State>} */
export function current() {
  return state;
}

/**
 * Calls `listener` whenever one of the named parts has changed.
 * @param {(keyof State)[]} parts
 * @param {(state: State) => void} listener
 */
export function listen(parts, listener) {
  for (const part of parts) {
    if (!listeners.has(part)) listeners.set(part, new Set());
    listeners.get(part)?.add(listener);
  }
}

/**
 * Changes parts of the state and tells those who listen, each once.
 * @param {Partial<State>} change
 */
export function update(change) {
  Object.assign(state, change);
  const due = new Set();
  for (const part of Object.keys(change)) {
    for (const listener of listeners.get(part) ?? []) due.add(listener);
  }
  for (const listener of due) listener(state);
}
