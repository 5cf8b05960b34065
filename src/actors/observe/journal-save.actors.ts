import { fromPromise } from 'xstate';
import type { JournalFile } from '#domain/observe/journal-file';
import { journalSaveMachine } from '#machines/observe/journal-save.machine';
import { exportJournal } from './journal-export.ts';
import { replayFileOf } from './replay-file.ts';
import type { LogicOf } from './replay.ts';

export interface JournalSavePorts {
  /** The journal as it is now. */
  readonly file: () => JournalFile;
  readonly logicOf: LogicOf;
  readonly save: (name: string, content: Blob) => void;
  readonly pause: () => Promise<void>;
}

/** A journal as text without anything personal; one that was made so is left as it is. */
export function anonymousText(file: JournalFile): string {
  const { header, checkpoint, entries } = file;
  const lines = [header, ...(checkpoint ? [{ checkpoint }] : []), ...entries].map((line) => JSON.stringify(line)).join('\n');
  return header.anonymous ? lines : exportJournal({ export: () => lines });
}

export function journalSaveLogic({ file, logicOf, save, pause }: JournalSavePorts): typeof journalSaveMachine {
  let content = new Blob([]);
  return journalSaveMachine.provide({
    actors: {
      compose: fromPromise(async ({ input: { kind } }) => {
        // The dialog first: this takes a moment.
        await pause();
        const taken = file();
        const text = anonymousText(taken);
        content = new Blob([kind === 'replay' ? replayFileOf(text, logicOf) : `${text}\n`], { type: 'application/jsonl' });
        return { entries: taken.entries.length, sizeBytes: content.size };
      }),
    },
    actions: { saveFile: (_, { name }) => save(`${name}.jsonl`, content) },
  });
}
