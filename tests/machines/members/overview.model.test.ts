import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { overviewMachine, selectOverview, type MemberOverview } from '#machines/members/overview.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';

const today = { score: 5, isDone: false, streak: 2 };
const shown: MemberOverview = {
  days: ['2026-01-15'],
  score: [5],
  money: ['0.30'],
  group: 'Default',
  safety: null,
  daily: today,
  previous: null,
  chats: null,
};

describeModel({
  machine: overviewMachine,
  inputs: [{ owner: nobody }],
  events: [
    { type: 'overview.retried' },
    { type: 'checkIn.requested' },
    done('loadOverview', shown),
    done('loadOverview', { ...shown, daily: { ...today, isDone: true, streak: 3 } }),
    failed('loadOverview', new FailureError({ kind: 'unreachable', online: false })),
    done('checkIn', undefined),
    failed('checkIn', new FailureError({ kind: 'unreachable', online: false })),
  ],
  view: ({ context }) => [context.shown?.daily?.isDone, context.failure?.kind],
  always: (snapshot) => snapshot.context.shown !== null || !snapshot.matches('ready'),
});

it('the overview checks in once, and shows then what the server knows', async () => {
  let booked = 0;
  const machine = overviewMachine.provide({
    actors: {
      loadOverview: fromPromise(async (): Promise<MemberOverview> => ({ ...shown, daily: { ...today, isDone: booked > 0 } })),
      checkIn: fromPromise<void>(async () => void (booked += 1)),
    },
  });
  const actor = createActor(machine, { input: { owner: nobody } }).start();
  await waitFor(actor, (snapshot) => snapshot.matches('ready'));
  actor.send({ type: 'checkIn.requested' });
  actor.send({ type: 'checkIn.requested' });
  await waitFor(actor, (snapshot) => snapshot.matches('ready'));
  actor.send({ type: 'checkIn.requested' });
  expect([booked, selectOverview(actor.getSnapshot())?.daily?.isDone, actor.getSnapshot().value]).toEqual([1, true, 'ready']);
});
