import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Writes `.br` and `.gz` beside every text asset of the build, so that the server never compresses while someone waits. */
const TEXT = /\.(?:js|css|svg|json|html|txt)$/u;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const files = (await readdir('dist', { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile() && TEXT.test(entry.name));
await Promise.all(
  files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    await writeFile(
      `${path}.br`,
      await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    );
    await writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }));
  }),
);
// Last: without it the build counts as none.
await writeFile(join('dist', '.built'), '');
console.log(`${files.length} files precompressed`);
