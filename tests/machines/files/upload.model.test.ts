// oxlint-disable vitest/no-standalone-expect -- invariants are checked inside the generated tests
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { UploadPlan } from '#domain/files/upload-plan';
import { selectUploadIssue, selectUploadPercent, uploadMachine, type ChosenFile } from '#machines/files/upload.machine';
import { uploadQueueMachine, type UploadQueueEvent } from '#machines/files/upload-queue.machine';
import { after, describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';

const plan: UploadPlan = { area: 'admin', limits: { maxSizeBytes: 1000, allowedTypes: ['png'] }, store: null, forceLocal: false };
const withStore: UploadPlan = { ...plan, store: { url: 'https://store.example/bucket', params: {}, saveName: '' } };
const file: ChosenFile = { fileId: 'a', name: 'tea.png', sizeBytes: 1000, mimeType: 'image/png' };
const stored = { url: '/storage/tea.png', fullUrl: '/storage/tea.png' };
const denied = new FailureError({ kind: 'rejected', code: 0, message: 'no' });
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: uploadMachine,
  inputs: [
    { file, plan, owner: nobody },
    { file, plan: withStore, owner: nobody },
    { file: { ...file, name: 'tea.exe' }, plan, owner: nobody },
  ],
  events: [
    { type: 'upload.started' },
    { type: 'upload.admitted' },
    { type: 'upload.cancelled' },
    { type: 'upload.retried' },
    { type: 'file.advanced', bytes: 500 },
    done('fingerprint', { sha1: 'da39a3ee5e6b4b0d3255bfef95601890afd80709', key: null }),
    failed('fingerprint', offline),
    done('findKnown', null),
    done('findKnown', stored),
    failed('findKnown', offline),
    done('sendFile', stored),
    failed('sendFile', offline),
    done('registerFile', null),
    failed('registerFile', offline),
    failed('registerFile', denied),
    after('breath', 'upload.pausing'),
  ],
  view: ({ context }) => [context.print !== null, context.bytes, context.tries, context.failure?.kind, context.stored !== null],
  always: (snapshot) => {
    const { context } = snapshot;
    // What is done has an address; what is told to the server lies in the store; only what went wrong has a reason.
    if (snapshot.matches('done')) expect(context.stored).toEqual(stored);
    if (snapshot.matches('confirming')) expect([context.plan.store !== null, context.stored]).toEqual([true, stored]);
    if (snapshot.matches('failed')) expect([offline.failure, denied.failure]).toContainEqual(context.failure);
    // What was refused is gone from the store.
    if (snapshot.matches('failed')) expect(context.stored).toBe(null);
    if (snapshot.matches('unregistered')) expect([context.failure, context.stored]).toEqual([offline.failure, stored]);
    expect(snapshot.hasTag('failed')).toBe(context.failure !== null ? !snapshot.hasTag('busy') : snapshot.matches('refused'));
  },
});

const issueOf = (change: Partial<ChosenFile>) => {
  const actor = createActor(inertOf(uploadMachine), { input: { file: { ...file, ...change }, plan, owner: nobody } }).start();
  actor.send({ type: 'upload.started' });
  return selectUploadIssue(actor.getSnapshot())?.key ?? actor.getSnapshot().value;
};

describe('the checks before anything is sent', () => {
  it.each([
    [{ name: '' }, 'upload.incomplete'],
    [{ sizeBytes: null, name: 'tea.exe' }, 'upload.incomplete'],
    [{ name: 'tea.exe', sizeBytes: 5000 }, 'upload.typeNotAllowed'],
    [{ sizeBytes: 1001 }, 'upload.tooLarge'],
    [{ sizeBytes: 1000 }, 'waiting'],
    [{ sizeBytes: 0 }, 'waiting'],
  ])('%j: %s', (change, expected) => expect(issueOf(change)).toBe(expected));
});

it('an upload measures the phase that runs, and no other', () => {
  const actor = createActor(inertOf(uploadMachine), { input: { file, plan, owner: nobody } }).start();
  actor.send({ type: 'upload.started' });
  const percents = [selectUploadPercent(actor.getSnapshot())];
  actor.send({ type: 'upload.admitted' });
  percents.push(selectUploadPercent(actor.getSnapshot()));
  actor.send({ type: 'file.advanced', bytes: 257 });
  percents.push(selectUploadPercent(actor.getSnapshot()));
  actor.send({ type: 'file.advanced', bytes: 1300 });
  percents.push(selectUploadPercent(actor.getSnapshot()));
  expect(percents).toEqual([null, 0, 25, 100]);
});

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((fileId) => ({ ...file, fileId })) as [ChosenFile, ChosenFile, ChosenFile, ChosenFile];
const chosen = (...files: ChosenFile[]): UploadQueueEvent => ({ type: 'files.chosen', files, plan, surplus: 1 });

