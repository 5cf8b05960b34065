import { useSelector } from '@xstate/react';
import { arrangeInWorker, flowChartLogic } from '#actors/observe/flow-chart.actors';
import { selectChartLayout, selectFlowChartHasFailed } from '#machines/observe/flow-chart.machine';
import { t } from '../../base/i18n.ts';
import buttons from '../../kit/plain-button.module.css';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { Chart, type ChartProps } from './Chart.tsx';
import classes from './ChartPane.module.css';
import { ChartStage, type ChartStageProps } from './ChartStage.tsx';

interface ArrangedChartProps extends Omit<ChartProps, 'layout'>, Pick<ChartStageProps, 'store' | 'label' | 'onPick'> {
  /** The state that is in sight until somebody looks elsewhere. */
  readonly focusId: string;
}

/** One for the page: the worker and the places it has found outlive the views. */
let logic: ReturnType<typeof flowChartLogic> | null = null;

/** A chart on its stage, once its places are worked out. Another chart needs another `key`. */
export function ArrangedChart({ store, label, onPick, focusId, ...drawn }: ArrangedChartProps) {
  const { chart } = drawn;
  const drawing = useLeafActor((logic ??= flowChartLogic({ arrange: arrangeInWorker() })), { id: 'flowChart', input: { chart } });
  const layout = useSelector(drawing, selectChartLayout);
  const hasFailed = useSelector(drawing, selectFlowChartHasFailed);
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
    <ChartStage store={store} size={layout} focus={layout.boxes[focusId]} label={label} onPick={onPick}>
      <Chart {...drawn} layout={layout} />
    </ChartStage>
  );
}
