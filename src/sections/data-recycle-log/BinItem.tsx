import { Button, Checkbox } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { daysLeft, type BinContent } from '#domain/changes/bin-content';
import { selectBinContent } from '#machines/changes/bin-sections.machine';
import { selectAbilities, selectExpanded, selectSelection, type CollectionRef } from '#machines/table/collection.selectors';
import classes from '#ui/admin/changes/entries.module.css';
import { t } from '#ui/base/i18n.ts';
import { changedSectionLabel, recordTitle } from '#ui/kit/changes/change-words.ts';
import { Spinner } from '#ui/kit/feedback/Spinner.tsx';
import { useBin } from './bin-context.ts';
import type { BinEntry } from './bin-entry.ts';
import { DeletedRecord } from './DeletedRecord.tsx';
import { EntryOpener } from '#ui/kit/changes/EntryOpener.tsx';

interface BinItemProps {
  readonly entry: BinEntry;
  readonly collection: CollectionRef;
  /** null where the person may not. */
  readonly onRestore: ((entry: BinEntry) => void) | null;
}

/** One deleted record; open, what it was. */
export function BinItem({ entry, collection, onRestore }: BinItemProps) {
  const { id, resource, recordId } = entry;
  const content = useSelector(useBin(), selectBinContent);
  const isOpen = useSelector(collection, (snapshot) => selectExpanded(snapshot).includes(id));
  const isSelected = useSelector(collection, (snapshot) => selectSelection(snapshot).includes(id));
  const { mayDelete } = useSelector(collection, selectAbilities);
  const title = recordTitle(entry.title, recordId);
  return (
    <li className={classes.entry}>
      <div className={classes.line}>
        <Checkbox
          aria-label={t('changes.bin.select', { title })}
          checked={isSelected}
          onChange={() => collection.send({ type: 'collection.rowToggled', id })}
        />
        <EntryOpener isOpen={isOpen} details={`deleted-${id}`} onToggle={() => collection.send({ type: 'collection.branchToggled', id })}>
          <strong className={classes.title}>{title}</strong>
          <span className={classes.soft}>{changedSectionLabel(resource)}</span>
        </EntryOpener>
        {content && <DaysLeft at={entry.at} days={content.days} />}
        <span className={classes.buttons}>
          {onRestore && (
            <Button
              variant="default"
              size="compact-sm"
              aria-haspopup="dialog"
              aria-label={t('changes.bin.restoreLabel', { title })}
              onClick={() => onRestore(entry)}
            >
              {t('changes.bin.restore')}
            </Button>
          )}
          {mayDelete && (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              aria-label={t('changes.bin.purgeLabel', { title })}
              onClick={() => collection.send({ type: 'collection.deleteRequested', ids: [id] })}
            >
              {t('changes.bin.purge')}
            </Button>
          )}
        </span>
      </div>
      <div id={`deleted-${id}`} hidden={!isOpen} className={classes.body}>
        {isOpen && (
          <Suspense fallback={<Spinner />}>
            <DeletedRecord resource={resource} id={recordId} set={entry.set} />
          </Suspense>
        )}
      </div>
    </li>
  );
}

/** What goes within a week is to be seen as such. */
const SOON_DAYS = 7;

const leftNow = (at: number, days: BinContent['days']): number | null => daysLeft(at, days, Date.now() / 1000);

function DaysLeft({ at, days }: Pick<BinContent, 'days'> & { readonly at: unknown }) {
  const left = typeof at === 'number' ? leftNow(at, days) : null;
  if (left === null) return null;
  return (
    <span className={classes.soft} data-tone={left <= SOON_DAYS ? 'warning' : undefined}>
      {left > 1 ? t('changes.bin.daysLeft', { count: left }) : t('changes.bin.lastDay')}
    </span>
  );
}
