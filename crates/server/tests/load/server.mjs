// `soko serve` and a search that does not end by itself, for measurements.

import { spawn } from "node:child_process";
import { request } from "node:http";

/** Starts the program `SOKO`. */
export async function startServer() {
  const child = spawn(process.env.SOKO ?? "soko", ["serve", "--no-library"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const told = await new Promise((resolve) => { child.stdout.once("data", resolve); });
  const address = new URL(String(told).trim());
  return { child, address, token: address.searchParams.get("token") };
}

const wall = "#".repeat(28);
const row = (/** @type {number} */ y) => `#${Array.from({ length: 26 }, (_, x) => {
  if (x === 0 && y === 0) return "@";
  if (x % 2 === 0 && y % 2 === 0 && x >= 2 && x <= 10 && y >= 2 && y <= 8) return "$";
  return x % 2 === 0 && y % 2 === 0 && x >= 14 && x <= 22 && y >= 2 && y <= 8 ? "." : " ";
}).join("")}#`;
const text = [wall, ...Array.from({ length: 12 }, (_, y) => row(y)), wall].join("\n");
const question = JSON.stringify({ level: { text }, objective: "moves", seconds: 600, threads: 1 });

/**
 * Starts a search and gives its response as soon as it has begun; to destroy it cancels the search.
 * @param {{address: URL, token: string | null}} server
 * @returns {Promise<import("node:http").IncomingMessage>}
 */
export function ask({ address, token }) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
    const place = { host: address.hostname, port: address.port, path: "/api/solve", method: "POST" };
    const asked = request({ ...place, headers }, (response) => {
      response.once("data", (first) => {
        if (String(first).startsWith("event: progress")) resolve(response);
        else reject(new Error(`there is no search: ${first}`));
      });
    });
    asked.on("error", reject);
    asked.end(question);
  });
}
