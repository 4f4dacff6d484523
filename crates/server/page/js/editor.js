/** The drawing that is edited: changes go to the service, and older drawings are kept. */

import { announce, report } from "./announce.js";
import { nameOf } from "./board.js";
import { openLevel } from "./game.js";
import { ask } from "./service.js";
import { current, update } from "./store.js";

/** @typedef {import("./store.js").Level} Level */

/** What can be painted: its name in questions, its name, and how it is drawn. */
/** @type {[string, string, string[]][]} */
export const PAINTS = [
  ["wall", "Wall", []], ["floor", "Floor", []], ["goal", "Goal", ["goal"]], ["box", "Box", ["box"]],
  ["box_on_goal", "Box on goal", ["home"]], ["keeper", "Keeper", ["keeper"]],
  ["keeper_on_goal", "Keeper on goal", ["goal", "keeper"]], ["exit", "Exit", ["exit"]],
  ["door", "Doorway", ["door"]], ["dead_field", "Dead field", ["dead"]], ["rock", "Nothing", []],
];

/** Drawings that are kept for undo. */
const HISTORY_MAX = 200;

let paint = "wall";
/** @type {Level[]} */
let before = [];
/** @type {Level[]} */
let after = [];
/** @type {object[]} */
let waiting = [];
let busy = false;
/** @type {string} */
let lastSpot = "";
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {string} name */
export function choosePaint(name) {
  paint = name;
}

/** @param {() => void} listener */
export function onDrawing(listener) {
  listeners.add(listener);
}

export const canUndo = () => before.length > 0;
export const canRedo = () => after.length > 0;

/**
 * Paints a square; says that it did.
 * @param {[number, number]} spot
 * @param {boolean} isFirst whether a stroke begins here
 */
export function paintAt(spot, isFirst) {
  const key = spot.join();
  if (isFirst || key !== lastSpot) change({ put: { spot, place: paint } });
  lastSpot = key;
  return true;
}

/**
 * Keys while one draws: arrows move the cursor, the space bar paints.
 * @param {KeyboardEvent} event
 */
export function editKey(event) {
  const { level, focus } = current();
  if (!level || !/** @type {HTMLElement} */ (event.target).closest("#stage")) return;
  const [x, y] = focus ?? [-1, 0];
  const steps = /** @type {Record<string, [number, number]>} */ ({
    ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  });
  const step = steps[event.key];
  if (step) {
    const { width, height } = level.view;
    /** @type {[number, number]} */
    const spot = [clamp(x + step[0], width), clamp(y + step[1], height)];
    update({ focus: spot });
    announce(nameOf(spot));
  } else if (event.key === " " && focus) paintAt(focus, true);
  else if (event.ctrlKey && event.key === "z") undo();
  else return;
  event.preventDefault();
}

/** @param {number} value @param {number} size */
function clamp(value, size) {
  return Math.max(0, Math.min(size - 1, value));
}

/**
 * Changes the drawing.
 * @param {object} edit one of the edits of the question `edit`
 */
export function change(edit) {
  waiting.push(edit);
  void pump();
}

async function pump() {
  if (busy) return;
  busy = true;
  try {
    while (waiting.length > 0) {
      const { level } = current();
      const edits = waiting;
      waiting = [];
      if (!level?.text) break;
      const drawn = await ask("edit", { level: { text: level.text }, edits });
      if (drawn.text === null || drawn.text === level.text) continue;
      before = [...before, level].slice(-HISTORY_MAX);
      after = [];
      await show(drawn);
    }
  } catch (error) {
    waiting = [];
    report(error);
  } finally {
    busy = false;
  }
}

/** @param {Level} level */
async function show(level) {
  update({ listName: "" });
  await openLevel(level, { fresh: true });
  for (const listener of listeners) listener();
}

export function undo() {
  const level = before.pop();
  const now = current().level;
  if (!level || !now) return;
  after.push(now);
  void show(level);
}

export function redo() {
  const level = after.pop();
  const now = current().level;
  if (!level || !now) return;
  before.push(now);
  void show(level);
}
