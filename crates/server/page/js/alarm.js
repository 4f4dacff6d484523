/** The alarm: says after a push that the game is lost, why, and leads back to safety. */

import { announce, sentence } from "./announce.js";
import { spotOf } from "./board.js";
import { el, fill } from "./dom.js";
import { act } from "./game.js";
import { ask } from "./service.js";
import { getSettings } from "./settings.js";
import { current, listen, update } from "./store.js";

/** Seconds that a search in the background may take. */
const SECONDS = 5;

/** @type {AbortController | null} */
let asking = null;
let judged = "";

/** The card of the alarm; it also starts to watch the game. */
export function drawAlarm() {
  const card = el("div", { class: "card bad", role: "alert", hidden: true });
  listen(["game"], () => void watch());
  listen(["alarm"], ({ alarm }) => {
    card.hidden = !alarm;
    if (!alarm) return;
    fill(card, el("h2", {}, "This cannot be won any more"), el("p", {}, sentence(alarm.sentence)),
      alarm.safe !== null && el("div", { class: "row" }, el("button", {
        type: "button", class: "primary", onclick: () => act({ seek: alarm.safe }),
      }, "Back to the last safe moment")));
  });
  return card;
}

/** Asks about a state after a push, and forgets questions about older ones. */
async function watch() {
  const { level, game } = current();
  if (game?.moving) return;
  const state = game ? `${level?.text}\n${game.boxes.join(" ")}` : "";
  if (state === judged) return;
  judged = state;
  asking?.abort();
  if (current().alarm) update({ alarm: null });
  if (!level || !game || game.won || game.pushes === 0 || !getSettings().alarm) return;
  const control = new AbortController();
  asking = control;
  try {
    const question = { level: { text: level.text }, moves: game.moves, seconds: SECONDS };
    const answer = await ask("alarm", question, { signal: control.signal });
    if (control.signal.aborted || judged !== state || !answer.dead) return;
    const spots = answer.boxes.map(spotOf);
    update({ alarm: { sentence: answer.sentence, spots, safe: answer.safe_moves ?? null } });
    announce(`Warning: this cannot be won any more. ${sentence(answer.sentence)}`);
  } catch {
    // Without an answer there is no alarm; the next push asks again.
  }
}
