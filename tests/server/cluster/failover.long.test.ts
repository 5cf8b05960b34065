import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingEngines } from '#tests/support/cluster/engines.ts';
import { throughFaults } from '#tests/support/cluster/faults.ts';
import { type PostgresCluster, startCluster } from '#tests/support/cluster/postgres-cluster.ts';
import { startTwoProcesses, type TwoProcesses } from '#tests/support/cluster/two-processes.ts';
import { ALL_NUMBERS, longCommand, startRunning } from '#tests/support/cluster/running.ts';
import { isOfWords, startTalking, TALKING_ENV } from '#tests/support/cluster/talking.ts';
import { startWriting } from '#tests/support/writers.ts';
import { effort } from '#tests/support/effort.ts';

const WRITERS = 6;
const ROUNDS = effort(1, 5);
const skipped = missingEngines.length > 0 ? ` (not tried: ${missingEngines.join(', ')} not installed)` : '';

/** What two processes of Troupe on a PostgreSQL of two machines keep when one of those is lost. How it is set up: docs/scaling.md "Two machines". */
describe.skipIf(skipped !== '')(`a primary that is lost under ${WRITERS} writers${skipped}`, { timeout: 1_800_000 }, () => {
  let cluster: PostgresCluster | undefined;
  let troupe: TwoProcesses | undefined;
  const command = longCommand();

  beforeAll(async () => {
    cluster = await startCluster();
    troupe = await startTwoProcesses(cluster.url, { ...TALKING_ENV, ...command.env });
  }, 400_000);
  afterAll(async () => {
    await troupe?.close();
    await cluster?.close();
    command.remove();
  });

  it('loses and repeats no acknowledged write, answer or output, and answers none with an error of its own', async () => {
    const { url } = troupe!;
    const [writing, talking, running] = [await startWriting(url, WRITERS), await startTalking(url), await startRunning(url)];
    await throughFaults(cluster!, writing, ROUNDS);
    const [there, talks, runs] = [await writing.stop(), await talking.stop(), await running.stop()];
    expect(there.toSorted()).toEqual(writing.acknowledged.toSorted());
    // What cannot be done now is told as such, a line may break, and a write may wait too long for the lock of one that has fallen silent.
    const expected = ['503', 'broken line', 'refused: This took too long and was stopped. Please narrow it down.'];
    expect([...writing.others.keys()].filter((what) => !expected.includes(what))).toEqual([]);
    // What was read of an answer is what there is of it, to its last word; each fault fell into one.
    expect(talks.map(({ state, read, stored, isSaid }) => [state, read === stored, isOfWords(read), isSaid])).toEqual(
      talks.map(() => ['complete', true, true, true]),
    );
    expect(runs).toEqual(runs.map(({ lines }) => ({ status: 'success', lines, read: ALL_NUMBERS, stored: ALL_NUMBERS })));
    // They follow one another without a pause, each of half a minute: no fault fell beside them.
    expect(Math.min(talks.length, runs.length)).toBeGreaterThanOrEqual(3);
  });
});
