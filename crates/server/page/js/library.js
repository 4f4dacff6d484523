/**
 * The user's library behind `soko serve`: levels that are kept, and what was solved. The static
 * site has none; there the browser alone remembers.
 */

import { report, toast } from "./announce.js";
import { quantity } from "./dom.js";
import { ask, isStatic } from "./service.js";

/** @typedef {{name: string, levels: number, won: number}} Collection */

/** Whether there is a library to ask. */
export const hasLibrary = !isStatic;

/**
 * The collections of the library; none if it cannot be opened.
 * @returns {Promise<Collection[]>}
 */
export async function collections() {
  if (!hasLibrary) return [];
  const { collections: list } = await ask("library/collections", {}).catch(() => ({ collections: [] }));
  return list;
}

/**
 * The levels of a collection, as `read` lists them.
 * @param {string} collection
 */
export function levelsOf(collection) {
  return ask("library/levels", { collection });
}

/**
 * Keeps the levels of a text as a collection.
 * @param {string} collection
 * @param {string} text
 */
export async function keep(collection, text) {
  try {
    const kept = await ask("library/import", { collection, text });
    const refused = kept.refused ? `; ${quantity(kept.refused, "level")} cannot be played` : "";
    toast(`${quantity(kept.levels, "level")} kept in your library, ${kept.new} new${refused}.`);
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/**
 * Records a solution that was played. Without a library, the browser remembers it all the same.
 * @param {{text: string}} level
 * @param {string} moves
 */
export async function recordWin(level, moves) {
  if (!hasLibrary) return;
  await ask("library/record", { level: { text: level.text }, moves }).catch(() => {});
}
