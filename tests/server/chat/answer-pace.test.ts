import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AnswerLog } from '#server/features/chat/answer/answer-log';
import type { AnswerPart } from '#server/features/chat/answer/chat-model';
import { ANSWER_LENGTH, CHAT_BATCH_LENGTH } from '#server/features/chat/base/limits';
import { recordAnswer } from '#server/features/chat/answer/record-answer';
import { wholeCharacters } from '#server/features/chat/answer/text-gate';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const nothing = () => undefined;

/** What an answer has stored so far, by kind and words, while its model says what it is told to. */
function recording() {
  const stored: string[] = [];
  const parts = new TransformStream<AnswerPart, AnswerPart>(undefined, { highWaterMark: 100 }, { highWaterMark: 100 });
  const writer = parts.writable.getWriter();
  const keep = (seq: number, { kind, data }: { kind: string; data: string }) => {
    stored.push(kind === 'text' ? data : kind);
    return { run_id: 1, seq, at_ms: 0, kind, data };
  };
  const log = {
    append: (_run: number, seq: number, event: { kind: string; data: string }) => Promise.resolve(keep(seq, event)),
    finish: (_run: number, first: number, events: readonly { kind: string; data: string }[]) =>
      Promise.resolve(events.map((event, index) => keep(first + index, event))),
  } as unknown as AnswerLog;
  const running = recordAnswer({
    runId: 1,
    model: { id: 1, name: 'Model' },
    log,
    ask: () => parts.readable,
    gates: { text: wholeCharacters(), thinking: wholeCharacters() },
    costOf: () => 0,
    keep: () => () => Promise.resolve(),
    ended: nothing,
    written: nothing,
    failed: nothing,
  });
  return {
    stored,
    running,
    say: (text: string) => writer.write({ kind: 'text', text }),
    whole: () => writer.write({ kind: 'finish', reason: 'stop' }),
  };
}

it('stores the first words as soon as they are there, and those that follow a few at a time', async () => {
  const { stored, running, say, whole } = recording();
  await vi.advanceTimersByTimeAsync(0);
  await say('Tea');
  await vi.advanceTimersByTimeAsync(1);
  expect(stored).toEqual(['state', 'Tea']);
  await say(' is');
  await vi.advanceTimersByTimeAsync(40);
  await say(' green');
  await vi.advanceTimersByTimeAsync(19);
  expect(stored).toEqual(['state', 'Tea']);
  await vi.advanceTimersByTimeAsync(1);
  expect(stored).toEqual(['state', 'Tea', ' is green']);
  await say('.');
  await whole();
  await vi.advanceTimersByTimeAsync(0);
  expect(await running.done).toBe(true);
  expect(stored).toEqual(['state', 'Tea', ' is green', '.', 'usage', 'state']);
});

it('stores at once what fills a portion, however soon after the last one', async () => {
  const { stored, running, say, whole } = recording();
  await vi.advanceTimersByTimeAsync(0);
  await say('Tea');
  await vi.advanceTimersByTimeAsync(1);
  await say('x'.repeat(CHAT_BATCH_LENGTH - 1));
  await vi.advanceTimersByTimeAsync(0);
  expect(stored).toEqual(['state', 'Tea']);
  await say('y');
  await vi.advanceTimersByTimeAsync(0);
  expect(stored).toEqual(['state', 'Tea', `${'x'.repeat(CHAT_BATCH_LENGTH - 1)}y`]);
  await whole();
  await vi.advanceTimersByTimeAsync(0);
  expect(await running.done).toBe(true);
});

it('ends at the length that an answer may have, with nothing beyond it', async () => {
  const { stored, running, say } = recording();
  await vi.advanceTimersByTimeAsync(0);
  await say('x'.repeat(ANSWER_LENGTH - 1));
  await vi.advanceTimersByTimeAsync(100);
  expect(stored).toHaveLength(2);
  await say('yz');
  await vi.advanceTimersByTimeAsync(0);
  expect(await running.done).toBe(true);
  expect([stored[1]?.length, ...stored.slice(2)]).toEqual([ANSWER_LENGTH - 1, 'y', 'usage', 'state']);
});
