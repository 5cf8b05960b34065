import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { MachinePaths } from '#domain/observe/path-report';
import { selectCoverageIsUnopened, selectOpenedMachine, selectPathWalk, selectWayKey } from '#machines/observe/coverage.machine';
import { selectWalkFrame, selectWalkPosition } from '#machines/observe/path-walk.machine';
import type { DrawnChart as ChartModel } from '#machines/observe/chart-of';
import { t } from '../../base/i18n.ts';
import { ArrangedChart } from '../chart/ArrangedChart.tsx';
import { createChartView } from '../chart/chart-view.ts';
import { innermostOf } from '../live-charts/ChartPane.tsx';
import buttons from '../../kit/plain-button.module.css';
import { tonesOf } from './path-tones.ts';
import { ToneLegend } from './ToneLegend.tsx';
import type { Coverage } from './use-coverage.ts';
import classes from './WalkedChart.module.css';
import { WalkBar } from './WalkBar.tsx';

interface WalkedChartProps {
  readonly coverage: Coverage;
  readonly machine: MachinePaths;
  readonly onChoose: (key: string) => void;
}

const NO_TONES = {};

/** A state itself; for a transition, the state that it leaves. */
const placeOf = ({ edges }: ChartModel, key: string): string => edges.find(({ id }) => id === key)?.sourceId ?? key;

/** The chart of a machine in the colours of who has walked it; while a way is walked, with the state that it has led to. */
export function WalkedChart({ coverage: { actor, store }, machine, onChoose }: WalkedChartProps) {
  const view = useMemo(() => createChartView(), []);
  const opened = useSelector(actor, selectOpenedMachine);
  const hasFailed = useSelector(actor, selectCoverageIsUnopened);
  const walk = useSelector(actor, selectPathWalk);
  const wayKey = useSelector(actor, selectWayKey);
  const frame = useSelector(walk, (snapshot) => (snapshot ? selectWalkFrame(snapshot) : null));
  const position = useSelector(walk, (snapshot) => (snapshot ? selectWalkPosition(snapshot) : 0));
  const { walker, itemKey } = useSelector(store, ({ context }) => context);
  if (hasFailed)
    return (
      <div className={classes.note} role="alert">
        <p>{t('coverage.unopened')}</p>
        <button type="button" className={buttons.secondary} onClick={() => actor.send({ type: 'coverage.retried' })}>
          {t('common.action.retry')}
        </button>
      </div>
    );
  if (!opened) return <output className={classes.note}>{t('flows.chart.arranging')}</output>;
  const { chart } = opened;
  const lit = new Set(frame?.activeIds ?? []);
  const pick = (pressed: Element) => {
    const place = pressed.closest<SVGElement>('[data-edge], [data-state]');
    const key = place?.dataset['edge'] ?? place?.dataset['state'];
    if (key !== undefined) onChoose(key);
  };
  return (
    <div className={classes.chart}>
      <div className={classes.strip}>
        {walk ? (
          <WalkBar walk={walk} machine={machine} wayKey={wayKey} onLeave={() => actor.send({ type: 'coverage.walkLeft' })} />
        ) : (
          <ToneLegend walker={walker} />
        )}
      </div>
      <div className={classes.stage}>
        <ArrangedChart
          chart={chart}
          store={view}
          focusId={walk ? innermostOf(chart, lit) : placeOf(chart, itemKey)}
          label={t('coverage.chart', { name: machine.id })}
          lit={lit}
          marked={new Set(frame?.edgeIds ?? [])}
          markKey={position}
          tones={walk ? NO_TONES : tonesOf(machine, walker)}
          chosen={walk ? '' : itemKey}
          onPick={pick}
        />
      </div>
    </div>
  );
}
