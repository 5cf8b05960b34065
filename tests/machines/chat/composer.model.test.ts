import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { attachmentsMachine } from '#machines/chat/attachments.machine';
import { attachmentsOf, composerMachine, selectHeldFiles, type ComposerEvent, type ComposerInput } from '#machines/chat/composer.machine';
import { describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';
import { exchangeSample, heldSample } from './chat-samples.ts';

const input: ComposerInput = {
  owner: nobody,
  conversation: null,
  edited: null,
  chatText: '',
  asked: null,
  limit: 5,
  messagesLeft: null,
  files: [],
};
const offline = new FailureError({ kind: 'unreachable', online: false });
const unproved = new FailureError({ kind: 'rejected', code: 0, message: '', fields: { captchaInfo: 'Please do the security check' } });

describeModel({
  machine: composerMachine,
  inputs: [
    input,
    { ...input, chatText: ' Hi ', asked: 'run-9' },
    { ...input, chatText: ' Hi ', asked: 'run-9', messagesLeft: 0 },
    { ...input, chatText: 'Too long', asked: 'run-9' },
    { ...input, conversation: 'c1', edited: 'q1', chatText: 'Hello', messagesLeft: 1, files: [heldSample()] },
  ],
  events: [
    { type: 'composer.typed', chatText: ' Hi ' },
    { type: 'composer.typed', chatText: '  ' },
    { type: 'composer.typed', chatText: 'Too long' },
    { type: 'composer.compositionBegan' },
    { type: 'composer.compositionEnded' },
    { type: 'composer.keepingToggled' },
    { type: 'composer.sendRequested', isTemporary: false, answer: 'run-1', model: null },
    { type: 'composer.stopRequested' },
    { type: 'composer.moved', conversation: 'c2', chatText: 'Kept' },
    { type: 'composer.quotaChanged', messagesLeft: 0 },
    { type: 'composer.quotaChanged', messagesLeft: 2 },
    { type: 'attachments.changed', files: [heldSample()], isTooMany: false },
    { type: 'attachments.changed', files: [heldSample({ state: 'failed', uuid: null, issue: 'type' })], isTooMany: true },
    done('sendQuestion', exchangeSample),
    failed('sendQuestion', offline),
    failed('sendQuestion', unproved),
    { type: 'captcha.passed', id: 'captcha-1', info: '1,2;350;200' },
    { type: 'captcha.closed' },
    done('provePerson', undefined),
    failed('provePerson', offline),
    failed('provePerson', unproved),
  ],
  view: ({ context: { messagesLeft, failure, files } }) => [messagesLeft === 0, failure?.kind, files.map(({ state }) => state)],
  // Keys tell the view when not to send; nothing else depends on them.
  only: (snapshot, { type }) => !snapshot.matches({ keys: 'composing' }) || type === 'composer.compositionEnded',
});

/** A box with its files, whose questions and uploads the test answers. */
function boxWith(changes: Partial<ComposerInput> = {}) {
  const asked: unknown[] = [];
  const actor = createActor(
    inertOf(composerMachine).provide({
      actors: {
        attachments: inertOf(attachmentsMachine),
        sendQuestion: fromPromise(async ({ input: { answer, attachments } }) => {
          asked.push([answer, ...attachments]);
          return new Promise<never>(() => {});
        }),
      },
    }),
    { input: { ...input, conversation: 'c1', chatText: 'Hi', limit: 20, ...changes } },
  ).start();
  const told = (...events: readonly (ComposerEvent | ReturnType<typeof done | typeof failed>)[]) => {
    for (const event of events) actor.send(event as ComposerEvent);
    const { send } = actor.getSnapshot().value;
    return typeof send === 'string' ? send : Object.keys(send)[0];
  };
  const files = () => selectHeldFiles(actor.getSnapshot()).map(({ fileId }) => fileId);
  const tray = attachmentsOf(actor.getSnapshot())!;
  /** A file is dropped on the box, and arrives. */
  const drop = (fileId: string) => {
    tray.send({ type: 'attachments.chosen', files: [{ fileId, fileName: 'a.png', sizeBytes: 9 }] });
    tray.send(done('sendAttachment', `stored-${fileId}`) as never);
  };
  return { told, asked, files, drop };
}
const sendAs = (answer: string): ComposerEvent => ({ type: 'composer.sendRequested', isTemporary: false, answer, model: null });

describe('a question', () => {
  it('is asked though nothing seemed to be left: the server knows better', () => {
    const { told, asked } = boxWith({ messagesLeft: 0 });
    expect([told(), told(sendAs('run-1')), asked]).toEqual(['spent', 'sending', [['run-1']]]);
    expect(told(failed('sendQuestion', offline))).toBe('spent');
  });

  it('takes its files along, and leaves those that came while it was on its way to the next', () => {
    const { told, asked, files, drop } = boxWith({ files: [heldSample()] });
    told(sendAs('run-1'));
    drop('f2');
    told(done('sendQuestion', exchangeSample));
    expect([asked, files()]).toEqual([[['run-1', 'u1']], ['f2']]);
    told({ type: 'composer.typed', chatText: 'And this?' }, sendAs('run-2'));
    expect(asked[1]).toEqual(['run-2', 'stored-f2']);
  });

  it('is another one, under another name, with a file that came before it failed', () => {
    const { told, asked, drop } = boxWith({ files: [heldSample()] });
    told(sendAs('run-1'), failed('sendQuestion', offline), sendAs('run-2'));
    drop('f2');
    told(failed('sendQuestion', offline), sendAs('run-3'));
    expect(asked).toEqual([
      ['run-1', 'u1'],
      ['run-1', 'u1'],
      ['run-3', 'u1', 'stored-f2'],
    ]);
  });
});
