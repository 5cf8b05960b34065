import { useMemo } from 'react';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { ActorPicture } from '#actors/observe/flow-watch';
import { activeIdsOf, chartOf, type DrawnChart } from '#machines/observe/chart-of';
import { t } from '../../base/i18n.ts';
import { ArrangedChart } from '../chart/ArrangedChart.tsx';
import classes from '../chart/ChartPane.module.css';
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

function MachineChart({ store, actor, snapshot, machine }: ChartPaneProps & { readonly machine: AnyStateMachine }) {
  const chart = useMemo(() => chartOf(machine), [machine]);
  const lit = activeIdsOf(chart, snapshot.value);
  const { lastEdges, moves } = actor.notes;
  return (
    <ArrangedChart
      chart={chart}
      store={store}
      focusId={innermostOf(chart, lit)}
      label={t('flows.chart.label', { name: actor.id, state: actor.state })}
      lit={lit}
      marked={new Set(lastEdges)}
      markKey={moves}
    />
  );
}

/** The first active state that holds no other. */
export const innermostOf = ({ nodes }: Pick<DrawnChart, 'nodes'>, lit: ReadonlySet<string>): string =>
  nodes.find(({ id, kind }) => lit.has(id) && kind !== 'compound' && kind !== 'parallel')?.id ?? '';
