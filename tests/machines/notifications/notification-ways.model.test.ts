import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { notificationWaysMachine, selectWays, type NotificationWayList } from '#machines/notifications/notification-ways.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const ways: NotificationWayList = { list: [{ kind: 'work', inApp: true, byMail: false, isFixed: false }], hasEmail: true };
const way = { kind: 'work', inApp: true, byMail: true } as const;
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: notificationWaysMachine,
  inputs: [undefined],
  events: [
    { type: 'way.chosen', way },
    { type: 'ways.retried' },
    done('loadWays', ways),
    failed('loadWays', offline),
    done('saveWay', undefined),
    failed('saveWay', offline),
  ],
  view: ({ context }) => [context.ways?.list[0]?.byMail, context.chosen?.byMail, context.failure?.kind],
});

it('the page of preferences shows a switch as it was pressed, and as it was before where that could not be kept', async () => {
  const gate = Promise.withResolvers<void>();
  const machine = notificationWaysMachine.provide({
    actors: { loadWays: fromPromise(async () => ways), saveWay: fromPromise(() => gate.promise) },
  });
  const actor = createActor(machine).start();
  await expect.poll(() => actor.getSnapshot().value).toBe('ready');
  actor.send({ type: 'way.chosen', way });
  expect(selectWays(actor.getSnapshot())?.list[0]?.byMail).toBe(true);
  gate.reject(offline);
  await expect.poll(() => actor.getSnapshot().value).toBe('ready');
  expect(selectWays(actor.getSnapshot())?.list[0]?.byMail).toBe(false);
});
