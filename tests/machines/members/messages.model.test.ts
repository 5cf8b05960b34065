import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import {
  messagesMachine,
  selectMessagePage,
  selectMessagesFailure,
  selectMessagesPageNumber,
  type MessageDeed,
  type MessagePage,
} from '#machines/members/messages.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';

const message = {
  id: 4,
  kind: 'security',
  title: 'Password',
  text: 'Changed',
  advice: '',
  createTime: 1_768_435_200,
  isRead: false,
} as const;
const page: MessagePage = { list: [message], total: 16, unread: 1, preferences: [], hasEmail: true };
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: messagesMachine,
  inputs: [{ owner: nobody }],
  events: [
    { type: 'messages.paged', page: 2 },
    { type: 'messages.deedRequested', deed: { kind: 'read', ids: null } },
    { type: 'messages.deedRequested', deed: { kind: 'prefer', preference: { kind: 'score', byMail: true } } },
    { type: 'messages.retried' },
    done('loadMessages', page),
    done('loadMessages', { ...page, list: [], total: 15 }),
    failed('loadMessages', offline),
    done('doDeed', undefined),
    failed('doDeed', offline),
  ],
  // A queue may be of any length: one that is empty, and one that is not.
  view: ({ context: { page, shown, deed, waiting, isStale, failure } }) => [
    page,
    shown?.unread,
    deed?.kind,
    waiting.length > 0,
    isStale,
    failure?.kind,
  ],
});

it('the page of messages reads the page anew after each deed, says how many are unread, and keeps what is shown where a deed fails', async () => {
  const heard: unknown[] = [];
  const owner = createActor(fromCallback(({ receive }) => receive((event) => void heard.push(event)))).start();
  const deeds: MessageDeed[] = [];
  let unread = 2;
  const machine = messagesMachine.provide({
    actors: {
      loadMessages: fromPromise(async () => ({ ...page, unread })),
      doDeed: fromPromise(async ({ input }) => {
        deeds.push(input);
        if (input.kind === 'remove') throw offline;
        unread = 0;
      }),
    },
  });
  const actor = createActor(machine, { input: { owner } }).start();
  await expect.poll(() => actor.getSnapshot().value).toBe('ready');
  actor.send({ type: 'messages.deedRequested', deed: { kind: 'read', ids: [4] } });
  await expect.poll(() => selectMessagePage(actor.getSnapshot())?.unread).toBe(0);
  actor.send({ type: 'messages.deedRequested', deed: { kind: 'remove', ids: [4] } });
  await expect.poll(() => selectMessagesFailure(actor.getSnapshot())?.kind).toBe('unreachable');
  expect(selectMessagePage(actor.getSnapshot())?.list).toEqual([message]);
  expect(deeds).toEqual([
    { kind: 'read', ids: [4] },
    { kind: 'remove', ids: [4] },
  ]);
  expect(heard).toEqual([2, 0].map((count) => ({ type: 'shell.unreadChanged', unread: count })));
});

/** Two pages of messages of which one deed at a time is answered. */
function pressed(pages: Readonly<Record<number, MessagePage>> = {}) {
  const deeds: { readonly deed: MessageDeed; readonly answer: PromiseWithResolvers<void> }[] = [];
  const loads: number[] = [];
  const machine = messagesMachine.provide({
    actors: {
      loadMessages: fromPromise(async ({ input }) => {
        loads.push(input.page);
        return pages[input.page] ?? { ...page, preferences: [{ kind: 'score', byMail: false, inApp: true, isFixed: false }] };
      }),
      doDeed: fromPromise(({ input }) => {
        const answer = Promise.withResolvers<void>();
        deeds.push({ deed: input, answer });
        return answer.promise;
      }),
    },
  });
  const actor = createActor(machine, { input: { owner: nobody } }).start();
  return { actor, deeds, loads, act: (deed: MessageDeed) => actor.send({ type: 'messages.deedRequested', deed }) };
}

it('everything that is pressed is done, one after the other, and shown as it was pressed', async () => {
  const { actor, deeds, loads, act } = pressed();
  await expect.poll(() => actor.getSnapshot().value).toBe('ready');
  const remove = { kind: 'remove', ids: [4] } as const;
  const byMail = { kind: 'prefer', preference: { kind: 'score', byMail: true } } as const;
  const notInApp = { kind: 'prefer', preference: { kind: 'score', inApp: false } } as const;
  for (const deed of [remove, remove, byMail, notInApp]) act(deed);
  expect(selectMessagePage(actor.getSnapshot())?.preferences).toEqual([{ kind: 'score', byMail: true, inApp: false, isFixed: false }]);
  deeds[0]?.answer.reject(offline);
  await expect.poll(() => deeds.length).toBe(2);
  deeds[1]?.answer.resolve();
  await expect.poll(() => deeds.length).toBe(3);
  expect(loads).toEqual([1]);
  deeds[2]?.answer.resolve();
  await expect.poll(() => [actor.getSnapshot().value, loads.length]).toEqual(['ready', 2]);
  expect(deeds.map(({ deed }) => deed)).toEqual([remove, byMail, notInApp]);
  // The one that failed is told although others went well.
  expect(selectMessagesFailure(actor.getSnapshot())).toEqual(offline.failure);
});

it('takes a deed while the page is read again, and turns to the page that was asked for during one', async () => {
  const { actor, deeds, loads, act } = pressed();
  act({ kind: 'read', ids: [4] });
  await expect.poll(() => deeds.length).toBe(1);
  actor.send({ type: 'messages.paged', page: 2 });
  deeds[0]?.answer.reject(offline);
  await expect.poll(() => [actor.getSnapshot().value, loads.at(-1)]).toEqual(['ready', 2]);
});

it('a page that was asked for is shown after a deed that came between and failed, and so is the first', async () => {
  const { actor, deeds, loads, act } = pressed({ 2: { ...page, unread: 7 } });
  act({ kind: 'read', ids: null });
  deeds[0]?.answer.reject(offline);
  await expect.poll(() => [actor.getSnapshot().value, selectMessagePage(actor.getSnapshot())?.unread]).toEqual(['ready', 1]);
  actor.send({ type: 'messages.paged', page: 2 });
  act({ kind: 'read', ids: [4] });
  await expect.poll(() => deeds.length).toBe(2);
  deeds[1]?.answer.reject(offline);
  await expect.poll(() => [actor.getSnapshot().value, selectMessagePage(actor.getSnapshot())?.unread]).toEqual(['ready', 7]);
  expect([loads.at(-1), selectMessagesFailure(actor.getSnapshot())]).toEqual([2, offline.failure]);
});

it('the page before is shown once the last message of the last one is gone', async () => {
  const { actor, loads } = pressed({ 2: { ...page, list: [], total: 15 } });
  actor.send({ type: 'messages.paged', page: 2 });
  await expect.poll(() => [actor.getSnapshot().value, loads.slice(-2)]).toEqual(['ready', [2, 1]]);
  expect(selectMessagesPageNumber(actor.getSnapshot())).toBe(1);
});
