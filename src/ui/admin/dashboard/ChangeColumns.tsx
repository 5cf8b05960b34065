import { scaleTop } from '#domain/shell/scale-top';
import { groupedCount } from '#domain/base/grouped-digits';
import type { DayOfChanges } from '#machines/shell/dashboard.machine';
import { t } from '../../base/i18n.ts';
import classes from './board.module.css';

const KINDS = ['created', 'changed', 'deleted'] as const;

/** A column for each day, and the same as a table for those who cannot see it. */
export function ChangeColumns({ days }: { readonly days: readonly DayOfChanges[] }) {
  const sumOf = (day: DayOfChanges): number => KINDS.reduce((sum, kind) => sum + day[kind], 0);
  const sums = days.map(sumOf);
  const total = sums.reduce((sum, one) => sum + one, 0);
  const top = scaleTop(Math.max(...sums));
  if (total === 0) return <p className={classes.word}>{t('dashboard.noChanges')}</p>;
  return (
    <>
      <p className={classes.word}>{t('dashboard.changesHint', { count: groupedCount(total) })}</p>
      <div className={classes.columns} aria-hidden="true">
        <div className={classes.scale}>
          {[top, top / 2, 0].map((mark) => (
            <span key={mark}>{groupedCount(mark)}</span>
          ))}
        </div>
        {days.map((day) => (
          <div key={day.day} className={classes.column} title={t('dashboard.dayTitle', { ...day })}>
            <div className={classes.stack}>
              {KINDS.map((kind) => (
                <span key={kind} data-kind={kind} style={{ height: `${(day[kind] / top) * 100}%` }} />
              ))}
            </div>
            <span className={classes.dayName}>{day.day.slice(8)}</span>
          </div>
        ))}
      </div>
      <ul className={classes.legend} aria-hidden="true">
        {KINDS.map((kind) => (
          <li key={kind} data-kind={kind}>
            {t(`dashboard.${kind}`)}
          </li>
        ))}
      </ul>
      <table className={classes.unseen}>
        <caption>{t('dashboard.changes')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.day')}</th>
            {KINDS.map((kind) => (
              <th key={kind} scope="col">
                {t(`dashboard.${kind}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              {KINDS.map((kind) => (
                <td key={kind}>{day[kind]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
