/** Keys, clicks, drags and swipes on the board. */

import { editKey } from "./editor.js";
import { act, click } from "./game.js";
import { current, update } from "./store.js";

/** @typedef {import("./board.js").Board} Board */

/** Moves by keys that do not depend on the rules. */
const KEYS = {
  ArrowLeft: "l", ArrowUp: "u", ArrowRight: "r", ArrowDown: "d",
  Home: "q", PageUp: "e", End: "z", PageDown: "c",
};

/** The keys of NetHack, for its levels. */
const VI_KEYS = { h: "l", j: "d", k: "u", l: "r", y: "q", u: "e", b: "z", n: "c" };

/** The keys of players who have no arrows at hand. */
const LETTER_KEYS = { a: "l", w: "u", d: "r", s: "d" };

/** How far a finger moves before it is a swipe, in pixels. */
const SWIPE = 24;

/** How far a pointer moves before it drags, in pixels. */
const DRAG = 6;

/** @param {KeyboardEvent} event */
export function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("input, select, textarea, [role=tablist]") || event.altKey) return;
  const { game, level, tab } = current();
  if (tab === "edit") return void editKey(event);
  if (!game) return;
  const action = actionOf(event, level?.rules.startsWith("nethack") ?? false);
  if (!action) return;
  event.preventDefault();
  if (action === "deselect") update({ selection: null });
  else act(action);
}

/**
 * @param {KeyboardEvent} event
 * @param {boolean} isNethack
 * @returns {object | "deselect" | null}
 */
function actionOf(event, isNethack) {
  const key = event.key;
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") return event.shiftKey ? { redo: "move" } : { undo: "move" };
    return key === "y" ? { redo: "move" } : null;
  }
  const letters = isNethack ? VI_KEYS : LETTER_KEYS;
  const table = /** @type {Record<string, string>} */ ({ ...KEYS, ...letters });
  if (table[key] && !event.shiftKey) return { step: table[key] };
  switch (key) {
    case "Backspace": case "z": return { undo: "move" };
    case "Z": return { undo: "push" };
    case "x": return { redo: "move" };
    case "X": return { redo: "push" };
    case "R": return { restart: true };
    case "Escape": return "deselect";
    default: return null;
  }
}

/**
 * Listens to the pointer on a stage.
 * @param {HTMLElement} stage
 * @param {() => Board | null} board
 * @param {{onPaint?: (spot: [number, number], isFirst: boolean) => boolean,
 *          onHover?: (spot: [number, number] | null) => void}} [more]
 */
export function listenToPointer(stage, board, more = {}) {
  /** @type {{x: number, y: number, spot: [number, number] | null, painting: boolean,
   *          onBox: boolean, dragging: boolean} | null} */
  let down = null;

  stage.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const spot = board()?.spotAt(event.clientX, event.clientY) ?? null;
    const painting = spot !== null && (more.onPaint?.(spot, true) ?? false);
    const onBox = spot !== null && !painting && current().tab !== "analyse"
      && Boolean(current().game?.boxes.some((/** @type {any} */ it) => same(it, spot)));
    down = { x: event.clientX, y: event.clientY, spot, painting, onBox, dragging: false };
    if (painting || onBox) stage.setPointerCapture(event.pointerId);
    if (onBox) stage.dataset.dragging = "true";
  });

  stage.addEventListener("pointermove", (event) => {
    const spot = board()?.spotAt(event.clientX, event.clientY) ?? null;
    if (down?.painting && spot) more.onPaint?.(spot, false);
    else if (!down) more.onHover?.(spot);
    else if (down.onBox && !down.dragging && distance(event, down) > DRAG) {
      down.dragging = true;
      act({ reach: down.spot });
    }
  });

  // A finger leaves with each tap; what it pointed at stays.
  stage.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType !== "touch") more.onHover?.(null);
  });
  stage.addEventListener("pointercancel", () => { down = null; delete stage.dataset.dragging; });

  stage.addEventListener("pointerup", (event) => {
    const began = down;
    down = null;
    delete stage.dataset.dragging;
    if (!began || began.painting) return;
    const spot = board()?.spotAt(event.clientX, event.clientY) ?? null;
    const [dx, dy] = [event.clientX - began.x, event.clientY - began.y];
    const isFar = distance(event, began) > SWIPE;
    if (began.dragging && began.spot && (!isFar || !spot || same(spot, began.spot))) {
      update({ selection: null });
    } else if (began.dragging && spot && began.spot) {
      act({ push: { box: began.spot, to: spot } });
    } else if (isFar && event.pointerType === "touch") {
      const sideways = Math.abs(dx) > Math.abs(dy);
      act({ step: sideways ? (dx > 0 ? "r" : "l") : (dy > 0 ? "d" : "u") });
    } else if (!isFar && spot) {
      if (current().tab === "analyse") more.onHover?.(spot);
      else click(spot);
    }
  });
}

/** @param {PointerEvent} event @param {{x: number, y: number}} from */
function distance(event, from) {
  return Math.max(Math.abs(event.clientX - from.x), Math.abs(event.clientY - from.y));
}

/** @param {any} one @param {any} two */
function same(one, two) {
  return one[0] === two[0] && one[1] === two[1];
}
