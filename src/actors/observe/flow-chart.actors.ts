import ElkApi, { type ELK, type ElkNode } from 'elkjs/lib/elk-api.js';
import workerHref from 'elkjs/lib/elk-worker.min.js?url';
import { fromPromise } from 'xstate';
import { flowChartMachine } from '#machines/observe/flow-chart.machine';
import type { ChartLayout } from '#machines/observe/chart-layout';
import type { DrawnChart } from '#machines/observe/chart-of';
import { elkGraphOf, layoutFrom } from './flow-layout.ts';

/** Works out where everything goes. */
export type Arrange = (graph: ElkNode) => Promise<ElkNode>;

/** The layout library in a worker; where no worker may run, on the page's own thread. */
export function arrangeInWorker(): Arrange {
  let inWorker: ELK | null = null;
  let onPage: Promise<ELK> | null = null;
  const failed = Promise.withResolvers<never>();
  // Whoever asks hears of it; nobody may be asking.
  failed.promise.catch(() => null);
  const workerFactory = () => {
    const worker = new Worker(workerHref);
    worker.addEventListener('error', () => failed.reject(new Error('no worker for charts')));
    return worker;
  };
  return async (graph) => {
    try {
      inWorker ??= new ElkApi({ workerFactory });
      return await Promise.race([inWorker.layout(graph), failed.promise]);
    } catch {
      onPage ??= import('elkjs/lib/elk.bundled.js').then(({ default: Elk }) => new Elk());
      return (await onPage).layout(graph);
    }
  };
}

/** @param arrange asked once for each chart */
export function flowChartLogic({ arrange }: { readonly arrange: Arrange }): typeof flowChartMachine {
  const layouts = new Map<string, ChartLayout>();
  return flowChartMachine.provide({
    actors: {
      arrange: fromPromise<ChartLayout, { readonly chart: DrawnChart }>(async ({ input: { chart } }) => {
        const key = JSON.stringify(chart);
        const layout = layouts.get(key) ?? layoutFrom(await arrange(elkGraphOf(chart)));
        layouts.set(key, layout);
        return layout;
      }),
    },
  });
}
