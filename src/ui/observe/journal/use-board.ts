import { useSelector } from '@xstate/react';
import { useLayoutEffect, useMemo } from 'react';
import type { ActorPicture } from '#actors/observe/flow-watch';
import { nearestMachine, picturesAt, takenBy, type JournalSnapshot } from '#actors/observe/journal-snapshots';
import { journalPlayerLogic } from '#actors/observe/journal-player.actors';
import { timelineEnds, type JournalTimeline } from '#actors/observe/journal-timeline';
import { countUntil, shownEntries } from '#domain/observe/journal-filter';
import type { JournalEntry, JournalFile } from '#domain/observe/journal-file';
import { selectFilter, selectSeq, type JournalPlayerRef } from '#machines/observe/journal-player.machine';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { chosenIn, createFlowsStore, type FlowsStore } from '../live-charts/flows-store.ts';
import { createBoardStore } from './board-store.ts';

/** What the parts of a board share. */
export interface TimelineBoard {
  readonly player: JournalPlayerRef;
  readonly flows: FlowsStore;
  readonly store: ReturnType<typeof createBoardStore>;
  readonly file: JournalFile;
  /** The entries that the filter lets through. */
  readonly shown: readonly JournalEntry[];
  /** How many entries have happened at the snapshot that is looked at. */
  readonly count: number;
  readonly snapshot: JournalSnapshot;
  readonly edges: readonly string[];
  readonly actors: readonly ActorPicture[];
  /** The machine that the last entry was about. */
  readonly latest: string;
  /** The path of the actor that is shown. */
  readonly chosen: string;
}

/** A journal and the snapshot of it that is looked at. */
export function useBoard(timeline: JournalTimeline): TimelineBoard {
  const { logic, flows, store } = useMemo(
    () => ({ logic: journalPlayerLogic(timeline), flows: createFlowsStore({ isFollowing: true }), store: createBoardStore() }),
    [timeline],
  );
  const file = useSelector(timeline.store, ({ context }) => context);
  const player = useLeafActor(logic, { id: 'journalPlayer', input: timelineEnds(file) });
  useLayoutEffect(() => timeline.start(), [timeline]);
  const seq = useSelector(player, selectSeq);
  const filter = useSelector(player, selectFilter);
  const shown = useMemo(() => shownEntries(file.entries, filter), [file, filter]);
  const count = countUntil(file.entries, seq);
  const folded = useMemo(() => {
    const snapshot = timeline.snapshots.at(file, count);
    const edges = snapshot.told ? takenBy(snapshot.told) : [];
    const actors = picturesAt(snapshot, edges, timeline.snapshots.changed(file));
    return { snapshot, edges, actors, latest: nearestMachine(actors, snapshot.told?.entry.to ?? '') };
  }, [timeline, file, count]);
  const chosen = useSelector(flows, ({ context }) => chosenIn(context, folded.latest));
  return { player, flows, store, file, shown, count, ...folded, chosen };
}
