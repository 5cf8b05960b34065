import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longFilesLeftOut } from '../../scripts/tests/long-files.ts';

const ALL = ['tests/a/disk-damage.long.test.ts', 'tests/a/table.long.test.tsx', 'tests/e2e/walk.long.e2e.ts'];

describe('files of the long form', () => {
  let root = '';
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'troupe-long-'));
    for (const path of [...ALL, 'tests/a/short.test.ts', 'tests/a/longing.test.ts']) {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), '');
    }
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each([
    ['all of them are left out where nobody names one', ['run', '--project', 'e2e', '-t', 'walk'], ALL],
    ['a folder names none of them', ['run', 'tests/a', 'tests/e2e/'], ALL],
    ['the beginning of a name does', ['run', 'disk'], ALL.slice(1)],
    ['a path does', ['run', 'tests/a/disk-damage.long.test.ts', 'tests/e2e/walk'], [ALL[1]]],
  ])('%s', (_, args, left) => {
    expect(longFilesLeftOut(root, args, false)).toEqual(left);
  });

  it('none is left out of the long form', () => {
    expect(longFilesLeftOut(root, ['run'], true)).toEqual([]);
  });
});
