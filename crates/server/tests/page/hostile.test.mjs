// Hostile input is refused, or shown as text. What strangers may send to the server is tested in
// `server/security.rs`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { HOSTS, SCREENS, paste, waitForText, withPage } from "./browser.mjs";

for (const host of HOSTS) {
  test(`markup in titles and texts is shown as text (${host})`, async () => {
    await withPage({ ...SCREENS.desktop, host, name: `markup-${host}` }, async (page) => {
      const title = "<img src=x onerror=document.title='owned'><b>bold</b>";
      await paste(page, `#####\n#@$.#\n#####\nTitle: ${title}\nAuthor: <script>alert(1)</script>\n`);
      assert.ok((await page.textContent("#title")).includes(title));
      await page.click("#tab-levels");
      assert.equal(await page.locator("#title img, .gallery img, .gallery b, main script").count(), 0);
      assert.ok(!(await page.title()).startsWith("owned"));
    });
  });

  test(`bombs in the address and ten megabytes of text are refused (${host})`, async () => {
    const fragment = "#l=99999999999999999999w&m=99999999999r";
    await withPage({ ...SCREENS.desktop, host, name: `bomb-${host}`, fragment }, async (page) => {
      await waitForText(page, "#toast", /more than|too long|read/);
      await page.waitForSelector("#stage .keeper");
      await page.click("#tab-levels");
      await page.evaluate(() => {
        document.querySelector("#paste").value = "#".repeat(10 << 20);
      });
      await page.click("#open-text");
      await waitForText(page, "#toast", /larger than 4 MB/);
      await page.fill("#paste", "there is no level in this text");
      await page.click("#open-text");
      await waitForText(page, "#toast", /Nothing to open/);
      await page.click("#tab-play");
      await page.focus("#stage");
      await page.keyboard.press("ArrowRight");
      await waitForText(page, "#status", /1 move/);
    });
  });

  test(`a thousand questions at once are answered or refused (${host})`, async () => {
    await withPage({ ...SCREENS.desktop, host, name: `thousand-${host}` }, async (page) => {
      const [answered, refused] = await page.evaluate(async () => {
        const { ask } = await import("./js/service.js");
        const question = { level: { text: "#####\n#@$.#\n#####" } };
        const name = (index) => (index % 10 === 0 ? "solve" : "lint");
        const all = Array.from({ length: 1000 }, (_, index) => ask(name(index), question)
          .then(() => "answer", (error) => error.code));
        const results = await Promise.all(all);
        return [results.filter((it) => it === "answer").length,
          results.filter((it) => it === "busy").length];
      });
      assert.equal(answered + refused, 1000);
      assert.ok(answered > 100, `${answered} were answered`);
      await page.focus("#stage");
      await page.keyboard.press("ArrowRight");
      await waitForText(page, "#status", /1 move/);
    });
  });
}
