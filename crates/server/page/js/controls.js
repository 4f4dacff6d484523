/** Controls that several panels use. */

import { el } from "./dom.js";

/**
 * A choice of one among a few, as a row of buttons.
 * @param {string} label
 * @param {[string, string][]} choices values and names
 * @param {string} chosen
 * @param {(value: string) => void} onChoose
 */
export function segments(label, choices, chosen, onChoose) {
  const buttons = choices.map(([value, name]) => el("button", {
    type: "button", role: "radio", "aria-checked": String(value === chosen),
    data: { value }, onclick: () => choose(value), onkeydown,
  }, name));
  const group = el("div", { class: "segments", role: "radiogroup", "aria-label": label }, buttons);

  /** @param {string} value */
  function choose(value) {
    for (const button of buttons) {
      const isChosen = button.dataset.value === value;
      button.setAttribute("aria-checked", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    }
    onChoose(value);
  }

  /** @param {KeyboardEvent} event */
  function onkeydown(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.currentTarget));
    const next = buttons[(at + step + buttons.length) % buttons.length];
    choose(next.dataset.value ?? "");
    next.focus();
  }

  for (const button of buttons) button.tabIndex = button.dataset.value === chosen ? 0 : -1;
  return group;
}

/**
 * A labelled slider with its value.
 * @param {string} label
 * @param {{min: number, max: number, value: number}} range
 * @returns {{element: HTMLElement, value: () => number, set: (value: number) => void}}
 */
export function slider(label, { min, max, value }) {
  const shown = el("strong", {}, String(value));
  const input = el("input", {
    type: "range", min: String(min), max: String(max), value: String(value),
    oninput: () => { shown.textContent = input.value; },
  });
  const element = el("label", { class: "field" }, el("span", {}, `${label}: `, shown), input);
  return {
    element,
    value: () => Number(input.value),
    set: (next) => { input.value = String(next); shown.textContent = input.value; },
  };
}

/**
 * A labelled field.
 * @param {string} label
 * @param {HTMLElement} control
 */
export function field(label, control) {
  return el("label", { class: "field" }, el("span", {}, label), control);
}

/**
 * A select with values and names.
 * @param {[string, string][]} choices
 * @param {string} chosen
 */
export function choice(choices, chosen) {
  const select = el("select", {}, choices.map(([value, name]) => el("option", { value }, name)));
  select.value = chosen;
  return select;
}

/**
 * Offers a text or bytes as a file.
 * @param {string} name
 * @param {string | Uint8Array | Blob} content
 * @param {string} [type]
 */
export function download(name, content, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([/** @type {BlobPart} */ (content)], { type }));
  const link = el("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
