import { createActor, createEmptyActor, fromPromise, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import { FailureError } from '#domain/base/failure';
import { perform } from '#domain/designer/drawing/design-acts';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import { NO_RENAMES } from '#domain/designer/section-design';
import {
  changesOf,
  sectionRevisionsMachine,
  selectCompared,
  selectFormer,
  type RevertWish,
  type SectionRevision,
} from '#machines/designer/section-revisions.machine';
import type { DesignSubject } from '#machines/designer/designer.vocabulary';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { recorder } from '#tests/support/recorder.ts';

const first = { design: blankDesign('ticket'), renames: NO_RENAMES };
const fields = first.design.declaration.fields;
const second = perform(first, { type: 'field.renamed', key: 'name', name: 'title' }, fields);
const third = perform({ ...second, renames: NO_RENAMES }, { type: 'field.added', piece: 'color', at: 1 }, second.design.declaration.fields);

const revision = (id: number, number: number, drawing = first, status: SectionRevision['status'] = 'success'): SectionRevision => ({
  id,
  revision: number,
  status,
  ...drawing,
  error: status === 'error' ? 'Refused' : '',
  admin: 'Ann',
  createTime: 0,
});
const list = [revision(9, 3, third), revision(8, 0, third, 'error'), revision(7, 2, second), revision(5, 1)];
const refused = new FailureError({ kind: 'rejected', code: 0, message: 'no' });

describeModel({
  machine: sectionRevisionsMachine,
  inputs: [
    { name: 'ticket', subject: 'section', owner: createEmptyActor() },
    { name: 'goods', subject: 'life', owner: createEmptyActor() },
  ],
  events: [
    { type: 'revisions.opened' },
    { type: 'revisions.retried' },
    { type: 'revisions.closed' },
    { type: 'revision.chosen', id: 9 },
    { type: 'revision.chosen', id: 404 },
    { type: 'revision.chosen', id: null },
    { type: 'against.chosen', id: 5 },
    { type: 'revision.taken', id: 7 },
    { type: 'revert.requested' },
    { type: 'revert.confirmed', version: 4 },
    { type: 'revert.cancelled' },
    done('loadRevisions', list),
    done('loadRevisions', [revision(5, 1)]),
    failed('loadRevisions', refused),
    done('revert'),
    failed('revert', refused),
  ],
  view: ({ context }) => [context.list.length, context.chosen, context.against, context.version, context.failure?.kind],
  always: (snapshot) => !snapshot.matches({ open: 'asking' }) || selectFormer(snapshot) !== undefined,
});

async function open(all = list, revert: () => Promise<unknown> = async () => null, subject: DesignSubject = 'section') {
  const owner = recorder();
  const wishes: RevertWish[] = [];
  const logic = sectionRevisionsMachine.provide({
    actors: {
      loadRevisions: fromPromise<readonly SectionRevision[], Pick<RevertWish, 'name' | 'subject'>>(async () => all),
      revert: fromPromise<unknown, RevertWish>(({ input }) => {
        wishes.push(input);
        return revert();
      }),
    },
  });
  const actor = createActor(logic, { input: { name: 'ticket', subject, owner: owner.ref as never } }).start();
  actor.send({ type: 'revisions.opened' });
  await waitFor(actor, (snapshot) => snapshot.matches({ open: 'shown' }));
  return { actor, owner, wishes };
}

it('the list of revisions tells what each changed of the one published before it, or of one that is chosen', async () => {
  const { actor } = await open();
  expect(changesOf(list, 9)).toMatchObject({ before: { id: 7 }, difference: { added: ['color'], removed: [], renamed: [] } });
  expect(changesOf(list, 7)).toMatchObject({ before: { id: 5 }, difference: { renamed: [{ from: 'name', to: 'title' }] } });
  expect(changesOf(list, 5)).toBeNull();
  actor.send({ type: 'revision.chosen', id: 9 });
  expect(selectCompared(actor.getSnapshot())).toMatchObject({ before: { id: 7 }, after: { id: 9 } });
  actor.send({ type: 'against.chosen', id: 5 });
  expect(selectCompared(actor.getSnapshot())).toMatchObject({
    before: { id: 5 },
    after: { id: 9 },
    difference: { added: ['color'], removed: [], renamed: [{ from: 'name', to: 'title' }] },
  });
  // Whichever was chosen first, the older one is what was before.
  actor.send({ type: 'revision.chosen', id: 5 });
  actor.send({ type: 'against.chosen', id: 9 });
  expect(selectCompared(actor.getSnapshot())).toMatchObject({ before: { id: 5 }, after: { id: 9 } });
});

it('the list of revisions leads back to what was published before, once somebody says so, and to the review of that', async () => {
  const { actor, owner, wishes } = await open();
  expect(selectFormer(actor.getSnapshot())?.id).toBe(7);
  actor.send({ type: 'revert.requested' });
  actor.send({ type: 'revert.confirmed', version: 4 });
  await waitFor(actor, (snapshot) => snapshot.matches('closed'));
  expect(wishes).toEqual([{ name: 'ticket', subject: 'section', version: 4 }]);
  expect(owner.heard).toEqual([{ type: 'design.reopened', start: { from: 'section', name: 'ticket', isReviewed: true } }]);
});

it('the list of revisions says why it does not lead back, and leads nowhere where nothing was before', async () => {
  const { actor, owner } = await open(list, () => Promise.reject(refused));
  actor.send({ type: 'revert.requested' });
  actor.send({ type: 'revert.confirmed', version: 4 });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches({ open: 'asking' }));
  expect([context.failure, owner.heard]).toEqual([refused.failure, []]);
  // Of a section that was taken away and begun anew, only what was published since counts.
  const anew = await open([revision(9, 1, third), revision(8, 2, second, 'delete'), revision(7, 1)]);
  expect(anew.actor.getSnapshot().can({ type: 'revert.requested' })).toBe(false);
  anew.actor.send({ type: 'revision.taken', id: 7 });
  expect(anew.owner.heard).toEqual([{ type: 'design.reopened', start: { from: 'revision', name: 'ticket', id: 7 } }]);
});

it('the list of revisions leads back to a former life of a section of the program as to a design', async () => {
  const { actor, owner, wishes } = await open(list, undefined, 'life');
  actor.send({ type: 'revert.requested' });
  actor.send({ type: 'revert.confirmed', version: 4 });
  await waitFor(actor, (snapshot) => snapshot.matches('closed'));
  actor.send({ type: 'revisions.opened' });
  await waitFor(actor, (snapshot) => snapshot.matches({ open: 'shown' }));
  actor.send({ type: 'revision.taken', id: 7 });
  expect(wishes).toEqual([{ name: 'ticket', subject: 'life', version: 4 }]);
  expect(owner.heard).toEqual([
    { type: 'design.reopened', start: { from: 'section', name: 'ticket', subject: 'life', isReviewed: true } },
    { type: 'design.reopened', start: { from: 'revision', name: 'ticket', subject: 'life', id: 7 } },
  ]);
});
