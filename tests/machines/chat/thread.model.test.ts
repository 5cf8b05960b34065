import { FailureError } from '#domain/base/failure';
import type { ThreadChange, ThreadPart } from '#machines/chat/thread-deeds';
import { threadMachine } from '#machines/chat/thread.machine';
import { describeModel, done, failed } from '#tests/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';
import { answerSample, conversation, exchangeSample, questionSample, runningSample } from './chat-samples.ts';

const offline = new FailureError({ kind: 'unreachable', online: false });
const gone = new FailureError({ kind: 'rejected', code: 0, message: 'not found' });
const part = (changes: Partial<ThreadPart> = {}): ThreadPart => ({
  conversation,
  messages: [questionSample('q1', 'a0'), runningSample()],
  hasMore: true,
  ...changes,
});
const rested = part({ messages: [questionSample('q1', 'a0'), answerSample()] });
const again: ThreadChange = { conversation, messages: [runningSample('a2', 'q1')], kind: 'added', hasMore: false, removed: null };
const other: ThreadChange = {
  conversation,
  messages: [questionSample('q2'), answerSample('a3', 'q2')],
  kind: 'whole',
  hasMore: false,
  removed: { message: 'q1', count: 2 },
};

describeModel({
  machine: threadMachine,
  inputs: [
    { owner: nobody, uuid: null, message: null },
    { owner: nobody, uuid: 'c1', message: null },
  ],
  events: [
    { type: 'thread.chosen', uuid: null, message: null },
    { type: 'thread.chosen', uuid: 'c1', message: 'a1' },
    { type: 'thread.exchanged', exchange: exchangeSample, isToStop: false },
    {
      type: 'thread.exchanged',
      exchange: { ...exchangeSample, conversation: { ...conversation, uuid: 'c9' } },
      isToStop: true,
    },
    { type: 'thread.deedRequested', deed: { kind: 'regenerate', message: 'a1', model: null, answer: 'a2' } },
    { type: 'thread.deedRequested', deed: { kind: 'select', conversation: 'c1', message: 'q2' } },
    { type: 'thread.deedRequested', deed: { kind: 'rate', conversation: 'c1', message: 'a1', verdict: 'bad' } },
    { type: 'thread.deedRequested', deed: { kind: 'remove', conversation: 'c1', message: 'q2' } },
    { type: 'thread.olderWanted' },
    { type: 'thread.changed' },
    { type: 'thread.retried' },
    { type: 'answer.rested', uuid: 'a1' },
    done('readThread', part()),
    done('readThread', rested),
    failed('readThread', offline),
    failed('readThread', gone),
    done('refreshThread', rested),
    failed('refreshThread', offline),
    done('readOlder', part({ messages: [questionSample('q0'), answerSample('a0', 'q0')], hasMore: false })),
    failed('readOlder', offline),
    done('changeThread', again),
    done('changeThread', other),
    failed('changeThread', offline),
  ],
  view: ({ context: { branch, ended, olderFailure } }) => [
    branch.some(({ state }) => state === 'running'),
    ended.length > 0,
    olderFailure !== null,
  ],
  // An answer rests once, and only one that is followed; another conversation's question comes where one is shown.
  only: ({ context: { uuid, followed, ended } }, event) =>
    (event.type !== 'answer.rested' || (followed.includes('a1') && !ended.includes('a1'))) &&
    (event.type !== 'thread.exchanged' || uuid !== null || !('isToStop' in event && event.isToStop)),
});
