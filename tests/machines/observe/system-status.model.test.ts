import { FailureError } from '#domain/base/failure';
import { systemStatusMachine } from '#machines/observe/system-status.machine';
import { after, describeModel, done, failed } from '#tests/support/model.ts';
import { statusOf } from './told-status.ts';

const offline = new FailureError({ kind: 'timeout' });

describeModel({
  machine: systemStatusMachine,
  inputs: [undefined],
  events: [
    { type: 'status.refreshRequested' },
    { type: 'job.retryRequested', id: 'a1' },
    { type: 'job.cancelRequested', id: 'a1' },
    { type: 'question.confirmed' },
    { type: 'question.declined' },
    after('readAgain', 'systemStatus.shown'),
    done('loadStatus', statusOf()),
    failed('loadStatus', offline),
    done('refreshStatus', statusOf()),
    failed('refreshStatus', offline),
    done('doJobAct'),
    failed('doJobAct', offline),
  ],
  view: ({ context: { status, jobAct, failure } }) => [status !== null, jobAct, failure?.kind ?? null],
  // Nothing is done with a job that nobody named, and none is kept beyond its act.
  always: ({ context, value }) => (value === 'acting' || value === 'asking') === (context.jobAct !== null),
});
