/** Generate: new levels with a solution each, sorted by grade. */

import { sentence, toast } from "../announce.js";
import { thumbnail } from "../board.js";
import { choice, download, field, segments, slider } from "../controls.js";
import { el, fill, quantity } from "../dom.js";
import { Job } from "../job.js";
import { openSingle } from "../levels.js";
import { chooseTab } from "../navigate.js";
import { ask } from "../service.js";

const METHODS = /** @type {[string, string][]} */ ([
  ["reverse", "Backwards"], ["murase", "Templates"], ["chambers", "Chambers"],
]);
const RULES = /** @type {[string, string][]} */ ([
  ["official", "Official rules"], ["nethack", "NetHack"], ["nethack-game", "NetHack, as in the game"],
]);

/** The highest seed that is drawn. */
const SEED_MAX = 1_000_000;

export function generatePanel() {
  let method = "reverse";
  /** @type {any[]} */
  let made = [];
  const job = new Job("Generate");
  const rules = choice(RULES, "official");
  const width = slider("Columns", { min: 6, max: 24, value: 9 });
  const height = slider("Rows", { min: 6, max: 20, value: 9 });
  const boxes = slider("Boxes", { min: 1, max: 16, value: 3 });
  const count = slider("Levels", { min: 1, max: 30, value: 8 });
  const seed = el("input", { type: "number", min: "0", max: String(SEED_MAX), value: String(draw()) });
  const note = el("p", { class: "muted small", "aria-live": "polite" });
  const gallery = el("ul", { class: "gallery", "aria-label": "Generated levels" });
  const show = () => fill(gallery, [...made].sort((one, two) => one.score - two.score)
    .map((it) => el("li", { class: "made" }, card(it), el("button", {
      type: "button", class: "quiet small", onclick: () => void moreLike(it),
      "aria-label": `More levels like the one of grade ${it.grade} with ${quantity(it.pushes, "push")}`,
    }, "More like this"))));

  /** Levels by the same settings whose grades are near. @param {any} level */
  const moreLike = async (level) => {
    seed.value = String(draw());
    await run([Math.max(1, level.grade - 1), Math.min(10, level.grade + 1)]);
  };
  job.onStart = () => void run();

  /** @param {[number, number]} [grades] */
  const run = async (grades) => {
    made = [];
    show();
    fill(note);
    const isChambers = method === "chambers";
    const question = {
      method, rules: rules.value, seed: Number(seed.value) || 0, count: count.value(),
      boxes: boxes.value(), seconds: 60, grades,
      ...(isChambers ? {} : { width: width.value(), height: height.value() }),
    };
    const answer = await job.run("generate", question, (name, level) => {
      if (name !== "level") return;
      made.push(level);
      show();
    });
    if (!answer) return;
    const wanted = grades ? ` of grade ${grades[0]} to ${grades[1]}` : "";
    const found = `${quantity(answer.levels, "level")}${wanted} from seed ${seed.value}, the easiest first.`;
    fill(note, answer.shortfall ? sentence(answer.shortfall) : found);
  };
  return el("div", { class: "stack" },
    segments("Method", METHODS, method, (value) => {
      method = value;
      width.element.hidden = value === "chambers";
      height.element.hidden = value === "chambers";
    }),
    field("Rules", rules), el("div", { class: "pairs" },
      width.element, height.element, boxes.element, count.element),
    field("Seed: the same seed makes the same levels", seed),
    el("div", { class: "row" }, job.button,
      el("button", { type: "button", onclick: () => { seed.value = String(draw()); } }, "New seed"),
      el("button", { type: "button", onclick: () => void save(made) }, "Save all")),
    job.counters, note, gallery);
}

function draw() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % SEED_MAX;
}

/** Saves the levels with their solutions in one file. @param {any[]} made */
async function save(made) {
  if (made.length === 0) return toast("There is nothing to save yet.");
  try {
    const texts = [];
    for (const { text, solution } of made) {
      const written = await ask("convert", { level: { text }, to: "sok", moves: solution ?? "" });
      texts.push(written.text.trim());
    }
    return download("generated.sok", `${texts.join("\n\n")}\n`);
  } catch {
    // Rows of this format cannot show every rule; lines of JSON can.
    return download("generated.jsonl", `${made.map((it) => it.text).join("\n")}\n`);
  }
}

/** @param {any} level */
function card(level) {
  const open = async () => {
    const { text, title, view } = level;
    await openSingle({ text, title, view, rules: level.rules, playable: true, findings: [] });
    chooseTab("play");
  };
  return el("button", { type: "button", onclick: open }, thumbnail(level.view),
    el("span", { class: "name" }, `Grade ${level.grade}`),
    el("span", { class: "note" }, `${quantity(level.pushes, "push")}, ${quantity(level.moves, "move")}`));
}
