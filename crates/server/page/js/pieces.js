/**
 * The drawings of what stands on a board. They are those of the crate `render`, one file a theme,
 * defined once in the page and used wherever one is needed; their colours are variables.
 */

import { byId, svg } from "./dom.js";

/** The side of a square. */
export const UNIT = 40;

/**
 * The drawings that were asked for, by theme.
 * @type {Map<string, Promise<Element[]>>}
 */
const drawings = new Map();

/** @param {string} theme */
function drawingsOf(theme) {
  const known = drawings.get(theme) ?? read(theme);
  drawings.set(theme, known);
  known.catch(() => drawings.delete(theme));
  return known;
}

/** @param {string} theme @returns {Promise<Element[]>} */
async function read(theme) {
  const response = await fetch(`themes/${theme}.svg`);
  if (!response.ok) throw new Error(`the drawings of ${theme} are missing`);
  const text = await response.text();
  const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
  return [...documentElement.children].map((it) => {
    it.id = `piece-${it.id}`;
    return document.importNode(it, true);
  });
}

/**
 * Draws everything in a theme, when its drawings are there; until then the old ones stay.
 * @param {string} theme
 */
export async function chooseTheme(theme) {
  const found = await drawingsOf(theme).catch(() => null);
  if (!found || document.documentElement.dataset.wanted !== theme) return;
  document.documentElement.dataset.board = theme;
  byId("pieces").replaceChildren(...found);
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
    href: `#piece-${name}`, class: kind, transform: `translate(${x * UNIT} ${y * UNIT})`,
  });
}
