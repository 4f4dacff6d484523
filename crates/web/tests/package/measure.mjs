// Solves the levels of a file with the npm package and tells the processor time, to be compared
// with that of the program on one thread. `PACKAGE` is the folder of the package, `SOKO` the program.
//
//     PACKAGE=target/npm/sokolab node crates/web/tests/package/measure.mjs FILE [SECONDS]

import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [file, seconds = "10"] = process.argv.slice(2);
const { load } = await import(pathToFileURL(path.resolve(process.env.PACKAGE ?? ".", "index.js")).href);

const sokolab = await load();
const levels = sokolab.parse(await readFile(file, "utf8"));
// The first solution also compiles the engine for good; that is part of the time.
const begin = process.cpuUsage();
let solved = 0;
for (const level of levels) {
  if (sokolab.solve(level, { seconds: Number(seconds) }).status === "solved") solved += 1;
}
const { user, system } = process.cpuUsage(begin);
const engine = (user + system) / 1e6;
console.log(`engine: ${solved} of ${levels.length} solved, ${engine.toFixed(2)} s of processor time`);

if (process.env.SOKO) {
  const native = childTime();
  console.log(`program: ${native.toFixed(2)} s; the engine takes ${(engine / native).toFixed(2)} times as long`);
}

/** The processor time of the program for the same levels, in seconds. */
function childTime() {
  const solve = `time -p "$SOKO" solve "$0" --threads 1 --jobs 1 --format jsonl > /dev/null`;
  const { stderr } = spawnSync("bash", ["-c", solve, file], { encoding: "utf8" });
  const part = (/** @type {string} */ name) => Number(new RegExp(`${name} ([\\d.]+)`).exec(stderr)?.[1]);
  return part("user") + part("sys");
}
