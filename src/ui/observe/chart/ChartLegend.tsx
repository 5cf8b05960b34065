import { IconPointFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ChartSign } from '#machines/observe/chart-layout';
import { t, type MessageKey } from '../../base/i18n.ts';
import classes from './ChartPane.module.css';
import { SIGN_ICONS } from './ChartWords.tsx';

const drawn = (sign: ChartSign): ReactNode => {
  const Icon = SIGN_ICONS[sign];
  return <Icon size={14} stroke={2} aria-hidden="true" />;
};

const SIGNS: readonly (readonly [sign: ReactNode, meaning: MessageKey])[] = [
  [<IconPointFilled key="initial" size={14} aria-hidden="true" />, 'flows.chart.legendInitial'],
  [drawn('invoke'), 'flows.chart.legendInvoke'],
  [drawn('done'), 'flows.chart.legendDone'],
  [drawn('failed'), 'flows.chart.legendFailed'],
  [drawn('changed'), 'flows.chart.legendChanged'],
  [drawn('after'), 'flows.chart.legendAfter'],
  [drawn('always'), 'flows.chart.legendAlways'],
  ['*', 'flows.chart.legendAny'],
  ['[…]', 'flows.chart.legendGuard'],
  [drawn('parallel'), 'flows.chart.legendParallel'],
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
