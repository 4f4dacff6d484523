/** One long question of a panel at a time: counters on the way, and a button to cancel it. */

import { report } from "./announce.js";
import { el } from "./dom.js";
import { ask } from "./service.js";

/** What a search reports on its way. */
const COUNTERS = ["Time", "States", "At least", "Best", "Memory"];

/** Runs long questions for one panel. A new one ends the one before. */
export class Job {
  /**
   * @param {string} label what the button says
   * @param {"primary" | "plain"} [look]
   */
  constructor(label, look = "primary") {
    this.look = look;
    this.label = label;
    /** @type {AbortController | null} */
    this.control = null;
    /** The last report that is not drawn yet. @type {any} */
    this.latest = null;
    this.rows = COUNTERS.map((name) => {
      const value = el("dd", {});
      return /** @type {const} */ ([el("div", { hidden: true }, el("dt", {}, name), value), value]);
    });
    this.counters = el("dl", { class: "counters", hidden: true }, this.rows.map(([row]) => row));
    /** @type {() => void} */
    this.onStart = () => {};
    this.button = el("button", {
      type: "button", class: look, onclick: () => (this.control ? this.cancel() : this.onStart()),
    }, label);
  }

  /** Ends the question. */
  cancel() {
    this.control?.abort();
  }

  /**
   * Asks, and shows how far it is. Gives `null` if it failed or was cancelled.
   * @param {string} name
   * @param {object} question
   * @param {(name: string, data: any) => void} [onEvent]
   */
  async run(name, question, onEvent) {
    this.cancel();
    const control = new AbortController();
    this.control = control;
    this.button.textContent = "Cancel";
    this.button.className = "plain";
    this.latest = null;
    for (const [row] of this.rows) row.hidden = true;
    try {
      return await ask(name, question, {
        signal: control.signal,
        onEvent: (event, data) => {
          if (event === "progress") this.show(data);
          onEvent?.(event, data);
        },
      });
    } catch (error) {
      report(error);
      return null;
    } finally {
      if (this.control === control) {
        this.control = null;
        this.button.textContent = this.label;
        this.button.className = this.look;
        this.counters.hidden = true;
      }
    }
  }

  /**
   * Keeps the newest report, which the next frame draws: a search may send more than there are
   * frames, and keys must not wait for them.
   * @param {any} data
   */
  show(data) {
    const isDue = this.latest === null;
    this.latest = data;
    if (isDue) requestAnimationFrame(() => this.draw());
  }

  draw() {
    const data = this.latest;
    this.latest = null;
    if (!data || !this.control) return;
    const shown = [
      `${(data.seconds ?? 0).toFixed(1)} s`,
      short(data.nodes),
      data.lower_bound ? `${data.lower_bound}` : null,
      data.best ?? data.pushes ?? null,
      data.memory_bytes ? `${Math.ceil(data.memory_bytes / 1048576)} MB` : null,
    ];
    this.counters.hidden = false;
    this.rows.forEach(([row, value], index) => {
      const text = shown[index];
      row.hidden = text === null || text === undefined;
      if (!row.hidden && value.textContent !== String(text)) value.textContent = String(text);
    });
  }
}

/** @param {number | undefined} count */
function short(count) {
  if (count === undefined) return null;
  if (count < 10_000) return String(count);
  if (count < 1_000_000) return `${Math.round(count / 1000)} k`;
  return `${(count / 1_000_000).toFixed(1)} M`;
}
