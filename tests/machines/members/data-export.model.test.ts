import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { dataExportMachine, selectExportFailure, type ExportInfo } from '#machines/members/data-export.machine';
import { after, describeModel, done, failed } from '#tests/machines/support/model.ts';

const STATES = ['none', 'queued', 'making', 'ready', 'expired', 'failed'] as const;
const info = (state: ExportInfo['state']): ExportInfo => ({
  state,
  uuid: state === 'none' ? null : 'a',
  sizeBytes: state === 'ready' ? 7 : null,
  expireTime: null,
  progress: state === 'making' ? { done: 2, total: 9 } : null,
});
const refused = new FailureError({ kind: 'http', status: 500, url: '/api/account.Data/readExport' });
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: dataExportMachine,
  inputs: [undefined],
  events: [
    { type: 'dataExport.requested' },
    { type: 'dataExport.retried' },
    { type: 'dataExport.fetchRequested' },
    { type: 'dataExport.fetchCancelled' },
    ...(['readExport', 'requestExport', 'look', 'check'] as const).flatMap((name) => [
      ...STATES.map((state) => done(name, info(state))),
      failed(name, offline),
    ]),
    done('fetchExport'),
    failed('fetchExport', offline),
    // A line that is down is asked again; what the server has said is shown.
    failed('look', refused),
    after('pace', 'dataExport.underWay.resting'),
  ],
  view: ({ context }) => [context.info?.state, context.failure?.kind],
});

it('another archive may be asked for where the file of one has gone, and one that is still there says why it did not come', async () => {
  const gone = new FailureError({ kind: 'rejected', code: 0, message: 'Not found' });
  const states = [info('ready'), info('ready'), info('expired')];
  const machine = dataExportMachine.provide({
    actors: {
      readExport: fromPromise(async () => states.shift() ?? info('none')),
      fetchExport: fromPromise<void, { readonly uuid: string }>(() => Promise.reject(gone)),
    },
  });
  const actor = createActor(machine).start();
  await expect.poll(() => actor.getSnapshot().value).toBe('ready');
  actor.send({ type: 'dataExport.fetchRequested' });
  await expect.poll(() => [actor.getSnapshot().value, selectExportFailure(actor.getSnapshot())]).toEqual(['ready', gone.failure]);
  actor.send({ type: 'dataExport.fetchRequested' });
  await expect.poll(() => [actor.getSnapshot().value, selectExportFailure(actor.getSnapshot())]).toEqual(['expired', null]);
  expect(actor.getSnapshot().can({ type: 'dataExport.requested' })).toBe(true);
});
