/** The solutions found for a level, compared, and made shorter. */

import { el, fill, quantity } from "../dom.js";
import { act } from "../game.js";
import { Job } from "../job.js";
import { current, listen, update } from "../store.js";
import { replayFromStart } from "../timeline.js";

/**
 * A solution of the level from its start.
 * @typedef {object} Found
 * @property {string} origin how it was found
 * @property {string} full its moves
 * @property {number} pushes
 * @property {number} moves
 */

/** Seconds that shortening may take. */
const SECONDS = 20;

/** The table of solutions, and the button that makes the last one shorter. */
export function solutionTable() {
  /** @type {Found[]} */
  let found = [];
  const table = el("table", { class: "solutions" });
  const note = el("p", { class: "small", "aria-live": "polite" });
  const job = new Job("Make it shorter", "plain");
  const element = el("section", { class: "stack", hidden: true },
    el("h2", {}, "Solutions compared"), el("div", { class: "scroll" }, table),
    el("div", { class: "row" }, job.button), job.counters, note);

  /** @param {Found} solution */
  const add = (solution) => {
    // What is found again is known better: the last way may have proved that it is the best.
    const isKnown = found.some((it) => it.full === solution.full);
    if (isKnown) found = found.map((it) => (it.full === solution.full ? solution : it));
    else found = [...found, solution];
    element.hidden = false;
    draw(table, found);
  };
  job.onStart = async () => {
    const { level } = current();
    const best = found.at(-1);
    if (!level?.text || !best) return;
    const question = { level: { text: level.text }, moves: best.full, seconds: SECONDS };
    const answer = await job.run("optimize", question);
    if (!answer?.solution || current().level !== level) return;
    const saved = best.pushes - answer.pushes;
    const fewer = best.moves - answer.moves;
    if (saved === 0 && fewer === 0) fill(note, "Nothing shorter was found nearby.");
    else fill(note, `Shorter by ${quantity(saved, "push")} and ${quantity(fewer, "move")}.`);
    const better = { ...current().solved, ...answer, before: "", full: answer.solution };
    update({ solved: better });
    add({ origin: "shortened", full: answer.solution, pushes: answer.pushes, moves: answer.moves });
  };
  listen(["level"], () => { found = []; element.hidden = true; job.cancel(); fill(note); });
  return { element, add };
}

/** @param {HTMLElement} table @param {Found[]} found */
function draw(table, found) {
  const least = (/** @type {"pushes" | "moves"} */ key) => Math.min(...found.map((it) => it[key]));
  const [pushes, moves] = [least("pushes"), least("moves")];
  const cell = (/** @type {number} */ value, /** @type {number} */ best) =>
    el("td", {}, value === best && found.length > 1 ? el("strong", {}, `${value} ✓`) : String(value));
  fill(table,
    el("thead", {}, el("tr", {}, ["Found by", "Pushes", "Moves", "Replay"].map((it) =>
      el("th", { scope: "col" }, it)))),
    el("tbody", {}, found.map((it, index) => el("tr", {},
      el("th", { scope: "row" }, it.origin), cell(it.pushes, pushes), cell(it.moves, moves),
      el("td", {}, el("button", {
        type: "button", class: "quiet", "aria-label": `Watch solution ${index + 1}`,
        onclick: () => watch(it.full),
      }, "Watch"))))));
}

/**
 * Plays a solution into the game, where the timeline replays it.
 * @param {string} moves
 */
export function watch(moves) {
  act({ restart: true });
  act({ play: moves });
  replayFromStart();
}
