import { setTimeout as passed } from 'node:timers/promises';
import type { ClusterNode, PostgresCluster } from './postgres-cluster.ts';
import type { Writing } from '../writers.ts';

export type Fault = 'killed' | 'frozen' | 'planned';

export interface Outage {
  readonly fault: Fault;
  /** From the fault to the first write that was acknowledged after it. */
  readonly waitedMs: number;
}

/** Before and after each fault so many writes are acknowledged. */
const WRITES_BETWEEN = 60;

async function acknowledged({ acknowledged: titles }: Writing, more: number): Promise<void> {
  const goal = titles.length + more;
  const deadline = Date.now() + 180_000;
  while (titles.length < goal) {
    if (Date.now() > deadline) throw new Error(`after ${titles.length} writes no further ones were acknowledged`);
    await passed(20);
  }
}

/** What hung is not woken: a Patroni of 3.0 that goes on where it stood may keep the two out of step. */
function restart(node: ClusterNode): void {
  node.kill();
  node.start();
}

/** The primary is killed, then frozen, then gives way as planned, under writes that go on; after each the two are in step again. */
export async function throughFaults(cluster: PostgresCluster, writing: Writing, rounds: number): Promise<readonly Outage[]> {
  const outages: Outage[] = [];
  async function lose(fault: Fault, begin: () => void | Promise<void>, end: () => void): Promise<void> {
    await acknowledged(writing, WRITES_BETWEEN);
    const start = performance.now();
    await begin();
    // What was under way at that moment is still answered.
    await passed(200);
    await acknowledged(writing, 1);
    outages.push({ fault, waitedMs: performance.now() - start });
    await acknowledged(writing, WRITES_BETWEEN);
    end();
    await cluster.inSync();
  }
  for (let round = 0; round < rounds; round += 1) {
    const killed = await cluster.primary();
    await lose(
      'killed',
      () => killed.kill(),
      () => restart(killed),
    );
    const frozen = await cluster.primary();
    await lose(
      'frozen',
      () => frozen.freeze(),
      () => restart(frozen),
    );
    await lose(
      'planned',
      () => cluster.switchOver(),
      () => undefined,
    );
  }
  return outages;
}
