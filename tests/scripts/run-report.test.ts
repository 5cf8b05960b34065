import { expect, it } from 'vitest';
import { failedFiles, slowestFiles, verdictOf, type FileReport, type RunReport } from '../../scripts/tests/run-report.ts';

const file = (name: string, own: Partial<FileReport> = {}): FileReport => ({
  project: 'node',
  file: `tests/${name}.test.ts`,
  seconds: 1,
  passed: 3,
  failed: 0,
  isPassed: true,
  ...own,
});
const run = (...files: readonly FileReport[]): RunReport => ({ files, strayErrors: 0 });
const broken = file('broken', { passed: 1, failed: 2, isPassed: false });

it('adds up what passed', () => {
  expect(verdictOf(run(file('one'), file('two', { passed: 4 })), [])).toEqual({ passed: 7, failed: 0, flaky: [] });
});

it('names a file flaky that fails among the others and passes alone, and counts what it did alone', () => {
  const first = run(file('one'), broken);
  expect(failedFiles(first)).toEqual([broken]);
  expect(verdictOf(first, [file('broken')])).toEqual({ passed: 6, failed: 0, flaky: ['tests/broken.test.ts'] });
});

it('counts the failures of a file that fails alone as well', () => {
  const worse = file('broken', { passed: 0, failed: 3, isPassed: false });
  expect(verdictOf(run(file('one'), broken), [worse])).toEqual({ passed: 3, failed: 3, flaky: [] });
});

it('takes a file that did not run again as it was', () => {
  expect(verdictOf(run(broken), [])).toEqual({ passed: 1, failed: 2, flaky: [] });
});

it('takes only the same file of the same project for the second run of a file', () => {
  expect(verdictOf(run(broken), [file('broken', { project: 'dom' })])).toMatchObject({ failed: 2, flaky: [] });
});

it('counts a file that fails outside of its tests, and errors of no file', () => {
  const first = { ...run(file('hooks', { isPassed: false })), strayErrors: 2 };
  expect(verdictOf(first, [])).toEqual({ passed: 3, failed: 3, flaky: [] });
});

it('lists the slowest files, the slowest first', () => {
  const files = [file('quick'), file('slow', { seconds: 12.34 }), file('slower', { seconds: 123.45 })];
  expect(slowestFiles(run(...files), 2)).toEqual(['  123.5 s  tests/slower.test.ts', '   12.3 s  tests/slow.test.ts']);
});
