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
  const branch = el("button", { type: "button", class: "icon", onclick: turnBranch }, icon("branch"));
  fill(byId("timeline"),
    el("div", { class: "buttons" },
      button("start", "Restart (Shift R)", { restart: true }),
      button("undo", "Take back (Backspace)", { undo: "move" }),
      play,
      button("redo", "Again (x)", { redo: "move" })),
    el("div", { class: "track" }, slider, ticks),
    el("div", { class: "buttons" }, branch, el("button", {
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
    const forks = game?.forks.length ?? 0;
    branch.disabled = forks === 0;
    const label = forks > 0 ? "Next branch" : "Next branch: there is only one";
    branch.title = label;
    branch.setAttribute("aria-label", label);
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
  if (play.title === label) return;
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

/** Turns to the next branch where the line branches: here, or else at the last such place before. */
function turnBranch() {
  const { game } = current();
  if (!game || game.forks.length === 0) return;
  stop();
  const before = game.forks.filter((/** @type {number} */ it) => it <= game.moves_made);
  act({ seek: before.at(-1) ?? game.forks[0] });
  act({ branch: true });
}

/** The pushes below the line, and above it bookmarks and places where it branches. */
const TICKS = { "mark-push": [3, 3, 1], "mark-fork": [0, 3, 3], "mark-bookmark": [0, 6, 2.5] };

/** @param {SVGElement} ticks @param {any} game */
function drawTicks(ticks, game) {
  const length = Math.max(game?.line_moves ?? 0, 1);
  ticks.setAttribute("viewBox", `0 0 ${length} 6`);
  const unit = length / 200;
  const places = {
    "mark-push": game?.line_pushes ?? [],
    "mark-fork": game?.forks ?? [],
    "mark-bookmark": (game?.bookmarks ?? []).map((/** @type {any} */ it) => it.moves),
  };
  fill(ticks, Object.entries(TICKS).map(([kind, [top, height, scale]]) => {
    const width = unit * scale;
    const at = places[/** @type {keyof typeof TICKS} */ (kind)];
    const draw = (/** @type {number} */ it) => `M${it - width / 2} ${top}h${width}v${height}h-${width}z`;
    return svg("path", { class: kind, d: at.map(draw).join("") });
  }));
}
