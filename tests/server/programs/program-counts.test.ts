import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/base/database';
import { createProgramCounts } from '#server/features/programs/program-counts';
import { openTestDatabase } from '#tests/support/database.ts';
import { dealtKinds } from '#tests/support/dealt.ts';

const START = 1_800_000_000;

const letIn = async (counts: readonly ReturnType<typeof createProgramCounts>[], calls: number, perMinute: number) => {
  const told = await Promise.all(Array.from({ length: calls }, (_, index) => counts[index % counts.length]!(7, perMinute)));
  return told.filter(({ isOver }) => !isOver).length;
};

describe.each(dealtKinds())('the calls of a token in a minute, on %s', (kind) => {
  let database: Database;
  let seconds = START;
  beforeEach(async () => {
    database = await openTestDatabase(kind);
    seconds = START;
  });
  afterEach(() => database.close());
  const processes = (count: number) =>
    Array.from({ length: count }, () => createProgramCounts({ database, clock: { nowMs: () => seconds * 1000 } }));
  it.each([
    [3, 1],
    [3, 5],
    [2, 60],
    [3, 601],
  ])('are counted over %i processes together: of many more than %i no more are let in', async (count, perMinute) => {
    const all = processes(count);
    expect(await letIn(all, perMinute * 3, perMinute)).toBe(perMinute);
    // A new minute begins for all of them.
    seconds += 60;
    expect(await letIn(all, perMinute, perMinute)).toBeGreaterThanOrEqual(perMinute - count * Math.max(1, Math.floor(perMinute / 20)));
    const { rows } = await sql`select key from throttle_counter`.execute(database.kysely);
    expect(rows).toEqual([{ key: 'program:7' }]);
  });

  it('cost no statement each, and none any more once they are used up', async () => {
    const [one] = processes(1);
    const statements: string[] = [];
    database.statements.listen(({ sql: text }: { readonly sql: string }) => void statements.push(text));
    for (let call = 0; call < 200; call += 1) await one!(7, 100);
    expect(statements.length).toBeLessThanOrEqual(21);
    // Nor do those that come at the same time.
    seconds += 60;
    statements.length = 0;
    expect(await letIn([one!], 200, 100)).toBe(100);
    expect(statements.length).toBeLessThanOrEqual(21);
    expect(await one!(7, 100)).toEqual({ isOver: true, now: START + 60, end: START + 120 });
  });

  it('are each token’s own, also where several call in turns', async () => {
    const [one] = processes(1);
    const letIns = { 7: 0, 8: 0 };
    for (let call = 0; call < 80; call += 1) for (const token of [7, 8] as const) if (!(await one!(token, 60)).isOver) letIns[token] += 1;
    expect(letIns).toEqual({ 7: 60, 8: 60 });
  });
});
