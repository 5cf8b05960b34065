import { chatCalls } from '#api/contract/chat/chat';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { answerLogic } from '#actors/chat/answer.actors';
import { createChatTexts, SHOWN_A_FRAME } from '#actors/chat/chat-texts';
import { eventsIn } from '#api/event-stream';
import { selectPhase } from '#machines/chat/answer.machine';
import { nobody } from '#tests/support/nobody.ts';

const RUN = '0f8fad5b-d9cb-469f-a165-70867728950e';
type Told = readonly [kind: string, data: string];

const end = JSON.stringify({ state: 'complete', finishReason: 'stop', model: 'Built in', modelId: 1 });
const framed = (events: readonly Told[], from: number): Uint8Array<ArrayBuffer> => {
  const lines = events.map(([kind, data], index) => {
    const seq = from + index + 1;
    return `id: ${seq}\ndata: ${JSON.stringify({ data, uuid: RUN, kind, seq, at: 1_768_435_200_000 })}\n\n`;
  });
  return new TextEncoder().encode(`: up\n\n${lines.join('')}`);
};
const chunked = (bytes: Uint8Array<ArrayBuffer>, sizes: readonly number[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      let at = 0;
      for (const size of sizes) controller.enqueue(bytes.slice(at, (at += size)));
      controller.enqueue(bytes.slice(at));
      controller.close();
    },
  });

const pieces = fc.array(
  fc.tuple(fc.constantFrom('text', 'thinking'), fc.string({ unit: fc.constantFrom('a', '密', '👩‍💻', '\n', '"', '码') })),
  { maxLength: 12 },
);
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 });

describe('the line of an answer', () => {
  it('brings the same text wherever bytes are cut apart and lines break off', async () => {
    await fc.assert(
      fc.asyncProperty(
        pieces,
        fc.array(fc.record({ sizes, share: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 4 }),
        async (parts, lines) => {
          const events: readonly Told[] = [...parts, ['state', end]];
          const texts = createChatTexts((run) => run());
          const asked: number[] = [];
          const follow = async (_answer: string, after: number, signal: AbortSignal) => {
            const line = lines[asked.length];
            asked.push(after);
            const bytes = framed(events.slice(after), after);
            return eventsIn(chunked(line ? bytes.slice(0, Math.floor(bytes.length * line.share)) : bytes, line?.sizes ?? []), signal);
          };
          const logic = answerLogic({ calls: { call: async () => null as never, endpoints: chatCalls, follow }, texts }).provide({
            delays: { reopenPause: 0 },
          });
          const actor = createActor(logic, { input: { owner: nobody, uuid: RUN, message: 'a1', isToStop: false } }).start();
          await waitFor(actor, (snapshot) => snapshot.status === 'done');
          const whole = (kind: string) => parts.flatMap(([one, data]) => (one === kind ? [data] : [])).join('');
          expect(texts.read('a1')).toMatchObject({
            text: whole('text'),
            thinking: whole('thinking'),
            state: 'complete',
            finishReason: 'stop',
          });
          expect(selectPhase(actor.getSnapshot())).toBe('rested');
          expect(asked).toEqual(asked.toSorted((one, other) => one - other));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('ends where not even a sign of life comes any more, and goes on as long as one does', async () => {
    vi.useFakeTimers();
    try {
      const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
      const writer = writable.getWriter();
      let state = 'open';
      const read = async () => {
        for await (const _event of eventsIn(readable, new AbortController().signal)) state = 'told';
        state = 'ended';
      };
      const reading = read();
      for (let count = 0; count < 10; count += 1) {
        void writer.write(new TextEncoder().encode(': still here\n\n'));
        await vi.advanceTimersByTimeAsync(15_000);
      }
      expect(state).toBe('open');
      await vi.advanceTimersByTimeAsync(29_999);
      expect(state).toBe('open');
      await vi.advanceTimersByTimeAsync(1);
      await reading;
      expect(state).toBe('ended');
    } finally {
      vi.useRealTimers();
    }
  });

  it('is drawn a piece a frame where much comes at once, and has ended for the reader when all of it is drawn', () => {
    const frames: (() => void)[] = [];
    const texts = createChatTexts((run) => void frames.push(run));
    const whole = '茶😀'.repeat(SHOWN_A_FRAME);
    texts.add('a1', RUN, 1, { kind: 'text', piece: whole });
    texts.add('a1', RUN, 2, { kind: 'state', state: 'complete', finishReason: 'stop' });
    const seen: [number, string][] = [];
    for (let run = frames.shift(); run; run = frames.shift()) {
      run();
      const { text, state } = texts.read('a1');
      expect(whole.startsWith(text) && text.isWellFormed()).toBe(true);
      seen.push([text.length, state]);
    }
    expect(seen).toEqual([
      [600, 'running'],
      [1200, 'running'],
      [1800, 'complete'],
    ]);
    texts.add('a2', RUN, 1, { kind: 'replace', text: whole, thinking: '', sources: [], state: 'running', finishReason: null, usage: null });
    frames.shift()?.();
    expect([texts.read('a2').text.length, frames.length]).toEqual([whole.length, 0]);
  });
});
