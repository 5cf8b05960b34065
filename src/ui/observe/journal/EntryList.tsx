import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { countUntil, isOwnAccord } from '#domain/observe/journal-filter';
import type { JournalEntry } from '#domain/observe/journal-file';
import { t } from '../../base/i18n.ts';
import { elapsedText, actorName } from './entry-text.ts';
import classes from './EntryList.module.css';
import type { TimelineBoard } from './use-board.ts';

const ROW_PX = 44;
const PAGE_ROWS = 10;
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE_ROWS,
  PageUp: -PAGE_ROWS,
  End: Infinity,
  Home: -Infinity,
};

/** The entries in their order, of which only those in sight stand in the document. What one reads stays where it is when more come. */
export function EntryList({ board: { player, file, shown, count } }: { readonly board: TimelineBoard }) {
  'use no memo';
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  // oxlint-disable-next-line react/incompatible-library -- the component opts out of being memoised above
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => shown[index]?.seq ?? index,
    overscan: 8,
  });
  const told = file.entries[count - 1];
  const place = told ? countUntil(shown, told.seq) - 1 : -1;
  const isListed = told !== undefined && shown[place]?.seq === told.seq;

  useLayoutEffect(() => {
    const first = shown[0]?.seq ?? 0;
    // The oldest are forgotten by and by; what stands in sight must not move for it.
    const forgotten = countUntil(before.current, first - 1);
    if (box.current && forgotten > 0 && before.current[forgotten] === shown[0]) box.current.scrollTop -= forgotten * ROW_PX;
    before.current = shown;
  }, [shown]);
  useLayoutEffect(() => {
    if (place >= 0) virtualizer.scrollToIndex(place, { align: 'auto' });
  }, [virtualizer, place]);

  const press = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = shown[Math.max(0, Math.min(shown.length - 1, place + by))];
    if (next) player.send({ type: 'player.sought', seq: next.seq });
  };
  if (shown.length === 0)
    return <p className={classes.none}>{t(file.entries.length > 0 ? 'journal.entries.none' : 'journal.entries.empty')}</p>;
  return (
    <div
      ref={box}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a list of thousands, of which few stand in the document
      role="listbox"
      tabIndex={0}
      aria-label={t('journal.entries.label')}
      className={classes.list}
      {...(isListed && { 'aria-activedescendant': `entry-${told.seq}` })}
      onKeyDown={press}
    >
      <div role="presentation" className={classes.sheet} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const entry = shown[index] as JournalEntry;
          const { seq, at, to, event } = entry;
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list takes the keys for its options
            <div
              key={seq}
              id={`entry-${seq}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
              role="option"
              aria-selected={seq === told?.seq}
              aria-posinset={index + 1}
              aria-setsize={shown.length}
              tabIndex={-1}
              data-seq={seq}
              data-own={isOwnAccord(event.type) || undefined}
              data-outer={entry.outer}
              data-later={index > place || undefined}
              className={classes.row}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => player.send({ type: 'player.sought', seq })}
            >
              <span className={classes.type} title={event.type}>
                {event.type}
              </span>
              <span className={classes.time}>{elapsedText(at)}</span>
              <span className={classes.to} title={to}>
                {actorName(to)}
              </span>
              <span className={classes.seq}>{seq}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
