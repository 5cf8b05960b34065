import { useSelector } from '@xstate/react';
import { useLayoutEffect, useMemo } from 'react';
import type { ActorPicture } from '#actors/observe/flow-watch';
import { nearestMachine, picturesAt, takenBy, type Moment } from '#actors/observe/journal-snapshots';
import { journalPlayerLogic } from '#actors/observe/journal-player.actors';
import { tapeEnds, type JournalTape } from '#actors/observe/journal-timeline';
import { countUntil, shownEntries } from '#domain/observe/journal-filter';
import type { JournalEntry, JournalFile } from '#domain/observe/journal-file';
import { selectFilter, selectSeq, type JournalPlayerRef } from '#machines/observe/journal-player.machine';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { chosenIn, createFlowsStore, type FlowsStore } from '../live-charts/flows-store.ts';
import { createBoardStore } from './board-store.ts';

/** What the parts of a board share. */
export interface Board {
  readonly player: JournalPlayerRef;
  readonly flows: FlowsStore;
  readonly store: ReturnType<typeof createBoardStore>;
  readonly file: JournalFile;
  /** The entries that the filter lets through. */
  readonly shown: readonly JournalEntry[];
  /** How many entries have happened at the moment that is looked at. */
  readonly count: number;
  readonly moment: Moment;
  readonly edges: readonly string[];
  readonly actors: readonly ActorPicture[];
  /** The machine that the last entry was about. */
  readonly latest: string;
  /** The path of the actor that is shown. */
  readonly chosen: string;
}

/** A journal and the moment of it that is looked at. */
export function useBoard(tape: JournalTape): Board {
  const { logic, flows, store } = useMemo(
    () => ({ logic: journalPlayerLogic(tape), flows: createFlowsStore(true), store: createBoardStore() }),
    [tape],
  );
  const file = useSelector(tape.store, ({ context }) => context);
  const player = useLeafActor(logic, { id: 'journalPlayer', input: tapeEnds(file) });
  useLayoutEffect(() => tape.start(), [tape]);
  const seq = useSelector(player, selectSeq);
  const filter = useSelector(player, selectFilter);
  const shown = useMemo(() => shownEntries(file.entries, filter), [file, filter]);
  const count = countUntil(file.entries, seq);
  const folded = useMemo(() => {
    const moment = tape.moments.at(file, count);
    const edges = moment.told ? takenBy(moment.told) : [];
    const actors = picturesAt(moment, edges, tape.moments.changed(file));
    return { moment, edges, actors, latest: nearestMachine(actors, moment.told?.entry.to ?? '') };
  }, [tape, file, count]);
  const chosen = useSelector(flows, ({ context }) => chosenIn(context, folded.latest));
  return { player, flows, store, file, shown, count, ...folded, chosen };
}
