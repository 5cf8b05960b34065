import { fileSizeInWords } from '#domain/base/file-size';
import { groupedDigits, groupedCount } from '#domain/base/grouped-digits';
import type { SystemStatus } from '#domain/observe/system-health';
import { t } from '../../base/i18n.ts';
import classes from './system.module.css';

/** The largest tables, each with its share of the largest. */
export function TableSizes({ tables }: Pick<SystemStatus['database'], 'tables'>) {
  const largest = Math.max(1, ...tables.map(({ sizeBytes }) => sizeBytes));
  return (
    <section className={classes.part}>
      <h2 className={classes.subtitle}>{t('system.tables')}</h2>
      <ul className={classes.sizes}>
        {tables.map(({ name, sizeBytes, rows }) => (
          <li key={name}>
            <code>{name}</code>
            {/* Of a table that was never counted nobody knows. */}
            <span className={classes.soft}>{rows > 0 && t('system.rowsAbout', { rows: groupedCount(rows) })}</span>
            <strong>{fileSizeInWords(sizeBytes)}</strong>
            <span className={classes.bar} aria-hidden="true">
              <span style={{ width: `${(100 * sizeBytes) / largest}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the database took long for since this process began. */
export function SlowStatements({ statements }: { readonly statements: SystemStatus['slowStatements'] }) {
  return (
    <section className={classes.part}>
      <h2 className={classes.subtitle}>{t('system.slow')}</h2>
      {statements.length === 0 ? (
        <p className={classes.soft}>{t('system.slowNone')}</p>
      ) : (
        <ul className={classes.statements}>
          {statements.map(({ sql, count, longestMs, totalMs }) => (
            <li key={sql}>
              <span className={classes.soft}>
                {t('system.slowFacts', { count, longest: groupedDigits(longestMs.toFixed(0)), total: groupedDigits(totalMs.toFixed(0)) })}
              </span>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is long is scrolled by keys as well */}
              <pre tabIndex={0}>{sql}</pre>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
