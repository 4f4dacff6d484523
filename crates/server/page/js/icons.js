/** Small signs for buttons. Fonts do not have them all, so they are drawn. */

import { svg } from "./dom.js";

/** Paths in a square of 24. */
const PATHS = {
  start: "M6 5v14M19 5l-10 7l10 7z",
  undo: "M9 7l-5 5l5 5M4 12h10a6 6 0 0 1 6 6v1",
  redo: "M15 7l5 5l-5 5M20 12h-10a6 6 0 0 0-6 6v1",
  play: "M7 4.500l12 7.500l-12 7.500z",
  pause: "M8 5v14M16 5v14",
  branch: "M7 20v-16M7 14c0-5 10-2 10-8M14 9l3-3.500l3 3.500",
  flag: "M6 21v-17M6 5h11l-2.500 4l2.500 4h-11",
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: `icon icon-${name}`, "aria-hidden": "true" },
    svg("path", { d: PATHS[name] }));
}
