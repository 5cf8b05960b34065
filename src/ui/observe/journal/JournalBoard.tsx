import { useSelector } from '@xstate/react';
import { useDeferredValue, useLayoutEffect, useRef } from 'react';
import type { JournalTimeline } from '#actors/observe/journal-timeline';
import { t } from '../../base/i18n.ts';
import { ActorTree } from '../live-charts/ActorTree.tsx';
import { ChartPane } from '../live-charts/ChartPane.tsx';
import { PartTabs } from '../chart/PartTabs.tsx';
import { BOARD_PARTS } from './board-store.ts';
import { EntryFilters } from './EntryFilters.tsx';
import { EntryList } from './EntryList.tsx';
import classes from './JournalBoard.module.css';
import { SnapshotDetails } from './SnapshotDetails.tsx';
import { PlayerBar } from './PlayerBar.tsx';
import { useBoard, type TimelineBoard } from './use-board.ts';

export interface JournalBoardProps {
  readonly timeline: JournalTimeline;
  /** Whether it goes on. */
  readonly isLive: boolean;
}

/** A journal, the snapshot of it that is looked at, and everybody who ran then. Stands `IsolatedRoot`. */
export function JournalBoard({ timeline, isLive }: JournalBoardProps) {
  const board = useBoard(timeline);
  // The slider first: charts of other machines may follow a moment later.
  const calm = useDeferredValue(board);
  const part = useSelector(board.store, ({ context }) => context.part);
  return (
    <div className={classes.frame}>
      <PlayerBar board={board} isLive={isLive} />
      <div className={classes.view} data-part={part}>
        <PartTabs
          label={t('journal.parts.label')}
          parts={BOARD_PARTS.map((key) => ({ key, label: t(`journal.parts.${key}`) }))}
          part={part}
          onChoose={(chosen) => board.store.trigger.partChosen({ part: chosen })}
        />
        <section className={classes.entries} aria-label={t('journal.parts.entries')}>
          <EntryFilters player={board.player} shown={board.shown.length} total={board.file.entries.length} />
          <EntryList board={board} />
        </section>
        <section className={classes.chart} aria-label={t('journal.parts.chart')}>
          <SnapshotChart board={calm} />
        </section>
        <section className={classes.actors} aria-label={t('journal.parts.actors')}>
          <ActorTree actors={calm.actors} latest={calm.latest} store={board.flows} />
          <ScrollIntoView chosen={calm.chosen} />
        </section>
        <section className={classes.details} aria-label={t('journal.parts.details')}>
          <SnapshotDetails board={calm} />
        </section>
      </div>
    </div>
  );
}

/** Keeps the line of the chosen actor in sight: each entry may be about another one. */
function ScrollIntoView({ chosen }: Pick<TimelineBoard, 'chosen'>) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const line = place.current?.parentElement?.querySelector(`[role="treeitem"][data-key="${CSS.escape(chosen)}"]`);
    line?.scrollIntoView?.({ block: 'nearest' });
  }, [chosen]);
  return <span ref={place} hidden />;
}

/** The chosen actor's chart with the state of that snapshot. */
function SnapshotChart({ board: { actors, snapshot, chosen, flows } }: { readonly board: TimelineBoard }) {
  const actor = actors.find(({ key }) => key === chosen);
  const state = snapshot.actors.get(chosen);
  if (!actor || !state) return <p className={classes.note}>{t('journal.details.gone')}</p>;
  if (!state.snapshot) return <p className={classes.note}>{t(`journal.details.${state.kind}`)}</p>;
  return <ChartPane key={actor.key} store={flows} actor={actor} snapshot={state.snapshot} />;
}
