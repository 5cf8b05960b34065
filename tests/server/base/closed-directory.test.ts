import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { closeDirectory } from '#server/base/closed-directory';

const dir = mkdtempSync(join(tmpdir(), 'troupe-closed-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const modeOf = (path: string): number => statSync(path).mode & 0o777;

it('closes a directory that was there before, with what lies in it, and leaves alone what a link leads to', () => {
  const root = join(dir, 'volume');
  const outside = join(dir, 'outside');
  mkdirSync(join(root, 'database'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(root, 'secret.key'), '');
  symlinkSync(outside, join(root, 'uploads'));
  for (const path of [root, join(root, 'database'), outside]) chmodSync(path, 0o755);
  chmodSync(join(root, 'secret.key'), 0o644);
  expect(closeDirectory(root)).toEqual([root, join(root, 'database'), join(root, 'secret.key')]);
  expect([root, join(root, 'database'), join(root, 'secret.key'), outside].map(modeOf)).toEqual([0o700, 0o700, 0o600, 0o755]);
  expect(closeDirectory(root)).toEqual([]);
});

it('makes one that is closed from the beginning', () => {
  const root = join(dir, 'new', 'data');
  expect(closeDirectory(root)).toEqual([]);
  expect(modeOf(root)).toBe(0o700);
});
