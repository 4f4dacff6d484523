/**
 * Floor and walls of a board: a few paths, whatever its size. Every theme has all of them, and its
 * styles say which are seen.
 */

import { svg } from "./dom.js";
import { UNIT } from "./pieces.js";

/** @typedef {import("./store.js").View} View */

/** The height of the face of a wall, and of the shadow below it. */
const [FRONT, SHADOW] = [9, 6];

/**
 * The paths.
 * @param {Pick<View, "ground" | "width" | "height">} view
 */
export function groundOf({ ground, width, height }) {
  /** @param {number} x @param {number} y */
  const at = (x, y) => ground[y]?.[x] ?? " ";
  /** @param {number} x @param {number} y */
  const isWall = (x, y) => at(x, y) === "#";
  /** @param {number} x @param {number} y */
  const isFloor = (x, y) => at(x, y) !== "#" && at(x, y) !== " ";
  /** @param {number} x @param {number} y */
  const isFace = (x, y) => isWall(x, y) && (width === 1 || [-1, 0, 1].some((dy) =>
    [-1, 0, 1].some((dx) => isFloor(x + dx, y + dy))));

  /**
   * A rectangle for each run of wanted squares in a row.
   * @param {(x: number, y: number) => boolean} isWanted
   * @param {number} top
   * @param {number} tall
   */
  const strips = (isWanted, top = 0, tall = UNIT) => {
    let d = "";
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const from = x;
        while (x < width && isWanted(x, y)) x += 1;
        const wide = (x - from) * UNIT;
        if (wide > 0) d += `M${from * UNIT} ${y * UNIT + top}h${wide}v${tall}h-${wide}z`;
      }
    }
    return d;
  };

  /**
   * A piece of path for each wanted square.
   * @param {(x: number, y: number) => boolean} isWanted
   * @param {(x: number, y: number) => string} draw
   */
  const each = (isWanted, draw) => {
    let d = "";
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        if (isWanted(x, y)) d += `M${x * UNIT} ${y * UNIT}${draw(x, y)}`;
      }
    }
    return d;
  };

  /** Lines of a wall where it ends. @param {number} x @param {number} y */
  const ends = (x, y) => (isWall(x, y - 1) ? `m${UNIT} 0` : `h${UNIT}`)
    + (isWall(x + 1, y) ? `m0 ${UNIT}` : `v${UNIT}`)
    + (isWall(x, y + 1) ? `m-${UNIT} 0` : `h-${UNIT}`) + (isWall(x - 1, y) ? "" : `v-${UNIT}`);
  /** Walls as NetHack draws them. @param {number} x @param {number} y */
  const sign = (x, y) => {
    const isBeside = isFace(x - 1, y) || isFace(x + 1, y);
    const isUpright = !isBeside && (isFace(x, y - 1) || isFace(x, y + 1));
    return isUpright ? "m20 4v32" : "m6 20h28";
  };
  const box = `h${UNIT}v${UNIT}h-${UNIT}z`;
  const paths = [
    ["void", each((x, y) => at(x, y) === " ", () => box)],
    ["floor", strips(isFloor)],
    ["grid", each(isFloor, (x, y) => (isFloor(x - 1, y) ? `v${UNIT}m0 -${UNIT}` : "")
      + (isFloor(x, y - 1) ? `h${UNIT}` : ""))],
    ["dots", each(isFloor, () => "m20 20h.01")],
    ["wall", strips(isWall)],
    ["wall-front", strips((x, y) => isWall(x, y) && !isWall(x, y + 1), UNIT - FRONT, FRONT)],
    ["shadow", strips((x, y) => isFloor(x, y) && isWall(x, y - 1), 0, SHADOW)],
    ["wall-edge", each(isWall, ends)],
    ["wall-sign", each(isFace, sign)],
  ];
  return svg("g", { class: "ground" }, paths.map(([kind, d]) => (d ? svg("path", { d, class: kind }) : null)));
}
