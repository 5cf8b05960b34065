import { FailureError } from '#domain/base/failure';
import { systemStatusMachine } from '#machines/observe/system-status.machine';
import { after, describeModel, done, failed } from '#tests/machines/support/model.ts';
import { jobOf, statusOf } from './told-status.ts';

const running = statusOf({ jobs: { ...statusOf().jobs, active: 1, list: [jobOf({ state: 'active', progress: { done: 2, total: 5 } })] } });
const due = statusOf({ jobs: { ...statusOf().jobs, waiting: 1, list: [jobOf({ state: 'waiting', failures: 0 })] } });
const offline = new FailureError({ kind: 'timeout' });

describeModel({
  machine: systemStatusMachine,
  inputs: [undefined],
  events: [
    { type: 'status.refreshRequested' },
    { type: 'job.retryRequested', id: 'a1' },
    { type: 'job.cancelRequested', id: 'a1' },
    { type: 'backup.requested' },
    { type: 'question.confirmed' },
    { type: 'question.declined' },
    after('readAgain', 'systemStatus.shown.resting'),
    after('readProgress', 'systemStatus.shown.following'),
    done('loadStatus', statusOf()),
    done('loadStatus', running),
    failed('loadStatus', offline),
    done('refreshStatus', statusOf()),
    done('refreshStatus', running),
    done('refreshStatus', due),
    failed('refreshStatus', offline),
    done('comeIntoSight'),
    done('doJobAct'),
    failed('doJobAct', offline),
  ],
  view: ({ context: { status, jobAct, failure } }) => [status !== null, jobAct, failure?.kind ?? null],
  // Nothing is done with a job that nobody named, and none is kept beyond its act.
  always: ({ context, value }) => (value === 'acting' || value === 'asking') === (context.jobAct !== null),
});
