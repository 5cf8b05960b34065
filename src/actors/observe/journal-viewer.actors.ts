import { fromPromise } from 'xstate';
import { JournalRefused, readJournal, type JournalFile } from '#domain/observe/journal-file';
import { journalViewerMachine, type ReadOutcome } from '#machines/observe/journal-viewer.machine';
import { createJournalSnapshots } from './journal-snapshots.ts';
import { fileTimeline, type JournalTimeline } from './journal-timeline.ts';
import type { FilesPort } from '../base/ports.ts';
import type { LogicOf } from './replay.ts';

/** Far more than a journal ever weighs: it holds the last two thousand entries. */
export const MAX_JOURNAL_BYTES = 20 * 1024 * 1024;

export interface JournalViewerPorts {
  readonly files: Pick<FilesPort, 'read' | 'forget'>;
  /** The logic of what nobody owns. */
  readonly logicOf: LogicOf;
  /** Lets the page go on for a moment. */
  readonly pause: () => Promise<void>;
}

/** The journals that were read, beside the machine: by the key that it knows them by. */
export interface JournalShelf {
  readonly timeline: (key: string) => JournalTimeline | null;
}

export function journalViewerLogic({ files, logicOf, pause }: JournalViewerPorts) {
  // One at a time: the last one that was brought.
  let shelved: { readonly key: string; readonly timeline: JournalTimeline } | null = null;
  const read = async (key: string, blob: File, signal: AbortSignal): Promise<ReadOutcome> => {
    const file = fileIn(await blob.text());
    if (file instanceof JournalRefused) return { refusal: { flaw: file.flaw, line: file.line } };
    const snapshots = createJournalSnapshots(logicOf);
    await snapshots.prepare(file, pause);
    // One that was brought later is not put away for it.
    if (!signal.aborted) shelved = { key, timeline: fileTimeline(file, snapshots) };
    const { app, build, language, startedAt, anonymous } = file.header;
    const facts = { app, build, language, startedAt, isAnonymous: anonymous === true, changed: [...snapshots.changed(file)] };
    return { journal: { key, name: blob.name, sizeBytes: blob.size, entries: file.entries.length, ...facts } };
  };
  const machine = journalViewerMachine.provide({
    actors: {
      readFile: fromPromise(async ({ input: { file }, signal }) => {
        if (!file) throw new Error('no file was chosen');
        const blob = files.read(file.fileId);
        files.forget(file.fileId);
        if (blob.size > MAX_JOURNAL_BYTES) return { refusal: { flaw: 'tooLarge', line: 0 } };
        return read(file.fileId, blob, signal);
      }),
    },
  });
  const shelf: JournalShelf = { timeline: (key) => (shelved?.key === key ? shelved.timeline : null) };
  return { machine, shelf };
}

/** A journal, or why it is none. */
export function fileIn(text: string): JournalFile | JournalRefused {
  try {
    return readJournal(text);
  } catch (error) {
    if (error instanceof JournalRefused) return error;
    throw error;
  }
}
