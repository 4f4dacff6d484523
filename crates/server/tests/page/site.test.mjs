// The static site: its size, its policy, and its use without a network.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";

import { SCREENS, waitForText, withPage } from "./browser.mjs";

/** The most bytes of the whole site as hosts send it, before `wasm-opt`; the aim is 1,500,000. */
const BYTES_MAX = 1_850_000;

const skip = !process.env.SITE && "SITE does not name the folder of the static site";

test("the site does not grow, compressed", { skip }, async () => {
  const folder = process.env.SITE;
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = await readFile(path.join(entry.parentPath ?? entry.path, entry.name));
    bytes += brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;
  }
  console.log(`the site has ${bytes} bytes, compressed`);
  assert.ok(bytes <= BYTES_MAX, `${bytes} bytes`);
});

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
