/** Where levels come from: the embedded collections, texts and files. */

import { announce, report, toast } from "./announce.js";
import { openLevel } from "./game.js";
import { keep, levelsOf } from "./library.js";
import { ask } from "./service.js";
import { current, update } from "./store.js";

/** @typedef {import("./store.js").Level} Level */

/** The embedded collections by name. */
export const COLLECTIONS = {
  "first-steps": "First steps",
  workshop: "Workshop",
  quarry: "NetHack",
};

/** The longest text that the service takes. */
const TEXT_MAX = 4 << 20;

/**
 * The text that was opened last, and its name.
 * @type {{text: string, name: string} | null}
 */
let opened = null;

/** Counts what was opened, so that a slow answer does not replace what was opened after it. */
let openings = 0;

/** @param {keyof typeof COLLECTIONS} name */
export async function openCollection(name) {
  openings += 1;
  const mine = openings;
  try {
    const { levels } = await ask("collection", { name });
    if (mine !== openings) return;
    await openList(levels, COLLECTIONS[name]);
  } catch (error) {
    report(error);
  }
}

/**
 * Opens the levels of a text in any format.
 * @param {string} text
 * @param {string} name
 * @returns {Promise<boolean>} whether there was a level
 */
export async function openText(text, name) {
  if (text.length > TEXT_MAX) {
    toast("This text is larger than 4 MB: open a part of it.", "error");
    return false;
  }
  openings += 1;
  const mine = openings;
  try {
    const read = await ask("read", { level: { text } });
    if (mine !== openings) return false;
    if (read.levels.length === 0) {
      const why = read.findings[0]?.message ?? "there is no level in this text";
      toast(`Nothing to open: ${why}.`, "error");
      return false;
    }
    opened = { text, name };
    await openList(read.levels, name);
    const count = read.levels.length;
    const format = read.format ? ` (${read.format})` : "";
    announce(`${count === 1 ? "One level" : `${count} levels`} opened${format}`);
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/**
 * Opens a collection of the user's library.
 * @param {string} name
 */
export async function openKept(name) {
  openings += 1;
  const mine = openings;
  try {
    const { levels } = await levelsOf(name);
    if (mine === openings) await openList(levels, name);
  } catch (error) {
    report(error);
  }
}

/** Keeps the text that was opened last in the user's library. */
export async function keepOpened() {
  if (!opened) {
    toast("Open a text or a file first.");
    return false;
  }
  return keep(opened.name.replace(/\.[a-z]+$/i, ""), opened.text);
}

/** @param {Level[]} list @param {string} listName */
async function openList(list, listName) {
  update({ list, listName, index: 0 });
  await openLevel(list[0]);
}

/** @param {number} index */
export async function openAt(index) {
  const { list } = current();
  const level = list[index];
  if (!level) return;
  openings += 1;
  update({ index });
  await openLevel(level);
}

/**
 * Opens a level that stands beside the list, such as a generated or edited one.
 * @param {Level} level
 * @param {{moves?: string}} [options]
 */
export async function openSingle(level, options) {
  openings += 1;
  update({ listName: "" });
  await openLevel(level, options);
}
