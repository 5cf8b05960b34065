import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { reportProblem } from '#api/contract/observe/problem';
import { readJournal } from '#domain/observe/journal-file';
import { MAX_JOURNAL_WIRE_BYTES } from '#domain/observe/problem-report';
import { problemDialogMachine } from '#machines/observe/problem-dialog.machine';
import { exportWithin } from './journal-within.ts';
import type { Journal } from './journal.ts';
import type { AppPorts } from '../base/ports.ts';

export interface ProblemPorts extends Pick<AppPorts, 'history'> {
  readonly call: Call;
  readonly journal: Journal;
  readonly build: string;
  /** Lets the browser save a file. */
  readonly saveFile: (name: string, content: Blob) => void;
  /** Resolves when the window can be seen: writing a long journal down takes a moment. */
  readonly painted: () => Promise<void>;
  /** @throws where the browser does not allow it */
  readonly copyText: (text: string) => Promise<void>;
}

/** One opening of the window: its behaviour, and the journal that it has taken. */
export interface ProblemDialogBundle {
  readonly logic: typeof problemDialogMachine;
  /** The journal as it would be sent; empty before it was taken. It is never told to an actor, or it would stand in the journal. */
  readonly text: () => string;
}

/** Without what follows a question mark: people may be named there. */
export const reportedPage = (href: string): string => (href.split(/[?#]/u, 1)[0] ?? '').slice(0, 500);

/** The journal of a report, with what the server wants to know beside it. */
export function newReport({ journal, build, history }: Pick<ProblemPorts, 'journal' | 'build' | 'history'>, sentence = '') {
  const page = reportedPage(history.href());
  // Public pages, the chat among them, are nobody's of the back office.
  const area = page.startsWith('/admin') ? ('admin' as const) : ('member' as const);
  const { text, isCut } = exportWithin(journal, MAX_JOURNAL_WIRE_BYTES);
  return { report: { area, page, sentence, build, journal: text }, isCut };
}

/** A window that has taken nothing yet. */
export function problemDialogBundle({ call, saveFile, copyText, painted, ...ports }: ProblemPorts): ProblemDialogBundle {
  let report: ReturnType<typeof newReport>['report'] | null = null;
  const text = () => report?.journal ?? '';
  const logic = problemDialogMachine.provide({
    actors: {
      take: fromPromise(async () => {
        await painted();
        const { report: fresh, isCut } = newReport(ports);
        report = fresh;
        const { header, entries } = readJournal(fresh.journal);
        const { app, build, language } = header;
        const sizeBytes = new TextEncoder().encode(fresh.journal).length;
        return { entries: entries.length, sizeBytes, page: fresh.page, language, app, build, isCut };
      }),
      send: fromPromise(async ({ input: { sentence } }) => {
        if (!report) throw new Error('nothing was taken');
        const { number } = await call(reportProblem, { ...report, sentence }, { as: report.area, quietErrors: true });
        return number;
      }),
      copy: fromPromise(({ input: { number } }) => copyText(number)),
    },
    actions: { saveFile: () => saveFile('problem-report.jsonl', new Blob([text()], { type: 'application/x-ndjson' })) },
  });
  return { logic, text };
}
