import type { Rehearsal, RehearsalCounts, RehearsedAct } from '#machines/designer/life-rehearsal.machine';
import { t } from '../../../base/i18n.ts';
import { timeAttribute, timeText } from '../../../kit/cells/time-text.ts';
import { useStateTitle } from './base/life-context.ts';
import classes from './rehearsal.module.css';

const VERDICTS = ['refused', 'elsewhere', 'undecidable'] as const;

/** How the acts of the last days would have gone: in a sentence, by step and person, why, and the newest that would have gone otherwise. */
export function RehearsalResult({ rehearsal }: { readonly rehearsal: Rehearsal }) {
  const { total, events, people, reasons, examples, isCut, byToday } = rehearsal;
  // What never happened takes no column.
  const verdicts = VERDICTS.filter((verdict) => total[verdict] > 0);
  const other = VERDICTS.reduce((sum, verdict) => sum + total[verdict], 0);
  if (total.acts === 0) return <p className={classes.summary}>{t('designer.life.rehearsal.none')}</p>;
  return (
    <div className={classes.result}>
      <p className={classes.summary}>
        {other === 0
          ? t('designer.life.rehearsal.same', { count: total.acts })
          : t('designer.life.rehearsal.changed', { count: total.acts, other })}
      </p>
      {isCut && <p className={classes.note}>{t('designer.life.rehearsal.cut', { count: total.acts })}</p>}
      {byToday > 0 && <p className={classes.note}>{t('designer.life.rehearsal.byToday', { count: byToday })}</p>}
      <Counts
        verdicts={verdicts}
        title={t('designer.life.rehearsal.events')}
        rows={events.map(({ event, label, ...counts }) => [event, label, counts])}
      />
      <Counts
        verdicts={verdicts}
        title={t('designer.life.rehearsal.people')}
        rows={people.map(({ id, name, ...counts }) => [`${id}`, name || t('designer.life.rehearsal.nobody'), counts])}
      />
      {reasons.length > 0 && (
        <section>
          <h3 className={classes.title}>{t('designer.life.rehearsal.reasons')}</h3>
          <ul className={classes.reasons}>
            {reasons.map(({ verdict, message, count }) => (
              <li key={`${verdict} ${message}`}>
                <span>{message}</span>
                <span className={classes.note}>
                  {t(`designer.life.rehearsal.verdict.${verdict}`)} · {count}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {examples.length > 0 && (
        <section>
          <h3 className={classes.title}>{t('designer.life.rehearsal.examples')}</h3>
          <ul className={classes.examples}>
            {examples.map((act) => (
              <Example key={`${act.recordId} ${act.at} ${act.label}`} act={act} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

interface CountsProps {
  readonly verdicts: readonly (typeof VERDICTS)[number][];
  readonly title: string;
  readonly rows: readonly (readonly [key: string, name: string, counts: RehearsalCounts])[];
}

function Counts({ verdicts, title, rows }: CountsProps) {
  return (
    <table className={classes.counts}>
      <thead>
        <tr>
          <th scope="col" className={classes.title}>
            {title}
          </th>
          <th scope="col">{t('designer.life.rehearsal.acts')}</th>
          {verdicts.map((verdict) => (
            <th key={verdict} scope="col">
              {t(`designer.life.rehearsal.verdict.${verdict}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, name, counts]) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{counts.acts}</td>
            {verdicts.map((verdict) => (
              <td key={verdict} data-some={counts[verdict] > 0 || undefined}>
                {counts[verdict]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Example({ act }: { readonly act: RehearsedAct }) {
  const title = useStateTitle();
  return (
    <li>
      <strong>{t('designer.life.rehearsal.record', { title: act.title || '–', id: act.recordId })}</strong>
      <span>
        {act.label}: {title(act.from)} → {title(act.to)}
      </span>
      <span className={classes.verdict}>
        {act.leads === null
          ? t(`designer.life.rehearsal.verdict.${act.verdict}`)
          : t('designer.life.rehearsal.leads', { state: act.leads })}
        {act.reasons.length > 0 && ` · ${act.reasons.join(' · ')}`}
      </span>
      <span className={classes.note}>
        {act.by !== '' && `${act.by} · `}
        <time dateTime={timeAttribute(act.at)}>{timeText(act.at)}</time>
      </span>
    </li>
  );
}
