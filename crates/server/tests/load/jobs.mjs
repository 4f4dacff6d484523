// Starts many searches on `soko serve` and cancels each by closing its connection, then tells how
// many threads and how much memory the program has before and after.
//
//     SOKO=target/release/soko node crates/server/tests/load/jobs.mjs [JOBS]

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { request } from "node:http";

const jobs = Number(process.argv[2] ?? 10_000);
const child = spawn(process.env.SOKO ?? "soko", ["serve", "--no-library"], { stdio: ["ignore", "pipe", "inherit"] });
const address = new URL(String(await new Promise((resolve) => { child.stdout.once("data", resolve); })).trim());
const token = address.searchParams.get("token");

const wall = "#".repeat(28);
const row = (y) => `#${Array.from({ length: 26 }, (_, x) => {
  if (x === 0 && y === 0) return "@";
  if (x % 2 === 0 && y % 2 === 0 && x >= 2 && x <= 10 && y >= 2 && y <= 8) return "$";
  return x % 2 === 0 && y % 2 === 0 && x >= 14 && x <= 22 && y >= 2 && y <= 8 ? "." : " ";
}).join("")}#`;
const text = [wall, ...Array.from({ length: 12 }, (_, y) => row(y)), wall].join("\n");
const question = JSON.stringify({ level: { text }, objective: "moves", seconds: 600 });

/** Starts a search, and closes the connection as soon as it has begun. */
function startAndCancel() {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
    const asked = request({ host: address.hostname, port: address.port, path: "/api/solve", method: "POST", headers });
    asked.on("response", (response) => { response.destroy(); resolve(response.statusCode); });
    asked.on("error", () => resolve(0));
    asked.end(question);
  });
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
