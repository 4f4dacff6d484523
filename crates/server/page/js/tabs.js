/** The tabs of the workbench. */

import { byId, el, fill } from "./dom.js";
import { chooseTab } from "./navigate.js";
import { analysePanel } from "./panels/analyse.js";
import { editPanel } from "./panels/edit.js";
import { generatePanel } from "./panels/generate.js";
import { levelsPanel } from "./panels/levels.js";
import { playPanel } from "./panels/play.js";
import { solvePanel } from "./panels/solve.js";
import { current, listen } from "./store.js";

/** @type {[string, string, () => HTMLElement][]} */
const TABS = [
  ["play", "Play", playPanel],
  ["solve", "Solve", solvePanel],
  ["analyse", "Analyse", analysePanel],
  ["edit", "Edit", editPanel],
  ["generate", "Generate", generatePanel],
  ["levels", "Levels", levelsPanel],
];

export function buildTabs() {
  const buttons = TABS.map(([id, name]) => el("button", {
    type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`,
    onclick: () => chooseTab(id), onkeydown: onTabKey,
  }, name));
  fill(byId("tabs"), buttons);
  fill(byId("panels"), TABS.map(([id, , build]) => el("div", {
    class: "panel", role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`,
  }, build())));
  listen(["tab"], show);
  show();
}

function show() {
  document.body.dataset.tab = current().tab;
  for (const [id] of TABS) {
    const isChosen = id === current().tab;
    const button = byId(`tab-${id}`);
    button.setAttribute("aria-selected", String(isChosen));
    button.tabIndex = isChosen ? 0 : -1;
    byId(`panel-${id}`).hidden = !isChosen;
    if (isChosen) button.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** @param {KeyboardEvent} event */
function onTabKey(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const at = TABS.findIndex(([id]) => id === current().tab);
  const [id] = TABS[(at + step + TABS.length) % TABS.length];
  chooseTab(id);
  byId(`tab-${id}`).focus();
}
