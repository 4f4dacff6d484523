/** Levels: the embedded collections, a text or a file in any format, and the list of levels. */

import { thumbnail } from "../board.js";
import { segments } from "../controls.js";
import { el, fill, quantity } from "../dom.js";
import { COLLECTIONS, keepOpened, openAt, openCollection, openKept, openText } from "../levels.js";
import { collections, hasLibrary } from "../library.js";
import { bestResult } from "../saved.js";
import { chooseTab } from "../navigate.js";
import { listen } from "../store.js";

/** Levels shown at once; the others follow by a button. */
const PAGE = 60;

export function levelsPanel() {
  const text = el("textarea", {
    id: "paste", spellcheck: false, "aria-describedby": "paste-help",
    placeholder: "#####\n#@$.#\n#####",
  });
  const file = el("input", {
    type: "file", "aria-label": "File with levels", class: "visually-hidden", id: "file", tabIndex: -1,
    onchange: async () => {
      const chosen = file.files?.[0];
      if (chosen) await openText(await chosen.text(), chosen.name);
      file.value = "";
    },
  });
  const open = async () => {
    if (await openText(text.value, "Pasted")) chooseTab("play");
  };
  const list = el("ul", { class: "gallery", "aria-label": "Levels" });
  const heading = el("h2", {});
  const more = el("button", { type: "button", hidden: true }, "Show more");
  let shown = PAGE;
  const draw = (/** @type {import("../store.js").State} */ state) => {
    const solved = state.list.filter((it) => it.text && bestResult(it)).length;
    fill(heading, state.listName || "Levels",
      el("span", { class: "muted small" }, ` ${solved} of ${quantity(state.list.length, "level")} solved`));
    fill(list, state.list.slice(0, shown).map((level, index) => el("li", {}, card(level, index, state))));
    more.hidden = state.list.length <= shown;
  };
  let last = /** @type {import("../store.js").State | null} */ (null);
  more.addEventListener("click", () => { shown += PAGE; if (last) draw(last); });
  listen(["list"], () => { shown = PAGE; });
  listen(["list", "index", "tab"], (state) => {
    last = state;
    if (state.tab === "levels") draw(state);
  });
  const names = /** @type {[string, string][]} */ (Object.entries(COLLECTIONS));
  return el("div", { class: "stack" },
    segments("Collection", names, "first-steps",
      (name) => void openCollection(/** @type {keyof typeof COLLECTIONS} */ (name))),
    el("label", { class: "field" }, el("span", {}, "Paste a level, a collection or a NetHack screen"), text),
    el("p", { class: "muted small", id: "paste-help" },
      "XSB, .sok, .slc, Boxoban, NetHack maps, .des and .lua are recognised. You can also paste or "
      + "drop a file anywhere on this page."),
    el("div", { class: "row" },
      el("button", { type: "button", class: "primary", id: "open-text", onclick: open }, "Open"),
      el("button", { type: "button", onclick: () => file.click() }, "Open a file…"), file),
    hasLibrary && library(), heading, list, more);
}

/** The collections that the user keeps, on the server. */
function library() {
  const list = el("ul", { class: "row", "aria-label": "Collections of your library" });
  const draw = async () => {
    const kept = await collections();
    const button = (/** @type {import("../library.js").Collection} */ it) => el("button", {
      type: "button", onclick: () => void openKept(it.name),
    }, it.name, el("span", { class: "muted small" }, ` ${it.won} of ${it.levels} solved`));
    fill(list, kept.length > 0 ? kept.map((it) => el("li", {}, button(it)))
      : el("li", { class: "muted small" }, "Nothing is kept yet."));
  };
  listen(["tab"], ({ tab }) => { if (tab === "levels") void draw(); });
  return el("section", { class: "stack" }, el("h2", {}, "Your library"), list,
    el("div", { class: "row" }, el("button", {
      type: "button", onclick: async () => { if (await keepOpened()) await draw(); },
    }, "Keep what I opened")));
}

/**
 * @param {import("../store.js").Level} level
 * @param {number} index
 * @param {import("../store.js").State} state
 */
function card(level, index, state) {
  const best = level.text ? bestResult(level) : null;
  const note = !level.playable ? "not playable" : best ? `✓ ${quantity(best.pushes, "push")}` : "";
  return el("button", {
    type: "button", "aria-current": String(state.listName !== "" && index === state.index),
    onclick: async () => { await openAt(index); chooseTab("play"); },
  }, thumbnail(level.view), el("span", { class: "name" }, `${index + 1}. ${level.title ?? "Untitled"}`),
  el("span", { class: "note" }, note || `${quantity(level.view.boxes.length, level.view.box)}`));
}
