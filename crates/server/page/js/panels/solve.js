/** Solve: the verdict without the moves, the moves on request, downloads. */

import { sentence } from "../announce.js";
import { copy } from "../bar.js";
import { spotOf } from "../board.js";
import { choice, field, segments } from "../controls.js";
import { el, fill, quantity } from "../dom.js";
import { downloads } from "../downloads.js";
import { Job } from "../job.js";
import { ask } from "../service.js";
import { current, listen, update } from "../store.js";
import { solutionTable, watch } from "./solutions.js";

const OBJECTIVES = /** @type {[string, string][]} */ ([
  ["any", "Any"], ["pushes", "Fewest pushes"], ["moves", "Fewest moves"],
]);
const LIMITS = /** @type {[string, string][]} */ ([
  ["10", "10 seconds"], ["60", "1 minute"], ["300", "5 minutes"], ["600", "10 minutes"],
]);
const STATES = /** @type {[string, string][]} */ ([
  ["", "No limit"], ["100000", "100,000"], ["1000000", "1 million"], ["10000000", "10 million"],
]);
const MEMORY = /** @type {[string, string][]} */ ([
  ["", "As much as allowed"], ["67108864", "64 MB"], ["268435456", "256 MB"], ["536870912", "512 MB"],
]);
const FROM = /** @type {[string, string][]} */ ([["start", "The start"], ["here", "The board as it is"]]);

export function solvePanel() {
  let objective = "any";
  const job = new Job("Solve");
  const limit = choice(LIMITS, "60");
  const from = choice(FROM, "start");
  const [states, memory] = [choice(STATES, ""), choice(MEMORY, "")];
  const card = el("div", { "aria-live": "polite" });
  const solutions = solutionTable();
  job.onStart = async () => {
    const { level, game } = current();
    if (!level?.text) return;
    const moves = from.value === "here" ? game?.moves ?? "" : "";
    const question = {
      level: { text: level.text }, moves, objective, seconds: Number(limit.value),
      nodes: Number(states.value) || undefined, memory: Number(memory.value) || undefined,
    };
    fill(card);
    const answer = await job.run("solve", question);
    if (!answer || current().level !== level) return;
    const solved = { ...answer, before: moves, full: moves + (answer.solution ?? "") };
    update({ solved });
    fill(card, verdict(solved));
    if (solved.status === "solved") {
      const { full } = solved;
      const [before, pushes] = [moves.length, game && moves ? game.pushes : 0];
      solutions.add({
        origin: origin(solved), full, pushes: pushes + solved.pushes, moves: before + solved.moves,
      });
    }
  };
  listen(["level"], () => { job.cancel(); fill(card); });
  return el("div", { class: "stack" },
    segments("What to look for", OBJECTIVES, objective, (value) => { objective = value; }),
    el("div", { class: "pairs" }, field("From", from), field("Time limit", limit)),
    el("details", {}, el("summary", {}, "More limits"), el("div", { class: "pairs" },
      field("States", states), field("Memory", memory))),
    el("div", { class: "row" }, job.button), job.counters, card, solutions.element, downloads());
}

/** How a solution was found. @param {any} solved */
function origin(solved) {
  const kinds = { any: "any solution", pushes: "fewest pushes", moves: "fewest moves" };
  const kind = /** @type {Record<string, string>} */ (kinds)[solved.objective];
  return solved.optimal && solved.objective !== "any" ? `${kind}, proved` : kind;
}

/**
 * The card that answers the question.
 * @param {any} solved
 */
function verdict(solved) {
  const cost = `${quantity(solved.nodes, "state")} in ${solved.seconds.toFixed(2)} s`;
  if (solved.status === "solved") return solvedCard(solved, cost);
  if (solved.status === "unsolvable") {
    const boxes = (solved.why?.boxes ?? []).map(spotOf);
    update({ hintMarks: boxes.map((/** @type {any} */ spot) => ({ spot, kind: "over-danger" })) });
    return el("div", { class: "card bad" }, el("h2", {}, "No solution: that is proved"),
      el("p", {}, sentence(solved.why?.sentence ?? "every way was tried")),
      el("p", { class: "muted small" }, cost));
  }
  if (solved.status === "invalid") {
    return el("div", { class: "card warn" }, el("h2", {}, "The level cannot be played"),
      el("p", {}, sentence(solved.reason ?? "")));
  }
  return el("div", { class: "card warn" }, el("h2", {}, "Not known"),
    el("p", {}, `The search was stopped by ${limitOf(solved.reason)}. Any solution needs at least `
      + `${quantity(solved.lower_bound, "push")}.`),
    el("p", { class: "muted small" }, cost));
}

/** Whether a solution is the best, if one was asked for. @param {any} solved */
function bestNote(solved) {
  const what = solved.objective;
  if (solved.optimal) return ` No solution has fewer ${what}: proved.`;
  const least = solved.lower_bound ? `, but none has fewer than ${quantity(solved.lower_bound, "push")}` : "";
  return ` The search was stopped by ${limitOf(solved.reason)}: there may be one with fewer ${what}${least}.`;
}

/** What stopped a search, by its name. @param {string} reason */
function limitOf(reason) {
  const limits = { time: "the time limit", nodes: "the limit on states", memory: "the memory limit" };
  return /** @type {Record<string, string>} */ (limits)[reason] ?? reason;
}

/** @param {any} solved @param {string} cost */
function solvedCard(solved, cost) {
  const note = solved.objective === "any" ? "" : bestNote(solved);
  const spoiler = el("div", { class: "stack", hidden: true });
  const where = solved.before ? "Still solvable" : "Solvable";
  return el("div", { class: "card good", id: "verdict" },
    el("h2", {}, `${where}: ${quantity(solved.pushes, "push")}, ${quantity(solved.moves, "move")}`),
    el("p", {}, `The referee has replayed it.${note}`),
    el("p", { class: "muted small" }, cost),
    el("div", { class: "row" },
      el("button", { type: "button", onclick: () => reveal(spoiler, solved) }, "Show the moves"),
      el("button", { type: "button", onclick: () => watch(solved.full) }, "Watch it")),
    spoiler);
}

/** @param {HTMLElement} spoiler @param {any} solved */
async function reveal(spoiler, solved) {
  const { level } = current();
  const copier = (/** @type {string} */ name, /** @type {string} */ text) => el("button", {
    type: "button", onclick: () => void copy(text, `${name} are on the clipboard.`),
  }, `Copy ${name.toLowerCase()}`);
  const parts = [el("p", { class: "solution", "aria-label": "Moves" }, solved.solution || "nothing to do")];
  const buttons = [copier("The moves", solved.full)];
  if (level?.rules.startsWith("nethack")) {
    const question = { level: { text: level.text }, to: "vi", moves: solved.solution };
    const keys = await ask("convert", question).catch(() => null);
    if (keys) {
      parts.push(el("p", { class: "muted small" }, "Keys of NetHack:"),
        el("p", { class: "solution", id: "keys" }, keys.text));
      buttons.push(copier("The keys", keys.text));
    }
  }
  fill(spoiler, parts, el("div", { class: "row" }, buttons));
  spoiler.hidden = false;
}
