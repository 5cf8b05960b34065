import { fromPromise } from 'xstate';
import { reportProblem } from '#api/contract/observe/problem';
import { problemReportMachine } from '#machines/observe/problem-report.machine';
import { newReport, type ProblemPorts } from './problem-dialog.actors.ts';

/** Sends what every actor was told, without anything personal. It goes on when its page is left; it says nothing in a notice of its own. */
export const problemReportLogic = ({
  call,
  ...ports
}: Pick<ProblemPorts, 'call' | 'journal' | 'build' | 'history'>): typeof problemReportMachine =>
  problemReportMachine.provide({
    actors: {
      send: fromPromise(async () => {
        const { report } = newReport(ports);
        return (await call(reportProblem, report, { as: report.area, quietErrors: true })).number;
      }),
    },
  });
