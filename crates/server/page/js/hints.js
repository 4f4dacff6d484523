/** The hint ladder: each rung says a little more, and never more than was asked. */

import { report, sentence } from "./announce.js";
import { spotOf } from "./board.js";
import { el, fill } from "./dom.js";
import { act } from "./game.js";
import { ask } from "./service.js";
import { current, listen, update } from "./store.js";

/** @type {[string, string][]} */
const RUNGS = [
  ["solvable", "Can I still win?"],
  ["box", "Which box next?"],
  ["target", "Where does it go?"],
  ["push", "Play the next push"],
  ["rest", "Show the rest"],
];

/** Seconds a hint may take. */
const SECONDS = 10;

/** The moves that the last hints followed, so that the next one goes on along them. */
let line = "";

export function hintLadder() {
  const card = el("div", { class: "card", "aria-live": "polite", hidden: true });
  const buttons = RUNGS.map(([rung, name]) => el("button", {
    type: "button", data: { rung }, onclick: () => void hint(rung, card, buttons),
  }, name));
  listen(["level"], () => { line = ""; card.hidden = true; });
  listen(["game"], ({ game }) => {
    for (const button of buttons) button.disabled = !game || game.won;
    if (card.dataset.moves !== game?.moves) card.hidden = true;
  });
  return el("section", { class: "stack" }, el("h2", {}, "Hints"),
    el("div", { class: "row" }, buttons), card);
}

/**
 * @param {string} rung
 * @param {HTMLElement} card
 * @param {HTMLButtonElement[]} buttons
 */
async function hint(rung, card, buttons) {
  const { level, game } = current();
  if (!level || !game) return;
  const moves = game.moves;
  card.dataset.moves = moves;
  card.hidden = false;
  card.className = "card";
  fill(card, el("p", { class: "muted" }, "Thinking …"));
  for (const button of buttons) button.disabled = true;
  try {
    const question = { level: { text: level.text }, moves, rung, line, seconds: SECONDS };
    const answer = await ask("hint", question);
    if (current().game?.moves !== moves) return;
    line = answer.line ?? line;
    show(answer, card);
    if (rung === "push" && answer.push) act({ play: answer.push });
    if (rung === "rest" && answer.rest) act({ play: answer.rest });
  } catch (error) {
    card.hidden = true;
    report(error);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

/** @param {any} answer @param {HTMLElement} card */
function show(answer, card) {
  const marks = [];
  if (answer.box) marks.push({ spot: spotOf(answer.box), kind: "over-hint" });
  if (answer.target) marks.push({ spot: spotOf(answer.target), kind: "hint-target" });
  update({ hintMarks: marks });
  const kinds = { solvable: "good", dead: "bad", unknown: "warn" };
  card.className = `card ${/** @type {Record<string, string>} */ (kinds)[answer.verdict] ?? ""}`;
  fill(card, el("p", {}, sentence(answer.said)));
}
