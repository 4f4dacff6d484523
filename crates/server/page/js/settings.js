/** Settings of the page: colours, board theme, speed. They live in the browser. */

import { chooseTheme } from "./pieces.js";
import { load, save } from "./saved.js";

const DEFAULTS = {
  /** `auto`, `light` or `dark` */
  scheme: "auto",
  /** a theme of `render`: `flat`, `classic`, `contrast`, `paper` or `nethack` */
  board: "flat",
  /** moves a second of a replay */
  speed: 6,
  /** whether the alarm is on */
  alarm: true,
  /** what a click on a box and a square prefers: `pushes` or `moves` */
  fewest: "pushes",
};

/** @typedef {typeof DEFAULTS} Settings */

/** @type {Settings} */
let settings = { ...DEFAULTS, ...load("settings", {}) };

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/** @returns {Readonly<Settings>} */
export function getSettings() {
  return settings;
}

/** @param {Partial<Settings>} change */
export function changeSettings(change) {
  settings = { ...settings, ...change };
  save("settings", settings);
  apply();
  for (const listener of listeners) listener(settings);
}

/** @param {(settings: Settings) => void} listener */
export function onSettings(listener) {
  listeners.add(listener);
}

/** Shows the settings by attributes of the page, which the styles read. */
export function apply() {
  document.documentElement.dataset.scheme = settings.scheme;
  document.documentElement.dataset.wanted = settings.board;
  void chooseTheme(settings.board);
}

/** Whether animations should be left out. */
export function isStill() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
