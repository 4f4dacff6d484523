/** A board as SVG: the ground, marks over it, and the pieces that move. */

import { svg } from "./dom.js";
import { groundOf } from "./ground.js";
import { UNIT, piece } from "./pieces.js";

/** @typedef {import("./store.js").View} View */
/** @typedef {import("./store.js").Spot} Spot */
/** @typedef {import("./store.js").Mark} Mark */

/** The largest side of a square on the screen, in pixels. */
const SIDE_MAX = 76;

/** The room beside the board for the names of columns and rows. */
const MARGIN = 16;

/** The most columns or rows whose names can still be read. */
const NAMED_MAX = 24;

/** Lines over marks, so that kinds differ without their colours. */
const HATCHES = /** @type {Record<string, string>} */ ({
  "lock-corner": "M8 8l24 24M32 8l-24 24",
  "lock-wall": "M4 30h32M4 20h32M4 10h32",
  "lock-chokepoint": "M10 34l24-24M6 22l16-16",
  "lock-connectivity": "M12 12v.1M28 12v.1M20 20v.1M12 28v.1M28 28v.1",
  "tunnel-bent": "M10 34l24-24M6 22l16-16",
  corridor: "M12 12v.1M28 12v.1M20 20v.1M12 28v.1M28 28v.1",
});

/** The pieces of the ground by their characters. */
const GROUND = { "<": "exit", "+": "door", x: "dead" };

/** @param {Spot} spot */
export const nameOf = ([x, y]) => {
  let letters = "";
  for (let column = x + 1; column > 0; column = Math.floor((column - 1) / 26)) {
    letters = String.fromCharCode(97 + ((column - 1) % 26)) + letters;
  }
  return `${letters}${y + 1}`;
};

/**
 * The spot of a square by its name; the inverse of `nameOf`.
 * @param {string} name
 * @returns {Spot}
 */
export function spotOf(name) {
  const [, letters, row] = /^([a-z]+)(\d+)$/.exec(name) ?? ["", "a", "1"];
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 96;
  return [column - 1, Number(row) - 1];
}

/** @param {Spot} one @param {Spot} two */
const isSame = (one, two) => one[0] === two[0] && one[1] === two[1];

/** @param {View} view @param {Spot} spot */
const isGoal = (view, [x, y]) => view.ground[y]?.[x] === "o";

/**
 * The picture of a level that does not change, for lists.
 * @param {View} view
 */
export function thumbnail(view) {
  const board = new Board(view, 0);
  board.element.setAttribute("aria-hidden", "true");
  return board.element;
}

/** A board that is played on. */
export class Board {
  /** @param {View} view @param {number} [margin] room for names, if they can be read */
  constructor(view, margin = Math.max(view.width, view.height) > NAMED_MAX ? 0 : MARGIN) {
    this.view = view;
    /** @type {Map<SVGElement, Spot>} */
    this.boxes = new Map();
    this.ground = groundOf(view);
    this.goals = svg("g", { class: "goals" });
    this.marks = svg("g", { class: "marks" });
    this.pieces = svg("g", { class: "pieces" });
    this.over = svg("g", { class: "over" });
    const { width, height } = view;
    this.element = svg("svg", {
      class: "board",
      viewBox: [-margin, -margin, Math.max(width, 1) * UNIT + margin,
        Math.max(height, 1) * UNIT + margin].join(" "),
      preserveAspectRatio: "xMidYMid meet",
    }, this.ground, this.goals, this.marks, this.pieces, this.over);
    const room = margin * (SIDE_MAX / UNIT);
    this.element.style.maxWidth = `${width * SIDE_MAX + room}px`;
    this.element.style.maxHeight = `${height * SIDE_MAX + room}px`;
    this.drawGoals();
    if (margin > 0) this.drawNames();
    this.keeper = piece("keeper", 0, 0, "keeper");
    this.show(view);
  }

  drawGoals() {
    const { view } = this;
    view.ground.forEach((row, y) => [...row].forEach((letter, x) => {
      const name = /** @type {Record<string, string>} */ (GROUND)[letter];
      if (letter === "o") this.goals.append(piece(view.goal, x, y));
      else if (name) this.goals.append(piece(name, x, y));
    }));
  }

