import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import {
  memberNoticesMachine,
  selectNoticePage,
  selectNoticesFailure,
  selectOpened,
  selectOpeningId,
  selectUnopenedId,
  type MemberNotice,
  type NoticePage,
} from '#machines/members/member-notices.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
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

const at = (pageNumber: number, noticeId: number | null) =>
  ({ type: 'notices.addressed', address: { page: pageNumber, noticeId } }) as const;

describeModel({
  machine: memberNoticesMachine,
  inputs: [
    { owner: nobody, address: { page: 1, noticeId: null } },
    { owner: nobody, address: { page: 1, noticeId: 4 } },
  ],
  events: [
    at(2, null),
    at(1, null),
    at(1, 4),
    at(1, 5),
    // None of this page.
    at(1, 9),
    { type: 'notices.allRead' },
    { type: 'notices.retried' },
    done('loadNotices', page),
    failed('loadNotices', offline),
    done('openNotice', opened(4)),
    failed('openNotice', offline),
    done('readAll', undefined),
    failed('readAll', offline),
  ],
  view: (snapshot) => [
    snapshot.context.address,
    snapshot.context.opened === null,
    selectOpeningId(snapshot),
    selectUnopenedId(snapshot),
    snapshot.context.shown?.unread,
    snapshot.context.failure?.kind,
  ],
  always: (snapshot) =>
    [selectOpened(snapshot)?.id ?? null, selectOpeningId(snapshot), selectUnopenedId(snapshot)].filter((id) => id !== null).length <= 1,
});

it('the page of notices has read what it opens, one at a time, and says how many are left', async () => {
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
  const actor = createActor(machine, { input: { owner, address: { page: 1, noticeId: null } } }).start();
  const isNew = () => selectNoticePage(actor.getSnapshot())?.list.map((one) => one.isNew);
  await expect.poll(() => actor.getSnapshot().matches({ ready: 'listed' })).toBe(true);
  actor.send(at(1, 4));
  actor.send(at(1, 4));
  await expect.poll(() => selectOpened(actor.getSnapshot())?.id).toBe(4);
  expect([asked, isNew(), selectNoticePage(actor.getSnapshot())?.unread]).toEqual([[4], [false, true], 1]);
  actor.send(at(1, 5));
  expect([selectOpeningId(actor.getSnapshot()), selectOpened(actor.getSnapshot())]).toEqual([5, null]);
  await expect.poll(() => selectNoticesFailure(actor.getSnapshot())?.kind).toBe('unreachable');
  // What could not be read is as new as it was, and can be tried again.
  expect([selectUnopenedId(actor.getSnapshot()), isNew()]).toEqual([5, [false, true]]);
  expect(heard).toEqual([2, 1].map((unreadNotices) => ({ type: 'shell.unreadNoticesChanged', unreadNotices })));
  actor.send({ type: 'notices.retried' });
  expect(selectOpeningId(actor.getSnapshot())).toBe(5);
});

it('the page of notices opens the notice that the address names once its page is here, and passes over one that is not on it', async () => {
  const machine = memberNoticesMachine.provide({
    actors: { loadNotices: fromPromise(async () => page), openNotice: fromPromise(async ({ input: { id } }) => opened(id)) },
  });
  const actor = createActor(machine, { input: { owner: nobody, address: { page: 1, noticeId: 5 } } }).start();
  await expect.poll(() => selectOpened(actor.getSnapshot())?.id).toBe(5);
  actor.send(at(1, 9));
  expect([actor.getSnapshot().matches({ ready: 'listed' }), selectOpened(actor.getSnapshot())]).toEqual([true, null]);
  actor.send(at(1, 5));
  await expect.poll(() => selectOpened(actor.getSnapshot())?.id).toBe(5);
});
