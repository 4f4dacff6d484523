// The static site: its policy, and its use without a network.

import assert from "node:assert/strict";
import { test } from "node:test";

import { SCREENS, waitForText, withPage } from "./browser.mjs";

const skip = !process.env.SITE && "SITE does not name the folder of the static site";

test("the site works without a network after the first visit", { skip }, async () => {
  const options = { ...SCREENS.desktop, host: "site", serviceWorkers: "allow", name: "offline" };
  await withPage(options, async (page, { context, address }) => {
    await page.evaluate(async () => {
      const { active, installing, waiting } = await navigator.serviceWorker.ready;
      const worker = active ?? installing ?? waiting;
      if (worker.state === "activated") return;
      await new Promise((resolve) => {
        worker.addEventListener("statechange", () => worker.state === "activated" && resolve(null));
      });
    });
    await context.setOffline(true);
    await page.goto(address);
    await page.waitForSelector("#stage .keeper");
    await page.click("#tab-solve");
    await page.click("#panel-solve button.primary");
    await waitForText(page, "#verdict h2", /Solvable/);
  });
});

test("an engine that fails costs its question and nothing else", { skip }, async () => {
  await withPage({ ...SCREENS.desktop, host: "site", name: "failure" }, async (page) => {
    const codes = await page.evaluate(async () => {
      const { ask } = await import("./js/service.js");
      const level = { text: "#####\n#@$.#\n#####" };
      const control = new AbortController();
      const cancelled = ask("solve", { level }, { signal: control.signal });
      control.abort();
      const unknown = ask("sing", {});
      const results = await Promise.allSettled([cancelled, unknown, ask("solve", { level })]);
      return results.map((it) => it.reason?.code ?? it.value.solution);
    });
    assert.deepEqual(codes, ["cancelled", "unknown_question", "R"]);
  });
});
