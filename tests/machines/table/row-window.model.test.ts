import { expect, it } from 'vitest';
import { createActor, fromCallback, type AnyEventObject } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { rowWindowMachine, selectIsWindowOpen } from '#machines/table/row-window.machine';
import { windowFormMachine, type WindowFormInput } from '#machines/table/window-form.machine';
import { describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';

/** Writes down what it is told. */
function listener() {
  const told: AnyEventObject[] = [];
  const actor = createActor(fromCallback(({ receive }) => receive((event) => void told.push(event)))).start();
  return { actor, told };
}

describeModel({
  machine: rowWindowMachine,
  inputs: [{ owner: nobody }],
  events: [
    { type: 'rowWindow.opened', name: 'explain', id: 7 },
    { type: 'rowWindow.opened', name: '@life', id: 7 },
    { type: 'rowWindow.closed' },
    { type: 'rowWindow.finished' },
    { type: 'life.acted' },
    { type: 'life.refreshed' },
    { type: 'life.left' },
  ],
  view: ({ context }) => [context.name, context.id],
});

it('a row’s window has the rows read again only where something was written, and begins anew each time', () => {
  const owner = listener();
  const actor = createActor(rowWindowMachine, { input: { owner: owner.actor } }).start();
  actor.send({ type: 'rowWindow.opened', name: 'adjustMoney', id: 3 });
  expect([selectIsWindowOpen(actor.getSnapshot()), actor.getSnapshot().context]).toMatchObject([
    true,
    { name: 'adjustMoney', id: 3, generation: 1 },
  ]);
  actor.send({ type: 'rowWindow.closed' });
  expect([selectIsWindowOpen(actor.getSnapshot()), owner.told]).toEqual([false, []]);
  actor.send({ type: 'rowWindow.opened', name: 'adjustMoney', id: 3 });
  expect(actor.getSnapshot().context.generation).toBe(2);
  actor.send({ type: 'rowWindow.finished' });
  expect([selectIsWindowOpen(actor.getSnapshot()), owner.told]).toEqual([false, [{ type: 'collection.refreshed' }]]);
});

const input: WindowFormInput = { owner: nobody, resource: 'moneyLog', initial: { userId: 3 }, key: 'k' };

describeModel({
  machine: windowFormMachine,
  inputs: [input],
  events: [
    done('recordForm', { outcome: 'saved', id: 1 }),
    done('recordForm', { outcome: 'closed', id: null }),
    failed('recordForm', new FailureError({ kind: 'timeout' })),
  ],
  view: ({ context }) => context.failure?.kind,
});

it.each([
  ['saved', 'rowWindow.finished'],
  ['closed', 'rowWindow.closed'],
])('a form in a window that was %s says %s', (outcome, type) => {
  const owner = listener();
  const actor = createActor(inertOf(windowFormMachine), { input: { ...input, owner: owner.actor } }).start();
  actor.send(done('recordForm', { outcome, id: null }));
  expect(owner.told).toEqual([{ type }]);
});
