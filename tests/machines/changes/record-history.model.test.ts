import { expect, it } from 'vitest';
import { createActor, createEmptyActor, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { ChangeSet, RecordVersion, VersionPage } from '#domain/changes/journal-entry';
import { recordHistoryMachine, type HistoryRequest } from '#machines/changes/record-history.machine';
import { recorder } from '#tests/support/recorder.ts';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const version = (id: number): RecordVersion => ({
  id,
  resource: 'goods',
  recordId: 3,
  title: 'Tea',
  kind: 'changed',
  isErased: false,
  fields: [],
  set: { id: id + 100 } as ChangeSet,
});
const silent = new FailureError({ kind: 'timeout' });

describeModel({
  machine: recordHistoryMachine,
  inputs: [{ resource: 'goods', id: 3, form: createEmptyActor() }],
  events: [
    { type: 'version.chosen', id: 9 },
    { type: 'version.chosen', id: 77 },
    { type: 'version.compared', id: 8 },
    { type: 'version.compared', id: 9 },
    { type: 'version.compared', id: 77 },
    { type: 'history.comparisonClosed' },
    { type: 'history.moreRequested' },
    { type: 'history.retried' },
    { type: 'collection.refreshed' },
    done('loadVersions', { versions: [version(9), version(8)], next: 8, canRewind: true }),
    done('loadVersions', { versions: [], next: null, canRewind: false }),
    failed('loadVersions', silent),
    done('loadMore', { versions: [version(7)], next: null, canRewind: true }),
    failed('loadMore', silent),
  ],
  view: ({ context: { versions, next, chosen, compared } }) => [versions.map(({ id }) => id), next, chosen, compared],
  // Two are side by side, and two different ones; nowhere else is a second one.
  always: ({ context: { chosen, compared }, ...snapshot }) =>
    (compared !== null) === (snapshot.value === 'comparing') && (compared === null || (chosen !== null && chosen !== compared)),
});

it('the history of a record reads older versions from the oldest there is, and keeps the newer ones', async () => {
  const form = recorder();
  const asked: HistoryRequest[] = [];
  const pages: VersionPage[] = [
    { versions: [version(9), version(8)], next: 8, canRewind: true },
    { versions: [version(7)], next: null, canRewind: true },
  ];
  const loadVersions = fromPromise<VersionPage, HistoryRequest>(async ({ input }) => {
    asked.push(input);
    return pages.shift()!;
  });
  const actor = createActor(recordHistoryMachine.provide({ actors: { loadVersions } }), {
    input: { resource: 'goods', id: 3, form: form.ref },
  }).start();
  const settled = () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
  await settled();
  actor.send({ type: 'version.chosen', id: 8 });
  actor.send({ type: 'history.moreRequested' });
  await settled();
  expect(asked).toEqual([
    { resource: 'goods', id: 3, before: null },
    { resource: 'goods', id: 3, before: 8 },
  ]);
  const { context } = actor.getSnapshot();
  expect([context.versions.map(({ id }) => id), context.next, context.chosen]).toEqual([[9, 8, 7], null, 8]);
  expect(actor.getSnapshot().can({ type: 'history.moreRequested' })).toBe(false);
  expect(form.heard).toEqual([]);
  actor.send({ type: 'collection.refreshed' });
  expect(form.heard).toEqual([{ type: 'form.outdated' }]);
});
