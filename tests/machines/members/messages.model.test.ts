import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import {
  messagesMachine,
  selectMessagePage,
  selectMessagesFailure,
  type MessageDeed,
  type MessagePage,
} from '#machines/members/messages.machine';
import { describeModel, done, failed } from '#tests/support/model.ts';
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
    { type: 'messages.deedRequested', deed: { kind: 'remove', ids: [4] } },
    { type: 'messages.deedRequested', deed: { kind: 'prefer', preference: { kind: 'score', byMail: true, inApp: false } } },
    { type: 'messages.retried' },
    done('loadMessages', page),
    failed('loadMessages', offline),
    done('doDeed', undefined),
    failed('doDeed', offline),
  ],
  view: ({ context }) => [context.page, context.shown?.unread, context.deed?.kind, context.failure?.kind],
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
