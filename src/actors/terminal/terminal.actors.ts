import { fromCallback, fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { changeTerminalConfig, listCommands, readRun, stopTerminal } from '#api/contract/terminal/terminal';
import type { Language } from '#domain/base/language';
import { PACKAGE_MANAGERS } from '#domain/terminal/terminal-task';
import {
  mergedTasks,
  restoreTerminal,
  tasksToStore,
  terminalInStorage,
  terminalOf,
  type StoredTerminal,
} from '#domain/terminal/terminal-store';
import { terminalTaskMachine } from '#machines/terminal/terminal-task.machine';
import { terminalMachine, type TerminalRef, type TerminalSnapshot } from '#machines/terminal/terminal.machine';
import type { TerminalCommand, TerminalEvent } from '#machines/terminal/terminal.vocabulary';
import { runningIn } from '../base/system.ts';
import { orWhereMissing } from '../base/or-where-missing.ts';
import { STORAGE_KEY, persist, readSlice, writeSlice, type Slice } from '../base/persistence.ts';
import type { AppPorts } from '../base/ports.ts';
import { recordedLines, type TerminalOutput } from './terminal-output.ts';
import { stateOfRun } from './terminal-run.ts';
import { terminalStream } from './terminal-stream.ts';

export interface TerminalPorts extends Pick<AppPorts, 'storage' | 'clock' | 'page' | 'notices' | 'withLock' | 'eventSource'> {
  readonly call: Call;
  readonly output: TerminalOutput;
  readonly language: () => Language;
}

const TERMINAL: Slice = { key: STORAGE_KEY.terminal, version: 1 };
const QUEUE_LOCK = 'troupe-terminal-queue';

/** Of the commands that the protocol names, those that look and install nothing but packages. Source: wire protocol §5.20. */
const FAMILY_COMMANDS: readonly TerminalCommand[] = ['version', 'test', 'web-install', 'web-build'].flatMap((group) =>
  PACKAGE_MANAGERS.filter((manager) => manager !== 'none').map((manager) => ({ key: `${group}.${manager}`, line: `${group}.${manager}` })),
);

export const readTerminal = (storage: AppPorts['storage'], ownerId: number): StoredTerminal =>
  terminalOf(restoreTerminal(readSlice(storage, TERMINAL)), ownerId);

/** The terminal: runs through the server, its list in the storage that all tabs share, its queue behind their lock. */
export const terminalLogic = ({
  call,
  output,
  language,
  storage,
  clock,
  page,
  notices,
  withLock,
  eventSource,
}: TerminalPorts): typeof terminalMachine =>
  terminalMachine.provide({
    actors: {
      terminalTask: terminalTaskMachine.provide({
        actors: {
          stream: terminalStream({ call, clock, eventSource, output, language }),
          checkRun: fromPromise(async ({ input: { runUuid }, signal }) => {
            const { status, events } = await call(readRun, { uuid: runUuid }, { signal, duplicates: 'allowed', quietErrors: true });
            const state = stateOfRun(status);
            // A run that goes on brings its output itself.
            if (state !== 'running' && state !== 'unknown') {
              output.clear(runUuid);
              output.append(runUuid, recordedLines(events));
            }
            return { status: state, atMs: clock.now() };
          }),
          stopRun: fromPromise(async ({ input: { runUuid } }) => {
            await call(stopTerminal, { uuid: runUuid });
          }),
        },
      }),
      claimQueue: fromCallback(({ sendBack }) => {
        const ending = new AbortController();
        const ended = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));
        const hold = () => {
          if (!ending.signal.aborted) sendBack({ type: 'terminal.queueTaken' });
          return ended;
        };
        withLock(QUEUE_LOCK, hold, ending.signal).catch((error: unknown) => {
          if (!ending.signal.aborted) page.reportDefect(error);
        });
        return () => ending.abort();
      }),
      shareList: fromCallback<TerminalEvent>(({ sendBack, system }) => {
        const sharing = shareList(runningIn(system, 'terminal'), { storage, page, output });
        const news = sharing.news((stored) => sendBack({ type: 'terminal.changedElsewhere', stored }));
        return () => {
          news();
          sharing.end();
        };
      }),
      // Servers of the family do not tell their commands, but they all have these.
      loadCommands: fromPromise(({ signal }) =>
        orWhereMissing(
          call(listCommands, {}, { signal }).then(({ commands }) => commands),
          FAMILY_COMMANDS,
        ),
      ),
      saveSettings: fromPromise(async ({ input }) => {
        await call(changeTerminalConfig, { manager: input.packageManager, port: input.port });
        return input;
      }),
    },
    actions: { warnOfBlock: () => notices.warned('admin.terminal.blocked') },
  });

