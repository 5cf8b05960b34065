import type { Checkpoint, JournalEntry, JournalHeader } from '#domain/observe/journal-file';
import { exportJournal } from './journal-export.ts';
import type { Journal } from './journal.ts';

type Line = JournalHeader | { readonly checkpoint: Checkpoint } | JournalEntry;

export interface JournalWithin {
  readonly text: string;
  readonly entries: number;
  /** Something had to stay behind. */
  readonly isCut: boolean;
}

/** Fewer entries tell nothing of what happened. */
const FEWEST_ENTRIES = 400;

const UNRECORDABLE = { $unrecordable: true } as const;

/** Bytes of a text where it stands in JSON. */
const wireBytes = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

/**
 * The journal as a file that may leave the browser, within a size. The oldest entries go first, up to a checkpoint; where the newest
 * alone are too much, the largest events keep no more than their names.
 */
export function exportWithin(journal: Pick<Journal, 'export' | 'segments'>, maxBytes: number): JournalWithin {
  const counts = journal.segments();
  let from = 0;
  let left = counts.reduce((sum, count) => sum + count, 0);
  const textFrom = () => exportJournal({ export: () => journal.export(from) });
  let text = textFrom();
  while (wireBytes(text) > maxBytes && from < counts.length - 1 && left - counts[from]! >= FEWEST_ENTRIES) {
    left -= counts[from]!;
    from += 1;
    text = textFrom();
  }
  const fitted = wireBytes(text) > maxBytes ? lightened(text, maxBytes) : text;
  return { text: fitted, entries: left, isCut: from > 0 || fitted !== text };
}

/** Takes away what the largest events and contexts hold, one after another, until the rest is small enough. */
function lightened(text: string, maxBytes: number): string {
  const lines = text.split('\n');
  const sizes = lines.map(wireBytes);
  let over = sizes.reduce((sum, size) => sum + size, 0) - maxBytes;
  const largest = [...lines.keys()].slice(1).sort((a, b) => sizes[b]! - sizes[a]!);
  for (const index of largest) {
    if (over <= 0) break;
    lines[index] = JSON.stringify(emptied(JSON.parse(lines[index]!) as Line));
    over -= sizes[index]! - wireBytes(lines[index]);
  }
  return lines.join('\n');
}

function emptied(line: Line): Line {
  if ('checkpoint' in line) {
    return { checkpoint: { ...line.checkpoint, actors: line.checkpoint.actors.map((actor) => ({ ...actor, context: UNRECORDABLE })) } };
  }
  return 'event' in line ? { ...line, event: { type: line.event.type, ...UNRECORDABLE } } : line;
}
