import { describe, expect, it } from 'vitest';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { toJournalJson } from '#actors/observe/journal-copy';
import { createFold, ReplayError, type Fold } from '#actors/observe/replay';
import { foldJournal } from '#actors/observe/replay-file';
import { productLogic } from '#actors/app/product-machines';
import '#tests/support/all-sections.ts';
import { readJournal, type CheckpointActor, type JournalFile } from '#domain/observe/journal-file';
import { cutText, differencesOf, isSame, type Outcome } from './outcome.ts';
import { readSessions } from './sessions.ts';

const logicOf = productLogic();

const ownerOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

function checkpointActor(path: string, { status, value, context, children }: AnyMachineSnapshot): CheckpointActor {
  const owned = Object.values(children) as (AnyActorRef | undefined)[];
  const named = owned.flatMap((child) => (child ? [{ id: child.id, src: typeof child.src === 'string' ? child.src : '' }] : []));
  const plain = toJournalJson({ type: '', value, context });
  return { path, status, value: plain.value, context: plain.context, children: named };
}

/** Whoever has ended is in no checkpoint; neither is what he owned. */
function running(snapshots: Fold['snapshots']): CheckpointActor[] {
  const isRunning = (path: string): boolean => {
    if (snapshots.get(path)?.status !== 'active') return false;
    const owner = ownerOf(path);
    return owner === '' || (isRunning(owner) && snapshots.get(owner)?.children[path.slice(owner.length + 1)] !== undefined);
  };
  return [...snapshots].filter(([path]) => isRunning(path)).map(([path, snapshot]) => checkpointActor(path, snapshot));
}

/** The session as it is left where its beginning was dropped. */
function cutAfter(file: JournalFile, count: number): JournalFile {
  const fold = createFold(logicOf);
  for (const entry of file.entries.slice(0, count)) fold.take(entry);
  const checkpoint = { afterSeq: file.entries[count - 1]!.seq, actors: running(fold.snapshots) };
  const lines = [file.header, { checkpoint }, ...file.entries.slice(count)];
  return readJournal(lines.map((line) => JSON.stringify(line)).join('\n'));
}

/** Where the rest of a session leads from a checkpoint, beside where the whole of it leads with the same machines. */
function outcomeOfCut(file: JournalFile, count: number): Outcome & { readonly actors: number } {
  try {
    const states = foldJournal(cutAfter(file, count), logicOf).states.map((state) => ({ ...state, way: [] }));
    const paths = new Set(states.map(({ path }) => path));
    const whole = foldJournal(file, logicOf).states.filter(({ path }) => paths.has(path));
    const differences = differencesOf(
      whole.map((state) => ({ ...state, way: [] })),
      states,
    );
    return { changed: [], trouble: null, differences, actors: states.length };
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    return { changed: [], trouble: error.message, differences: [], actors: 0 };
  }
}

describe.each(readSessions())('the session $name', ({ name, text }) => {
  it.each([0.4, 0.8])('leads to the same from a checkpoint after %d of it', (share) => {
    const file = readJournal(text);
    const outcome = outcomeOfCut(file, Math.floor(file.entries.length * share));
    expect(isSame(outcome) ? 'the same' : cutText(name, share, outcome)).toBe('the same');
    expect(outcome.actors).toBeGreaterThan(4);
  });
});