/**
 * Keeps the list. Every tab writes only what it has changed itself, on top of what the others have written since it last looked.
 * Storage that is full loses output first, then nothing else: the app goes on.
 */
function shareList(terminal: TerminalRef, { storage, page, output }: Pick<TerminalPorts, 'storage' | 'page' | 'output'>) {
  const { ownerId } = terminal.getSnapshot().context;
  let base = readTerminal(storage, ownerId);
  const listeners = new Set<(stored: StoredTerminal) => void>();
  for (const { runUuid, message } of base.taskList)
    if (output.lines(runUuid).length === 0)
      output.append(
        runUuid,
        message.map((text) => ({ text, atMs: null })),
      );

  const pick = ({ context: { tasks, showDot, automaticCleanupTask } }: TerminalSnapshot): StoredTerminal => ({
    ownerId,
    showDot,
    automaticCleanupTask,
    taskList: tasksToStore(tasks, output.tail),
  });
  const write = (mine: StoredTerminal) => {
    const taskList = mergedTasks(base.taskList, mine.taskList, readTerminal(storage, ownerId).taskList);
    base = { ...mine, taskList };
    try {
      writeSlice(storage, TERMINAL, terminalInStorage(base));
    } catch {
      writeSlice(storage, TERMINAL, terminalInStorage({ ...base, taskList: taskList.map((task) => ({ ...task, message: [] })) }));
    }
    if (taskList.length !== mine.taskList.length || taskList.some(({ uuid }, index) => uuid !== mine.taskList[index]?.uuid)) tell();
  };
  const tell = () => listeners.forEach((listener) => listener(base));
  const kept = persist(terminal, { pick, write, log: page.log });
  const runsOf = () => new Set(terminal.getSnapshot().context.tasks.map(({ runUuid }) => runUuid));
  let runs = runsOf();
  // A page that stays open for weeks would hold the output of all that was ever run.
  const forgotten = terminal.subscribe(() => {
    const now = runsOf();
    for (const runUuid of runs.difference(now)) output.clear(runUuid);
    runs = now;
  });
  const changes = storage.changes.subscribe((key) => {
    if (key !== TERMINAL.key && key !== '') return;
    // Where everything was cleared the list in memory is what there is.
    if (storage.read(TERMINAL.key) === null) return;
    const before = new Set(base.taskList.map(({ runUuid }) => runUuid));
    const elsewhere = new Set(terminal.getSnapshot().context.tasks.flatMap(({ runUuid, isElsewhere }) => (isElsewhere ? [runUuid] : [])));
    base = readTerminal(storage, ownerId);
    for (const { runUuid, message } of base.taskList) {
      if (elsewhere.has(runUuid)) output.clear(runUuid);
      if ((elsewhere.has(runUuid) || !before.has(runUuid)) && output.lines(runUuid).length === 0)
        output.append(
          runUuid,
          message.map((text) => ({ text, atMs: null })),
        );
    }
    tell();
  });
  return {
    news(listener: (stored: StoredTerminal) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end() {
      kept.unsubscribe();
      forgotten.unsubscribe();
      // Whoever signs in next need not be the same.
      for (const runUuid of runs) output.clear(runUuid);
      changes.unsubscribe();
    },
  };
}
