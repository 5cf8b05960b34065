import { filter, firstValueFrom, fromEvent, fromEventPattern, map, merge, takeUntil, type Observable } from 'rxjs';
import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { sectionSource } from '#api/contract/designer/designer';
import { readRun } from '#api/contract/terminal/terminal';
import { rejection } from '#domain/base/failure';
import { EJECT_COMMAND, EJECT_COMMANDS, EJECT_RESOLVED_COMMAND, orderOfSection } from '#domain/designer/source/eject-order';
import { withoutColours } from '#domain/terminal/without-colours';
import type { QueueTask } from '#domain/terminal/terminal-queue';
import { ejectionMachine, type SectionSource, type Writing } from '#machines/designer/ejection.machine';
import { selectTasks, type TerminalRef } from '#machines/terminal/terminal.machine';
import type { TaskEnded } from '#machines/terminal/terminal.vocabulary';
import { snapshots } from '../base/snapshots.ts';

export interface EjectionPorts {
  readonly call: Call;
  /** The queue of tasks; nobody but super administrators has one. */
  readonly terminalOf: () => TerminalRef | undefined;
  readonly saveFile: (name: string, content: Blob) => void;
}

/** Lines of a task that are told where it has failed. */
const SAID_LINES = 40;

const tasksOf = (terminal: TerminalRef): readonly QueueTask[] => selectTasks(terminal.getSnapshot());

type Ended = Pick<QueueTask, 'status'> & { readonly runUuid: QueueTask['runUuid'] | null };

const hasEnded = ({ status }: QueueTask): boolean => status === 'success' || status === 'failed' || status === 'unknown';

const taskIn = (tasks: readonly QueueTask[], uuid: string): QueueTask | undefined => tasks.find((one) => one.uuid === uuid);

/** Said by the queue to whoever added a task: also where a later task has cleared it from the list at once. */
const endOf = (terminal: TerminalRef, uuid: string): Observable<Ended> =>
  fromEventPattern<TaskEnded>(
    (hear) => terminal.on('task.ended', hear),
    (_, line: ReturnType<TerminalRef['on']>) => line.unsubscribe(),
  ).pipe(
    filter((said) => said.uuid === uuid),
    map(({ status }) => ({ status, runUuid: taskIn(tasksOf(terminal), uuid)?.runUuid ?? null })),
  );

/** What the list says of a task that has ended before anybody listened; undefined where it lists it no more. */
const stateOf = (terminal: TerminalRef, uuid: string): Observable<Ended | undefined> =>
  snapshots(terminal).pipe(
    map((snapshot) => taskIn(selectTasks(snapshot), uuid)),
    filter((one) => one === undefined || hasEnded(one)),
  );

/** The way of a section into the source with its effects bound; it shows itself what is refused. */
export function ejectionLogic({ call, terminalOf, saveFile }: EjectionPorts): typeof ejectionMachine {
  async function readSource(name: string, signal: AbortSignal): Promise<SectionSource> {
    const source = await call(sectionSource, { name }, { signal, quietErrors: true });
    return source.door === 'open' && !terminalOf() ? { ...source, door: 'noTerminal' } : source;
  }

  function running(name: string): Writing | null {
    const terminal = terminalOf();
    const tasks = terminal ? tasksOf(terminal) : [];
    const task = tasks.find((one) => EJECT_COMMANDS.includes(one.command) && one.extend === orderOfSection(name) && !hasEnded(one));
    return task ? { uuid: task.uuid, createTimeMs: task.createTimeMs, isResolved: task.command === EJECT_RESOLVED_COMMAND } : null;
  }

  /** What the task said about why it has not written. */
  async function saidBy({ runUuid }: Ended, signal: AbortSignal): Promise<readonly string[]> {
    if (runUuid === null) return [];
    const { events } = await call(readRun, { uuid: runUuid }, { signal, duplicates: 'allowed', quietErrors: true });
    return events
      .flatMap(({ kind, data }) => (kind === 'output' ? data.split('\n') : []))
      .filter((line) => !line.startsWith('> ') && !line.startsWith('exitCode: '))
      .map(withoutColours)
      .slice(-SAID_LINES);
  }

  return ejectionMachine.provide({
    actors: {
      readSource: fromPromise(async ({ input: { name }, signal }) => ({ source: await readSource(name, signal), running: running(name) })),
      write: fromPromise(async ({ input: { name, uuid, createTimeMs, isResolved }, signal }) => {
        const terminal = terminalOf();
        if (!terminal) throw rejection('designer.source.noTerminal');
        if (!taskIn(tasksOf(terminal), uuid))
          terminal.send({
            type: 'terminal.taskAdded',
            uuid,
            createTimeMs,
            command: isResolved ? EJECT_RESOLVED_COMMAND : EJECT_COMMAND,
            usesManager: false,
            // What is added to the queue afterwards has nothing to do with it.
            blockOnFailure: false,
            extend: orderOfSection(name),
          });
        const task = await firstValueFrom(
          merge(endOf(terminal, uuid), stateOf(terminal, uuid)).pipe(takeUntil(fromEvent(signal, 'abort'))),
          {
            defaultValue: undefined,
          },
        );
        // What has been written is written, also where it cannot be read again.
        if (task?.status === 'success') return { isWritten: true, source: await readSource(name, signal).catch(() => null), said: [] };
        const source = await readSource(name, signal);
        // A task that somebody has cleared from the list says no more; the files do.
        if (!task) return { isWritten: source.files.every(({ fate }) => fate === 'same'), source, said: [] };
        return { isWritten: false, source, said: await saidBy(task, signal) };
      }),
    },
    actions: {
      savePatch: (_, { name, text }) => saveFile(`${name}.patch`, new Blob([text], { type: 'text/x-diff' })),
    },
  });
}
