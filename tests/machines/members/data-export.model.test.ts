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
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: dataExportMachine,
  inputs: [undefined],
  events: [
    { type: 'dataExport.requested' },
    { type: 'dataExport.retried' },
    { type: 'dataExport.fetchRequested' },
    { type: 'dataExport.fetchCancelled' },
    ...(['readExport', 'requestExport', 'lookQueued', 'lookMade'] as const).flatMap((name) => [
      ...STATES.map((state) => done(name, info(state))),
      failed(name, offline),
    ]),
    done('fetchExport'),
    failed('fetchExport', offline),
    after('pace', 'dataExport.queued.resting'),
    after('pace', 'dataExport.making.resting'),
  ],
  view: ({ context }) => [context.info?.state, context.failure?.kind],
});