  /** The names of columns and rows, by which hints and explanations call squares. */
  drawNames() {
    const names = svg("g", { class: "coordinates", "aria-hidden": "true" });
    const add = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) =>
      names.append(svg("text", { x, y }, text));
    for (let x = 0; x < this.view.width; x += 1) {
      add((x + .5) * UNIT, -4, nameOf([x, 0]).replace(/\d+$/, ""));
    }
    for (let y = 0; y < this.view.height; y += 1) add(-8, (y + .5) * UNIT + 4, String(y + 1));
    this.element.prepend(names);
  }

  /**
   * Shows a state: boxes, keeper and holes that are still open. Pieces that moved one square glide
   * there, by the styles.
   * @param {{boxes: Spot[], keeper: Spot | null, open?: Spot[]}} state
   */
  show({ boxes, keeper, open }) {
    if (open) this.showOpenHoles(open);
    const left = new Map(this.boxes);
    /** @type {Spot[]} */
    const added = [];
    for (const spot of boxes) {
      const found = [...left].find(([, at]) => isSame(at, spot));
      if (found) left.delete(found[0]);
      else added.push(spot);
    }
    for (const spot of added) {
      const near = [...left].sort((one, two) => distance(one[1], spot) - distance(two[1], spot))[0];
      const element = near ? near[0] : piece("box", 0, 0, "box");
      if (near) left.delete(near[0]);
      else this.pieces.append(element);
      this.boxes.set(element, spot);
    }
    for (const element of left.keys()) {
      element.remove();
      this.boxes.delete(element);
    }
    for (const [element, spot] of this.boxes) this.place(element, spot, this.boxName(spot));
    if (keeper) {
      if (!this.keeper.isConnected) this.pieces.append(this.keeper);
      this.place(this.keeper, keeper, "keeper");
    } else this.keeper.remove();
  }

  /** @param {Spot} spot */
  boxName(spot) {
    if (this.view.box === "boulder") return "boulder";
    return isGoal(this.view, spot) ? "home" : "box";
  }

  /**
   * Puts a piece on a square. What is there already is left alone: the browser would draw it anew.
   * @param {SVGElement} element
   * @param {Spot} spot
   * @param {string} name
   */
  place(element, [x, y], name) {
    const [drawing, place] = [`#piece-${name}`, `translate(${x * UNIT} ${y * UNIT})`];
    if (element.getAttribute("href") !== drawing) element.setAttribute("href", drawing);
    if (element.getAttribute("transform") === place) return;
    element.setAttribute("transform", place);
    element.style.transform = `translate(${x * UNIT}px, ${y * UNIT}px)`;
  }

  /** @param {Spot[]} open */
  showOpenHoles(open) {
    for (const child of [...this.goals.children]) {
      if (child.getAttribute("href") === "#piece-hole") child.remove();
    }
    for (const [x, y] of open) this.goals.append(piece("hole", x, y));
  }

  /**
   * Draws marks: coloured squares below the pieces, texts and rings above them.
   * @param {Mark[]} marks
   */
  mark(marks) {
    if (marks.length === 0 && !this.marks.firstChild && !this.over.firstChild) return;
    this.marks.replaceChildren();
    this.over.replaceChildren();
    for (const { spot: [x, y], kind, text } of marks) {
      const above = kind.startsWith("over-");
      (above ? this.over : this.marks).append(svg("rect", {
        x: x * UNIT + 1, y: y * UNIT + 1, width: UNIT - 2, height: UNIT - 2, rx: 5,
        class: `mark ${kind}`,
      }));
      if (HATCHES[kind]) {
        this.marks.append(svg("path", {
          d: HATCHES[kind], class: "hatch", transform: `translate(${x * UNIT} ${y * UNIT})`,
        }));
      }
      if (text) {
        this.over.append(svg("text", {
          x: x * UNIT + UNIT / 2, y: y * UNIT + UNIT / 2 + 5, class: "mark-text",
        }, text));
      }
    }
  }

  /**
   * The spot below a point of the window; `null` outside.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Spot | null}
   */
  spotAt(clientX, clientY) {
    const matrix = /** @type {SVGSVGElement} */ (this.element).getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const [x, y] = [Math.floor(point.x / UNIT), Math.floor(point.y / UNIT)];
    const inside = x >= 0 && y >= 0 && x < this.view.width && y < this.view.height;
    return inside ? [x, y] : null;
  }
}

/**
 * A mark alone, for a legend.
 * @param {string} kind
 */
export function sample(kind) {
  return svg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" },
    svg("rect", { x: 1, y: 1, width: 38, height: 38, rx: 5, class: `mark ${kind}` }),
    HATCHES[kind] ? svg("path", { d: HATCHES[kind], class: "hatch" }) : null);
}

/** @param {Spot} one @param {Spot} two */
function distance(one, two) {
  return Math.abs(one[0] - two[0]) + Math.abs(one[1] - two[1]);
}
