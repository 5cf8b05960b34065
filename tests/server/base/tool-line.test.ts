import { afterEach, expect, it, vi } from 'vitest';
import { toolLine } from '#server/base/platform/tool-line';
import { formatCounts } from '#server/db/base/row-counts';

afterEach(() => vi.unstubAllEnvs());

it('is advised as it is typed: by npm, or in a release by its command', () => {
  vi.stubEnv('TROUPE_COMMAND', undefined);
  expect([toolLine('backup'), toolLine('restore:section', '<backup> <section>')]).toEqual([
    'npm run backup',
    'npm run restore:section -- <backup> <section>',
  ]);
  vi.stubEnv('TROUPE_COMMAND', '/opt/troupe/deploy/bin/troupe');
  expect([toolLine('backup'), toolLine('restore:section', '<backup> <section>')]).toEqual([
    '/opt/troupe/deploy/bin/troupe backup',
    '/opt/troupe/deploy/bin/troupe restore-section <backup> <section>',
  ]);
});

it('lists the tables that have rows, and counts the others', () => {
  expect(
    formatCounts(
      new Map([
        ['goods', 42],
        ['goods_category', 8],
        ['webhook', 0],
      ]),
    ),
  ).toBe('  goods                  42\n  goods_category          8\n  and 1 empty table');
  expect(
    formatCounts(
      new Map([
        ['goods', 0],
        ['webhook', 0],
      ]),
    ),
  ).toBe('  and 2 empty tables');
});
