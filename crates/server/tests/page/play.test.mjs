// Playing: by keys alone, by what a screen reader is told, by clicks and drags, and sharing.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { HOSTS, PLACES, SCREENS, click, middle, paste, waitForText, withPage } from "./browser.mjs";

const CORRIDOR = "#######\n#@ $ .#\n#     #\n#######\nTitle: Share me\n";

for (const host of HOSTS) {
  test(`J1 by keyboard alone (${host})`, async () => {
    await withPage({ ...SCREENS.desktop, host, name: `keyboard-${host}` }, async (page, { shot }) => {
      await tabTo(page, "tab-play");
      for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
      await page.waitForSelector("#panel-levels:not([hidden])");
      await tabTo(page, "paste");
      await page.keyboard.insertText(CORRIDOR);
      await tabTo(page, "open-text");
      await page.keyboard.press("Enter");
      await waitForText(page, "#title", /Share me/);
      await tabTo(page, "tab-play", true);
      await page.keyboard.press("ArrowRight");
      await tabTo(page, "Solve");
      await page.keyboard.press("Enter");
      await waitForText(page, "#verdict h2", /Solvable: 2 pushes, 3 moves/);
      await tabTo(page, "tab-solve", true);
      await page.keyboard.press("ArrowLeft");
      await tabTo(page, "Which box next?");
      await page.keyboard.press("Enter");
      await waitForText(page, "#panel-play", /Push the box on d2 next/);
      await tabTo(page, "stage", true);
      await shot("focus");
      for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
      await page.waitForSelector("#status .won");
    });
  });

  test(`J1 by what a screen reader is told (${host})`, async () => {
    await withPage({ ...SCREENS.desktop, host, name: `reader-${host}` }, async (page) => {
      await page.getByRole("tab", { name: "Levels" }).click();
      await page.getByRole("textbox", { name: /Paste a level/ }).fill(CORRIDOR);
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await page.getByRole("tab", { name: "Solve" }).click();
      await page.getByRole("button", { name: "Solve", exact: true }).click();
      await page.getByRole("heading", { name: "Solvable: 2 pushes, 3 moves" }).waitFor();
      await page.getByRole("tab", { name: "Play" }).click();
      await page.getByRole("button", { name: "Can I still win?" }).click();
      await page.getByText("Yes: this can still be won").waitFor();
      const board = page.getByRole("application", { name: /Board/ });
      await board.press("ArrowRight");
      await waitForText(page, "#live", /^walked right$/);
      await board.press("ArrowRight");
      await waitForText(page, "#live", /^pushed right; 0 of 1 stored$/);
      await board.press("Backspace");
      await waitForText(page, "#live", /^after 1 move; 0 of 1 stored$/);
      await board.press("ArrowRight");
      await board.press("ArrowRight");
      await waitForText(page, "#live", /^solved with 2 pushes and 3 moves$/);
      await page.getByRole("heading", { name: "Solved" }).waitFor();
    });
  });

  test(`a fatal push raises the alarm, which leads back (${host})`, async () => {
    await withPage({ ...SCREENS.desktop, host, name: `alarm-${host}` }, async (page, { shot }) => {
      await paste(page, "########\n#. @$  #\n#   #  #\n##    ##\n ######\n");
      await page.focus("#stage");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await waitForText(page, "[role=alert]", /cannot be won any more/);
      assert.ok(await page.locator("#stage .over-danger").count() > 0);
      await shot("lost");
      await page.click("text=Back to the last safe moment");
      await waitForText(page, "#status", /1 push/);
      await page.waitForSelector("[role=alert]", { state: "hidden" });
    });
  });

  test(`every theme has drawings (${host})`, async () => {
    await withPage({ ...SCREENS.desktop, host, name: `themes-${host}` }, async (page, { shot }) => {
      for (const theme of ["classic", "contrast", "paper", "nethack", "flat"]) {
        await page.selectOption("select[aria-label=Board]", theme);
        await page.waitForSelector(`html[data-board=${theme}]`);
        assert.equal(await page.locator("#pieces > g").count(), 10, theme);
        const box = await page.locator("#stage .box").first().boundingBox();
        assert.ok(box.width > 20 && box.height > 20, `a box of ${theme} is seen`);
        await shot(theme);
      }
    });
  });

  test(`branches and bookmarks lose nothing (${host})`, async () => {
    await withPage({ ...SCREENS.desktop, host, name: `branches-${host}` }, async (page, { shot }) => {
      await paste(page, CORRIDOR);
      await page.focus("#stage");
      const keys = async (...names) => { for (const name of names) await page.keyboard.press(name); };
      await keys("ArrowRight", "ArrowRight");
      await waitForText(page, "#status", /1 push/);
      assert.ok(await page.getByRole("button", { name: /^Next branch/ }).isDisabled());
      await page.getByRole("button", { name: "Set a bookmark" }).click();
      await page.getByRole("button", { name: "⚑ move 2", exact: true }).waitFor();
      await page.focus("#stage");
      await keys("Backspace", "ArrowDown", "ArrowRight");
      await waitForText(page, "#status", /3 moves/);
      await page.getByRole("button", { name: "Next branch" }).click();
      await waitForText(page, "#status", /1 move.*2 branches here/);
      await shot("timeline");
      await page.focus("#stage");
      await keys("x", "ArrowRight");
      await page.waitForSelector("#status .won");
      await page.getByRole("button", { name: "⚑ move 2", exact: true }).click();
      await waitForText(page, "#status", /2 moves/);
      await page.getByRole("button", { name: "Remove the bookmark move 2" }).click();
      await page.waitForFunction(() => !document.querySelector("#panel-play").textContent.includes("⚑"));
    });
  });

  test(`pictures are downloaded (${host})`, async () => {
    await withPage({ ...SCREENS.desktop, host, name: `pictures-${host}` }, async (page) => {
      await paste(page, CORRIDOR);
      await page.click("#tab-solve");
      await page.click("#panel-solve summary >> text=Download");
      for (const [format, first] of [["svg", /^<svg /], ["png", /^.PNG/]]) {
        await page.selectOption("#format", format);
        const [saved] = await Promise.all([
          page.waitForEvent("download"), page.click("#panel-solve details button"),
        ]);
        assert.equal(saved.suggestedFilename(), `share-me.${format}`);
        assert.match(await readFile(await saved.path(), "latin1"), first);
      }
    });
  });

  test(`a search is cancelled, and the next one runs (${host})`, async () => {
    await withPage({ ...SCREENS.desktop, host, name: `cancel-${host}` }, async (page, { shot }) => {
      await paste(page, hall());
      await page.click("#tab-solve");
      await page.click("text=Fewest moves");
      await page.click("#panel-solve button.primary");
      await page.waitForSelector("#panel-solve .counters dd");
      await shot("counters");
      await page.click("#panel-solve >> text=Cancel");
      await page.waitForSelector("#panel-solve button.primary");
      await paste(page, CORRIDOR);
      await page.click("#tab-solve");
      await page.click("#panel-solve button.primary");
      await waitForText(page, "#verdict h2", /Solvable: 2 pushes/);
    });
  });
}

