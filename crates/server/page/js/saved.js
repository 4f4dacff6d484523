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
 * The name of a level in the store: its rules and rows, however it was titled.
 * @param {{text: string, rules: string}} level
 */
export function levelKey(level) {
  let rows = level.text;
  try {
    rows = JSON.parse(level.text).rows.join("\n");
  } catch {
    // The text is its own name.
  }
  return `${level.rules}\n${rows}`;
}

/**
 * The game on a level as it was left.
 * @param {{text: string, rules: string}} level
 * @returns {string}
 */
export function savedGame(level) {
  return load(`game:${levelKey(level)}`, "");
}

/** @param {{text: string, rules: string}} level @param {string} game */
export function saveGame(level, game) {
  const key = levelKey(level);
  save(`game:${key}`, game);
  const keys = load("games", /** @type {string[]} */ ([]));
  if (keys[0] === key) return;
  const kept = [key, ...keys.filter((it) => it !== key)];
  for (const old of kept.slice(GAMES_MAX)) forget(`game:${old}`);
  save("games", kept.slice(0, GAMES_MAX));
}

/** @param {string} key */
function forget(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // See `save`.
  }
}

/**
 * The best result on a level.
 * @param {{text: string, rules: string}} level
 * @returns {{moves: number, pushes: number} | null}
 */
export function bestResult(level) {
  return load("results", /** @type {Record<string, any>} */ ({}))[levelKey(level)] ?? null;
}

/**
 * Keeps a result if it is better than the one before.
 * @param {{text: string, rules: string}} level
 * @param {{moves: number, pushes: number}} result
 */
export function saveResult(level, result) {
  const results = load("results", /** @type {Record<string, any>} */ ({}));
  const old = results[levelKey(level)];
  const better = !old || result.pushes < old.pushes
    || (result.pushes === old.pushes && result.moves < old.moves);
  if (better) save("results", { ...results, [levelKey(level)]: result });
}
