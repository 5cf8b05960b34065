import type { PathWalker } from '#domain/observe/path-report';
import { t } from '../../base/i18n.ts';
import { LEVEL_TONES } from './path-tones.ts';
import classes from './ToneLegend.module.css';

const LEVELS = ['used', 'view', 'model', 'nobody'] as const;

/** What the colours of a chart say. */
export function ToneLegend({ walker }: { readonly walker: PathWalker }) {
  const entries =
    walker === 'anybody'
      ? LEVELS.map((level) => ({ tone: LEVEL_TONES[level], text: t(`coverage.levels.${level}`) }))
      : [
          { tone: 'good', text: t('coverage.levels.walkedBy', { walker: t(`coverage.walkers.${walker}`) }) },
          { tone: 'poor', text: t('coverage.levels.notWalkedBy', { walker: t(`coverage.walkers.${walker}`) }) },
        ];
  return (
    <ul className={classes.legend} aria-label={t('coverage.levels.label')}>
      {entries.map(({ tone, text }) => (
        <li key={tone} data-tone={tone}>
          {text}
        </li>
      ))}
    </ul>
  );
}
