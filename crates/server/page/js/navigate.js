/** Which tab is shown. */

import { update } from "./store.js";

/** @param {string} id */
export function chooseTab(id) {
  update({ tab: id, focus: null, selection: null });
}
