import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { notificationBellMachine, selectCounted } from '#machines/notifications/notification-bell.machine';
import {
  notificationsMachine,
  selectNotifications,
  selectUnreadNotifications,
  type NotificationPage,
} from '#machines/notifications/notifications.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const one = {
  id: 4,
  kind: 'watched',
  name: 'recordChanged',
  title: 'Cup was changed',
  text: 'Goods · by Li',
  resource: 'goods',
  recordId: 7,
  at: 1_768_435_200,
  isRead: false,
} as const;
const page: NotificationPage = { list: [one, { ...one, id: 5 }], total: 30, unread: 2 };
const bell = createActor(notificationBellMachine).start();
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: notificationsMachine,
  inputs: [{ unread: 3, bell }],
  events: [
    { type: 'notifications.looked' },
    { type: 'centre.opened' },
    { type: 'centre.closed' },
    { type: 'notifications.readRequested', ids: [4] },
    { type: 'notifications.readRequested', ids: null },
    { type: 'notifications.moreRequested' },
    { type: 'notifications.retried' },
    done('countUnread', 5),
    failed('countUnread', offline),
    done('loadNotifications', page),
    failed('loadNotifications', offline),
    done('markRead', 0),
    failed('markRead', offline),
  ],
  view: ({ context }) => [context.list !== null, context.waiting.length],
});

it('the notification centre marks all that it has shown, and nothing that has come since', async () => {
  const asked: unknown[] = [];
  const gate = Promise.withResolvers<number>();
  const shown = [
    { ...one, id: 9 },
    { ...one, id: 3, at: one.at - 60 },
  ];
  const pages = [shown, [{ ...one, id: 8, at: one.at + 1 }, ...shown]];
  const machine = notificationsMachine.provide({
    actors: {
      watchPerson: fromCallback(() => {}),
      countUnread: fromPromise(async () => 2),
      loadNotifications: fromPromise<NotificationPage, { readonly limit: number }>(async () => ({
        list: pages.shift() ?? [],
        total: 3,
        unread: 2,
      })),
      markRead: fromPromise(({ input }) => {
        asked.push(input);
        return gate.promise;
      }),
    },
  });
  const actor = createActor(machine, { input: { unread: 0, bell } }).start();
  actor.send({ type: 'centre.opened' });
  await expect.poll(() => selectNotifications(actor.getSnapshot())?.length).toBe(2);
  actor.send({ type: 'notifications.readRequested', ids: null });
  actor.send({ type: 'notifications.looked' });
  await expect.poll(() => selectNotifications(actor.getSnapshot())?.length).toBe(3);
  gate.resolve(1);
  await expect.poll(() => selectUnreadNotifications(actor.getSnapshot())).toBe(1);
  expect(asked).toEqual([{ ids: null, upTo: { at: one.at, id: 9 } }]);
  expect(selectNotifications(actor.getSnapshot())?.map(({ id, isRead }) => [id, isRead])).toEqual([
    [8, false],
    [9, true],
    [3, true],
  ]);
});

it('the notification centre marks what is asked for while other marks are on their way with the next call, and closing the centre stops none of them', async () => {
  const asked: (readonly number[] | null)[] = [];
  const gates: PromiseWithResolvers<number>[] = [];
  const machine = notificationsMachine.provide({
    actors: {
      watchPerson: fromCallback(() => {}),
      countUnread: fromPromise(async () => 2),
      loadNotifications: fromPromise(async () => page),
      markRead: fromPromise(async ({ input: { ids } }) => {
        asked.push(ids);
        const gate = Promise.withResolvers<number>();
        gates.push(gate);
        return gate.promise;
      }),
    },
  });
  const actor = createActor(machine, { input: { unread: 0, bell } }).start();
  actor.send({ type: 'centre.opened' });
  await expect.poll(() => selectNotifications(actor.getSnapshot())?.length).toBe(2);
  actor.send({ type: 'notifications.readRequested', ids: [4] });
  actor.send({ type: 'notifications.readRequested', ids: [5] });
  actor.send({ type: 'notifications.readRequested', ids: [6, 5] });
  actor.send({ type: 'centre.closed' });
  gates[0]?.resolve(1);
  await expect.poll(() => asked).toEqual([[4], [5, 6]]);
  expect(selectNotifications(actor.getSnapshot())?.map(({ isRead }) => isRead)).toEqual([true, false]);
  gates[1]?.resolve(0);
  await expect.poll(() => selectUnreadNotifications(actor.getSnapshot())).toBe(0);
  expect(selectCounted(bell.getSnapshot())).toBe(0);
  expect(selectNotifications(actor.getSnapshot())?.map(({ isRead }) => isRead)).toEqual([true, true]);
});

