/** The bar above: the title of the level, sharing and the look of the page. */

import { report, toast } from "./announce.js";
import { byId, el, fill } from "./dom.js";
import { ask } from "./service.js";
import { changeSettings, getSettings, onSettings } from "./settings.js";
import { current, listen } from "./store.js";

const SCHEMES = { auto: "Colours: auto", light: "Colours: light", dark: "Colours: dark" };
const BOARDS = {
  flat: "Board: flat", classic: "Board: classic", contrast: "Board: contrast", paper: "Board: paper",
  nethack: "Board: NetHack",
};

export function buildBar() {
  fill(byId("bar-actions"), chooser("Colours", "scheme", SCHEMES),
    chooser("Board", "board", BOARDS),
    el("button", {
      type: "button", id: "share", onclick: share, title: "Copy a link to this level",
    }, "Share"));
  listen(["level"], ({ level, listName, index }) => {
    const where = listName ? `${listName} ${index + 1}` : "";
    const name = level?.title ?? "Untitled level";
    const rules = level && level.rules !== "official" ? ` · ${level.rules} rules` : "";
    fill(byId("title"), level ? [where, name].filter(Boolean).join(": ") + rules : "");
    document.title = level?.title ? `${level.title} – Sokolab` : "Sokolab";
  });
}

/**
 * @param {string} label
 * @param {"scheme" | "board"} key
 * @param {Record<string, string>} choices
 */
function chooser(label, key, choices) {
  const select = el("select", {
    "aria-label": label,
    class: "look",
    onchange: () => changeSettings({ [key]: select.value }),
  }, Object.entries(choices).map(([value, name]) => el("option", { value }, name)));
  select.value = getSettings()[key];
  onSettings((settings) => { select.value = settings[key]; });
  return select;
}

/** Puts the level and the moves into the address, and the address onto the clipboard. */
async function share() {
  const { level, game } = current();
  if (!level?.text) return;
  try {
    const question = { level: { text: level.text }, moves: game?.moves ?? "" };
    const { fragment } = await ask("share", question);
    history.replaceState(null, "", `#${fragment}`);
    await copy(location.href, "The link is on the clipboard, and in the address bar.");
  } catch (error) {
    report(error);
  }
}

/**
 * Copies a text.
 * @param {string} text
 * @param {string} message
 */
export async function copy(text, message) {
  try {
    await navigator.clipboard.writeText(text);
    toast(message);
  } catch {
    toast("The browser does not allow copying: take it from the address bar or the text field.");
  }
}
