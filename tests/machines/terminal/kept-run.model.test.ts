import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { KeptRun } from '#domain/terminal/kept-run';
import { FailureError } from '#domain/base/failure';
import { keptRunMachine, selectKeptRunFailure, selectKeptRunStage, type KeptRunPortion } from '#machines/terminal/kept-run.machine';
import { after, describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';

const RUN: KeptRun = {
  id: 3,
  uuid: 'run-00000001',
  command: 'version.npm',
  line: 'npm --version',
  status: 'running',
  exitCode: null,
  adminId: 1,
  adminName: 'Admin',
  ip: '',
  userAgent: '',
  startedAt: 1_768_435_200,
  endedAt: null,
  durationMs: null,
};
const portion = (status: KeptRun['status'], isMore = false): KeptRunPortion => ({
  run: { ...RUN, status },
  seq: 4,
  isMore,
  lineCount: 2,
});

describeModel({
  machine: keptRunMachine,
  inputs: [
    { id: 3, uuid: null },
    { id: null, uuid: 'run-00000001' },
  ],
  events: [
    { type: 'keptRun.retried' },
    done('read', portion('running')),
    done('read', portion('running', true)),
    done('read', portion('success')),
    failed('read', new FailureError({ kind: 'timeout' })),
    after('followPause', 'keptRun.following'),
    after('outage', 'keptRun.failed'),
    failed('read', new FailureError({ kind: 'rejected', code: 0, message: 'gone' })),
  ],
  view: ({ context }) => [context.run?.status, context.failure?.kind],
  always: (snapshot) => snapshot.hasTag('failed') === (selectKeptRunFailure(snapshot) !== null),
});

it('passes no first part of a run that goes on for what it has said so far', () => {
  const actor = createActor(inertOf(keptRunMachine), { input: { id: 3, uuid: null } }).start();
  const stages = [done('read', portion('running', true)), done('read', portion('running')), after('followPause', 'keptRun.following')].map(
    (event) => {
      actor.send(event as never);
      return selectKeptRunStage(actor.getSnapshot());
    },
  );
  expect(stages).toEqual(['reading', 'following', 'following']);
  actor.send(done('read', portion('running', true)) as never);
  expect([actor.getSnapshot().value, selectKeptRunStage(actor.getSnapshot())]).toEqual(['catchingUp', 'following']);
});
