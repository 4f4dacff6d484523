/** The stage: the board of the level, its marks, and the line of numbers below it. */

import { Board, nameOf } from "./board.js";
import { byId, el, fill, quantity } from "./dom.js";
import { paintAt } from "./editor.js";
import { listenToPointer } from "./input.js";
import { bestResult } from "./saved.js";
import { current, listen, update } from "./store.js";

/** @typedef {import("./store.js").Mark} Mark */
/** @typedef {import("./store.js").State} State */

/** @type {Board | null} */
let board = null;
/** @type {import("./store.js").View | null} */
let shown = null;

export function buildStage() {
  const stage = byId("stage");
  listen(["level", "game", "tab"], drawBoard);
  listen(["level", "game", "tab", "selection", "marks", "hintMarks", "alarm", "focus"], drawMarks);
  listen(["level", "game"], drawStatus);
  listen(["tab"], ({ tab }) => { stage.dataset.mode = tab === "edit" ? "edit" : "play"; });
  stage.dataset.mode = "play";
  listenToPointer(stage, () => board, {
    onPaint: (spot, isFirst) => current().tab === "edit" && paintAt(spot, isFirst),
    onHover: (spot) => {
      const isFloor = spot && current().level?.view.ground[spot[1]]?.[spot[0]] !== "#";
      if (current().tab === "analyse") update({ focus: isFloor ? spot : null });
    },
  });
}

/** @param {State} state */
function drawBoard({ level, game, tab }) {
  const stage = byId("stage");
  if (!level) return;
  if (shown !== level.view) {
    shown = level.view;
    board = new Board(level.view);
    fill(stage, board.element);
    const { width, height } = level.view;
    stage.style.setProperty("--board-ratio", String((width + .4) / (height + .4)));
  }
  // What is edited is the level, not the game on it.
  board?.show(game && tab !== "edit" ? game : start(level.view));
}

/** The state at the start, in which all holes are open. @param {import("./store.js").View} view */
function start({ ground, goal, boxes, keeper }) {
  if (goal !== "hole") return { boxes, keeper };
  const spots = ground.flatMap((row, y) => [...row].map((letter, x) => ({ letter, spot: [x, y] })));
  const open = spots.filter(({ letter }) => letter === "o");
  return { boxes, keeper, open: open.map(({ spot }) => /** @type {[number, number]} */ (spot)) };
}

/** @param {State} state */
function drawMarks({ level, tab, selection, marks, hintMarks, alarm, focus }) {
  // A hint says how the game goes on, which is no matter of the level that is analysed or drawn.
  const isAboutGame = tab !== "edit" && tab !== "analyse";
  /** @type {Mark[]} */
  const all = [...marks, ...(isAboutGame ? hintMarks : [])];
  for (const { spot } of tab === "edit" ? level?.findings ?? [] : []) {
    if (spot) all.push({ spot, kind: "over-finding" });
  }
  if (selection) {
    all.push(...selection.squares.map((spot) => ({ spot, kind: "reach" })));
    all.push({ spot: selection.box, kind: "over-selected" });
  }
  for (const spot of alarm?.spots ?? []) all.push({ spot, kind: "over-danger" });
  if (focus) all.push({ spot: focus, kind: "over-focus" });
  board?.mark(all);
}

/** @param {State} state */
function drawStatus({ level, game }) {
  const status = byId("status");
  if (!level) return fill(status);
  if (!game) {
    const why = level.findings.find((it) => it.severity === "error");
    return fill(status, el("span", {}, why ? `Not playable: ${why.message}` : ""));
  }
  const best = bestResult(level);
  const word = level.view.goal === "hole" ? "filled" : level.view.goal === "sink" ? "gone" : "stored";
  return fill(status,
    el("span", {}, el("strong", {}, game.pushes), game.pushes === 1 ? " push" : " pushes"),
    el("span", {}, el("strong", {}, game.moves_made), game.moves_made === 1 ? " move" : " moves"),
    el("span", {}, el("strong", {}, `${game.stored} of ${game.wanted}`), ` ${word}`),
    best && el("span", {}, `best ${quantity(best.pushes, "push")}, ${quantity(best.moves, "move")}`),
    game.branches > 1 && el("span", {}, `${game.branches} branches here`),
    game.won && el("span", { class: "won" }, "✓ solved"));
}

/** The name of the square in focus, for panels. */
export function focusName() {
  const { focus } = current();
  return focus ? nameOf(focus) : "";
}
