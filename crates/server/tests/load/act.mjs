// Asks `soko serve` for moves of a game with `wrk`, alone and beside a search, and tells how many
// questions it answers a second and how long they wait.
//
//     SOKO=target/release/soko node crates/server/tests/load/act.mjs [SECONDS] [CONNECTIONS]

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { ask, startServer } from "./server.mjs";

const [seconds = "10", connections = "8"] = process.argv.slice(2);
const { child, address, token } = await startServer();
const script = path.join(import.meta.dirname, "act.lua");

/** The processor time of the server so far, in seconds. */
async function spent() {
  const fields = (await readFile(`/proc/${child.pid}/stat`, "utf8")).split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** @param {string} when */
async function measure(when) {
  const before = await spent();
  const load = (await readFile("/proc/loadavg", "utf8")).split(" ")[0];
  const { stdout } = await promisify(execFile)("wrk", [
    "-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "-s", script, `http://${address.host}/api/act`,
  ], { env: { ...process.env, TOKEN: token ?? "" } });
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
  const at = (/** @type {number} */ share) => new RegExp(`${share}%\\s+(\\S+)`).exec(stdout)?.[1];
  const failed = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? "0";
  console.log(`act, ${when}: ${rate} questions a second, median ${at(50)}, 99th percentile ${at(99)}, `
    + `${failed} failed, ${(await spent() - before).toFixed(1)} s of the server's processor time in `
    + `${seconds} s, load before ${load}`);
}

await measure("alone");
const search = await ask({ address, token });
await measure("beside a search");
search.destroy();
child.kill("SIGINT");
