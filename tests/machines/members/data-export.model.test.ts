import { FailureError } from '#domain/base/failure';
import { dataExportMachine, type ExportInfo } from '#machines/members/data-export.machine';
import { after, describeModel, done, failed } from '#tests/support/model.ts';

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
    ...(['readExport', 'requestExport', 'look'] as const).flatMap((name) => [
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
