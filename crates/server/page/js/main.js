/** The page: puts its parts together and opens the first level. */

import { report } from "./announce.js";
import { buildBar } from "./bar.js";
import { openLevel } from "./game.js";
import { onKey } from "./input.js";
import { openCollection, openText } from "./levels.js";
import { ask, isStatic } from "./service.js";
import { apply } from "./settings.js";
import { buildStage } from "./stage.js";
import { buildTabs } from "./tabs.js";
import { buildTimeline } from "./timeline.js";
import { keepOffline } from "./transport/worker.js";

/** Opens what the address says, else the levels for a first look. */
async function openFirst() {
  const fragment = location.hash.slice(1);
  if (/(^|&)[lp]=/.test(fragment)) {
    try {
      const opened = await ask("open", { fragment });
      return await openLevel(opened.levels[0], { moves: opened.moves });
    } catch (error) {
      report(error);
    }
  }
  return openCollection("first-steps");
}

/** Levels can be pasted and dropped anywhere. */
function listenForLevels() {
  document.addEventListener("paste", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (target.closest("input, textarea") || !text.trim()) return;
    event.preventDefault();
    void openText(text, "Pasted");
  });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("drop");
  });
  document.addEventListener("dragleave", () => document.body.classList.remove("drop"));
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    document.body.classList.remove("drop");
    const file = event.dataTransfer?.files[0];
    if (file) await openText(await file.text(), file.name);
  });
}

apply();
// The token has become a cookie; it need not stay where others can read it.
if (location.search) history.replaceState(null, "", location.pathname + location.hash);
buildBar();
buildStage();
buildTimeline();
buildTabs();
listenForLevels();
document.addEventListener("keydown", onKey);
window.addEventListener("hashchange", () => void openFirst());
void openFirst();
if (isStatic) keepOffline();
