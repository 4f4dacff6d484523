// Prints the bytes of the files below a folder, each compressed with brotli as a host keeps it. With
// `--write`, puts `NAME.br` and `NAME.gz` beside each file that gets smaller, for such hosts.
//
//     node crates/web/tests/size.mjs FOLDER [--write]

import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = process.argv[2] ?? ".";
const isWriting = process.argv[3] === "--write";
const params = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
};
let bytes = 0;
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
  const name = path.join(entry.parentPath ?? entry.path, entry.name);
  const file = await readFile(name);
  const brotli = brotliCompressSync(file, { params });
  bytes += brotli.length;
  if (!isWriting || brotli.length >= file.length) continue;
  await writeFile(`${name}.br`, brotli);
  await writeFile(`${name}.gz`, gzipSync(file, { level: 9 }));
}
console.log(bytes);
