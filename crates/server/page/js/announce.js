/** Messages: for everybody below the board, and for screen readers at once. */

import { byId } from "./dom.js";

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Tells what happened to those who cannot see it.
 * @param {string} text
 */
export function announce(text) {
  byId("live").textContent = text;
}

/**
 * Shows a short message to everybody.
 * @param {string} text
 * @param {"note" | "error"} [kind]
 */
export function toast(text, kind = "note") {
  const element = byId("toast");
  element.textContent = text;
  element.dataset.kind = kind;
  element.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { element.hidden = true; }, kind === "error" ? 7000 : 3500);
}

/**
 * Shows why something failed, unless somebody cancelled it.
 * @param {unknown} error
 */
export function report(error) {
  if (/** @type {any} */ (error)?.code === "cancelled") return;
  toast(error instanceof Error ? sentence(error.message) : String(error), "error");
}

/** @param {string} text */
export function sentence(text) {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
