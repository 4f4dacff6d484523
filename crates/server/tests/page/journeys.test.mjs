// Journeys of people through the page, on a desktop and on a phone.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { SCREENS, paste, waitForText, withPage } from "./browser.mjs";

/** Drawn for this test: two boxes, and a corner to lose one in. */
const LEVEL = `#########
#   #   #
# $   . #
#   #$  #
## ##  .#
#@  #####
#####
Title: Is it me?
`;

/** Drawn for this test, as it looks on a terminal. */
const SCREEN = `
  ---------
  |<^^....|
  |---.0..--
     |..0..|
     |.0@..|
     |.....|
     -------
`;

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`J1: is it me or the level? (${name})`, async () => {
    await withPage({ ...screen, name: `j1-${name}` }, async (page, { shot }) => {
      await paste(page, LEVEL);
      assert.match(await page.textContent("#title"), /Is it me\?/);
      await page.click("#tab-solve");
      await page.click("#panel-solve button.primary");
      const verdict = await waitForText(page, "#verdict h2", /Solvable: \d+ push/);
      assert.match(verdict, /^Solvable: \d+ pushes, \d+ moves$/);
      assert.equal(await page.locator("#panel-solve .solution:visible").count(), 0, "no moves are shown");
      await shot("verdict");

      await page.click("#tab-play");
      await page.click("[data-rung=solvable]");
      await waitForText(page, "#panel-play", /Yes: this can still be won/);
      await page.click("[data-rung=box]");
      await waitForText(page, "#panel-play", /Push the box on [a-z]\d+ next/);
      await page.click("[data-rung=target]");
      await waitForText(page, "#panel-play", /Push the box on [a-z]\d+ to [a-z]\d+/);
      assert.ok(await page.locator("#stage .over-hint").count() > 0, "the box is marked");
      await shot("hint");

      for (let pushes = 0; pushes < 60 && !(await isWon(page)); pushes += 1) {
        const before = await page.textContent("#status");
        await page.click("[data-rung=push]");
        await page.waitForFunction((old) => document.querySelector("#status").textContent !== old, before);
      }
      assert.ok(await isWon(page), "the hints lead to a win");
      assert.match(await page.textContent("#live"), /solved with \d+ push/);
      assert.match(await page.textContent("#status"), /best \d+ push/);
      await shot("won");
    });
  });

  test(`J2: a NetHack player is stuck (${name})`, async () => {
    await withPage({ ...screen, name: `j2-${name}` }, async (page, { shot }) => {
      await paste(page, SCREEN);
      assert.match(await page.textContent("#title"), /nethack rules/);
      assert.equal(await page.locator('#stage use[href="#piece-boulder"]').count(), 3);
      await page.click("[data-rung=solvable]");
      await waitForText(page, "#panel-play", /can still be won; at most 1 boulder can be spared/);
      await page.click("#tab-solve");
      await page.click("#panel-solve button.primary");
      await waitForText(page, "#verdict h2", /Solvable/);
      await page.click("text=Show the moves");
      const keys = await waitForText(page, "#keys", /^[hjklyubnHJKLYUBN]+$/);
      await shot("keys");
      // What the keys of the page do is what they would do in the game.
      await page.click("#tab-play");
      await page.focus("#stage");
      for (const key of keys) await page.keyboard.press(key.toLowerCase());
      await page.waitForFunction(() => document.querySelector("#status .won"));
      await shot("won");
    });
  });
}

