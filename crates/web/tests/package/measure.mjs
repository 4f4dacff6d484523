// Solves the levels of a file with the npm package and tells the processor time, to be compared
// with `soko solve FILE --threads 1`. `PACKAGE` is the folder of the package.
//
//     PACKAGE=target/npm/sokolab node crates/web/tests/package/measure.mjs FILE [SECONDS]

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
console.log(`${solved} of ${levels.length} solved, ${((user + system) / 1e6).toFixed(2)} s of processor time`);
