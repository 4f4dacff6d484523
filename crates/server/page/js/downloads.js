/** Downloads: the level and its solution in other formats, and as pictures. */

import { report, toast } from "./announce.js";
import { choice, download } from "./controls.js";
import { el } from "./dom.js";
import { ask, isStatic } from "./service.js";
import { getSettings } from "./settings.js";
import { current } from "./store.js";

const FORMATS = /** @type {[string, string][]} */ ([
  ["sok", ".sok with the solution"], ["svg", "Picture (SVG)"], ["png", "Picture (PNG)"],
  ["gif", "Animation of the moves (GIF)"], ["lurd", "Moves (LURD)"], ["nethack-lua", "NetHack 3.7 (.lua)"],
  ["nethack-des", "NetHack 3.6 (.des)"], ["pddl-problem", "PDDL problem"], ["pddl-domain", "PDDL domain"],
  ["explanation", "Explanation with replay (HTML)"],
]);

/** Formats that are drawn. */
const PICTURES = ["svg", "png", "gif"];

/** The engine in the browser draws no animations. */
const OFFERED = FORMATS.filter(([format]) => !isStatic || format !== "gif");

/** The side of a square of a picture that the browser paints, in pixels. */
const SQUARE = 48;

export function downloads() {
  const format = choice(OFFERED, "sok");
  format.setAttribute("aria-label", "Format");
  format.id = "format";
  return el("details", {}, el("summary", {}, "Download"), el("div", { class: "stack" }, format,
    el("button", { type: "button", onclick: () => void save(format.value) }, "Download")));
}

/**
 * The name of a file for a level, without its ending.
 * @param {{title: string | null}} level
 */
function fileName(level) {
  const plain = (level.title ?? "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return plain || "level";
}

/**
 * Saves the level and its solution in words, as a page that needs nothing else.
 * @param {AbortSignal} [signal]
 */
export async function saveExplanation(signal) {
  const { level, solved } = current();
  if (!level?.text) return;
  toast("Writing the explanation …");
  const solution = solved?.full || undefined;
  const question = { level: { text: level.text }, solution, as: "html", seconds: 30 };
  const { html } = await ask("explain", question, { onEvent: () => {}, signal });
  download(`${fileName(level)}.html`, html, "text/html");
}

/** @param {string} format */
async function save(format) {
  const { level, solved, game } = current();
  if (!level?.text) return;
  const name = fileName(level);
  const solution = solved?.full ?? (game?.won ? game.moves : "");
  const question = { level: { text: level.text } };
  try {
    if (PICTURES.includes(format)) {
      const moves = format === "gif" ? solution || game?.moves || "" : game?.moves ?? "";
      await savePicture(name, format, { ...question, moves });
    } else if (format === "explanation") {
      await saveExplanation();
    } else {
      const written = await ask("convert", { ...question, to: format, moves: solution });
      download(`${name}.${written.ending}`, written.text);
    }
  } catch (error) {
    report(error);
  }
}

/**
 * @param {string} name
 * @param {string} format
 * @param {object} question
 */
async function savePicture(name, format, question) {
  const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
  const look = { theme: getSettings().board, background: dark ? "dark" : "light" };
  const isPainted = isStatic && format === "png";
  const picture = await ask("render", { ...question, ...look, as: isPainted ? "svg" : format });
  if (isPainted) return download(`${name}.png`, await paint(picture.svg), "image/png");
  if (format === "svg") return download(`${name}.svg`, picture.svg, "image/svg+xml");
  const bytes = Uint8Array.from(atob(picture.base64), (letter) => letter.charCodeAt(0));
  return download(`${name}.${format}`, bytes, picture.type);
}

/**
 * Paints a picture where the engine cannot.
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
async function paint(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const width = (current().level?.view.width ?? 10) * SQUARE;
    const canvas = el("canvas", {
      width, height: Math.round(width * (image.naturalHeight / image.naturalWidth)),
    });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser paints no picture"))));
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
