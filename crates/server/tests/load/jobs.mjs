// Starts many searches on `soko serve` and cancels each by closing its connection, then tells how
// many threads and how much memory the program has before and after.
//
//     SOKO=target/release/soko node crates/server/tests/load/jobs.mjs [JOBS]

import { readFile } from "node:fs/promises";

import { ask, startServer } from "./server.mjs";

const jobs = Number(process.argv[2] ?? 10_000);
const server = await startServer();
const { child } = server;

/** Starts a search, and closes the connection as soon as it has begun. */
async function startAndCancel() {
  try {
    const response = await ask(server);
    response.destroy();
    return response.statusCode ?? 0;
  } catch {
    return 0;
  }
}

async function state() {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8");
  const field = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
  return { threads: field("Threads"), megabytes: Math.round(field("VmRSS") / 102.4) / 10 };
}

async function many(count) {
  const codes = {};
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const code = await startAndCancel();
      codes[code] = (codes[code] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return codes;
}

const pause = (/** @type {number} */ seconds) => new Promise((resolve) => { setTimeout(resolve, seconds * 1000); });
console.log("at the start", await state());
await many(200);
// The threads for blocking work end after ten seconds without any.
await pause(15);
const before = await state();
console.log("after 200 jobs", before);
console.log("statuses", await many(jobs));
await pause(15);
const after = await state();
console.log(`after ${jobs} more`, after, `growth ${(after.megabytes - before.megabytes).toFixed(1)} MB`);
child.kill("SIGINT");
