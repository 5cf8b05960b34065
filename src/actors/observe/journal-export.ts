import { createAnonymiser, type Anonymiser } from '#domain/observe/anonymous';
import type { Checkpoint, CheckpointActor, JournalEntry, JournalHeader } from '#domain/observe/journal-file';
import type { Journal } from './journal.ts';

type Line = JournalHeader | { readonly checkpoint: Checkpoint } | JournalEntry;

/**
 * The journal as a file that may leave the browser: as docs/journal-format.md says, without anything personal. Never throws; what cannot
 * be written down is named by its type alone.
 */
export function exportJournal(journal: Pick<Journal, 'export'>): string {
  const lines = journal
    .export()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const anonymiser = createAnonymiser();
  for (const line of lines) attempt(() => anonymiser.learn(line));
  return lines.map((line) => JSON.stringify(anonymousLine(line, anonymiser))).join('\n');
}

function anonymousLine(line: Line, anonymiser: Anonymiser): Line {
  if ('journal' in line) return { ...line, anonymous: true };
  if ('checkpoint' in line) {
    return { checkpoint: { ...line.checkpoint, actors: line.checkpoint.actors.map((actor) => anonymousActor(actor, anonymiser)) } };
  }
  const { seq, at, to, event, outer } = line;
  const { type } = event;
  const copy = attempt(() => anonymiser.copy(event) as JournalEntry['event']) ?? { $unrecordable: true };
  // The event's own type is a word of the machine's, never of a person's.
  return { seq, at, to: anonymiser.name(to), event: { ...copy, type: anonymiser.name(type) }, ...(outer && { outer }) };
}

const anonymousActor = (actor: CheckpointActor, anonymiser: Anonymiser): CheckpointActor => ({
  ...actor,
  path: anonymiser.name(actor.path),
  context: attempt(() => anonymiser.copy(actor.context)) ?? { $unrecordable: true },
  children: actor.children.map(({ id, src }) => ({ id: anonymiser.name(id), src })),
});

/** Data of unheard-of depth exhausts the stack; it must not take the file with it. */
function attempt<T>(deed: () => T): T | undefined {
  try {
    return deed();
  } catch {
    return undefined;
  }
}
