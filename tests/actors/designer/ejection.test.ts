import { assign, createActor, emit, setup, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import type { Call } from '#api/client';
import { sectionSource } from '#api/contract/designer/designer';
import { readRun } from '#api/contract/terminal/terminal';
import { ejectionLogic } from '#actors/designer/ejection.actors';
import { FailureError } from '#domain/base/failure';
import { EJECT_COMMAND, orderOfSection } from '#domain/designer/source/eject-order';
import type { QueueTask } from '#domain/terminal/terminal-queue';
import { selectIsSame, type EjectedFile, type SectionSource } from '#machines/designer/ejection.machine';
import type { TaskEnded } from '#machines/terminal/terminal.vocabulary';
import type { TerminalRef } from '#machines/terminal/terminal.machine';

const source = (fate: EjectedFile['fate']): SectionSource => ({
  door: 'open',
  folder: 'src/sections/ticket',
  files: [{ path: 'ticket.resource.ts', text: 'whole\n', fate, patch: fate === 'same' ? '' : '+whole\n', hasPatch: false }],
  steps: [],
});

type Told =
  | { readonly type: 'terminal.taskAdded'; readonly uuid: string }
  | { readonly type: 'ended'; readonly status: QueueTask['status']; readonly isCleared: boolean };

/** A queue that ends its task when it is told to, and clears it from its list at once where that is wanted. */
const queueMachine = setup({
  types: {
    context: {} as { readonly added: readonly Told[]; readonly tasks: readonly { readonly uuid: string; readonly status: string }[] },
    events: {} as Told,
    emitted: {} as TaskEnded,
  },
}).createMachine({
  context: { added: [], tasks: [] },
  on: {
    'terminal.taskAdded': {
      actions: assign(({ context, event }) => ({
        added: [...context.added, event],
        tasks: [{ ...event, runUuid: 'run', status: 'waiting' }],
      })),
    },
    ended: {
      actions: [
        assign(({ context, event }) => ({
          tasks: event.isCleared ? [] : context.tasks.map((task) => ({ ...task, status: event.status })),
        })),
        emit(({ event: { status } }) => ({
          type: 'task.ended',
          uuid: 'task-1',
          extend: '',
          status: status === 'success' ? status : 'failed',
        })),
      ],
    },
  },
});

/** What the server says of the source, one answer after the other. */
function open(...answers: readonly (SectionSource | FailureError)[]) {
  const terminal = createActor(queueMachine).start();
  const left = [...answers];
  const call = async (endpoint: unknown) => {
    if (endpoint === readRun) return { events: [{ kind: 'output', data: '> oxlint\n\u001b[31moxlint has found something\u001b[0m' }] };
    if (endpoint !== sectionSource) throw new Error('nobody asked');
    const answer = left.shift();
    if (answer === undefined || answer instanceof FailureError) throw answer ?? new Error('asked once too often');
    return answer;
  };
  const logic = ejectionLogic({ call: call as unknown as Call, terminalOf: () => terminal as unknown as TerminalRef, saveFile: () => {} });
  const ejection = createActor(logic, { input: { name: 'ticket' } }).start();
  const at = (state: 'shown' | 'writing' | 'written' | 'failed') => waitFor(ejection, (snapshot) => snapshot.matches({ open: state }));
  const write = async (status: QueueTask['status'], isCleared = false) => {
    ejection.send({ type: 'source.opened' });
    await at('shown');
    ejection.send({ type: 'writing.requested', uuid: 'task-1', createTimeMs: 5, isResolved: false });
    await at('writing');
    terminal.send({ type: 'ended', status, isCleared });
  };
  return { ejection, at, write, added: () => terminal.getSnapshot().context.added, left };
}

it('the window of source folders looks at the files again by itself when they are written', async () => {
  const { ejection, at, write, added, left } = open(source('new'), source('same'));
  await write('success');
  await at('written');
  expect([selectIsSame(ejection.getSnapshot()), left]).toEqual([true, []]);
  expect(added()).toMatchObject([{ uuid: 'task-1', command: EJECT_COMMAND, extend: orderOfSection('ticket'), blockOnFailure: false }]);
});

it('the window of source folders believes the queue where the task was cleared from the list as it ended', async () => {
  const { at, write } = open(source('new'), source('new'));
  await write('success', true);
  expect((await at('written')).context.source).toEqual(source('new'));
});

it('the window of source folders does not call a failure what was written and cannot be read again', async () => {
  const { ejection, at, write } = open(source('new'), new FailureError({ kind: 'timeout' }));
  await write('success');
  const { context } = await at('written');
  expect([context.failure, context.source]).toEqual([null, source('new')]);
  expect(ejection.getSnapshot().hasTag('failed')).toBe(false);
});

it('the window of source folders tells what the task said where it has not written', async () => {
  const { at, write } = open(source('new'), source('new'));
  await write('failed');
  expect((await at('failed')).context.said).toEqual(['oxlint has found something']);
});