describeModel({
  machine: uploadQueueMachine,
  inputs: [undefined],
  events: [
    chosen(a, b),
    ...['a', 'b'].flatMap((fileId): UploadQueueEvent[] => [
      { type: 'upload.queued', fileId },
      { type: 'upload.rested', fileId },
      { type: 'upload.completed', fileId, stored },
      { type: 'upload.dismissed', fileId },
    ]),
  ],
  only: ({ context }, event) => {
    if (event.type === 'files.chosen') return context.fileIds.length === 0;
    const { fileId } = event as { readonly fileId: string };
    const isThere = context.fileIds.includes(fileId);
    return isThere && (event.type !== 'upload.queued' || ![...context.waiting, ...context.running].includes(fileId));
  },
  always: (snapshot) => {
    const { waiting, running, fileIds } = snapshot.context;
    expect(running.length).toBeLessThanOrEqual(3);
    expect(waiting.length === 0 || running.length === 3).toBe(true);
    expect([...waiting, ...running].filter((id) => !fileIds.includes(id))).toEqual([]);
    expect(snapshot.hasTag('busy')).toBe(running.length > 0);
  },
});

const start = () => {
  const [told, cleared]: [string[], string[]] = [[], []];
  const actor = createActor(
    uploadQueueMachine.provide({
      actors: { upload: inertOf(uploadMachine) },
      actions: {
        notifyBusy: () => void told.push('busy'),
        notifyIdle: () => void told.push('idle'),
        clearFile: (_, { fileId }) => void cleared.push(fileId),
      },
    }),
  ).start();
  const phases = () => actor.getSnapshot().context.fileIds.map((id) => actor.getSnapshot().children[`upload:${id}`]?.getSnapshot().value);
  return { actor, phases, told, cleared };
};

describe('the queue with real uploads', () => {
  it('runs three at a time, in their order, and a cancelled one makes room', () => {
    const { actor, phases, told } = start();
    actor.send(chosen(a, b, c, d));
    expect(phases()).toEqual(['fingerprinting', 'fingerprinting', 'fingerprinting', 'waiting']);
    actor.getSnapshot().children['upload:b']?.send({ type: 'upload.cancelled' });
    expect(phases()).toEqual(['fingerprinting', 'cancelled', 'fingerprinting', 'fingerprinting']);
    actor.getSnapshot().children['upload:b']?.send({ type: 'upload.retried' });
    expect(phases()).toEqual(['fingerprinting', 'waiting', 'fingerprinting', 'fingerprinting']);
    actor.send({ type: 'upload.dismissed', fileId: 'a' });
    expect(phases()).toEqual(['fingerprinting', 'fingerprinting', 'fingerprinting']);
    for (const fileId of ['b', 'c', 'd']) actor.send({ type: 'upload.dismissed', fileId });
    expect([phases(), told]).toEqual([[], ['idle', 'busy', 'busy', 'busy', 'busy', 'busy', 'idle']]);
  });

  it('waits no longer for a file that is dismissed before its turn has come, and keeps none that is out of sight or done', () => {
    const { actor, phases, told, cleared } = start();
    actor.send(chosen(a, b, c, d));
    actor.send({ type: 'upload.dismissed', fileId: 'd' });
    for (const fileId of ['a', 'b']) actor.getSnapshot().children[`upload:${fileId}`]?.send({ type: 'upload.cancelled' });
    actor.send({ type: 'upload.completed', fileId: 'c', stored });
    actor.send({ type: 'upload.rested', fileId: 'c' });
    expect([phases(), told.at(-1), cleared]).toEqual([['cancelled', 'cancelled', 'fingerprinting'], 'idle', ['d', 'c']]);
  });

  it('gives no place to a file that is refused', () => {
    const { actor, phases } = start();
    actor.send(chosen({ ...a, name: 'a.exe' }, b));
    expect([phases(), actor.getSnapshot().context.running]).toEqual([['refused', 'fingerprinting'], ['b']]);
  });
});
