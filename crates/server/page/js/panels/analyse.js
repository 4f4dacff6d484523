/** Analyse: overlays with a legend and reasons, the plan in words, measures and the grade. */

import { report, sentence } from "../announce.js";
import { nameOf } from "../board.js";
import { segments } from "../controls.js";
import { el, fill } from "../dom.js";
import { saveExplanation } from "../downloads.js";
import { act } from "../game.js";
import { Job } from "../job.js";
import { OVERLAYS, legendOf, marksOf, noteOf } from "../overlays.js";
import { ask } from "../service.js";
import { current, listen, update } from "../store.js";

/** Facts by level, so that a change of overlay asks nothing. */
/** @type {{text: string, facts: any} | null} */
let known = null;

export function analysePanel() {
  let overlay = "locks";
  const legend = el("ul", { class: "legend" });
  const why = el("p", { class: "card", "aria-live": "polite", hidden: true });
  const draw = async () => {
    const { level, tab } = current();
    if (tab !== "analyse" || !level?.text || !level.playable) return;
    const facts = await factsOf(level.text);
    if (!facts || current().level !== level || current().tab !== "analyse") return;
    update({ marks: marksOf(overlay, facts) });
    fill(legend, legendOf(overlay, facts));
  };
  listen(["level"], () => { fill(legend); void draw(); });
  listen(["tab"], ({ tab }) => {
    if (tab === "analyse") void draw();
    else if (current().marks.length > 0) update({ marks: [] });
  });
  listen(["focus"], ({ focus }) => void explainSquare(why, focus, () => overlay));
  return el("div", { class: "stack" },
    segments("Overlay", OVERLAYS, overlay, (value) => { overlay = value; void draw(); }),
    why, legend, el("p", { class: "muted small" }, "Point at a square, or tap it, to learn why."),
    squareField(), explanation(), measures());
}

/** @param {string} text */
async function factsOf(text) {
  if (known?.text === text) return known.facts;
  try {
    known = { text, facts: await ask("analyze", { level: { text } }) };
    return known.facts;
  } catch (error) {
    report(error);
    return null;
  }
}

/** A field for those who name a square instead of pointing at it. */
function squareField() {
  const input = el("input", { type: "text", placeholder: "c4", autocomplete: "off", maxLength: 5 });
  input.addEventListener("change", () => {
    const [, letters, row] = /^([a-z]{1,2})(\d{1,3})$/.exec(input.value.trim().toLowerCase()) ?? [];
    if (!letters) return;
    let column = 0;
    for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 96;
    update({ focus: [column - 1, Number(row) - 1] });
  });
  return el("label", { class: "field" }, el("span", {}, "Square"), input);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let asking;

/**
 * @param {HTMLElement} why
 * @param {[number, number] | null} focus
 * @param {() => string} overlay
 */
function explainSquare(why, focus, overlay) {
  clearTimeout(asking);
  const { level, tab } = current();
  if (!focus || !level?.text || tab !== "analyse") return;
  const square = nameOf(focus);
  asking = setTimeout(async () => {
    try {
      const answer = await ask("analyze", { level: { text: level.text }, square });
      const facts = await factsOf(level.text);
      const note = facts ? noteOf(overlay(), facts, square) : "";
      why.hidden = false;
      why.textContent = [answer.why, note].filter(Boolean).map(sentence).join(" ");
    } catch {
      why.hidden = true;
    }
  }, 120);
}

function explanation() {
  const job = new Job("Explain in words");
  const story = el("div", { class: "stack" });
  job.onStart = async () => {
    const { level } = current();
    if (!level?.text) return;
    const answer = await job.run("explain", { level: { text: level.text }, seconds: 30 });
    if (answer && current().level === level) fill(story, tell(answer));
  };
  listen(["level"], () => { job.cancel(); fill(story); });
  return el("section", { class: "stack" }, el("h2", {}, "Explanation"),
    el("div", { class: "row" }, job.button, el("button", {
      type: "button", title: "One HTML page with the replay, for reading anywhere",
      onclick: () => void saveExplanation().catch(report),
    }, "Save as a page")), job.counters, story);
}

/** @param {any} answer */
function tell(answer) {
  const steps = answer.plan?.steps ?? [];
  return [
    ...answer.summary.map((/** @type {string} */ it) => el("p", {}, it)),
    answer.why && el("p", {}, `Why: ${sentence(answer.why.sentence)}`),
    ...answer.chambers.map((/** @type {any} */ it) => el("p", {}, it.sentences.join(" "))),
    ...answer.remarks.map((/** @type {string} */ it) => el("p", {}, it)),
    steps.length > 0 && el("h3", {}, "The plan"),
    steps.length > 0 && el("ol", { class: "steps" }, steps.map((/** @type {any} */ step) => el("li", {},
      el("button", {
        type: "button", title: "Show the board before this step",
        onclick: () => {
          act({ restart: true });
          act({ play: answer.solution });
          act({ seek: step.moves_before });
        },
      }, step.text)))),
    answer.plan?.decisive && el("p", {}, answer.plan.decisive),
  ];
}

function measures() {
  const job = new Job("Measure and grade");
  const table = el("div", { class: "stack" });
  job.onStart = async () => {
    const { level } = current();
    if (!level?.text) return;
    const answer = await job.run("rate", { level: { text: level.text }, seconds: 20 });
    if (answer && current().level === level) fill(table, graded(answer));
  };
  listen(["level"], () => { job.cancel(); fill(table); });
  return el("section", { class: "stack" }, el("h2", {}, "Measures"),
    el("div", { class: "row" }, job.button), job.counters, table);
}

/** @param {any} answer */
function graded(answer) {
  if (answer.grade === null || answer.grade === undefined) {
    const why = { unsolvable: "It has no solution.", stopped: "No solution was found in time." };
    return el("p", { class: "card warn" },
      /** @type {Record<string, string>} */ (why)[answer.status] ?? "It cannot be rated.");
  }
  const scale = Array.from({ length: 10 }, (_, index) => el("i", { class: index < answer.grade ? "on" : "" }));
  const rows = answer.listed.slice(2).map((/** @type {any} */ it) => el("details", { class: "measure" },
    el("summary", {}, el("span", {}, it.name.replaceAll("_", " ")), el("strong", {}, it.shown)),
    el("p", { class: "muted small" }, sentence(it.meaning))));
  return [
    el("div", { class: "grade", role: "img", "aria-label": `Grade ${answer.grade} of 10` },
      el("strong", {}, String(answer.grade)), el("span", { class: "muted" }, "of 10"),
      el("div", { class: "scale" }, scale)),
    el("div", { class: "measures" }, rows),
  ];
}
