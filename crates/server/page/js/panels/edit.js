/** Edit: paint, resize, turn, choose rules; findings and solvability as one draws. */

import { report, sentence } from "../announce.js";
import { choice, field } from "../controls.js";
import { el, fill, quantity, svg } from "../dom.js";
import { PAINTS, canRedo, canUndo, change, choosePaint, onDrawing, redo, undo } from "../editor.js";
import { groundOf } from "../ground.js";
import { piece } from "../pieces.js";
import { Job } from "../job.js";
import { openSingle } from "../levels.js";
import { ask } from "../service.js";
import { chooseTab } from "../navigate.js";
import { current, listen, update } from "../store.js";

const RULES = /** @type {[string, string][]} */ ([
  ["official", "Official rules"], ["nethack", "NetHack"], ["nethack-game", "NetHack, as in the game"],
  ["nethack-diagonal", "NetHack, all diagonals"], ["sink", "Sinks"],
]);

export function editPanel() {
  const rules = choice(RULES, "official");
  rules.addEventListener("change", () => change({ rules: rules.value }));
  const title = el("input", { type: "text", maxLength: 200 });
  title.addEventListener("change", () => change({ title: title.value }));
  const findings = el("ul", { class: "findings", "aria-live": "polite" });
  const verdict = el("div", { "aria-live": "polite" });
  listen(["level"], ({ level }) => {
    rules.value = level?.rules ?? "official";
    if (document.activeElement !== title) title.value = level?.title ?? "";
    drawFindings(findings, level);
  });
  judgeWhileDrawing(verdict);
  return el("div", { class: "stack" },
    el("div", { class: "row" }, button("New", () => void blank()), history()),
    palette(), sizes(), field("Title", title), field("Rules", rules), findings, verdict,
    trimmer(), el("div", { class: "row" },
      el("button", { type: "button", class: "primary", onclick: () => chooseTab("play") }, "Play it")));
}

/** @param {string} name @param {() => void} onclick @param {string} [label] */
function button(name, onclick, label) {
  return el("button", { type: "button", onclick, "aria-label": label, title: label }, name);
}

function history() {
  const back = button("↶ Undo", undo);
  const forth = button("↷ Redo", redo);
  onDrawing(() => { back.disabled = !canUndo(); forth.disabled = !canRedo(); });
  [back.disabled, forth.disabled] = [true, true];
  return el("div", { class: "row" }, back, forth);
}

function palette() {
  const buttons = PAINTS.map(([paint, name, drawn], index) => {
    const place = { wall: "#", rock: " " }[paint] ?? "_";
    const picture = svg("svg", { viewBox: "-1 -1 42 42", "aria-hidden": "true" },
      groundOf({ ground: [place], width: 1, height: 1 }), drawn.map((it) => piece(it, 0, 0)));
    const element = el("button", {
      type: "button", "aria-pressed": String(index === 0), onclick: () => choose(index),
    }, picture, name);
    return element;
  });
  const choose = (/** @type {number} */ index) => {
    choosePaint(PAINTS[index][0]);
    buttons.forEach((it, at) => it.setAttribute("aria-pressed", String(at === index)));
  };
  return el("div", { class: "palette", role: "group", "aria-label": "What to paint" }, buttons);
}

function sizes() {
  const grow = (/** @type {object} */ sides) => change({ resize: { left: 0, top: 0, right: 0, bottom: 0, ...sides } });
  return el("details", {}, el("summary", {}, "Size and direction"), el("div", { class: "stack" },
    el("div", { class: "row" }, button("+ column", () => grow({ right: 1 })),
      button("− column", () => grow({ right: -1 })), button("+ row", () => grow({ bottom: 1 })),
      button("− row", () => grow({ bottom: -1 }))),
    el("div", { class: "row" }, button("+ column left", () => grow({ left: 1 })),
      button("− column left", () => grow({ left: -1 })), button("+ row above", () => grow({ top: 1 })),
      button("− row above", () => grow({ top: -1 }))),
    el("div", { class: "row" }, button("Turn", () => change({ turn: "right" })),
      button("Mirror", () => change({ turn: "across" })), button("Flip", () => change({ turn: "over" })))));
}

/** A room to begin with. */
async function blank() {
  const wall = "#".repeat(10);
  const rows = [wall, ...Array.from({ length: 6 }, () => `#${" ".repeat(8)}#`), wall];
  rows[2] = "# @$  .  #";
  try {
    const drawn = await ask("edit", { level: { text: rows.join("\n") }, edits: [{ title: "New level" }] });
    await openSingle(drawn);
  } catch (error) {
    report(error);
  }
}

/** @param {HTMLElement} list @param {import("../store.js").Level | null} level */
function drawFindings(list, level) {
  const found = level?.findings ?? [];
  if (found.length === 0) return fill(list, el("li", { class: "muted" }, "Nothing to complain about."));
  return fill(list, found.slice(0, 8).map((it) => el("li", {
    class: `card ${it.severity === "error" ? "bad" : "warn"}`,
  }, el("p", {}, sentence(it.message)), el("p", { class: "help" }, sentence(it.help)))));
}

/** Solves the drawing a moment after each change. @param {HTMLElement} verdict */
function judgeWhileDrawing(verdict) {
  const job = new Job("Judge");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const judge = async () => {
    const { level, tab } = current();
    if (tab !== "edit" || !level?.playable || !level.text) return fill(verdict);
    fill(verdict, el("p", { class: "muted" }, "Is it solvable? …"));
    const question = { level: { text: level.text }, objective: "pushes", seconds: 10 };
    const answer = await job.run("solve", question);
    if (!answer || current().level !== level) return undefined;
    update({ solved: { ...answer, before: "", full: answer.solution ?? "" } });
    const texts = /** @type {Record<string, string>} */ ({
      solved: `Solvable: ${quantity(answer.pushes ?? 0, "push")}${answer.optimal ? ", the fewest" : " found"}.`,
      unsolvable: `No solution: ${answer.why?.sentence ?? "proved"}.`,
      stopped: "Not known after ten seconds.",
    });
    const kind = { solved: "good", unsolvable: "bad" }[/** @type {string} */ (answer.status)] ?? "warn";
    return fill(verdict, el("p", { class: `card ${kind}` }, texts[answer.status] ?? answer.reason));
  };
  listen(["level", "tab"], () => {
    clearTimeout(timer);
    job.cancel();
    fill(verdict);
    timer = setTimeout(() => void judge(), 350);
  });
}

function trimmer() {
  const job = new Job("Trim what the puzzle does not need", "plain");
  const result = el("div", { class: "stack", "aria-live": "polite" });
  job.onStart = async () => {
    const { level } = current();
    if (!level?.text) return;
    const answer = await job.run("trim", { level: { text: level.text }, seconds: 30 });
    if (!answer || current().level !== level) return;
    const { before, after } = answer;
    if (answer.status !== "trimmed") {
      const tight = "There is nothing to trim.";
      fill(result, el("p", { class: "card" }, answer.status === "tight" ? tight : `Not trimmed: ${answer.reason ?? answer.status}.`));
      return;
    }
    fill(result, el("div", { class: "card good" },
      el("p", {}, `${before.squares} squares become ${after.squares}; `
        + `${quantity(before.pushes, "push")} become ${after.pushes}.`),
      el("button", { type: "button", onclick: () => void openSingle({ ...answer, playable: true, findings: [] }) },
        "Take it")));
  };
  listen(["level"], () => { job.cancel(); fill(result); });
  return el("div", { class: "stack" }, el("div", { class: "row" }, job.button), job.counters, result);
}
