import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { ledgerQueryOf } from '#domain/members/ledger-page';
import { ledgerMachine, selectLedgerPage, selectStanding, type LedgerPage } from '#machines/members/ledger.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const query = ledgerQueryOf('');
const page: LedgerPage = {
  entries: [{ id: 1, amount: '0.30', before: '0.00', after: '0.30', memo: 'Gift', createTime: 1_768_435_200 }],
  total: 1,
};

describeModel({
  machine: ledgerMachine,
  inputs: [{ kind: 'money', query }],
  events: [
    { type: 'ledger.addressed', query },
    { type: 'ledger.addressed', query: { ...query, page: 2 } },
    { type: 'ledger.retried' },
    { type: 'ledger.outdated' },
    done('loadEntries', page),
    failed('loadEntries', new FailureError({ kind: 'unreachable', online: false })),
  ],
  view: ({ context }) => [context.query.page, context.shown?.total, context.failure?.kind],
});

it('a ledger shows what it has until the next page has come, and then that alone', async () => {
  const wanted: number[] = [];
  const machine = ledgerMachine.provide({
    actors: {
      loadEntries: fromPromise(async ({ input }) => {
        wanted.push(input.query.page);
        return { ...page, total: input.query.page };
      }),
    },
  });
  const actor = createActor(machine, { input: { kind: 'money', query } }).start();
  const total = () => selectLedgerPage(actor.getSnapshot())?.total;
  await expect.poll(total).toBe(1);
  actor.send({ type: 'ledger.addressed', query: { ...query, page: 2 } });
  actor.send({ type: 'ledger.addressed', query: { ...query, page: 3 } });
  expect(total()).toBe(1);
  await expect.poll(total).toBe(3);
  expect(wanted).toEqual([1, 2, 3]);
});

it('a ledger knows what there is by its newest entry, and by no other', async () => {
  const left = ['100.00', '7.00', '5.00', '120.00'];
  const machine = ledgerMachine.provide({
    actors: {
      loadEntries: fromPromise(async (): Promise<LedgerPage> => ({
        ...page,
        entries: page.entries.map((entry) => ({ ...entry, after: left.shift() ?? '' })),
      })),
    },
  });
  const actor = createActor(machine, { input: { kind: 'money', query } }).start();
  const ready = async () => {
    await expect.poll(() => actor.getSnapshot().value).toBe('ready');
    return selectStanding(actor.getSnapshot());
  };
  expect(selectStanding(actor.getSnapshot())).toBeNull();
  expect(await ready()).toBe('100.00');
  actor.send({ type: 'ledger.addressed', query: { ...query, page: 2 } });
  expect(await ready()).toBe('100.00');
  actor.send({ type: 'ledger.addressed', query: { ...query, sign: 'plus' } });
  expect(await ready()).toBe('100.00');
  actor.send({ type: 'ledger.addressed', query });
  expect(await ready()).toBe('120.00');
});

it('a ledger reads again what has become another, and takes no older number for the newest meanwhile', async () => {
  const left = ['100.00', '150.00'];
  let loads = 0;
  const machine = ledgerMachine.provide({
    actors: {
      loadEntries: fromPromise(async (): Promise<LedgerPage> => {
        const after = left[loads] ?? '';
        loads += 1;
        return { ...page, entries: page.entries.map((entry) => ({ ...entry, after })) };
      }),
    },
  });
  const actor = createActor(machine, { input: { kind: 'money', query } }).start();
  // It is being read as it is.
  actor.send({ type: 'ledger.outdated' });
  await expect.poll(() => selectStanding(actor.getSnapshot())).toBe('100.00');
  actor.send({ type: 'ledger.outdated' });
  expect([selectStanding(actor.getSnapshot()), selectLedgerPage(actor.getSnapshot())?.total]).toEqual([null, 1]);
  await expect.poll(() => selectStanding(actor.getSnapshot())).toBe('150.00');
  expect(loads).toBe(2);
});
