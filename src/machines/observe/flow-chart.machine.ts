/**
 * One machine's chart on its way to the screen: its places are worked out elsewhere, which takes a moment. A leaf of the live charts;
 * lives with the view that shows it.
 */
import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';
import type { ChartLayout } from './chart-layout.ts';
import type { DrawnChart } from './chart-of.ts';

export type FlowChartEvent = { readonly type: 'flowChart.retried' };

export interface FlowChartInput {
  readonly chart: DrawnChart;
}

interface FlowChartContext extends FlowChartInput {
  readonly layout: ChartLayout | null;
}

export const flowChartMachine = setup({
  types: { context: {} as FlowChartContext, events: {} as FlowChartEvent, input: {} as FlowChartInput },
  actors: { arrange: fromPromise<ChartLayout, FlowChartInput>(notProvided('arrange')) },
  actions: { receiveLayout: assign({ layout: (_, layout: ChartLayout) => layout }) },
}).createMachine({
  id: 'flowChart',
  context: ({ input }) => ({ ...input, layout: null }),
  initial: 'arranging',
  states: {
    arranging: {
      invoke: {
        id: 'arrange',
        src: 'arrange',
        input: ({ context: { chart } }) => ({ chart }),
        onDone: { target: 'arranged', actions: { type: 'receiveLayout', params: output } },
        onError: 'failed',
      },
    },
    arranged: {},
    failed: { on: { 'flowChart.retried': 'arranging' } },
  },
});

export const selectChartLayout = (snapshot: SnapshotFrom<typeof flowChartMachine>): ChartLayout | null => snapshot.context.layout;
type FlowChartSnapshot = SnapshotFrom<typeof flowChartMachine>;
export const selectFlowChartHasFailed = (snapshot: FlowChartSnapshot): boolean => snapshot.matches('failed');
