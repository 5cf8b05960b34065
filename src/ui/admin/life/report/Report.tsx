import { Button, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { groupedCount } from '#domain/base/grouped-digits';
import { spanText, type ReportWords, type StaySpan } from '#domain/life/life-report';
import type { Resource } from '#domain/table/resource';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  REPORT_WEEKS,
  selectLifeReportIsUnsaved,
  selectReport,
  selectReportFailure,
  selectReportWeeks,
} from '#machines/life/life-report.machine';
import { pageLanguage, t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { FailureLine } from '../../../kit/feedback/FailureLine.tsx';
import { Spinner } from '../../../kit/feedback/Spinner.tsx';
import classes from './report.module.css';

const wordsOf = (): ReportWords => ({
  by: { state: t('recordLife.report.byState'), event: t('recordLife.report.byEvent'), week: t('recordLife.report.byWeek') },
  columns: [
    t('recordLife.report.by'),
    t('recordLife.report.name'),
    t('recordLife.report.state'),
    t('recordLife.report.count'),
    t('recordLife.report.medianSeconds'),
    t('recordLife.report.p90Seconds'),
  ],
});

/** How long records stayed in their states: by state, by event and by week. */
export function Report({ resource }: { readonly resource: Resource }) {
  const { name } = resource;
  const { lifeReport } = useBundle('life');
  const actor = useLeafActor(lifeReport, { id: `lifeReport:${name}`, input: { resource: name } });
  const report = useSelector(actor, selectReport);
  const weeks = useSelector(actor, selectReportWeeks);
  const failure = useSelector(actor, selectReportFailure);
  const isUnsaved = useSelector(actor, selectLifeReportIsUnsaved);
  const isBusy = useSelector(actor, selectIsBusy);
  return (
    <section className={classes.report} aria-busy={isBusy} aria-label={t('recordLife.report.title')}>
      <div className={classes.head}>
        <SegmentedControl
          aria-label={t('recordLife.report.time')}
          data={REPORT_WEEKS.map((count) => ({ value: String(count), label: t('recordLife.report.weeks', { count }) }))}
          value={String(weeks)}
          onChange={(value) => {
            const chosen = REPORT_WEEKS.find((count) => String(count) === value);
            if (chosen) actor.send({ type: 'report.weeksChosen', weeks: chosen });
          }}
        />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={!report || isBusy}
          onClick={() => actor.send({ type: 'report.fileRequested', words: wordsOf() })}
        >
          {t('recordLife.report.file')}
        </Button>
      </div>
      {failure && (
        <FailureLine
          text={t(isUnsaved ? 'recordLife.report.unsaved' : 'recordLife.report.failed')}
          failure={failure}
          onRetry={() => actor.send({ type: 'report.retried' })}
        />
      )}
      {!report && !failure && (
        <output className={classes.waiting}>
          <Spinner /> {t('recordLife.report.loading')}
        </output>
      )}
      {report && (
        <>
          <Spans
            title={t('recordLife.report.byState')}
            first={[t('recordLife.report.state'), t('recordLife.report.now')]}
            isSecondCounted
            rows={report.states.map(({ state, label, now, ...span }) => ({ key: state, first: [label, groupedCount(now)], span }))}
          />
          <Spans
            title={t('recordLife.report.byEvent')}
            first={[t('recordLife.report.event'), t('recordLife.report.from')]}
            rows={report.events.map(({ event, label, from, ...span }) => ({ key: `${event} ${from}`, first: [label, from], span }))}
          />
          <Spans
            title={t('recordLife.report.byWeek')}
            first={[t('recordLife.report.week'), t('recordLife.report.state')]}
            rows={report.weeks.map(({ week, state, label, ...span }) => ({ key: `${week} ${state}`, first: [week, label], span }))}
          />
        </>
      )}
    </section>
  );
}

interface SpansProps {
  readonly title: string;
  /** Heads of the first two columns. */
  readonly first: readonly [string, string];
  /** The second column is a number. */
  readonly isSecondCounted?: boolean;
  readonly rows: readonly { readonly key: string; readonly first: readonly [string, ReactNode]; readonly span: StaySpan }[];
}

function Spans({ title, first, isSecondCounted = false, rows }: SpansProps) {
  const longest = Math.max(1, ...rows.map(({ span }) => span.p90));
  const hasBars = rows.some(({ span }) => span.count > 0);
  const second = isSecondCounted ? classes.number : undefined;
  return (
    <div className={classes.part}>
      <h2 className={classes.title}>{title}</h2>
      {rows.length === 0 ? (
        <p className={classes.soft}>{t('recordLife.report.none')}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is long is scrolled by keys as well
        <section className={classes.frame} tabIndex={0} aria-label={title}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{first[0]}</th>
                <th scope="col" className={second}>
                  {first[1]}
                </th>
                <th scope="col" className={classes.number}>
                  {t('recordLife.report.count')}
                </th>
                <th scope="col" className={classes.number}>
                  {t('recordLife.report.median')}
                </th>
                <th scope="col" className={classes.number}>
                  {t('recordLife.report.p90')}
                </th>
                {hasBars && <th aria-hidden="true" />}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, first: [name, beside], span }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  <td className={second}>{beside}</td>
                  <td className={classes.number}>{groupedCount(span.count)}</td>
                  <td className={classes.number}>{span.count > 0 ? spanText(span.median, pageLanguage()) : '—'}</td>
                  <td className={classes.number}>{span.count > 0 ? spanText(span.p90, pageLanguage()) : '—'}</td>
                  {hasBars && (
                    <td className={classes.barCell} aria-hidden="true">
                      {span.count > 0 && (
                        <span className={classes.bar} style={{ width: `${(100 * span.p90) / longest}%` }}>
                          <span style={{ width: `${span.p90 > 0 ? (100 * span.median) / span.p90 : 100}%` }} />
                        </span>
                      )}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}
