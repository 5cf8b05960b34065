import { assign, createActor, setup } from 'xstate';
import { createJournal } from '#actors/observe/journal';
import { exportJournal } from '#actors/observe/journal-export';
import type { Effort } from './effort.ts';
import { markdownTable } from './markdown-table.ts';
import { median, ratioText } from './statistics.ts';

const SCALES = { whole: { rounds: 9, sends: 20_000 }, short: { rounds: 1, sends: 100 } } as const;
/** A journalled send may cost this much of a bare one: journal.md measured 1–2 µs on top of some 3. */
const JOURNAL_BUDGET = 1.8;
/** As many as a browser keeps, and what whoever reports a problem may wait for. */
const FILE_ENTRIES = 2000;
const EXPORT_BUDGET_MS = 1500;

const counterMachine = setup({
  types: { context: {} as { readonly count: number }, events: {} as { readonly type: 'counter.pressed'; readonly by: number } },
}).createMachine({
  id: 'counter',
  context: { count: 0 },
  initial: 'even',
  states: {
    even: { on: { 'counter.pressed': { target: 'odd', actions: assign({ count: ({ context, event }) => context.count + event.by }) } } },
    odd: { on: { 'counter.pressed': { target: 'even', actions: assign({ count: ({ context, event }) => context.count + event.by }) } } },
  },
});

function microsecondsPerSend(isJournalled: boolean, sends: number): number {
  const journal = createJournal({ now: () => performance.now() });
  const actor = createActor(counterMachine, isJournalled ? { inspect: (inspected) => journal.inspect(inspected) } : {}).start();
  const start = performance.now();
  for (let send = 0; send < sends; send += 1) actor.send({ type: 'counter.pressed', by: 1 });
  const elapsedMs = performance.now() - start;
  actor.stop();
  return (elapsedMs * 1000) / sends;
}

/** What it costs to tell an actor something, with and without the journal. */
export async function benchState(effort: Effort): Promise<string> {
  const { rounds, sends } = SCALES[effort];
  const bare: number[] = [];
  const journalled: number[] = [];
  for (let round = -2; round < rounds; round += 1) {
    const figures = [microsecondsPerSend(false, sends), microsecondsPerSend(true, sends)] as const;
    // The journal turns its page in a microtask.
    await Promise.resolve();
    if (round < 0) continue;
    bare.push(figures[0]);
    journalled.push(figures[1]);
  }
  const ratio = median(journalled) / median(bare);
  const sent = markdownTable(
    ['send an event (transition and assign)', 'beside bare', 'budget', 'µs'],
    [
      ['bare actor', '1.00 ×', '', median(bare).toFixed(2)],
      ['with the journal', ratioText(ratio, ratio <= JOURNAL_BUDGET), `≤ ${JOURNAL_BUDGET} ×`, median(journalled).toFixed(2)],
    ],
  );
  return `${sent}\n\n${benchExport(rounds)}`;
}

/** What it costs to make a file of a journal in which people are named in every entry. */
function benchExport(rounds: number): string {
  const raw = journalOfPeople();
  const took = Array.from({ length: rounds }, () => {
    const start = performance.now();
    exportJournal({ export: () => raw });
    return performance.now() - start;
  });
  const exportMs = median(took);
  const row = [
    `${FILE_ENTRIES} entries`,
    `${exportMs.toFixed(0)} ms`,
    `≤ ${EXPORT_BUDGET_MS} ms`,
    exportMs <= EXPORT_BUDGET_MS ? 'yes' : 'NO',
  ];
  return markdownTable(['make a file of the journal', 'took', 'budget', 'fits'], [row]);
}

function journalOfPeople(): string {
  const header = { journal: 1, app: 'bench', build: 'bench', language: 'en', startedAt: 0, machines: {} };
  const entries = Array.from({ length: FILE_ENTRIES }, (_, index) => {
    const person = { id: index, username: `member${index % 97}`, mobile: `138${String(index).padStart(8, '0')}`, motto: 'Tea at four' };
    return { seq: index + 1, at: index, to: 'app/list', event: { type: 'list.told', rows: [person] } };
  });
  return [header, ...entries].map((line) => JSON.stringify(line)).join('\n');
}
