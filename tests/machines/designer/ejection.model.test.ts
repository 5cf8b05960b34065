import { createActor, fromPromise, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import { FailureError } from '#domain/base/failure';
import {
  ejectionMachine,
  selectHasConflict,
  selectIsSame,
  type EjectedFile,
  type SectionSource,
  type SourceAnswer,
  type Writing,
  type WritingAnswer,
} from '#machines/designer/ejection.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const file = (path: string, fate: EjectedFile['fate'], hasPatch = false): EjectedFile => ({
  path,
  text: `${path}\n`,
  fate,
  patch: fate === 'same' ? '' : `${path} differs\n`,
  hasPatch,
});
const source = (files: readonly EjectedFile[], door: SectionSource['door'] = 'open'): SectionSource => ({
  door,
  folder: 'src/sections/ticket',
  files,
  steps: [],
});
const fresh = source([file('ticket.resource.ts', 'new'), file('en.json', 'new')]);
const same = source([file('ticket.resource.ts', 'same')]);
const closed = source([file('ticket.resource.ts', 'new')], 'noTree');
const againstEachOther = source([file('ticket.resource.ts', 'conflict'), file('en.json', 'merged')]);
const asked = source([file('ticket.resource.ts', 'conflict', true), file('en.json', 'merged')]);
const writing: Writing = { uuid: 'task-1', createTimeMs: 5, isResolved: false };
const refused = new FailureError({ kind: 'rejected', code: 0, message: 'no' });
const read = (one: SectionSource, running: Writing | null = null): SourceAnswer => ({ source: one, running });
const wrote = (isWritten: boolean, one: SectionSource | null, said: readonly string[] = []): WritingAnswer => ({
  isWritten,
  source: one,
  said,
});

describeModel({
  machine: ejectionMachine,
  inputs: [{ name: 'ticket' }],
  events: [
    { type: 'source.opened' },
    { type: 'source.closed' },
    { type: 'source.retried' },
    { type: 'file.chosen', path: 'ticket.resource.ts' },
    { type: 'file.chosen', path: 'nothing.ts' },
    { type: 'file.chosen', path: null },
    { type: 'patch.saved' },
    { type: 'writing.requested', ...writing },
    { type: 'writing.requested', ...writing, isResolved: true },
    done('readSource', read(fresh)),
    done('readSource', read(same)),
    done('readSource', read(closed)),
    done('readSource', read(againstEachOther)),
    done('readSource', read(asked)),
    done('readSource', read(fresh, writing)),
    failed('readSource', refused),
    done('write', wrote(true, same)),
    done('write', wrote(true, null)),
    done('write', wrote(false, asked, ['You and the design changed the same lines'])),
    done('write', wrote(false, fresh, ['oxlint found something'])),
    failed('write', refused),
  ],
  view: ({ context: { source: one, chosen, writing: task, said, failure } }) => [
    one?.door,
    one?.files.map(({ fate, hasPatch }) => [fate, hasPatch]),
    chosen,
    task?.isResolved,
    said.length,
    failure?.kind,
  ],
  // Nothing is written where there is no source to write into.
  always: (snapshot) => snapshot.context.source?.door === 'open' || !snapshot.matches({ open: 'writing' }),
});

async function open(answers: readonly SourceAnswer[], ends: readonly WritingAnswer[] = []) {
  const [left, written, tasks] = [[...answers], [...ends], [] as Writing[]];
  const saved: unknown[] = [];
  const logic = ejectionMachine.provide({
    actors: {
      readSource: fromPromise<SourceAnswer, { readonly name: string }>(async () => left.shift()!),
      write: fromPromise<WritingAnswer, { readonly name: string } & Writing>(async ({ input: { uuid, createTimeMs, isResolved } }) => {
        tasks.push({ uuid, createTimeMs, isResolved });
        return written.shift()!;
      }),
    },
    actions: { savePatch: (_, wish) => void saved.push(wish) },
  });
  const actor = createActor(logic, { input: { name: 'ticket' } }).start();
  actor.send({ type: 'source.opened' });
  await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
  return { actor, tasks, saved };
}

it('a source folder writes what is shown, and shows how the files are then', async () => {
  const after = source(fresh.files.map(({ path }) => file(path, 'same')));
  const { actor, tasks, saved } = await open([read(fresh)], [wrote(true, after)]);
  actor.send({ type: 'patch.saved' });
  actor.send({ type: 'file.chosen', path: 'en.json' });
  actor.send({ type: 'writing.requested', ...writing });
  await waitFor(actor, (snapshot) => snapshot.matches({ open: 'written' }));
  expect([tasks, saved]).toEqual([[writing], [{ name: 'ticket', text: 'ticket.resource.ts differs\nen.json differs\n' }]]);
  const { context } = actor.getSnapshot();
  expect([context.source, context.chosen, selectIsSame(actor.getSnapshot())]).toEqual([after, 'en.json', true]);
  expect(actor.getSnapshot().can({ type: 'writing.requested', ...writing })).toBe(false);
});

it('a source folder is written also where nobody can say how the files are then', async () => {
  const { actor } = await open([read(fresh)], [wrote(true, null)]);
  actor.send({ type: 'writing.requested', ...writing });
  await waitFor(actor, (snapshot) => snapshot.matches({ open: 'written' }));
  expect(actor.getSnapshot().context.source).toBe(fresh);
});

it('a source folder asks for what is to be merged by hand, and writes the rest once that is done', async () => {
  const { actor, tasks } = await open([read(againstEachOther)], [wrote(false, asked), wrote(true, same)]);
  expect([actor.getSnapshot().value, selectHasConflict(actor.getSnapshot())]).toEqual([{ open: 'shown' }, true]);
  actor.send({ type: 'writing.requested', ...writing });
  await waitFor(actor, (snapshot) => snapshot.matches({ open: 'conflicted' }));
  expect(actor.getSnapshot().context.source).toBe(asked);
  actor.send({ type: 'writing.requested', ...writing, uuid: 'task-2', isResolved: true });
  await waitFor(actor, (snapshot) => snapshot.matches({ open: 'written' }));
  expect(tasks.map(({ uuid, isResolved }) => [uuid, isResolved])).toEqual([
    ['task-1', false],
    ['task-2', true],
  ]);
});

it('a source folder tells why the rest was not written instead of asking for the same again', async () => {
  const { actor } = await open([read(asked)], [wrote(false, asked, ['tsc says no'])]);
  expect(actor.getSnapshot().value).toEqual({ open: 'conflicted' });
  actor.send({ type: 'writing.requested', ...writing, isResolved: true });
  await waitFor(actor, (snapshot) => snapshot.matches({ open: 'failed' }));
  expect(actor.getSnapshot().context.said).toEqual(['tsc says no']);
});

it('a source folder finds a task that writes it already, and writes nothing where there is nothing to write or nowhere to', async () => {
  const found = await open([read(fresh, writing)], [wrote(true, same)]);
  expect([found.actor.getSnapshot().value, found.tasks]).toEqual([{ open: 'written' }, [writing]]);
  const nothing = await open([read(same)]);
  expect([selectIsSame(nothing.actor.getSnapshot()), nothing.actor.getSnapshot().can({ type: 'writing.requested', ...writing })]).toEqual([
    true,
    false,
  ]);
  const nowhere = await open([read(closed)]);
  expect(nowhere.actor.getSnapshot().can({ type: 'writing.requested', ...writing })).toBe(false);
});
