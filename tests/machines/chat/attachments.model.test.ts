import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { ATTACHMENTS_OF_A_QUESTION, CHOSEN_PICTURE_BYTES } from '#domain/chat/attachment';
import { FailureError } from '#domain/base/failure';
import { attachmentsMachine, type AttachmentsInput, type ChosenAttachment, type HeldAttachment } from '#machines/chat/attachments.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';
import { heldSample } from './chat-samples.ts';

const input: AttachmentsInput = { owner: nobody, files: [] };
const chosen = (fileId: string, fileName = `${fileId}.png`, sizeBytes = 10): ChosenAttachment => ({ fileId, fileName, sizeBytes });

describeModel({
  machine: attachmentsMachine,
  inputs: [input, { ...input, files: [heldSample()] }],
  events: [
    { type: 'attachments.chosen', files: [chosen('f2')] },
    { type: 'attachments.chosen', files: [chosen('f3', 'a.exe')] },
    { type: 'attachments.removed', fileId: 'f2' },
    { type: 'attachments.retried', fileId: 'f2' },
    { type: 'attachments.sent', uuids: ['u1'] },
    { type: 'attachments.cleared' },
    done('sendAttachment', 'u2'),
    failed('sendAttachment', new FailureError({ kind: 'unreachable', online: false })),
  ],
  view: ({ context: { files } }) => files.map(({ state }) => state),
  only: ({ context: { files } }, { type }) => type !== 'attachments.chosen' || files.length < 2,
});

/** The machine over a server that answers when it is told to. */
function run() {
  const asked: { readonly name: string; readonly answer: PromiseWithResolvers<string>; isGone: boolean }[] = [];
  const dropped: { readonly uuids: readonly (string | null)[]; readonly isSent: boolean }[] = [];
  const actor = createActor(
    attachmentsMachine.provide({
      actors: {
        sendAttachment: fromPromise(({ input: { fileId }, signal }) => {
          const one = { name: fileId, answer: Promise.withResolvers<string>(), isGone: false };
          asked.push(one);
          signal.addEventListener('abort', () => (one.isGone = true));
          return one.answer.promise;
        }),
      },
      actions: { drop: (_, { files, isSent }) => void dropped.push({ uuids: files.map(({ uuid }) => uuid), isSent }) },
    }),
    { input },
  ).start();
  const files = (): readonly HeldAttachment[] => actor.getSnapshot().context.files;
  return { actor, asked, dropped, files };
}

describe('files of a question', () => {
  it('go out one after the other, and one that is taken away meanwhile is given up', async () => {
    const { actor, asked, dropped, files } = run();
    actor.send({ type: 'attachments.chosen', files: [chosen('one'), chosen('two')] });
    actor.send({ type: 'attachments.chosen', files: [chosen('three')] });
    expect(asked.map(({ name }) => name)).toEqual(['one']);
    actor.send({ type: 'attachments.removed', fileId: 'one' });
    expect(asked.map(({ name, isGone }) => [name, isGone])).toEqual([
      ['one', true],
      ['two', false],
    ]);
    asked[1]!.answer.resolve('u2');
    await Promise.resolve();
    await Promise.resolve();
    expect(files().map(({ fileId, uuid, state }) => [fileId, uuid, state])).toEqual([
      ['two', 'u2', 'stored'],
      ['three', null, 'waiting'],
    ]);
    actor.send({ type: 'attachments.cleared' });
    expect([files(), dropped.at(-1)]).toEqual([[], { uuids: ['u2', null], isSent: false }]);
  });

  it('that went with a question are no longer held, and others are not touched', async () => {
    const { actor, asked, dropped, files } = run();
    actor.send({ type: 'attachments.chosen', files: [chosen('one')] });
    asked[0]!.answer.resolve('u1');
    await expect.poll(() => files()[0]?.state).toBe('stored');
    actor.send({ type: 'attachments.chosen', files: [chosen('two')] });
    actor.send({ type: 'attachments.sent', uuids: ['u1'] });
    expect(files().map(({ fileId, state }) => [fileId, state])).toEqual([['two', 'waiting']]);
    expect([asked.map(({ isGone }) => isGone), dropped]).toEqual([[false, false], [{ uuids: ['u1'], isSent: true }]]);
  });

  it('are told apart before they go out: what is not taken, is empty or too large never does', () => {
    const { actor, asked, files } = run();
    const wrong = [
      chosen('a', 'a.pdf'),
      chosen('b', 'b.txt', 0),
      chosen('c', 'c.txt', 400_000),
      chosen('d', 'd.png', CHOSEN_PICTURE_BYTES + 1),
    ];
    actor.send({ type: 'attachments.chosen', files: wrong });
    expect(files().map(({ issue }) => issue)).toEqual(['type', 'empty', 'tooLarge', 'tooLarge']);
    for (const { fileId } of wrong) actor.send({ type: 'attachments.retried', fileId });
    expect(asked).toEqual([]);
  });

  it.each([
    [ATTACHMENTS_OF_A_QUESTION, false],
    [ATTACHMENTS_OF_A_QUESTION + 1, true],
  ])('are no more than a question may have: of %s it is said that they are too many: %s', (count, isTooMany) => {
    const { actor, files } = run();
    actor.send({ type: 'attachments.chosen', files: Array.from({ length: count }, (_, index) => chosen(`f${index}`)) });
    expect([files().length, actor.getSnapshot().context.isTooMany]).toEqual([ATTACHMENTS_OF_A_QUESTION, isTooMany]);
  });
});
