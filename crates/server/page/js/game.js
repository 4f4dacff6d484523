/** Playing: actions go to the service one after another, and its answers become the state. */

import { announce, report, sentence, toast } from "./announce.js";
import { quantity } from "./dom.js";
import { recordWin } from "./library.js";
import { bestResult, saveGame, saveResult, savedGame } from "./saved.js";
import { getSettings, isStill } from "./settings.js";
import { ask } from "./service.js";
import { current, update } from "./store.js";

/** @typedef {import("./store.js").Level} Level */
/** @typedef {import("./store.js").Spot} Spot */

/** @type {object[]} */
let queue = [];
let busy = false;

/** Milliseconds between two moves of a walk that is shown. */
const WALK_MS = 45;

/**
 * Opens a level, with the game that was left on it or with these moves.
 * @param {Level} level
 * @param {{moves?: string, fresh?: boolean}} [options]
 */
export async function openLevel(level, { moves, fresh } = {}) {
  queue = [];
  const isPlayable = level.playable && Boolean(level.text);
  update({
    level, game: null, selection: null, marks: [], hintMarks: [], alarm: null, solved: null,
  });
  if (!isPlayable) {
    announce(`This level cannot be played: ${level.findings[0]?.message ?? "see Edit"}`);
    return;
  }
  const game = moves || fresh ? "" : savedGame(level);
  const actions = moves ? [{ play: moves }] : [];
  try {
    const answer = await ask("act", { level: { text: level.text }, game, actions });
    if (current().level === level) commit(answer, level);
  } catch (error) {
    if (game) return openLevel(level, { fresh: true });
    report(error);
  }
}

/**
 * Plays: one of the actions of the question `act`.
 * @param {object} action
 */
export function act(action) {
  if (!current().game) return;
  // Of several places to go to along the line, only the last one counts.
  if ("seek" in action) queue = queue.filter((it) => !("seek" in it));
  queue.push(action);
  void pump();
}

async function pump() {
  if (busy) return;
  busy = true;
  try {
    while (queue.length > 0) {
      const { level, game } = current();
      if (!level || !game) break;
      const actions = queue;
      queue = [];
      const question = { level: { text: level.text }, game: game.game, actions };
      const answer = await ask("act", { ...question, fewest: getSettings().fewest });
      if (current().level !== level) continue;
      await showTrail(answer, actions.length);
      commit(answer, level);
    }
  } catch (error) {
    queue = [];
    report(error);
  } finally {
    busy = false;
  }
}

/**
 * Shows a walk or a long push move by move.
 * @param {any} answer
 * @param {number} actions
 */
async function showTrail(answer, actions) {
  const steps = answer.trail ?? [];
  if (steps.length < 2 || actions > 1 || isStill()) return;
  const pause = Math.min(WALK_MS, 600 / steps.length);
  for (const step of steps.slice(0, -1)) {
    const { keeper, boxes } = step;
    update({ game: { ...current().game, keeper, boxes, moving: true }, hintMarks: [] });
    await new Promise((resolve) => { setTimeout(resolve, pause); });
    if (queue.length > 0) return;
  }
}

/** @param {any} answer @param {Level} level */
function commit(answer, level) {
  const before = current().game;
  const best = bestResult(level);
  if (answer.won) saveResult(level, { moves: answer.moves_made, pushes: answer.pushes });
  const moved = before?.game !== answer.game;
  update({
    game: answer,
    selection: answer.reach ?? null,
    ...(moved ? { hintMarks: [] } : {}),
  });
  if (answer.refused) toast(sentence(answer.refused));
  if (answer.said) announce(answer.said);
  if (!moved) return;
  saveGame(level, answer.game);
  if (answer.won && before && !before.won) {
    celebrate(answer, best);
    void recordWin(level, answer.moves);
  }
}

/** @param {any} answer @param {{pushes: number} | null} best the best result before */
function celebrate(answer, best) {
  const mine = `${quantity(answer.pushes, "push")}, ${quantity(answer.moves_made, "move")}`;
  toast(best ? `Solved: ${mine}. Your best: ${quantity(best.pushes, "push")}.` : `Solved: ${mine}.`);
}

/**
 * A click or tap on a square: walks there, selects a box, or pushes the selected one.
 * @param {Spot} spot
 */
export function click(spot) {
  const { selection, game } = current();
  if (!game) return;
  const has = (/** @type {Spot[]} */ spots) => spots.some((it) => it[0] === spot[0] && it[1] === spot[1]);
  if (selection && has(selection.squares)) {
    act({ push: { box: selection.box, to: spot } });
  } else if (has(game.boxes)) {
    const again = selection && has([selection.box]);
    if (again) update({ selection: null });
    else act({ reach: spot });
  } else {
    act({ walk: spot });
  }
}
