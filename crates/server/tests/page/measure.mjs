// Measures how fast the page is: the first board, from key to picture, and tasks of the main thread
// while a solver runs. `cargo xtask page --measure` prints the figures; no test depends on them.

import { HOSTS, SCREENS, paste, startBrowser, startHost } from "./browser.mjs";

const KEYS = Number(process.env.KEYS ?? 400);

const LEVEL = "##########\n#@       #\n#  $  .  #\n#        #\n##########\n";

for (const host of HOSTS) {
  const [{ browser }, { address }] = [await startBrowser(), await startHost(host)];
  const context = await browser.newContext({ ...SCREENS.desktop, serviceWorkers: "block" });
  const page = await context.newPage();
  const firsts = [];
  for (let visit = 0; visit < 5; visit += 1) {
    await page.goto("about:blank");
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForSelector("#stage .keeper");
    firsts.push(await page.evaluate(() => performance.now()));
  }
  report(host, "first board after navigation", firsts);
  await paste(page, LEVEL);
  await watchTasks(page);
  await reportKeys(page, host, "idle");
  await page.evaluate(startSolver);
  await reportKeys(page, host, "beside a solver");
  const tasks = await page.evaluate(() => window.longTasks);
  console.log(`${host}: tasks of the main thread above 50 ms: ${JSON.stringify(tasks)}`);
  await reportWork(page, host, browser);
  await context.close();
}

async function reportKeys(page, host, when) {
  const times = await press(page);
  report(host, `key to changed picture, ${when}`, times.map((it) => it.changed));
  report(host, `key to its frame, ${when}`, times.map((it) => it.framed));
}

/** Presses keys and gives the times from the event to the change of the picture, and to the frame. */
async function press(page) {
  await page.focus("#stage");
  await page.evaluate((count) => {
    window.times = [];
    let begin = 0;
    document.addEventListener("keydown", (event) => { begin = event.timeStamp; }, { capture: true });
    const keeper = document.querySelector("#stage .keeper");
    new MutationObserver(() => {
      const from = begin;
      if (!from || window.times.length >= count) return;
      begin = 0;
      const changed = performance.now() - from;
      requestAnimationFrame(() => window.times.push({ changed, framed: performance.now() - from }));
    }).observe(keeper, { attributes: true, attributeFilter: ["transform"] });
  }, KEYS);
  for (let count = 0; count < KEYS; count += 1) {
    await page.keyboard.press(count % 2 ? "ArrowUp" : "ArrowDown");
    await page.waitForFunction((done) => window.times.length > done, count);
  }
  return page.evaluate(() => window.times);
}

/**
 * Tells how much of the longest tasks beside a solver is work of the page. The rest is waiting for a
 * processor, which is all that a busy machine adds.
 */
async function reportWork(page, host, browser) {
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  await press(page);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const place = ({ pid, tid }) => `${pid} ${tid}`;
  const mains = traceEvents.filter((it) => it.name === "thread_name" && it.args.name === "CrRendererMain");
  const threads = new Set(mains.map(place));
  const tasks = traceEvents.filter((it) => it.name.endsWith("RunTask") && it.ph === "X" && threads.has(place(it)));
  const longest = (times) => Math.max(0, ...times).toFixed(1);
  console.log(`${host}: longest task of the main thread beside a solver: `
    + `${longest(tasks.map((it) => it.dur / 1000))} ms, of work ${longest(tasks.map((it) => (it.tdur ?? 0) / 1000))} ms, `
    + `${tasks.length} tasks`);
}

function watchTasks(page) {
  return page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.longTasks.push(Math.round(entry.duration));
    }).observe({ type: "longtask" });
  });
}

/** Runs in the page: a search that does not end by itself, asked as the page asks. */
async function startSolver() {
  const { ask } = await import("./js/service.js");
  const row = (y) => Array.from({ length: 26 }, (_, x) => {
    if (x === 0 && y === 0) return "@";
    if (x % 2 === 0 && y % 2 === 0 && x >= 2 && x <= 10 && y >= 2 && y <= 8) return "$";
    return x % 2 === 0 && y % 2 === 0 && x >= 14 && x <= 22 && y >= 2 && y <= 8 ? "." : " ";
  }).join("");
  const wall = "#".repeat(28);
  const text = [wall, ...Array.from({ length: 12 }, (_, y) => `#${row(y)}#`), wall].join("\n");
  await new Promise((resolve) => {
    void ask("solve", { level: { text }, objective: "moves", seconds: 600 }, { onEvent: () => resolve(null) });
  });
}

function report(host, what, times) {
  const sorted = [...times].sort((one, two) => one - two);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);
  console.log(`${host}: ${what}: median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms of ${times.length}`);
}

process.exit(0);
