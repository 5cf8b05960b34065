import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesOfPage, PAGE_BUDGETS } from '../bench/page-budgets.ts';

const TEXT = /\.(?:js|css|svg|json|html|txt)$/u;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const BEST = 11;
const QUICK = 5;

/**
 * Writes `.br` and `.gz` beside every text asset of a build, so that the server never compresses while someone waits.
 * @param isForTests of a build that only tests look at, as `npm test` makes it, the files whose weight is measured are compressed as well as they can be. The others
 * are a little larger, and take a thirtieth of the time.
 * @returns how many files that were
 */
export async function precompress(folder: string, isForTests: boolean): Promise<number> {
  const weighed = new Set(isForTests ? PAGE_BUDGETS.flatMap((page) => filesOfPage(folder, page)) : []);
  const qualityOf = (path: string): number => (isForTests && !weighed.has(relative(folder, path).replaceAll('\\', '/')) ? QUICK : BEST);
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && TEXT.test(entry.name),
  );
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const bytes = await readFile(path);
      await writeFile(
        `${path}.br`,
        await brotli(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: qualityOf(path), [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        }),
      );
      await writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }));
    }),
  );
  return files.length;
}
