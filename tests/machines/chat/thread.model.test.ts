import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { answerMachine, selectPhase } from '#machines/chat/answer.machine';
import type { ThreadChange, ThreadPart } from '#machines/chat/thread-deeds';
import { answerActorOf, selectBranch, selectWitnessed, threadMachine, type ThreadEvent } from '#machines/chat/thread.machine';
import { describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';
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

/** A conversation that is being opened, whose reads and deeds the test answers. */
function openingThread() {
  const machine = inertOf(threadMachine).provide({ actors: { answer: inertOf(answerMachine) } });
  const actor = createActor(machine, { input: { owner: nobody, uuid: 'c1', message: null } }).start();
  const told = (...events: readonly (ThreadEvent | ReturnType<typeof done | typeof failed>)[]) => {
    for (const event of events) actor.send(event as ThreadEvent);
    return actor.getSnapshot().value;
  };
  const phaseOf = (run: string) => {
    const answer = answerActorOf(actor.getSnapshot(), run);
    return answer && selectPhase(answer.getSnapshot());
  };
  return { actor, told, phaseOf, shown: () => selectBranch(actor.getSnapshot()).map(({ uuid, state }) => `${uuid} ${state}`) };
}
const asked = (isToStop = false): ThreadEvent => ({ type: 'thread.exchanged', exchange: exchangeSample, isToStop });
const deed: ThreadEvent = { type: 'thread.deedRequested', deed: { kind: 'rate', conversation: 'c1', message: 'a1', verdict: 'bad' } };
const RUNNING = ['q1 complete', 'a1 running'];

describe('a question that was sent before its conversation could be read', () => {
  it('is there with its answer, which is stopped if that was wanted, while the rest is read again', () => {
    const { told, phaseOf, shown } = openingThread();
    expect([told(asked(true)), shown(), phaseOf('a1')]).toEqual(['opening', RUNNING, 'stopping']);
    expect([told(done('readThread', part())), shown(), phaseOf('a1')]).toEqual([{ open: 'rested' }, RUNNING, 'stopping']);
  });

  it('opens the conversation that could not be read the first time', () => {
    const { told, shown } = openingThread();
    expect(told(failed('readThread', offline))).toBe('failed');
    expect([told(asked()), shown()]).toEqual(['opening', RUNNING]);
  });

  it('is looked at once more where its answer ends before the conversation has been read', () => {
    const { told } = openingThread();
    expect(told(asked(), { type: 'answer.rested', uuid: 'a1' }, done('readThread', part()))).toEqual({ open: 'refreshing' });
  });
});

describe('a thread', () => {
  it('does what is pressed the moment an answer has ended, and reads its end afterwards', () => {
    const { actor, told } = openingThread();
    told(done('readThread', part()), { type: 'answer.rested', uuid: 'a1' });
    expect(told(deed)).toEqual({ open: 'changing' });
    expect(actor.getSnapshot().context.deed).toMatchObject({ kind: 'rate', verdict: 'bad' });
    expect(told(failed('changeThread', offline))).toEqual({ open: 'refreshing' });
  });

  it.each([
    ['older messages are read', { type: 'thread.olderWanted' } as const, failed('readOlder', offline)],
    ['something is changed', deed, failed('changeThread', offline)],
  ])('reads its end anew after another tab has changed it while %s', (_case, event, end) => {
    const { told } = openingThread();
    told(done('readThread', rested), event, { type: 'thread.changed' });
    expect([told(end), told(done('refreshThread', rested))]).toEqual([{ open: 'refreshing' }, { open: 'rested' }]);
    expect(told(event, end)).toEqual({ open: 'rested' });
  });

  it('is read anew where it is changed while it opens', () => {
    const { actor, told } = openingThread();
    const before = actor.getSnapshot().children['readThread'];
    expect(told({ type: 'thread.changed' })).toBe('opening');
    expect(actor.getSnapshot().children['readThread']).not.toBe(before);
  });

  it('tells an answer that was written before its reader from one that was there', () => {
    const { actor, told } = openingThread();
    const witnessed = () => selectWitnessed(actor.getSnapshot());
    told(done('readThread', rested));
    expect(witnessed()).toBe(null);
    told(asked());
    expect(witnessed()).toBe('a1');
    told({ type: 'answer.rested', uuid: 'a1' }, done('refreshThread', rested));
    expect(witnessed()).toBe('a1');
    told(deed, done('changeThread', other));
    expect(witnessed()).toBe(null);
  });

  it('goes on with what is being changed when a question is sent meanwhile', () => {
    const { told, shown } = openingThread();
    told(done('readThread', part({ messages: [] })), deed);
    expect([told(asked()), shown()]).toEqual([{ open: 'changing' }, RUNNING]);
    expect(told(failed('changeThread', offline))).toEqual({ open: 'refreshing' });
  });
});
