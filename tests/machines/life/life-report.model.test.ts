import { FailureError } from '#domain/base/failure';
import type { LifeReport } from '#domain/life/life-report';
import { lifeReportMachine } from '#machines/life/life-report.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const report: LifeReport = { states: [{ state: 'on', label: 'On sale', now: 2, count: 1, median: 60, p90: 60 }], events: [], weeks: [] };
const offline = new FailureError({ kind: 'timeout' });

describeModel({
  machine: lifeReportMachine,
  inputs: [{ resource: 'goods' }],
  events: [
    { type: 'report.weeksChosen', weeks: 4 },
    { type: 'report.weeksChosen', weeks: 26 },
    { type: 'report.retried' },
    {
      type: 'report.fileRequested',
      words: { by: { state: 'State', event: 'Event', week: 'Week' }, columns: ['By', 'Name', 'State', 'Count', 'Median', 'P90'] },
    },
    done('loadReport', report),
    failed('loadReport', offline),
    done('saveReport', undefined),
    failed('saveReport', offline),
  ],
  view: ({ context: { weeks, report: told, words, failure } }) => [weeks, told !== null, words !== null, failure !== null],
  // Nothing is saved that was not read.
  always: ({ context, value }) => (value !== 'saving' && value !== 'unsaved') || (context.report !== null && context.words !== null),
});