test("J4: a designer draws, repairs, trims and saves", async () => {
  await withPage({ ...SCREENS.desktop, name: "j4" }, async (page, { shot }) => {
    await page.click("#tab-edit");
    await page.click("#panel-edit >> text=New");
    await waitForText(page, "#title", /New level/);
    await waitForText(page, "#panel-edit", /Solvable: 3 pushes, the fewest/);
    await paint(page, "Floor", [0, 3]);
    await waitForText(page, "#panel-edit .findings", /walk out of the level/);
    await shot("open-wall");
    await paint(page, "Wall", [0, 3]);
    await waitForText(page, "#panel-edit", /Solvable: 3 pushes, the fewest/);
    await page.click("text=Trim what the puzzle");
    await waitForText(page, "#panel-edit", /squares become/);
    await page.click("text=Take it");
    await waitForText(page, "#panel-edit", /Solvable: 3 pushes, the fewest/);
    await shot("trimmed");
    await page.click("#tab-analyse");
    await page.waitForSelector("#stage .marks .mark");
    await shot("analysed");
    await page.click("#tab-solve");
    await page.click("#panel-solve button.primary");
    await waitForText(page, "#verdict h2", /Solvable: 3 pushes/);
    await page.click("#panel-solve summary");
    const [saved] = await Promise.all([
      page.waitForEvent("download"), page.click("#panel-solve details button"),
    ]);
    const text = await readFile(await saved.path(), "utf8");
    assert.match(saved.suggestedFilename(), /\.sok$/);
    assert.match(text, /New level/);
    assert.match(text, /Solution/);
  });
});

test("J3: a NetHack developer takes a generated level home", async () => {
  await withPage({ ...SCREENS.desktop, name: "j3" }, async (page, { shot }) => {
    await page.click("#tab-generate");
    await page.selectOption("#panel-generate select", "nethack");
    await page.fill("#panel-generate input[type=number]", "7");
    await setSlider(page, "Columns", 12);
    await setSlider(page, "Boxes", 2);
    await setSlider(page, "Levels", 2);
    await page.click("#panel-generate button.primary");
    await waitForText(page, "#panel-generate", /2 levels from seed 7/);
    await shot("gallery");
    await page.click("#panel-generate .gallery button");
    await waitForText(page, "#title", /reverse 7-\d+ · nethack rules/);
    const before = await page.innerHTML("#stage .ground");
    await page.click("#tab-solve");
    await page.click("#panel-solve summary");
    await page.selectOption("#panel-solve details select", "nethack-lua");
    const [saved] = await Promise.all([
      page.waitForEvent("download"), page.click("#panel-solve details button"),
    ]);
    const text = await readFile(await saved.path(), "utf8");
    assert.match(saved.suggestedFilename(), /\.lua$/);
    await paste(page, text);
    await page.waitForSelector("#stage .keeper");
    const walls = (/** @type {string} */ ground) => ground.match(/class="floor/g).length;
    assert.equal(walls(await page.innerHTML("#stage .ground")), walls(before), "the same floor");
  });
});

test("a fatal push raises the alarm, which leads back", async () => {
  await withPage({ ...SCREENS.desktop, name: "alarm" }, async (page, { shot }) => {
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

test("playing: keys, clicks, undo, branches, sharing, and a game that is still there", async () => {
  await withPage({ ...SCREENS.desktop, name: "play" }, async (page) => {
    await paste(page, "#######\n#@ $ .#\n#     #\n#######\nTitle: Share me\n");
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
    await page.keyboard.press("Z");
    await waitForText(page, "#live", /0 of 1 stored/);
    await page.click("#bar-actions button");
    await page.waitForFunction(() => location.hash.includes("m="));
    const shared = await page.evaluate(() => location.hash);
    assert.ok(shared.length < 120, shared);
    await page.reload();
    await waitForText(page, "#title", /Share me/);
    await waitForText(page, "#status", /1 push.*2 moves/);
  });
});

/** Whether the game is won. */
function isWon(page) {
  return page.evaluate(() => document.querySelector("#status .won") !== null);
}

/** The middle of a square on the screen. */
async function middle(page, [x, y]) {
  return page.evaluate(([column, row]) => {
    const board = document.querySelector("#stage .board");
    const point = new DOMPoint((column + 0.5) * 40, (row + 0.5) * 40).matrixTransform(board.getScreenCTM());
    return [point.x, point.y];
  }, [x, y]);
}

async function click(page, spot) {
  const [x, y] = await middle(page, spot);
  await page.mouse.click(x, y);
}

async function setSlider(page, name, value) {
  await page.locator(`#panel-generate label:has-text("${name}") input`).fill(String(value));
}

async function paint(page, name, spot) {
  await page.click(`.palette >> text="${name}"`);
  await click(page, spot);
}
