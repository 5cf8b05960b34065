import { journalReading, JournalRefused, type JournalFile } from '#domain/observe/journal-file';
import { createYielder } from '../../base/yielder.ts';
import { type JsonSize, jsonSize } from '../../routing/json-size.ts';

/** What one line may hold, which is made into values at once: more than a checkpoint of all tables and forms that a page can have open. */
const LINE: JsonSize = { containers: 60_000, values: 60_000 };

/**
 * Reads what somebody sent as a journal, while others have their turn. Only what was exported without anything personal is taken.
 * @returns null for anything else
 */
export async function reportedJournal(text: string): Promise<JournalFile | null> {
  const breathe = createYielder();
  const reading = journalReading(text);
  try {
    for (;;) {
      const { done, value } = reading.next();
      if (done) return value.header.anonymous === true ? value : null;
      if (isMuch(value)) return null;
      const pause = breathe();
      // oxlint-disable-next-line no-await-in-loop -- the others' turn
      if (pause) await pause;
    }
  } catch (error) {
    if (error instanceof JournalRefused) return null;
    throw error;
  }
}

function isMuch(line: string): boolean {
  const { containers, values } = jsonSize(new TextEncoder().encode(line), LINE);
  return containers > LINE.containers || values > LINE.values;
}
