// Every tab passes axe-core in both colour schemes, and nothing is wider than a phone.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PLACES, SCREENS, axeSource, paste, waitForText, withPage } from "./browser.mjs";

const TABS = ["play", "solve", "analyse", "edit", "generate", "levels"];

/** What fills a tab with all it can show. */
const FILL = {
  solve: async (page) => {
    await page.click("#panel-solve button.primary");
    await waitForText(page, "#verdict h2", /Solvable/);
    await page.click("text=Show the moves");
  },
  analyse: async (page) => {
    await page.waitForSelector(".legend li");
    await page.click("text=Explain in words");
    await waitForText(page, "#panel-analyse", /The plan/);
    await page.click("text=Measure and grade");
    await page.waitForSelector(".grade");
  },
  edit: (page) => waitForText(page, "#panel-edit", /Solvable/),
};

const LEVEL = "########\n#  #   #\n#@$  $.#\n#   # .#\n########\nTitle: Access\n";

for (const { place, ...options } of PLACES) {
  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing (${place}, ${colorScheme})`, async () => {
      const name = `tab-${options.name}-${colorScheme}`;
      await withPage({ ...options, colorScheme, bypassCSP: true, name }, async (page, { shot }) => {
        await paste(page, LEVEL);
        await page.addScriptTag({ path: axeSource });
        for (const tab of TABS) {
          await page.click(`#tab-${tab}`);
          await FILL[tab]?.(page);
          const { violations } = await page.evaluate(() => window.axe.run());
          const found = violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(" ")}`);
          assert.deepEqual(found, [], tab);
          const [wide, window] = await page.evaluate(() => [
            document.documentElement.scrollWidth, document.documentElement.clientWidth,
          ]);
          assert.ok(wide <= window, `${tab} is ${wide} pixels wide on a screen of ${window}`);
          await shot(tab);
        }
      });
    });
  }
}

test("targets are large enough for a thumb", async () => {
  await withPage({ ...SCREENS.phone, name: "targets" }, async (page) => {
    for (const tab of TABS) {
      await page.click(`#tab-${tab}`);
      const small = await page.evaluate(() => [...document.querySelectorAll("button, select, summary")]
        .filter((it) => it.offsetParent !== null)
        .map((it) => [it.textContent, it.getBoundingClientRect()])
        .filter(([, box]) => box.width > 2 && (box.width < 43.5 || box.height < 43.5))
        .map(([text, box]) => `${text} ${box.width}×${box.height}`));
      assert.deepEqual(small, [], tab);
    }
  });
});
