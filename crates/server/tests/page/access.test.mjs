// Every tab passes axe-core in both colour schemes, and nothing is wider than a phone.

import assert from "node:assert/strict";
import { test } from "node:test";

import { SCREENS, axeSource, withPage } from "./browser.mjs";

const TABS = ["play", "solve", "analyse", "edit", "generate", "levels"];

for (const colorScheme of ["light", "dark"]) {
  for (const [name, screen] of Object.entries(SCREENS)) {
    test(`axe finds nothing (${name}, ${colorScheme})`, async () => {
      const options = { ...screen, colorScheme, bypassCSP: true, name: `tab-${name}-${colorScheme}` };
      await withPage(options, async (page, { shot }) => {
        await page.waitForSelector("#stage .keeper");
        await page.addScriptTag({ path: axeSource });
        for (const tab of TABS) {
          await page.click(`#tab-${tab}`);
          if (tab === "analyse") await page.waitForSelector(".legend li");
          await page.waitForTimeout(300);
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
      const small = await page.evaluate(() => [...document.querySelectorAll("button, select")]
        .filter((it) => it.offsetParent !== null)
        .map((it) => [it.textContent, it.getBoundingClientRect()])
        .filter(([, box]) => box.width > 2 && (box.width < 43.5 || box.height < 43.5))
        .map(([text, box]) => `${text} ${box.width}×${box.height}`));
      assert.deepEqual(small, [], tab);
    }
  });
});
