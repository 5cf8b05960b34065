import { expect, it } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import { newestLogic } from '#actors/chat/newest.actors';
import { EMPTY_ANSWER } from '#domain/chat/answer-draft';
import { selectNewest } from '#machines/chat/newest.machine';
import type { ThreadRef } from '#machines/chat/thread.machine';

const said = (uuid: string) => ({ uuid, role: uuid.startsWith('q') ? 'user' : 'assistant' });

const shown = (names: readonly string[]) => ({ branch: names.map(said) });

/** A conversation that its reader can leave the end of, with the texts of its answers. */
function conversation(...uuids: readonly string[]) {
  const thread = createActor(
    fromTransition((_, event: { type: 'shown'; uuids: readonly string[] }) => shown(event.uuids), shown(uuids)),
  ).start();
  const texts = new Map<string, string>();
  const listeners = new Set<() => void>();
  const logic = newestLogic({
    read: (uuid) => ({ ...EMPTY_ANSWER, text: texts.get(uuid) ?? '' }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const newest = createActor(logic, { input: { thread: thread as unknown as ThreadRef } }).start();
  let led = 0;
  newest.on('newest.wanted', () => (led += 1));
  return {
    newest,
    listeners,
    show: (...names: readonly string[]) => thread.send({ type: 'shown', uuids: names }),
    write: (uuid: string, text: string) => {
      texts.set(uuid, text);
      for (const listener of listeners) listener();
    },
    offered: () => selectNewest(newest.getSnapshot()),
    led: () => led,
  };
}

it('offers the way back to whoever has left the end, and says so where an answer has grown there', () => {
  const { newest, write, offered } = conversation('q1', 'a1');
  write('a1', 'Green');
  expect(offered()).toBeNull();
  newest.send({ type: 'newest.left' });
  expect(offered()).toBe('end');
  write('a1', 'Green tea');
  expect(offered()).toBe('news');
  newest.send({ type: 'newest.reached' });
  expect(offered()).toBeNull();
  newest.send({ type: 'newest.left' });
  expect(offered()).toBe('end');
});

it('takes what was said before, and is brought by reading up, for nothing new', () => {
  const { newest, show, offered, led } = conversation('q2', 'a2');
  newest.send({ type: 'newest.left' });
  show('q1', 'a1', 'q2', 'a2');
  expect([offered(), led()]).toEqual(['end', 0]);
  show('q1', 'a1', 'q2', 'a3');
  expect([offered(), led()]).toEqual(['news', 0]);
});

it('leads to the end whoever asks something, and nobody else', () => {
  const { newest, show, led, listeners } = conversation('q1', 'a1');
  newest.send({ type: 'newest.left' });
  show('q1', 'a1', 'q2', 'a2');
  expect(led()).toBe(1);
  show('q1', 'a1', 'q2', 'a3');
  expect(led()).toBe(1);
  newest.stop();
  expect(listeners.size).toBe(0);
});
