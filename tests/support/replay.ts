import { createFold, type Fold, type LogicOf } from '#actors/observe/replay';
import type { Checkpoint, JournalEntry } from '#domain/observe/journal-file';

/** Folds a whole journal. */
export function replay(entries: readonly JournalEntry[], logicOf: LogicOf, checkpoint?: Checkpoint | null): Fold['snapshots'] {
  const fold = createFold(logicOf, checkpoint);
  for (const entry of entries) fold.take(entry);
  return fold.snapshots;
}
