import { missingEngines } from '#tests/support/cluster/engines.ts';
import { type Fault, throughFaults } from '#tests/support/cluster/faults.ts';
import { startCluster } from '#tests/support/cluster/postgres-cluster.ts';
import { startTwoProcesses } from '#tests/support/cluster/two-processes.ts';
import { startWriting } from '#tests/support/writers.ts';
import type { Effort } from './effort.ts';
import { markdownTable } from './markdown-table.ts';
import { median } from './statistics.ts';

const WRITERS = 6;
const ROUNDS: Readonly<Record<Effort, number>> = { whole: 3, short: 1 };
/** Source: performance.md "Two machines". */
const BUDGET_S: Readonly<Record<Fault, number>> = { killed: 30, frozen: 30, planned: 5 };
const NAMES: Readonly<Record<Fault, string>> = {
  killed: 'primary and its Patroni killed',
  frozen: 'primary frozen, as a machine that hangs',
  planned: 'planned switch',
};

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** How long nobody can write when the primary of a PostgreSQL of two machines is lost, and what becomes of the writes. */
export async function benchFailover(effort: Effort): Promise<string> {
  if (missingEngines.length > 0) return `Not measured: ${missingEngines.join(', ')} not installed.`;
  const cluster = await startCluster();
  try {
    const troupe = await startTwoProcesses(cluster.url);
    try {
      const writing = await startWriting(troupe.url, WRITERS);
      const outages = await throughFaults(cluster, writing, ROUNDS[effort]);
      const there = new Map<string, number>();
      for (const title of await writing.stop()) there.set(title, (there.get(title) ?? 0) + 1);
      const rows = (['killed', 'frozen', 'planned'] as const).map((fault) => {
        const waits = outages.filter((one) => one.fault === fault).map(({ waitedMs }) => waitedMs);
        const longest = Math.max(...waits);
        return [
          NAMES[fault],
          seconds(median(waits)),
          `${seconds(longest)}${longest > BUDGET_S[fault] * 1000 ? ' ✗' : ''}`,
          `≤ ${BUDGET_S[fault]}`,
        ];
      });
      const lost = writing.acknowledged.filter((title) => !there.has(title)).length;
      const twice = [...there.values()].filter((count) => count > 1).length;
      const others = [...writing.others].map(([what, count]) => `${count} × ${what}`).join(', ');
      return `${markdownTable(['fault', 'no write for, s (median)', 'longest', 'budget'], rows)}

${writing.acknowledged.length} writes acknowledged, ${lost} lost, ${twice} there twice; other answers: ${others === '' ? 'none' : others}.`;
    } finally {
      await troupe.close();
    }
  } finally {
    await cluster.close();
  }
}
