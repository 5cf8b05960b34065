import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anyDatabaseKind, testDatabaseKinds } from '#tests/support/database.ts';
import { dealt, dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';

const CASES = ['a', 'b', 'c', 'd', 'e'];

describe('what is dealt out to the databases', () => {
  it('is each case once in the short form, and on each database in the long one', () => {
    const tried = testDatabaseKinds.flatMap((kind) => dealt(CASES, kind)).toSorted();
    expect(tried).toEqual(effort(CASES, testDatabaseKinds.flatMap(() => CASES).toSorted()));
  });

  it('is each file about a feature, and each database has its share of them', () => {
    const files = globSync('tests/server/**/*.test.ts').filter((file) =>
      /each\(\s*dealtKinds\(import\.meta\.filename\)/u.test(readFileSync(file, 'utf8')),
    );
    const counts = testDatabaseKinds.map((kind) => files.filter((file) => dealtKinds(file).includes(kind)).length);
    expect(Math.min(...counts)).toBeGreaterThan(files.length / 3);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(effort(files.length, files.length * testDatabaseKinds.length));
  });

  it('is PostgreSQL’s, where there is one, when calls come together, wherever the file lies', () => {
    expect(CASES.map((file) => dealtKinds(file, 'races'))).toEqual(CASES.map(() => effort([anyDatabaseKind], testDatabaseKinds)));
    expect(dealtKinds('/one/place/some.test.ts')).toEqual(dealtKinds('elsewhere/some.test.ts'));
  });
});
