import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, type AnyEventObject } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { chatMachine, selectOffer, type ChatEvent, type ChatOffer } from '#machines/chat/chat.machine';
import { describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';
import { exchangeSample, offerSample } from './chat-samples.ts';

const blank = { conversation: null, message: null, chatText: '' };
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: chatMachine,
  inputs: [
    { ...blank, asked: null, sendKey: 'enter' },
    { conversation: 'c1', message: null, chatText: 'Kept', asked: null, sendKey: 'enter' },
    { ...blank, chatText: 'Hello', asked: 'run-9', sendKey: 'ctrlEnter' },
  ],
  events: [
    { type: 'chat.addressed', ...blank },
    { type: 'chat.addressed', conversation: 'c1', message: null, chatText: 'Kept' },
    { type: 'chat.addressed', conversation: 'c1', message: 'a1', chatText: '' },
    { type: 'chat.modelChosen', model: 3 },
    { type: 'chat.sendKeyChosen', sendKey: 'ctrlEnter' },
    { type: 'chat.sendKeyChosen', sendKey: 'enter' },
    { type: 'chat.sendKeyHeard', sendKey: 'ctrlEnter' },
    { type: 'chat.changedElsewhere' },
    { type: 'chat.retried' },
    { type: 'composer.sent', exchange: exchangeSample, isToStop: false },
    { type: 'thread.moved' },
    { type: 'conversations.removed', uuid: 'c1' },
    { type: 'conversations.removed', uuid: 'c2' },
    { type: 'conversations.deedDone', kind: 'pin' },
    { type: 'conversations.deedDone', kind: 'export' },
    done('startChat', offerSample),
    done('startChat', { ...offerSample, messagesLeft: null }),
    done('startChat', { ...offerSample, models: [] }),
    failed('startChat', offline),
    done('readOffer', offerSample),
    done('readOffer', { ...offerSample, models: [] }),
    failed('readOffer', offline),
    failed('watchOutside', new Error('broken')),
  ],
  view: ({ context: { place, asked, sendKey, offer, model, failure } }) => [
    place.conversation,
    place.message,
    asked,
    sendKey,
    offer && offer.messagesLeft === null,
    model,
    failure?.kind,
  ],
});

/** A chat that is ready, and what its box is told. */
function readyChat(offer: ChatOffer) {
  const told: AnyEventObject[] = [];
  const composer = fromCallback(({ receive }) => receive((event) => void told.push(event))) as never;
  const actor = createActor(inertOf(chatMachine).provide({ actors: { composer } }), {
    input: { ...blank, asked: null, sendKey: 'enter' },
  }).start();
  const send = (event: ChatEvent | ReturnType<typeof done | typeof failed>) => actor.send(event as ChatEvent);
  send(done('startChat', offer));
  return { send, told, isReading: () => 'readOffer' in actor.getSnapshot().children, offer: () => selectOffer(actor.getSnapshot()) };
}

describe('what is left of a quota', () => {
  it.each([{ type: 'thread.moved' }, { type: 'chat.changedElsewhere' }] as const)('is asked for anew after $type', (event) => {
    const { send, told, isReading, offer } = readyChat(offerSample);
    send(event);
    expect(isReading()).toBe(true);
    send(done('readOffer', { ...offerSample, messagesLeft: 1 }));
    expect([isReading(), told, offer()?.messagesLeft]).toEqual([false, [{ type: 'composer.quotaChanged', messagesLeft: 1 }], 1]);
  });

  it('is not asked for where nothing limits and nothing is paid', () => {
    const { send, isReading } = readyChat({ ...offerSample, messagesLeft: null });
    send({ type: 'thread.moved' });
    expect(isReading()).toBe(false);
  });

  it.each([
    ['cannot be had', failed('readOffer', offline)],
    ['is nothing because chat was switched off meanwhile', done('readOffer', { ...offerSample, models: [] })],
  ])('stays as it was where it %s', (_case, answer) => {
    const { send, told, offer } = readyChat(offerSample);
    send({ type: 'thread.moved' });
    send(answer);
    expect([told, offer()]).toEqual([[], offerSample]);
  });
});
