import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { markdownTable } from './bench/markdown-table.ts';
import { charactersByOwner } from './bench/module-shares.ts';
import { filesOfPage, PAGE_BUDGETS } from './bench/page-budgets.ts';
import { KB, kbText } from './bench/statistics.ts';

/** Weighs each page of the build beside its budget and fails when one passes its limit. `node scripts/budgets.ts [folder]`, KB = 1024 bytes. */
const dist = process.argv[2] ?? 'dist';

const sizes = new Map<string, number>();
function brotliBytes(file: string): number {
  const path = join(dist, file);
  const known = sizes.get(file) ?? (existsSync(`${path}.br`) ? statSync(`${path}.br`).size : brotliCompressSync(readFileSync(path)).length);
  sizes.set(file, known);
  return known;
}

const pages = PAGE_BUDGETS.map((page) => {
  const files = filesOfPage(dist, page);
  return { ...page, files, bytes: files.reduce((sum, file) => sum + brotliBytes(file), 0) };
});

console.log('Scripts and styles of a first visit, brotli, KB of 1024 bytes:\n');
console.log(
  markdownTable(
    ['page', 'KB', 'budget', 'used', 'limit', 'files', ''],
    pages.map(({ name, bytes, budgetKb, limitKb, files }) => {
      const share = bytes / (budgetKb * KB);
      return [name, kbText(bytes), budgetKb, `${Math.round(share * 100)} %`, limitKb, files.length, share > 1 ? '✗ over budget' : ''];
    }),
  ),
);

/** A script's compressed bytes, split by how many of its characters come from where. */
function bytesByOwner(files: readonly string[]): Map<string, number> {
  const total = new Map<string, number>();
  const add = (owner: string, bytes: number) => total.set(owner, (total.get(owner) ?? 0) + bytes);
  for (const file of files) {
    if (!file.endsWith('.js')) {
      add('styles', brotliBytes(file));
      continue;
    }
    const shares = charactersByOwner(join(dist, file));
    const characters = [...shares.values()].reduce((sum, count) => sum + count, 0);
    for (const [owner, count] of shares) add(owner, (brotliBytes(file) * count) / characters);
  }
  return total;
}

const owners = pages.map(({ files }) => bytesByOwner(files));
const heaviest = [...new Map(owners.flatMap((map) => [...map])).keys()]
  .map((owner) => ({ owner, bytes: owners.map((map) => map.get(owner) ?? 0) }))
  .sort((a, b) => Math.max(...b.bytes) - Math.max(...a.bytes))
  .slice(0, 16);
console.log('\nWhat weighs most (a chunk’s KB divided by where its characters come from):\n');
console.log(
  markdownTable(
    ['package or folder', ...pages.map(({ name }) => name)],
    heaviest.map(({ owner, bytes }) => [owner, ...bytes.map((count) => (count === 0 ? '' : kbText(count)))]),
  ),
);

const largest = [...sizes].sort(([, a], [, b]) => b - a).slice(0, 10);
console.log('\nThe largest files of these pages:\n');
console.log(
  markdownTable(
    ['file', 'KB', 'pages'],
    largest.map(([file, bytes]) => [
      file,
      kbText(bytes),
      pages
        .filter(({ files }) => files.includes(file))
        .map(({ name }) => name)
        .join(', '),
    ]),
  ),
);

const over = pages.filter(({ bytes, limitKb }) => bytes > limitKb * KB);
for (const { name, bytes, limitKb } of over) console.error(`\n${name}: ${kbText(bytes)} KB, limit ${limitKb} KB`);
process.exitCode = over.length > 0 ? 1 : 0;
