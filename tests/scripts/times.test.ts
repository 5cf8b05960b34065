import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FileReport } from '../../scripts/tests/run-report.ts';
import { inOrder, recordedSeconds, timesOf } from '../../scripts/tests/times.ts';

const fileOf = (file: string, seconds: number): FileReport => ({ project: 'node', file, seconds, passed: 1, failed: 0, isPassed: true });

describe('what test files take', () => {
  it('is recorded in whole seconds where it matters, the longest first', () => {
    const files = [fileOf('tests/a.test.ts', 5.4), fileOf('tests/b.test.ts', 4.4), fileOf('tests\\c.test.ts', 60.6)];
    const times = timesOf({ files, strayErrors: 0 });
    expect(Object.entries(times)).toEqual([
      ['tests/c.test.ts', 61],
      ['tests/a.test.ts', 5],
    ]);
  });

  it('is as recorded; a browser test that is not recorded begins before all, any other one at last', () => {
    const times = { 'tests/a.test.ts': 7 };
    expect(recordedSeconds(times, 'tests/a.test.ts')).toBe(7);
    expect(recordedSeconds(times, 'tests\\a.test.ts')).toBe(7);
    expect(recordedSeconds(times, 'tests/b.test.ts')).toBe(0);
    expect(recordedSeconds(times, 'tests/e2e/new.e2e.ts')).toBe(Infinity);
  });

  it('says who begins: project by project, which are known by name, and the longest and the unknown ones of the browser first in each', () => {
    const times = { 'tests/a.test.ts': 70, 'tests/b.test.ts': 8, 'tests/e2e/c.e2e.ts': 90, 'tests/e2e/d.e2e.ts': 9 };
    const files = [
      { project: 'node', file: 'tests/short.test.ts' },
      ...['new', 'd', 'c', 'newer'].map((name) => ({ project: 'e2e', file: `tests/e2e/${name}.e2e.ts` })),
      ...['quick', 'b', 'a'].map((name) => ({ project: 'server', file: `tests/${name}.test.ts` })),
      { project: 'another', file: 'tests/another.test.ts' },
    ];
    expect(inOrder(files, times).map(({ file }) => file)).toEqual([
      'tests/a.test.ts',
      'tests/b.test.ts',
      'tests/quick.test.ts',
      'tests/e2e/new.e2e.ts',
      'tests/e2e/newer.e2e.ts',
      'tests/e2e/c.e2e.ts',
      'tests/e2e/d.e2e.ts',
      'tests/short.test.ts',
      'tests/another.test.ts',
    ]);
  });

  it('knows every project of the tests', () => {
    const names = [...readFileSync('vite.config.ts', 'utf8').matchAll(/^ {10}name: '(?<name>[^']+)'/gmu)].map(
      ({ groups }) => groups?.['name'] ?? '',
    );
    expect(names.length).toBeGreaterThan(3);
    expect(
      inOrder(
        ['unknown', ...names].map((project) => ({ project, file: 'a' })),
        {},
      ).at(-1)?.project,
    ).toBe('unknown');
  });
});
