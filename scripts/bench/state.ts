import { assign, createActor, setup } from 'xstate';
import { createJournal } from '#actors/observe/journal';
import type { Effort } from './effort.ts';
import { markdownTable } from './markdown-table.ts';
import { median, ratioText } from './statistics.ts';

const SCALES = { whole: { rounds: 9, sends: 20_000 }, short: { rounds: 1, sends: 100 } } as const;
/** A journalled send may cost this much of a bare one: journal.md measured 1–2 µs on top of some 3. */
const JOURNAL_BUDGET = 1.8;

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
  return markdownTable(
    ['send an event (transition and assign)', 'beside bare', 'budget', 'µs'],
    [
      ['bare actor', '1.00 ×', '', median(bare).toFixed(2)],
      ['with the journal', ratioText(ratio, ratio <= JOURNAL_BUDGET), `≤ ${JOURNAL_BUDGET} ×`, median(journalled).toFixed(2)],
    ],
  );
}
