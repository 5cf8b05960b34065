import { problemReportMachine, selectReportNumber } from '#machines/observe/problem-report.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: problemReportMachine,
  inputs: [{ broken: null }, { broken: { name: 'TypeError', message: 'x is not a function' } }],
  events: [{ type: 'report.retried' }, done('send', 'K7M2-9QXD'), failed('send', new Error('lost'))],
  always: (snapshot) =>
    snapshot.hasTag('busy') === snapshot.matches('sending') && (selectReportNumber(snapshot) !== '') === snapshot.matches('sent'),
});
