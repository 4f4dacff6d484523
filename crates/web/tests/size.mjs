// Prints the bytes of the files below a folder, each compressed with brotli as a host keeps it.
//
//     node crates/web/tests/size.mjs FOLDER

import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const folder = process.argv[2] ?? ".";
let bytes = 0;
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const file = await readFile(path.join(entry.parentPath ?? entry.path, entry.name));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  bytes += brotliCompressSync(file, { params }).length;
}
console.log(bytes);
