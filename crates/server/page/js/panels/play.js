/** Play: keys, hints, the alarm, and the next level. */

import { drawAlarm } from "../alarm.js";
import { el, fill, quantity } from "../dom.js";
import { act } from "../game.js";
import { hintLadder } from "../hints.js";
import { openAt } from "../levels.js";
import { bestResult } from "../saved.js";
import { changeSettings, getSettings } from "../settings.js";
import { current, listen } from "../store.js";

export function playPanel() {
  const card = el("div", { class: "card good", hidden: true });
  listen(["game", "level"], () => drawWin(card));
  return el("div", { class: "stack" }, card, drawAlarm(), hintLadder(), bookmarkList(), navigation(),
    pad(), keys());
}

/** The bookmarks of the game, to go to and to remove. */
function bookmarkList() {
  const list = el("ul", { class: "row", "aria-label": "Bookmarks" });
  let drawn = "[]";
  listen(["game"], ({ game }) => {
    const bookmarks = game?.bookmarks ?? [];
    if (JSON.stringify(bookmarks) === drawn) return;
    drawn = JSON.stringify(bookmarks);
    list.hidden = bookmarks.length === 0;
    fill(list, bookmarks.map((/** @type {any} */ it) => el("li", { class: "joined" },
      el("button", { type: "button", onclick: () => act({ jump: it.name }) }, `⚑ ${it.name}`),
      el("button", {
        type: "button", title: "Remove the bookmark", "aria-label": `Remove the bookmark ${it.name}`,
        onclick: () => act({ remove_bookmark: it.name }),
      }, "×"))));
  });
  list.hidden = true;
  return list;
}

/** @param {HTMLElement} card */
function drawWin(card) {
  const { game, level, solved, list, index } = current();
  card.hidden = !game?.won;
  if (!game?.won || !level) return;
  const known = solved?.pushes ? `The best solution known has ${quantity(solved.pushes, "push")}.` : "";
  fill(card, el("h2", {}, "Solved"),
    el("p", {}, `${quantity(game.pushes, "push")}, ${quantity(game.moves_made, "move")}, `
      + `${quantity(game.box_changes, "box change")}. ${known}`),
    el("div", { class: "row" },
      list[index + 1] && el("button", { type: "button", class: "primary", onclick: () => go(1) }, "Next level"),
      el("button", { type: "button", onclick: () => act({ restart: true }) }, "Play again")));
}

/**
 * To the next or the previous level that is not solved, or else to the neighbour.
 * @param {1 | -1} step
 * @param {boolean} [unsolved]
 */
function go(step, unsolved = false) {
  void openAt(target(step, unsolved));
}

/** @param {1 | -1} step @param {boolean} [unsolved] */
function target(step, unsolved = false) {
  const { index, list } = current();
  let next = index + step;
  while (unsolved && list[next]?.text && bestResult(list[next])) next += step;
  return next;
}

function navigation() {
  const button = (/** @type {string} */ name, /** @type {() => void} */ onclick) =>
    el("button", { type: "button", onclick }, name);
  const previous = button("← Previous", () => go(-1));
  const next = button("Next →", () => go(1));
  const unsolved = button("Next unsolved", () => go(1, true));
  const row = el("div", { class: "row" }, previous, next, unsolved);
  listen(["list", "listName", "index", "level"], ({ list, listName }) => {
    row.hidden = list.length < 2 || listName === "";
    previous.disabled = !list[target(-1)];
    next.disabled = !list[target(1)];
    unsolved.disabled = !list[target(1, true)];
  });
  return row;
}

/** Buttons for those who have neither keys nor swipes. */
function pad() {
  const rows = [["q", "↖"], ["u", "↑"], ["e", "↗"], ["l", "←"], ["", ""], ["r", "→"],
    ["z", "↙"], ["d", "↓"], ["c", "↘"]];
  const names = /** @type {Record<string, string>} */ ({
    q: "up left", u: "up", e: "up right", l: "left", r: "right", z: "down left", d: "down",
    c: "down right",
  });
  const buttons = rows.map(([letter, sign]) => letter
    ? el("button", {
      type: "button", "aria-label": `Move ${names[letter]}`, data: { letter },
      onclick: () => act({ step: letter }),
    }, sign)
    : el("span", {}));
  const element = el("details", {}, el("summary", {}, "Buttons to move"),
    el("div", { class: "pad" }, buttons));
  listen(["level"], ({ level }) => {
    const eight = level?.rules === "nethack-game" || level?.rules === "nethack-diagonal";
    for (const button of buttons) {
      const diagonal = "qezc".includes(button.dataset.letter ?? "-");
      button.classList.toggle("visually-hidden", diagonal && !eight);
      if (button instanceof HTMLButtonElement) button.disabled = diagonal && !eight;
    }
  });
  return element;
}

function keys() {
  const alarm = el("input", {
    type: "checkbox", checked: getSettings().alarm,
    onchange: () => changeSettings({ alarm: alarm.checked }),
  });
  const list = el("dl", { class: "keys" });
  listen(["level"], ({ level }) => {
    const nethack = level?.rules.startsWith("nethack");
    const rows = [
      [nethack ? "arrows, hjkl yubn" : "arrows, wasd", "walk and push"],
      ["click", "walk; or a box, then a square"],
      ["Backspace, z", "take back (Shift: to the last push)"],
      ["x", "again (Shift: to the next push)"],
      ["Shift R", "restart; nothing is lost"],
    ];
    fill(list, rows.map(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)]).flat());
  });
  return el("div", { class: "stack" },
    el("label", { class: "check" }, alarm, "Warn me when the game is lost"), list);
}
