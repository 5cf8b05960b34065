import { useSelector } from '@xstate/react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { planWindowLogic } from '#machines/changes/change-windows.logic';
import { selectRows } from '#machines/table/collection.selectors';
import { DAY_SECONDS } from '#domain/base/timestamp';
import type { ListRow } from '#domain/table/row';
import { t } from '#ui/base/i18n.ts';
import { useMinute } from '#ui/base/use-clock.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { timeText } from '#ui/kit/cells/time-text.ts';
import { UndoPlanDialog } from '#ui/kit/changes/UndoPlanDialog.tsx';
import { LazyDialog } from '#ui/kit/dialogs/LazyDialog.tsx';
import type { ListProps } from '#ui/kit/table/base/table-extras.ts';
import { entryOf } from './timeline-entry.ts';
import { TimelineEntry } from './TimelineEntry.tsx';
import classes from './timeline.module.css';

const DAY = 'YYYY-MM-DD'.length;
const dayOf = (at: unknown): string => (timeText(at) ?? '').slice(0, DAY);

/** By the calendar: a day on which the clock is changed has no 24 hours. */
const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - DAY_SECONDS * 1000).toISOString().slice(0, DAY);

/** A day as people say it: the last two by their names. */
function dayText(day: string, today: string): string {
  if (day === today) return `${t('changes.timeline.today')} · ${day}`;
  return day === dayBefore(today) ? `${t('changes.timeline.yesterday')} · ${day}` : day;
}

/** Every write, the newest first, under the day it was made on; each opens into what it changed. */
export function Timeline({ collection }: ListProps) {
  const rows = useSelector(collection, selectRows);
  const isBusy = useSelector(collection, selectIsBusy);
  const plan = useLeafActor(planWindowLogic, { id: 'timelinePlan' });
  const isOpen = useSelector(plan, (snapshot) => snapshot.context.isOpen);
  const today = dayOf(useMinute());
  const days = Map.groupBy(rows, (row: ListRow) => dayOf(row['at']));
  return (
    <div className={classes.timeline} aria-busy={isBusy}>
      {[...days].map(([day, entries]) => (
        <section key={day} aria-label={t('changes.timeline.dayLabel', { day })}>
          <h2 className={classes.day}>{dayText(day, today)}</h2>
          <ol className={classes.entries}>
            {entries.map((row) => (
              <TimelineEntry key={row.id} entry={entryOf(row)} collection={collection} plan={plan} />
            ))}
          </ol>
        </section>
      ))}
      <LazyDialog isOpen={isOpen}>
        <UndoPlanDialog window={plan} list={collection} />
      </LazyDialog>
    </div>
  );
}
