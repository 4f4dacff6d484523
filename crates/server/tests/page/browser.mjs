// A server, a browser and a page for one test. `SOKO` is the program, `PAGE_TOOLS` the folder
// with the packages, `CHROMIUM` the browser.

import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

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
  desktop: { viewport: { width: 1360, height: 860 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** Starts the program and gives its address. */
export function startServer() {
  const child = spawn(process.env.SOKO ?? "soko", ["serve"], { stdio: ["ignore", "pipe", "inherit"] });
  const address = new Promise((resolve, reject) => {
    child.stdout.once("data", (text) => resolve(String(text).trim()));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`soko serve ended with ${code}`)));
  });
  return { child, address };
}

/**
 * Opens the page on a screen and calls `journey` with it. Errors of the page fail the test.
 * @param {object} options
 * @param {(page: any, tools: any) => Promise<void>} journey
 */
export async function withPage(options, journey) {
  const { child, address } = startServer();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM, args: FLAGS,
  });
  const errors = [];
  try {
    await mkdir(shots, { recursive: true });
    const { fragment = "", name = "page", ...context } = options;
    const opened = await browser.newContext({ acceptDownloads: true, ...context });
    await opened.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
    const page = await opened.newPage();
    page.setDefaultTimeout(60_000);
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("request", (request) => {
      const host = new URL(request.url()).hostname;
      if (!["127.0.0.1", ""].includes(host)) errors.push(`a request to ${host}`);
    });
    const home = await address;
    await page.goto(home + fragment);
    await page.waitForSelector("#stage .board");
    await journey(page, { shot: (what) => page.screenshot({ path: path.join(shots, `${name}-${what}.png`) }), home });
  } finally {
    await browser.close();
    child.kill("SIGINT");
  }
  if (errors.length > 0) throw new Error(errors.join("\n"));
}

/** Opens the levels of a text, as somebody who pastes it. */
export async function paste(page, text) {
  await page.click("#tab-levels");
  await page.fill("#paste", text);
  await page.click("#panel-levels button.primary");
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
