import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { arrangeInWorker, flowChartLogic } from '#actors/observe/flow-chart.actors';
import type { RecordLife } from '#domain/life/record-life';
import { selectChosenStep, type RecordLifeRef } from '#machines/life/record-life.machine';
import { selectChartLayout } from '#machines/observe/flow-chart.machine';
import { t } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { timeText } from '../../kit/cells/time-text.ts';
import { Chart } from '../../observe/chart/Chart.tsx';
import classes from './life.module.css';
import { drawnLife, edgeOfStep } from './drawn-life.ts';

interface LifeChartProps {
  readonly record: RecordLifeRef;
  readonly life: RecordLife;
}

/** One for the page: the worker and the places it has found outlive the windows. */
let logic: ReturnType<typeof flowChartLogic> | null = null;
/** The dot before the first state lies outside of the boxes. */
const MARGIN_PX = 14;

/** The chart of the life: the state that the record is in, or was in after the chosen step, and the ways that it has come. */
export function RecordLifeChart({ record, life }: LifeChartProps) {
  const chart = useMemo(() => drawnLife(life.chart), [life.chart]);
  const drawing = useLeafActor((logic ??= flowChartLogic({ arrange: arrangeInWorker() })), { id: 'lifeChart', input: { chart } });
  const layout = useSelector(drawing, selectChartLayout);
  const chosen = useSelector(record, selectChosenStep);
  const step = life.steps.find(({ id }) => id === chosen) ?? null;
  const state = step?.to ?? life.state;
  const label = life.chart.states.find(({ name }) => name === state)?.label ?? state;
  // Where there are no places, the path below tells the same in words.
  if (!layout) return null;
  const walked = life.steps.slice(step ? life.steps.indexOf(step) : 0).flatMap((one) => edgeOfStep(life.chart, one) ?? []);
  const { width, height } = layout;
  return (
    <figure className={classes.chart} aria-label={t('recordLife.chart', { state: label })}>
      <svg
        viewBox={`${-MARGIN_PX} ${-MARGIN_PX} ${width + 2 * MARGIN_PX} ${height + 2 * MARGIN_PX}`}
        style={{ maxWidth: width + 2 * MARGIN_PX }}
        aria-hidden="true"
      >
        <Chart
          chart={chart}
          layout={layout}
          lit={new Set([state])}
          marked={new Set(walked.slice(0, 1))}
          markKey={step?.id ?? life.steps[0]?.id ?? 0}
          tones={Object.fromEntries(walked.map((id) => [id, 'good' as const]))}
        />
      </svg>
      {step && <figcaption className={classes.soft}>{t('recordLife.past', { at: timeText(step.at) ?? '' })}</figcaption>}
    </figure>
  );
}
