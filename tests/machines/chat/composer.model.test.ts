import { FailureError } from '#domain/base/failure';
import { composerMachine, type ComposerInput } from '#machines/chat/composer.machine';
import { describeModel, done, failed } from '#tests/support/model.ts';
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
