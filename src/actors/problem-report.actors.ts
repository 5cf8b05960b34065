import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { reportProblem } from '#api/contract/problem';
import { problemReportMachine } from '#machines/problem-report.machine';
import { exportJournal } from './journal-export.ts';
import type { Journal } from './journal.ts';
import type { AppPorts } from './ports.ts';

export interface ProblemReportPorts extends Pick<AppPorts, 'history'> {
  readonly call: Call;
  readonly journal: Journal;
  readonly build: string;
}

/** Sends what every actor was told, without anything personal. It goes on when its page is left; it says nothing in a notice of its own. */
export const problemReportLogic = ({ call, journal, build, history }: ProblemReportPorts): typeof problemReportMachine =>
  problemReportMachine.provide({
    actors: {
      send: fromPromise(async () => {
        const page = history.href();
        const area = page.startsWith('/user') ? 'member' : 'admin';
        const reply = await call(
          reportProblem,
          { area, page, sentence: '', build, journal: exportJournal(journal) },
          { quietErrors: true },
        );
        return reply.number;
      }),
    },
  });
