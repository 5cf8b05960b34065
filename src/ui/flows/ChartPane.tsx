import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { arrangeInWorker, flowChartLogic } from '#actors/flow-chart.actors';
import type { ActorPicture } from '#actors/flow-watch';
import { selectChartLayout } from '#machines/flow-chart.machine';
import { activeIdsOf, chartOf } from '#machines/support/chart-of';
import { t } from '../app/i18n.ts';
import buttons from '../kit/plain-button.module.css';
import { useLeafActor } from '../kit/use-leaf-actor.ts';
import { Chart } from './Chart/Chart.tsx';
import classes from './ChartPane.module.css';
import { ChartStage } from './ChartStage.tsx';
import type { FlowsStore } from './flows-store.ts';

interface ChartPaneProps {
  readonly store: FlowsStore;
  readonly actor: ActorPicture;
  readonly snapshot: Pick<AnyMachineSnapshot, 'value'>;
}

/** The chart of an actor, drawn from its machine, with the state it is in. */
export function ChartPane({ store, actor, snapshot }: ChartPaneProps) {
  const { machine, id } = actor;
  if (!machine) return <p className={classes.note}>{t('flows.chart.noStates', { name: id })}</p>;
  return <MachineChart store={store} actor={actor} snapshot={snapshot} machine={machine} />;
}

/** One for the page: the worker and the places it has found outlive the views. */
let logic: ReturnType<typeof flowChartLogic> | null = null;

function MachineChart({ store, actor, snapshot, machine }: ChartPaneProps & { readonly machine: AnyStateMachine }) {
  const chart = useMemo(() => chartOf(machine), [machine]);
  const drawing = useLeafActor((logic ??= flowChartLogic({ arrange: arrangeInWorker() })), { id: 'flowChart', input: { chart } });
  const layout = useSelector(drawing, selectChartLayout);
  const hasFailed = useSelector(drawing, (snapshot) => snapshot.matches('failed'));
  const lit = activeIdsOf(chart, snapshot.value);
  const { lastEdges, moves } = actor.notes;
  if (hasFailed)
    return (
      <div className={classes.note} role="alert">
        <p>{t('flows.chart.failed')}</p>
        <button type="button" className={buttons.secondary} onClick={() => drawing.send({ type: 'flowChart.retried' })}>
          {t('flows.chart.retry')}
        </button>
      </div>
    );
  if (!layout) return <output className={classes.note}>{t('flows.chart.arranging')}</output>;
  return (
    <ChartStage
      store={store}
      size={layout}
      focus={layout.boxes[innermostOf(chart, lit)]}
      label={t('flows.chart.label', { name: actor.id, state: actor.state })}
    >
      <Chart chart={chart} layout={layout} lit={lit} marked={new Set(lastEdges)} markKey={moves} />
    </ChartStage>
  );
}

/** The first active state that holds no other. */
const innermostOf = ({ nodes }: ReturnType<typeof chartOf>, lit: ReadonlySet<string>): string =>
  nodes.find(({ id, kind }) => lit.has(id) && kind !== 'compound' && kind !== 'parallel')?.id ?? '';