it('the notification centre marks a newer one too that is asked for while all that were shown wait', async () => {
  const asked: unknown[] = [];
  const gates: PromiseWithResolvers<number>[] = [];
  const newer = { ...one, id: 8, at: one.at + 1 };
  const pages = [[one], [newer, one]];
  const machine = notificationsMachine.provide({
    actors: {
      watchPerson: fromCallback(() => {}),
      countUnread: fromPromise(async () => 2),
      loadNotifications: fromPromise(async (): Promise<NotificationPage> => ({ list: pages.shift() ?? [], total: 2, unread: 2 })),
      markRead: fromPromise(async ({ input }) => {
        asked.push(input);
        const gate = Promise.withResolvers<number>();
        gates.push(gate);
        return gate.promise;
      }),
    },
  });
  const actor = createActor(machine, { input: { unread: 0, bell } }).start();
  actor.send({ type: 'centre.opened' });
  await expect.poll(() => selectNotifications(actor.getSnapshot())?.length).toBe(1);
  actor.send({ type: 'notifications.readRequested', ids: [2] });
  actor.send({ type: 'notifications.readRequested', ids: null });
  actor.send({ type: 'notifications.looked' });
  await expect.poll(() => selectNotifications(actor.getSnapshot())?.length).toBe(2);
  actor.send({ type: 'notifications.readRequested', ids: [8] });
  for (const count of [1, 2, 3]) {
    await expect.poll(() => gates.length).toBe(count);
    gates[count - 1]?.resolve(3 - count);
  }
  await expect.poll(() => selectUnreadNotifications(actor.getSnapshot())).toBe(0);
  expect(asked).toEqual([
    { ids: [2], upTo: null },
    { ids: null, upTo: { at: one.at, id: 4 } },
    { ids: [8], upTo: null },
  ]);
  expect(selectNotifications(actor.getSnapshot())?.map(({ id, isRead }) => [id, isRead])).toEqual([
    [8, true],
    [4, true],
  ]);
});

it('the notification centre does not show as unread again what was marked while the list came', async () => {
  const loads: PromiseWithResolvers<NotificationPage>[] = [];
  const mark = Promise.withResolvers<number>();
  const machine = notificationsMachine.provide({
    actors: {
      watchPerson: fromCallback(() => {}),
      countUnread: fromPromise(async () => 1),
      loadNotifications: fromPromise<NotificationPage, { readonly limit: number }>(() => {
        const load = Promise.withResolvers<NotificationPage>();
        loads.push(load);
        return load.promise;
      }),
      markRead: fromPromise(() => mark.promise),
    },
  });
  const told = (isRead: boolean): NotificationPage => ({ list: [{ ...one, isRead }], total: 1, unread: isRead ? 0 : 1 });
  const shown = () => selectNotifications(actor.getSnapshot())?.map(({ isRead }) => isRead);
  const actor = createActor(machine, { input: { unread: 0, bell } }).start();
  actor.send({ type: 'centre.opened' });
  loads[0]?.resolve(told(false));
  await expect.poll(shown).toEqual([false]);
  actor.send({ type: 'notifications.looked' });
  actor.send({ type: 'notifications.readRequested', ids: [one.id] });
  mark.resolve(0);
  await expect.poll(() => loads.length).toBe(3);
  // What was asked for before comes late, and counts no more.
  loads[1]?.resolve(told(false));
  loads[2]?.resolve(told(true));
  await expect.poll(() => actor.getSnapshot().hasTag('busy')).toBe(false);
  expect([shown(), selectUnreadNotifications(actor.getSnapshot())]).toEqual([[true], 0]);
});
