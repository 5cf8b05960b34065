import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { arrangeInWorker, flowChartLogic } from '#actors/observe/flow-chart.actors';
import { disclosureMachine } from '#machines/base/disclosure.machine';
import { playbackMachine } from '#machines/terminal/playback.machine';
import { selectChartLayout } from '#machines/observe/flow-chart.machine';
import { chartOf } from '#machines/observe/chart-of';

const arranged = async (logic: ReturnType<typeof flowChartLogic>, chart: ReturnType<typeof chartOf>) =>
  selectChartLayout(await waitFor(createActor(logic, { input: { chart } }).start(), (snapshot) => !snapshot.matches('arranging')));

describe('the places of a chart', () => {
  it('are worked out without a worker where there is none', async () => {
    const layout = await arranged(flowChartLogic({ arrange: arrangeInWorker() }), chartOf(disclosureMachine));
    expect(Object.keys(layout?.boxes ?? {})).toEqual(['disclosure', 'disclosure.closed', 'disclosure.open']);
    expect(layout?.lines.length).toBe(2);
  });

  it('are asked for once, and again only for another chart', async () => {
    const asked: string[] = [];
    const logic = flowChartLogic({
      arrange: async (graph) => {
        asked.push(graph.children?.[0]?.id ?? '');
        return graph;
      },
    });
    const first = await arranged(logic, chartOf(playbackMachine));
    expect(await arranged(logic, chartOf(playbackMachine))).toBe(first);
    await arranged(logic, chartOf(disclosureMachine));
    expect(asked).toEqual(['playback', 'disclosure']);
  });

  it('may not be found, and are asked for again', async () => {
    const answers = [Promise.reject(new Error('broken')), Promise.resolve({ id: '', width: 7 })];
    const logic = flowChartLogic({ arrange: () => answers.shift() ?? Promise.reject(new Error('asked too often')) });
    const actor = createActor(logic, { input: { chart: chartOf(disclosureMachine) } }).start();
    await waitFor(actor, (snapshot) => snapshot.matches('failed'));
    actor.send({ type: 'flowChart.retried' });
    expect(selectChartLayout(await waitFor(actor, (snapshot) => snapshot.matches('arranged')))?.width).toBe(7);
  });
});
