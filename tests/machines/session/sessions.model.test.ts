import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { FailureError, rejection } from '#domain/base/failure';
import {
  selectAskedEnd,
  sessionsMachine,
  type SessionEntry,
  type SessionsEvent,
  type SessionsPage,
} from '#machines/session/sessions.machine';
import { describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';

const offline = new FailureError({ kind: 'unreachable', online: false });
const entry = (id: string, isCurrent: boolean): SessionEntry => ({
  id,
  ip: '10.0.0.1',
  userAgent: 'Mozilla/5.0',
  createTime: 1_768_435_200,
  seenTime: 1_768_435_260,
  isCurrent,
});
const page = (...list: SessionEntry[]): SessionsPage => ({ list, previous: null, refusedCount: 0 });

describeModel({
  machine: sessionsMachine,
  inputs: [{ adminId: null }, { adminId: 7 }],
  events: [
    { type: 'sessions.endRequested', id: 'there' },
    { type: 'sessions.endRequested', id: 'here' },
    { type: 'sessions.endRequested', id: null },
    { type: 'sessions.confirmed' },
    { type: 'sessions.cancelled' },
    { type: 'sessions.retried' },
    { type: 'sessions.outdated' },
    done('loadSessions', page(entry('here', true), entry('there', false))),
    done('loadSessions', page(entry('here', true))),
    failed('loadSessions', offline),
    done('endSessions'),
    failed('endSessions', offline),
    failed('endSessions', rejection('refusals.recordNotFound')),
  ],
  view: ({ context }) => ({ ids: context.page?.list.map(({ id }) => id), asked: context.asked, failure: context.failure?.kind }),
  // Nobody ends the session they sit in by mistake.
  always: (snapshot) => {
    const asked = selectAskedEnd(snapshot);
    return asked === null || (asked.id !== 'here' && snapshot.context.page?.list.some(({ isCurrent }) => !isCurrent) === true);
  },
});

it('what had ended before it was ended here is read again, and why is said', () => {
  const actor = createActor(inertOf(sessionsMachine), { input: { adminId: null } }).start();
  const send = (event: unknown) => actor.send(event as SessionsEvent);
  send(done('loadSessions', page(entry('here', true), entry('there', false))));
  send({ type: 'sessions.endRequested', id: 'there' });
  send({ type: 'sessions.confirmed' });
  send(failed('endSessions', rejection('refusals.recordNotFound')));
  expect(actor.getSnapshot().value).toBe('loading');
  send(done('loadSessions', page(entry('here', true))));
  const { value, context } = actor.getSnapshot();
  expect([value, context.page?.list.map(({ id }) => id), context.failure]).toEqual([
    'shown',
    ['here'],
    { kind: 'rejected', code: 0, message: 'refusals.recordNotFound' },
  ]);
});
