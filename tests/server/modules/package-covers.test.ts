import { expect, it } from 'vitest';
import { COVERS_TOLD, createCovers } from '#server/features/modules/package/package-covers';
import { sourceOf } from '#tests/support/packages.ts';
import { writePackage } from '../../../scripts/modules/write-package.ts';

it('covers of packages are told of whatever is asked for last, and unpacked once while they are', async () => {
  const bytes = await writePackage(sourceOf('links'));
  const read: string[] = [];
  const coverOf = createCovers(async (sum) => {
    read.push(sum);
    return bytes;
  });
  const sums = Array.from({ length: COVERS_TOLD + 1 }, (_, index) => `sum${index}`);
  const covers = await Promise.all(sums.map(coverOf));
  expect(covers.filter((cover) => cover.startsWith('data:image/png;base64,'))).toHaveLength(sums.length);
  await Promise.all(sums.slice(1).map(coverOf));
  expect(read).toEqual(sums);
  await coverOf('sum0');
  expect(read).toEqual([...sums, 'sum0']);
});
