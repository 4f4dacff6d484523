/**
 * The drawings of what stands on a board, defined once and used wherever one is needed. Shapes
 * differ, not only colours; the colours are variables of the board's theme.
 */

import { svg } from "./dom.js";

/** The side of a square. */
export const UNIT = 40;

/** @param {string} d @param {string} kind */
const path = (d, kind) => svg("path", { d, class: kind });
/** @param {number} x @param {number} y @param {number} r @param {string} kind */
const circle = (x, y, r, kind) => svg("circle", { cx: x, cy: y, r, class: kind });
/** @param {number} inset @param {number} rx @param {string} kind */
const rect = (inset, rx, kind) => svg("rect", {
  x: inset, y: inset, width: UNIT - 2 * inset, height: UNIT - 2 * inset, rx, class: kind,
});
/** @param {string} letter @param {string} kind */
const glyph = (letter, kind) => svg("text", { x: 20, y: 29, class: `glyph ${kind}` }, letter);

/** @type {Record<string, () => SVGElement[]>} */
const SHAPES = {
  goal: () => [circle(20, 20, 10.5, "p-goal-ring"), circle(20, 20, 3.6, "p-goal-dot")],
  hole: () => [circle(20, 20, 14, "p-hole")],
  sink: () => [rect(6, 8, "p-sink"), path("M14 14l12 12m0-12l-12 12", "p-sink-cross")],
  exit: () => [path("M6 31h28v-20h-6v6.5h-7v6.5h-7.500v7z", "p-exit")],
  door: () => [path("M12 35v-28h16v28", "p-door"), circle(24.5, 22, 1.7, "p-door-knob")],
  dead: () => [path("M14 14l12 12m0-12l-12 12", "p-dead")],
  box: () => [
    rect(4.5, 5, "p-box"),
    path("M11 11h18v18h-18zM11 11l18 18M29 11l-18 18", "p-box-line"),
  ],
  home: () => [
    rect(4.5, 5, "p-box p-home"),
    rect(9.5, 3, "p-box-line"),
    path("M13.500 20.500l4.500 4.500l8.500-9.500", "p-check"),
  ],
  boulder: () => [
    path("M8.500 14.500l8.500-7.500l11.500 2l6 8.500l-1.500 11.500l-9.500 6l-11.500-1.500l-6.500-8.500z",
      "p-boulder"),
    path("M13 15.500l5.500-4.500l6.500 1", "p-boulder-light"),
  ],
  keeper: () => [
    path("M8 35.500c0-10 5-14.500 12-14.500s12 4.500 12 14.500z", "p-keeper"),
    circle(20, 13, 7.8, "p-keeper p-head"),
    circle(17.3, 12.5, 1.2, "p-eye"),
    circle(22.7, 12.5, 1.2, "p-eye"),
  ],
};

/** @type {Record<string, () => SVGElement[]>} */
const GLYPHS = {
  goal: () => [glyph("^", "g-goal")],
  hole: () => [glyph("^", "g-goal")],
  sink: () => [glyph("#", "g-goal")],
  exit: () => [glyph("<", "g-exit")],
  door: () => [glyph("+", "g-door")],
  dead: () => [glyph("x", "g-dead")],
  box: () => [glyph("0", "g-box")],
  home: () => [glyph("0", "g-home")],
  boulder: () => [glyph("0", "g-box")],
  keeper: () => [glyph("@", "g-keeper")],
};

/** The sheet of all drawings, to be put into the page once. */
export function pieceSheet() {
  const sheet = svg("svg", { class: "sheet", "aria-hidden": "true", width: 0, height: 0 });
  for (const [name, shape] of Object.entries(SHAPES)) {
    const glyphs = svg("g", { class: "as-glyph" }, GLYPHS[name]());
    const shapes = svg("g", { class: "as-shape" }, shape());
    sheet.append(svg("symbol", {
      id: `piece-${name}`, viewBox: `0 0 ${UNIT} ${UNIT}`, overflow: "visible",
    }, shapes, glyphs));
  }
  return sheet;
}

/**
 * A drawing at a place.
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {string} [kind]
 */
export function piece(name, x, y, kind) {
  return svg("use", {
    href: `#piece-${name}`, width: UNIT, height: UNIT, class: kind,
    transform: `translate(${x * UNIT} ${y * UNIT})`,
  });
}
