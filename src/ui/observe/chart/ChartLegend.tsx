import { t, type MessageKey } from '../../base/i18n.ts';
import classes from './ChartPane.module.css';

const SIGNS: readonly (readonly [sign: string, meaning: MessageKey])[] = [
  ['●', 'flows.chart.legendInitial'],
  ['⚙', 'flows.chart.legendInvoke'],
  ['✓', 'flows.chart.legendDone'],
  ['✗', 'flows.chart.legendFailed'],
  ['↻', 'flows.chart.legendChanged'],
  ['⏱', 'flows.chart.legendAfter'],
  ['⚡', 'flows.chart.legendAlways'],
  ['*', 'flows.chart.legendAny'],
  ['[…]', 'flows.chart.legendGuard'],
  ['∥', 'flows.chart.legendParallel'],
  ['/', 'flows.chart.legendInner'],
];

/** What the signs of a chart mean, for who asks. */
export const ChartLegend = () => (
  <details className={classes.legend}>
    <summary>{t('flows.chart.legend')}</summary>
    <dl>
      {SIGNS.map(([sign, meaning]) => (
        <div key={meaning} style={{ display: 'contents' }}>
          <dt>{sign}</dt>
          <dd>{t(meaning)}</dd>
        </div>
      ))}
    </dl>
  </details>
);
