import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingEngines } from '#tests/support/cluster/engines.ts';
import { throughFaults } from '#tests/support/cluster/faults.ts';
import { type PostgresCluster, startCluster } from '#tests/support/cluster/postgres-cluster.ts';
import { startTwoProcesses, type TwoProcesses } from '#tests/support/cluster/two-processes.ts';
import { startWriting } from '#tests/support/writers.ts';
import { effort } from '#tests/support/effort.ts';

const WRITERS = 6;
const ROUNDS = effort(1, 5);
const skipped = missingEngines.length > 0 ? ` (not tried: ${missingEngines.join(', ')} not installed)` : '';

/** What two processes of Troupe on a PostgreSQL of two machines keep when one of those is lost. How it is set up: docs/scaling.md "Two machines". */
describe.skipIf(skipped !== '')(`a primary that is lost under ${WRITERS} writers${skipped}`, { timeout: 1_800_000 }, () => {
  let cluster: PostgresCluster | undefined;
  let troupe: TwoProcesses | undefined;

  beforeAll(async () => {
    cluster = await startCluster();
    troupe = await startTwoProcesses(cluster.url);
  }, 400_000);
  afterAll(async () => {
    await troupe?.close();
    await cluster?.close();
  });

  it('loses and repeats no acknowledged write, and answers none with an error of its own', async () => {
    const writing = await startWriting(troupe!.url, WRITERS);
    await throughFaults(cluster!, writing, ROUNDS);
    const there = await writing.stop();
    expect(there.toSorted()).toEqual(writing.acknowledged.toSorted());
    // What cannot be done now is told as such, a line may break, and a write may wait too long for the lock of one that has fallen silent.
    const expected = ['503', 'broken line', 'refused: This took too long and was stopped. Please narrow it down.'];
    expect([...writing.others.keys()].filter((what) => !expected.includes(what))).toEqual([]);
  });
});