for (const { place, ...options } of PLACES) {
  test(`clicks, undo, drags, sharing, and a game that is still there (${place})`, async () => {
    await withPage({ ...options, name: `play-${options.name}` }, async (page) => {
      await paste(page, CORRIDOR);
      await page.focus("#stage");
      await page.keyboard.press("ArrowDown");
      await waitForText(page, "#live", /walked down/);
      await page.keyboard.press("Backspace");
      await waitForText(page, "#status", /0 moves/);
      await click(page, [3, 1]);
      await page.waitForSelector("#stage .reach");
      await click(page, [5, 1]);
      await page.waitForSelector("#status .won");
      assert.match(await page.textContent("#live"), /solved with 2 pushes and 3 moves/);
      await page.focus("#stage");
      await page.keyboard.press("Z");
      await waitForText(page, "#live", /0 of 1 stored/);
      if (!options.hasTouch) await drag(page, [4, 1], [5, 1]);
      else await click(page, [4, 1]).then(() => page.waitForSelector("#stage .reach")).then(() => click(page, [5, 1]));
      await page.waitForSelector("#status .won");
      await page.focus("#stage");
      await page.keyboard.press("Z");
      await waitForText(page, "#status", /1 push/);
      await page.click("#share");
      await page.waitForFunction(() => location.hash.includes("m="));
      const shared = await page.evaluate(() => location.hash);
      assert.ok(shared.length < 120, shared);
      await page.reload();
      await waitForText(page, "#title", /Share me/);
      await waitForText(page, "#status", /1 push.*2 moves/);
    });
  });
}

/** A hall that no search finishes within seconds. */
function hall() {
  const row = (y) => Array.from({ length: 26 }, (_, x) => {
    if (x === 0 && y === 0) return "@";
    if (x % 2 === 0 && y % 2 === 0 && x >= 2 && x <= 10 && y >= 2 && y <= 8) return "$";
    return x % 2 === 0 && y % 2 === 0 && x >= 14 && x <= 22 && y >= 2 && y <= 8 ? "." : " ";
  }).join("");
  const rows = Array.from({ length: 12 }, (_, y) => `#${row(y)}#`);
  const wall = "#".repeat(28);
  return [wall, ...rows, wall].join("\n");
}

async function drag(page, from, to) {
  const [start, end] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move((start[0] + end[0]) / 2, end[1], { steps: 4 });
  await page.waitForSelector("#stage .reach");
  await page.mouse.move(...end);
  await page.mouse.up();
}

/** Presses Tab until the element with this id, or the button with this name, has the focus. */
async function tabTo(page, what, backwards = false) {
  for (let count = 0; count < 80; count += 1) {
    const found = await page.evaluate((wanted) => {
      const element = document.activeElement;
      if (element?.id === wanted) return true;
      return element?.textContent === wanted && element.getAttribute("role") !== "tab";
    }, what);
    if (found) return;
    await page.keyboard.press(backwards ? "Shift+Tab" : "Tab");
  }
  throw new Error(`Tab does not lead to ${what}`);
}
