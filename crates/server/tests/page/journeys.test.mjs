// Journeys of people through the page, on both hosts, on a desktop and on a phone.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { PLACES, click, paste, waitForText, withPage } from "./browser.mjs";

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

for (const { place, ...options } of PLACES) {
  test(`J1: is it me or the level? (${place})`, async () => {
    await withPage({ ...options, name: `j1-${options.name}` }, async (page, { shot }) => {
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
      await waitForText(page, "#panel-play .card.good", /The best solution known has \d+ pushes/);
      await shot("won");
    });
  });

  test(`J2: a NetHack player is stuck (${place})`, async () => {
    await withPage({ ...options, name: `j2-${options.name}` }, async (page, { shot }) => {
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

  test(`J3: a NetHack developer takes a generated level home (${place})`, async () => {
    await withPage({ ...options, name: `j3-${options.name}` }, async (page, { shot }) => {
      await page.click("#tab-generate");
      await page.selectOption("#panel-generate select", "nethack");
      await page.fill("#panel-generate input[type=number]", "7");
      await setSlider(page, "Columns", 12);
      await setSlider(page, "Boxes", 2);
      await setSlider(page, "Levels", 2);
      await page.click("#panel-generate button.primary");
      await waitForText(page, "#panel-generate", /2 levels from seed 7/);
      assert.equal(await page.locator("#panel-generate .gallery li").count(), 2);
      await shot("gallery");
      await page.locator("#panel-generate .gallery li > button").first().click();
      await waitForText(page, "#title", /reverse 7-\d+ · nethack rules/);
      const before = await page.innerHTML("#stage .ground");
      await page.click("#tab-solve");
      const [name, text] = await save(page, "nethack-lua");
      assert.match(name, /\.lua$/);
      await paste(page, text);
      await page.waitForSelector("#stage .keeper");
      assert.equal(floors(await page.innerHTML("#stage .ground")), floors(before), "the same floor");
      await page.click("#tab-solve");
      const [, again] = await save(page, "nethack-lua");
      assert.equal(mapOf(again), mapOf(text), "the same level, read and written again");
    });
  });

  test(`J4: a designer draws, repairs, trims and saves (${place})`, async () => {
    await withPage({ ...options, name: `j4-${options.name}` }, async (page, { shot }) => {
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
      const [name, text] = await save(page, "sok");
      assert.match(name, /\.sok$/);
      assert.match(text, /New level/);
      assert.match(text, /Solution/);
    });
  });

  test(`J8: a teacher saves an explanation that needs nothing else (${place})`, async () => {
    await withPage({ ...options, name: `j8-${options.name}` }, async (page, { shot, context }) => {
      await paste(page, LEVEL);
      await page.click("#tab-analyse");
      await page.waitForSelector(".legend li");
      await click(page, [1, 1]);
      await waitForText(page, "#panel-analyse .card", /A box on b2 cannot be pushed at all/);
      await page.click("text=Explain in words");
      await waitForText(page, "#panel-analyse", /The plan/);
      await shot("explained");
      const [saved] = await Promise.all([
        page.waitForEvent("download"), page.click("text=Save as a page"),
      ]);
      assert.equal(saved.suggestedFilename(), "is-it-me.html");
      const html = await readFile(await saved.path(), "utf8");
      assert.match(html, /Is it me\?/);
      assert.doesNotMatch(html.replaceAll("http://www.w3.org/", ""), /(src|href)="?https?:/);
      const reader = await context.newPage();
      await reader.setContent(html);
      assert.match(await reader.textContent("body"), /The solution: \d+ push/);
      assert.ok(await reader.locator("svg").count() > 0, "the level is drawn");
    });
  });
}

/** Whether the game is won. */
function isWon(page) {
  return page.evaluate(() => document.querySelector("#status .won") !== null);
}

/** @param {string} ground */
function floors(ground) {
  const path = /d="([^"]*)" class="floor"/.exec(ground)?.[1] ?? "";
  return [...path.matchAll(/h(\d+)v/g)].reduce((sum, it) => sum + Number(it[1]) / 40, 0);
}

/** The map in a level for NetHack. @param {string} lua */
function mapOf(lua) {
  return /\[\[([^]*?)\]\]/.exec(lua)?.[1] ?? "";
}

/** Downloads the level on the tab Solve, and gives the name and the text of the file. */
async function save(page, format) {
  const details = page.locator("#panel-solve details", { has: page.locator("#format") });
  if (!(await details.evaluate((it) => it.open))) await details.locator("summary").click();
  await page.selectOption("#format", format);
  const [saved] = await Promise.all([
    page.waitForEvent("download"), details.locator("button").click(),
  ]);
  return [saved.suggestedFilename(), await readFile(await saved.path(), "utf8")];
}

async function setSlider(page, name, value) {
  await page.locator(`#panel-generate label:has-text("${name}:") input[type=range]`).fill(String(value));
}

async function paint(page, name, spot) {
  await page.click(`.palette >> text="${name}"`);
  await click(page, spot);
}
