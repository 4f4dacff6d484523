// A browser, the two hosts of the page, and a page for one test. `SOKO` is the program, `SITE` the
// folder of the static site, `PAGE_TOOLS` the folder with the packages, `CHROMIUM` the browser.

import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { after } from "node:test";

import { startServer, startSite } from "./hosts.mjs";

const tools = process.env.PAGE_TOOLS ?? process.cwd();
const require = createRequire(path.join(tools, "tools.js"));
const { chromium } = require("playwright-core");
export const axeSource = require.resolve("axe-core/axe.min.js");

const shots = path.join(tools, "screenshots");

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** Screens that every journey is made on. */
export const SCREENS = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** Where the page runs: on the server, and on the static site. */
export const HOSTS = ["serve", "site"].filter((it) => process.env[it === "site" ? "SITE" : "SOKO"]);
if (HOSTS.length < 2) console.log(`SKIPPED: only ${HOSTS.join()} is tested; set SOKO and SITE`);

/** Every host with every screen: their names, and the options for `withPage`. */
export const PLACES = HOSTS.flatMap((host) => Object.entries(SCREENS)
  .map(([name, screen]) => ({ place: `${host}, ${name}`, host, ...screen, name: `${host}-${name}` })));

/** Started once, ended with the tests of the file. */
const started = new Map();

/** @param {string} what @param {() => Promise<{end: () => unknown}>} start */
function once(what, start) {
  if (!started.has(what)) started.set(what, start());
  return started.get(what);
}

after(async () => {
  for (const it of started.values()) await (await it).end();
});

/** The browser of this file. */
export async function startBrowser() {
  return once("browser", async () => {
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: FLAGS });
    return { browser, end: () => browser.close() };
  });
}

/** @param {string} host */
export function startHost(host) {
  return once(host, host === "site" ? startSite : startServer);
}

/**
 * Opens the page on a host and a screen and calls `journey` with it. Errors of the page, and
 * requests to anybody else, fail the test.
 * @param {object} options
 * @param {(page: any, tools: any) => Promise<void>} journey
 */
export async function withPage(options, journey) {
  const { host = HOSTS[0], fragment = "", name = "page", place, ...context } = options;
  const [{ browser }, { address }] = await Promise.all([startBrowser(), startHost(host)]);
  const errors = [];
  const settings = { acceptDownloads: true, serviceWorkers: "block", reducedMotion: "reduce", ...context };
  const opened = await browser.newContext(settings);
  try {
    await mkdir(shots, { recursive: true });
    await opened.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
    const page = await opened.newPage();
    page.setDefaultTimeout(60_000);
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) errors.push(message.text());
    });
    page.on("request", (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith("http") && hostname !== "127.0.0.1") errors.push(`a request to ${hostname}`);
    });
    await page.goto(address + fragment);
    await page.waitForSelector("#stage .board");
    const shot = (what) => page.screenshot({ path: path.join(shots, `${name}-${what}.png`) });
    await journey(page, { shot, address, context: opened });
  } finally {
    await opened.close();
  }
  if (errors.length > 0) throw new Error(errors.join("\n"));
}

/** Opens the levels of a text, as somebody who pastes it. */
export async function paste(page, text) {
  await page.click("#tab-levels");
  await page.fill("#paste", text);
  await page.click("#open-text");
  await page.waitForSelector("#panel-play:not([hidden])");
}

/** Waits until an element has a text that matches. */
export async function waitForText(page, selector, pattern) {
  await page.waitForFunction(([where, source]) => {
    const element = document.querySelector(where);
    return element && new RegExp(source).test(element.textContent ?? "");
  }, [selector, pattern.source]);
  return (await page.textContent(selector)).trim();
}

/** The middle of a square on the screen. */
export async function middle(page, [x, y]) {
  return page.evaluate(([column, row]) => {
    const board = document.querySelector("#stage .board");
    const point = new DOMPoint((column + 0.5) * 40, (row + 0.5) * 40).matrixTransform(board.getScreenCTM());
    return [point.x, point.y];
  }, [x, y]);
}

/** Clicks a square, or taps it where there are fingers. */
export async function click(page, spot) {
  await page.locator("#stage").scrollIntoViewIfNeeded();
  const [x, y] = await middle(page, spot);
  const hasTouch = await page.evaluate(() => navigator.maxTouchPoints > 0);
  if (hasTouch) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}
