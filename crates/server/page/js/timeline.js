/** The timeline: back and forth along the line of the game, replay, bookmarks. */

import { byId, el, fill, svg } from "./dom.js";
import { act } from "./game.js";
import { icon } from "./icons.js";
import { changeSettings, getSettings } from "./settings.js";
import { current, listen } from "./store.js";

/** @type {ReturnType<typeof setInterval> | undefined} */
let playing;

const SPEEDS = [1, 3, 6, 12, 30];

export function buildTimeline() {
  const slider = el("input", {
    type: "range", min: "0", max: "0", value: "0", "aria-label": "Moment of the game",
    oninput: () => { stop(); act({ seek: Number(slider.value) }); },
  });
  const ticks = svg("svg", { class: "ticks", preserveAspectRatio: "none", "aria-hidden": "true" });
  const play = el("button", { type: "button", class: "icon", onclick: toggle });
  const button = (/** @type {import("./icons.js").IconName} */ name, /** @type {string} */ label,
    /** @type {object} */ action) =>
    el("button", {
      type: "button", class: "icon", title: label, "aria-label": label,
      onclick: () => { stop(); act(action); },
    }, icon(name));
  const speed = el("select", {
    "aria-label": "Speed of the replay",
    onchange: () => { changeSettings({ speed: Number(speed.value) }); if (playing) start(); },
  }, SPEEDS.map((it) => el("option", { value: String(it) }, `${it}/s`)));
  speed.value = String(getSettings().speed);
  fill(byId("timeline"),
    el("div", { class: "buttons" },
      button("start", "Restart (Shift R)", { restart: true }),
      button("undo", "Take back (Backspace)", { undo: "move" }),
      play,
      button("redo", "Again (x)", { redo: "move" })),
    el("div", { class: "track" }, slider, ticks),
    el("div", { class: "buttons" }, button("branch", "Next branch", { branch: true }),
      el("button", {
        type: "button", class: "icon", title: "Set a bookmark", "aria-label": "Set a bookmark",
        onclick: setBookmark,
      }, icon("flag")), speed));
  listen(["game"], ({ game }) => {
    slider.max = String(game?.line_moves ?? 0);
    slider.value = String(game?.moves_made ?? 0);
    slider.disabled = !game || game.line_moves === 0;
    slider.setAttribute("aria-valuetext",
      game ? `move ${game.moves_made} of ${game.line_moves}` : "no game");
    drawTicks(ticks, game);
    const atEnd = !game || game.moves_made >= game.line_moves;
    if (atEnd) stop();
    play.disabled = atEnd && !playing;
    showPlay(play);
  });
  listen(["level"], stop);
  showPlay(play);
}

/** @param {HTMLButtonElement} play */
function showPlay(play) {
  const label = playing ? "Pause" : "Replay from here";
  fill(play, icon(playing ? "pause" : "play"));
  play.title = label;
  play.setAttribute("aria-label", label);
}

function toggle() {
  if (playing) stop();
  else start();
}

function start() {
  stop();
  playing = setInterval(() => act({ redo: "move" }), 1000 / getSettings().speed);
  act({ redo: "move" });
}

function stop() {
  clearInterval(playing);
  playing = undefined;
}

/** Starts the replay of the line from its beginning. */
export function replayFromStart() {
  stop();
  act({ restart: true });
  setTimeout(start, 150);
}

function setBookmark() {
  const { game } = current();
  if (!game) return;
  act({ bookmark: `move ${game.moves_made}` });
}

/** @param {SVGElement} ticks @param {any} game */
function drawTicks(ticks, game) {
  const length = Math.max(game?.line_moves ?? 0, 1);
  ticks.setAttribute("viewBox", `0 0 ${length} 6`);
  const width = Math.max(length / 300, .15);
  const pushes = (game?.line_pushes ?? []).slice(0, 2000);
  fill(ticks,
    pushes.map((/** @type {number} */ at) => svg("rect", {
      x: at - width / 2, y: 3, width, height: 3, class: "mark-push",
    })),
    (game?.bookmarks ?? []).map((/** @type {any} */ it) => svg("rect", {
      x: it.moves - width, y: 0, width: width * 2.5, height: 6, class: "mark-bookmark",
    })));
}
