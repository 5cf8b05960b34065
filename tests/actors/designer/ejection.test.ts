import { createActor, fromTransition, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import type { Call } from '#api/client';
import { sectionSource } from '#api/contract/designer/designer';
import { readRun } from '#api/contract/terminal/terminal';
import { ejectionLogic } from '#actors/designer/ejection.actors';
import { FailureError } from '#domain/base/failure';
import { EJECT_COMMAND, orderOfSection } from '#domain/designer/source/eject-order';
import type { QueueTask } from '#domain/terminal/terminal-queue';
import { selectIsSame, type EjectedFile, type SectionSource } from '#machines/designer/ejection.machine';
import type { TerminalRef } from '#machines/terminal/terminal.machine';

const source = (fate: EjectedFile['fate']): SectionSource => ({
  door: 'open',
  folder: 'src/sections/ticket',
  files: [{ path: 'ticket.resource.ts', text: 'whole\n', fate, patch: fate === 'same' ? '' : '+whole\n', hasPatch: false }],
  steps: [],
});

type Told =
  | { readonly type: 'terminal.taskAdded'; readonly uuid: string }
  | { readonly type: 'ended'; readonly status: QueueTask['status'] };

/** A queue that ends its task when it is told to; what the server says of the source, one answer after the other. */
function open(...answers: readonly (SectionSource | FailureError)[]) {
  const added: unknown[] = [];
  const terminal = createActor(
    fromTransition(
      ({ context: { tasks } }: { context: { tasks: readonly object[] } }, event: Told) => {
        if (event.type === 'ended') return { context: { tasks: tasks.map((task) => ({ ...task, status: event.status })) } };
        added.push(event);
        return { context: { tasks: [{ ...event, runUuid: 'run', status: 'waiting' }] } };
      },
      { context: { tasks: [] } },
    ),
  ).start();
  // As a machine's: what it remembers lies in its context.
  const ref = {
    send: (event: Told) => terminal.send(event),
    getSnapshot: () => terminal.getSnapshot().context,
    subscribe: ({ next }: { readonly next: (one: unknown) => void }) => terminal.subscribe(({ context }) => next(context)),
  } as unknown as TerminalRef;
  const left = [...answers];
  const call = async (endpoint: unknown) => {
    if (endpoint === readRun) return { events: [{ kind: 'output', data: '> oxlint\n\u001b[31moxlint has found something\u001b[0m' }] };
    if (endpoint !== sectionSource) throw new Error('nobody asked');
    const answer = left.shift();
    if (answer === undefined || answer instanceof FailureError) throw answer ?? new Error('asked once too often');
    return answer;
  };
  const logic = ejectionLogic({ call: call as unknown as Call, terminalOf: () => ref, saveFile: () => {} });
  const ejection = createActor(logic, { input: { name: 'ticket' } }).start();
  const at = (state: 'shown' | 'writing' | 'written' | 'failed') => waitFor(ejection, (snapshot) => snapshot.matches({ open: state }));
  const write = async (status: QueueTask['status']) => {
    ejection.send({ type: 'source.opened' });
    await at('shown');
    ejection.send({ type: 'writing.requested', uuid: 'task-1', createTimeMs: 5, isResolved: false });
    await at('writing');
    terminal.send({ type: 'ended', status });
  };
  return { ejection, at, write, added, left };
}

it('the window of source folders looks at the files again by itself when they are written', async () => {
  const { ejection, at, write, added, left } = open(source('new'), source('same'));
  await write('success');
  await at('written');
  expect([selectIsSame(ejection.getSnapshot()), left]).toEqual([true, []]);
  expect(added).toMatchObject([{ uuid: 'task-1', command: EJECT_COMMAND, extend: orderOfSection('ticket'), blockOnFailure: false }]);
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
