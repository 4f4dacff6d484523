// The two hosts of the page: the program, and a folder behind a plain web server.

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Starts the program with a library of its own. */
export async function startServer() {
  const folder = await mkdtemp(path.join(tmpdir(), "sokolab-page-"));
  const environment = { ...process.env, XDG_DATA_HOME: folder };
  const child = spawn(process.env.SOKO ?? "soko", ["serve"], {
    stdio: ["ignore", "pipe", "inherit"], env: environment,
  });
  const over = new Promise((resolve) => { child.once("exit", resolve); });
  const address = await new Promise((resolve, reject) => {
    child.stdout.once("data", (text) => resolve(String(text).trim()));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`soko serve ended with ${code}`)));
  });
  const end = async () => {
    child.kill("SIGINT");
    await over;
    await rm(folder, { recursive: true, force: true });
  };
  return { address, pid: child.pid, end };
}

const TYPES = {
  css: "text/css", html: "text/html", js: "text/javascript", svg: "image/svg+xml",
  wasm: "application/wasm", webmanifest: "application/manifest+json",
};

/** Serves the folder of the static site as any host would. */
export async function startSite() {
  const folder = path.resolve(process.env.SITE ?? "");
  const server = createServer(async (request, response) => {
    const name = new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html");
    try {
      const body = await readFile(path.join(folder, path.normalize(name)));
      response.setHeader("content-type", TYPES[name.split(".").at(-1)] ?? "text/plain");
      response.end(body);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", () => resolve(null)); });
  const end = () => { server.closeAllConnections(); server.close(); };
  return { address: `http://127.0.0.1:${server.address().port}/`, end };
}
