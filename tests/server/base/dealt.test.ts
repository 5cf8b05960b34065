import { describe, expect, it } from 'vitest';
import { anyDatabaseKind, testDatabaseKinds } from '#tests/support/database.ts';
import { dealt, dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';

const CASES = ['a', 'b', 'c', 'd', 'e'];

describe('what is dealt out to the databases', () => {
  it('is each case once in the short form, and on each database in the long one', () => {
    const tried = testDatabaseKinds.flatMap((kind) => dealt(CASES, kind)).toSorted();
    expect(tried).toEqual(effort(CASES, testDatabaseKinds.flatMap(() => CASES).toSorted()));
    for (const kind of testDatabaseKinds) expect(dealt(CASES, kind)).not.toEqual([]);
  });

  it('is what is about a feature, to the quicker one, and on each in the long form', () => {
    expect(dealtKinds()).toEqual(effort([anyDatabaseKind], testDatabaseKinds));
  });
});
