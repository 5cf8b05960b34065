import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import {
  memberNoticesMachine,
  selectNoticePage,
  selectNoticesFailure,
  selectOpened,
  selectOpenId,
  type MemberNotice,
  type NoticePage,
} from '#machines/members/member-notices.machine';
import { describeModel, done, failed } from '#tests/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';

const words = (text: string) => ({ text, isTranslated: true });
const noticeOf = (id: number): MemberNotice => ({
  id,
  title: words(`Title ${id}`),
  excerpt: words('Text'),
  isPinned: false,
  isForMembers: true,
  time: 1_768_435_200,
  isNew: true,
});
const page: NoticePage = { list: [noticeOf(4), noticeOf(5)], total: 12, unread: 2 };
const opened = (id: number) => ({ id, body: words('<p>Text</p>'), unread: 1 });
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: memberNoticesMachine,
  inputs: [{ owner: nobody }],
  events: [
    { type: 'notices.paged', page: 2 },
    { type: 'notices.opened', id: 4 },
    { type: 'notices.opened', id: 5 },
    { type: 'notices.closed' },
    { type: 'notices.allRead' },
    { type: 'notices.retried' },
    done('loadNotices', page),
    failed('loadNotices', offline),
    done('openNotice', opened(4)),
    failed('openNotice', offline),
    done('readAll', undefined),
    failed('readAll', offline),
  ],
  view: ({ context }) => [context.page, context.openId, context.opened === null, context.shown?.unread, context.failure?.kind],
  // Nothing but the notice that was asked for is ever open.
  always: ({ context, value }) =>
    (context.openId !== null) === (typeof value === 'object' && value.ready !== 'listed') &&
    (context.opened === null || context.openId !== null),
});

it('has read what it opens, one at a time, and says how many are left', async () => {
  const heard: unknown[] = [];
  const owner = createActor(fromCallback(({ receive }) => receive((event) => void heard.push(event)))).start();
  const asked: number[] = [];
  const machine = memberNoticesMachine.provide({
    actors: {
      loadNotices: fromPromise(async () => page),
      openNotice: fromPromise(async ({ input: { id } }) => {
        asked.push(id);
        if (id === 5) throw offline;
        return opened(id);
      }),
    },
  });
  const actor = createActor(machine, { input: { owner } }).start();
  const isNew = () => selectNoticePage(actor.getSnapshot())?.list.map((one) => one.isNew);
  await expect.poll(() => actor.getSnapshot().matches({ ready: 'listed' })).toBe(true);
  actor.send({ type: 'notices.opened', id: 4 });
  actor.send({ type: 'notices.opened', id: 4 });
  await expect.poll(() => selectOpened(actor.getSnapshot())?.id).toBe(4);
  expect([asked, isNew(), selectNoticePage(actor.getSnapshot())?.unread]).toEqual([[4], [false, true], 1]);
  actor.send({ type: 'notices.opened', id: 5 });
  expect([selectOpenId(actor.getSnapshot()), selectOpened(actor.getSnapshot())]).toEqual([5, null]);
  await expect.poll(() => selectNoticesFailure(actor.getSnapshot())?.kind).toBe('unreachable');
  // What could not be read is as new as it was.
  expect([selectOpenId(actor.getSnapshot()), isNew()]).toEqual([null, [false, true]]);
  expect(heard).toEqual([2, 1].map((unreadNotices) => ({ type: 'shell.unreadNoticesChanged', unreadNotices })));
});
