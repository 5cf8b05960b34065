import { describe, expect, it } from 'vitest';
import { eventStream, type StreamEvent } from '#server/routing/event-stream';

/** A source that answers when it is told to. */
function heldSource() {
  const held = Promise.withResolvers<IteratorResult<readonly StreamEvent[]>>();
  const asked = Promise.withResolvers<void>();
  const source: AsyncIterable<readonly StreamEvent[]> = {
    [Symbol.asyncIterator]: () => ({
      next() {
        asked.resolve();
        return held.promise;
      },
    }),
  };
  return { source, asked: asked.promise, answer: held.resolve, fail: held.reject };
}

type Source = ReturnType<typeof heldSource>;
const OUTCOMES: Readonly<Record<string, (source: Source) => void>> = {
  'the source ends': ({ answer }) => answer({ done: true, value: undefined }),
  'the source brings something': ({ answer }) => answer({ done: false, value: [{ id: 1, data: 'late' }] }),
  'the source breaks': ({ fail }) => fail(new Error('the database is gone')),
};

describe('a stream whose reader leaves while the source is asked', () => {
  it.each(Object.entries(OUTCOMES))('is no failure when %s after that', async (_name, happen) => {
    const held = heldSource();
    const seen: unknown[] = [];
    const response = eventStream(held.source, { left: () => seen.push('left'), failed: (error) => seen.push(error) });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const reading = reader.read();
    await held.asked;
    await reader.cancel();
    happen(held);
    expect(await reading).toEqual({ done: true, value: undefined });
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual(['left']);
  });
});

describe('a stream whose source breaks', () => {
  it('says so once, and ends', async () => {
    const held = heldSource();
    const seen: unknown[] = [];
    const text = eventStream(held.source, { left: () => seen.push('left'), failed: (error) => seen.push(error) }).text();
    await held.asked;
    const broken = new Error('the database is gone');
    held.fail(broken);
    expect(await text).toBe('');
    expect(seen).toEqual([broken]);
  });
});

describe('a stream whose reader leaves while nobody asks the source', () => {
  it('ends the source, so that it frees what it holds', async () => {
    const freed = Promise.withResolvers<string>();
    async function* source(): AsyncGenerator<readonly StreamEvent[]> {
      try {
        yield [{ id: 1, data: 'first' }];
        yield [{ id: 2, data: 'never asked for' }];
      } finally {
        freed.resolve('freed');
      }
    }
    const reader = (eventStream(source()).body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    expect(await freed.promise).toBe('freed');
  });
});
