/** One long question of a panel at a time: counters on the way, and a button to cancel it. */

import { report } from "./announce.js";
import { el, fill } from "./dom.js";
import { ask } from "./service.js";

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
    this.counters = el("dl", { class: "counters", hidden: true });
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
    fill(this.counters);
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

  /** @param {any} data */
  show(data) {
    this.counters.hidden = false;
    const rows = [
      ["Time", `${(data.seconds ?? 0).toFixed(1)} s`],
      ["States", short(data.nodes)],
      ["At least", data.lower_bound ? `${data.lower_bound}` : null],
      ["Best", data.best ?? data.pushes ?? null],
      ["Memory", data.memory_bytes ? `${Math.ceil(data.memory_bytes / 1048576)} MB` : null],
    ];
    fill(this.counters, rows.filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value)))));
  }
}

/** @param {number | undefined} count */
function short(count) {
  if (count === undefined) return null;
  if (count < 10_000) return String(count);
  if (count < 1_000_000) return `${Math.round(count / 1000)} k`;
  return `${(count / 1_000_000).toFixed(1)} M`;
}
