import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSecretKey } from '#server/secret-key';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'troupe-key-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('is made once, for its owner alone, and stays', () => {
  const file = join(dir, 'data', 'secret.key');
  const key = readSecretKey(file);
  expect(key).toHaveLength(32);
  expect(readSecretKey(file)).toEqual(key);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readSecretKey(join(dir, 'other', 'secret.key'))).not.toEqual(key);
});

it('is never replaced by another: whatever was sealed would be lost', () => {
  const file = join(dir, 'damaged.key');
  writeFileSync(file, 'half a k');
  expect(() => readSecretKey(file)).toThrow(/is no key/u);
  expect(readFileSync(file, 'utf8')).toBe('half a k');
});
