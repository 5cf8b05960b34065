import { FailureError } from '#domain/base/failure';
import { chatMachine } from '#machines/chat/chat.machine';
import { describeModel, done, failed } from '#tests/support/model.ts';
import { exchangeSample, offerSample } from './chat-samples.ts';

const blank = { conversation: null, message: null, chatText: '' };
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: chatMachine,
  inputs: [
    { ...blank, asked: null },
    { conversation: 'c1', message: null, chatText: 'Kept', asked: null },
    { ...blank, chatText: 'Hello', asked: 'run-9' },
  ],
  events: [
    { type: 'chat.addressed', ...blank },
    { type: 'chat.addressed', conversation: 'c1', message: null, chatText: 'Kept' },
    { type: 'chat.addressed', conversation: 'c1', message: 'a1', chatText: '' },
    { type: 'chat.modelChosen', model: 3 },
    { type: 'chat.changedElsewhere' },
    { type: 'chat.retried' },
    { type: 'composer.sent', exchange: exchangeSample, isToStop: false },
    { type: 'thread.moved' },
    { type: 'conversations.removed', uuid: 'c1' },
    { type: 'conversations.removed', uuid: 'c2' },
    { type: 'conversations.deedDone', kind: 'pin' },
    { type: 'conversations.deedDone', kind: 'export' },
    done('startChat', offerSample),
    done('startChat', { ...offerSample, models: [] }),
    failed('startChat', offline),
    failed('watchAddress', new Error('broken')),
  ],
  view: ({ context: { place, asked, offer, model, failure } }) => [
    place.conversation,
    place.message,
    asked,
    offer !== null,
    model,
    failure?.kind,
  ],
});
