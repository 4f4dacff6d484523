/** What the browser remembers: settings, games and best results. It may refuse to. */

const PREFIX = "sokolab:";

/** Games that are kept; older ones go. */
const GAMES_MAX = 200;

/**
 * @template T
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
export function load(key, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** @param {string} key @param {unknown} value */
export function save(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // A full or forbidden store costs the memory of the browser, not the game.
  }
}

/**
 * Names of levels that were asked for.
 * @type {WeakMap<object, string>}
 */
const keys = new WeakMap();

/**
 * The name of a level in the store: its rules and rows, however it was titled.
 * @param {{text: string, rules: string}} level
 */
export function levelKey(level) {
  const known = keys.get(level);
  if (known !== undefined) return known;
  let rows = level.text;
  try {
    rows = JSON.parse(level.text).rows.join("\n");
  } catch {
    // The text is its own name.
  }
  const key = `${level.rules}\n${rows}`;
  keys.set(level, key);
  return key;
}

/**
 * The game on a level as it was left.
 * @param {{text: string, rules: string}} level
 * @returns {string}
 */
export function savedGame(level) {
  writeGame();
  return load(`game:${levelKey(level)}`, "");
}

/** Milliseconds after which a change is written: not within the frame that shows it. */
const WRITE_MS = 250;

/** @type {{key: string, game: string} | null} */
let unwritten = null;

/** @param {{text: string, rules: string}} level @param {string} game */
export function saveGame(level, game) {
  const key = levelKey(level);
  if (unwritten && unwritten.key !== key) writeGame();
  if (!unwritten) setTimeout(writeGame, WRITE_MS);
  unwritten = { key, game };
}

/** Writes the game that was saved last, and forgets the oldest. */
function writeGame() {
  if (!unwritten) return;
  const { key, game } = unwritten;
  unwritten = null;
  save(`game:${key}`, game);
  const names = load("games", /** @type {string[]} */ ([]));
  if (names[0] === key) return;
  const kept = [key, ...names.filter((it) => it !== key)];
  for (const old of kept.slice(GAMES_MAX)) forget(`game:${old}`);
  save("games", kept.slice(0, GAMES_MAX));
}

window.addEventListener("pagehide", writeGame);
document.addEventListener("visibilitychange", writeGame);

/** @param {string} key */
function forget(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // See `save`.
  }
}

/** @typedef {{moves: number, pushes: number}} Result */

/**
 * The best results by level, as far as they were read.
 * @type {Record<string, Result> | null}
 */
let results = null;

// Another tab has written.
window.addEventListener("storage", () => { results = null; });

/** @returns {Record<string, Result>} */
function allResults() {
  results ??= load("results", /** @type {Record<string, Result>} */ ({}));
  return results;
}

/**
 * The best result on a level.
 * @param {{text: string, rules: string}} level
 * @returns {Result | null}
 */
export function bestResult(level) {
  return allResults()[levelKey(level)] ?? null;
}

/**
 * Keeps a result if it is better than the one before.
 * @param {{text: string, rules: string}} level
 * @param {Result} result
 */
export function saveResult(level, result) {
  const old = bestResult(level);
  const better = !old || result.pushes < old.pushes
    || (result.pushes === old.pushes && result.moves < old.moves);
  if (!better) return;
  results = { ...allResults(), [levelKey(level)]: result };
  save("results", results);
}
