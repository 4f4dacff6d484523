// Hostile input is refused, or shown as text.

import assert from "node:assert/strict";
import { test } from "node:test";

import { SCREENS, paste, waitForText, withPage } from "./browser.mjs";

test("markup in titles and texts is shown as text", async () => {
  await withPage({ ...SCREENS.desktop, name: "markup" }, async (page) => {
    const title = "<img src=x onerror=document.title='owned'><b>bold</b>";
    await paste(page, `#####\n#@$.#\n#####\nTitle: ${title}\nAuthor: <script>alert(1)</script>\n`);
    assert.ok((await page.textContent("#title")).includes(title));
    await page.click("#tab-levels");
    assert.equal(await page.locator("#title img, .gallery img, .gallery b, main script").count(), 0);
    assert.ok(!(await page.title()).startsWith("owned"));
  });
});

test("bombs in the address and ten megabytes of text are refused", async () => {
  const bomb = "#l=99999999999999999999w&m=99999999999r";
  await withPage({ ...SCREENS.desktop, name: "bomb", fragment: bomb }, async (page) => {
    await waitForText(page, "#toast", /more than|too long|read/);
    await page.waitForSelector("#stage .keeper");
    await page.click("#tab-levels");
    await page.evaluate(() => {
      document.querySelector("#paste").value = "#".repeat(10 << 20);
    });
    await page.click("#panel-levels button.primary");
    await waitForText(page, "#toast", /larger than 4 MB/);
    await page.fill("#paste", "there is no level in this text");
    await page.click("#panel-levels button.primary");
    await waitForText(page, "#toast", /Nothing to open/);
    await page.click("#tab-play");
    await page.focus("#stage");
    await page.keyboard.press("ArrowRight");
    await waitForText(page, "#status", /1 move/);
  });
});
