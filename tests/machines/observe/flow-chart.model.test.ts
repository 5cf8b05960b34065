import { flowChartMachine, selectChartLayout } from '#machines/observe/flow-chart.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: flowChartMachine,
  inputs: [{ chart: { id: 'lamp', nodes: [], edges: [] } }],
  events: [
    done('arrange', { width: 10, height: 10, boxes: {}, lines: [] }),
    failed('arrange', new Error('no worker')),
    { type: 'flowChart.retried' },
  ],
  always: (snapshot) => snapshot.matches('arranged') === (selectChartLayout(snapshot) !== null),
});
