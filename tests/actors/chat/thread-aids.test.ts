import { NEVER } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import { sendKeyStore } from '#actors/chat/send-key-store';
import { threadAids } from '#actors/chat/thread-aids';
import { EMPTY_ANSWER } from '#domain/chat/answer-draft';
import { selectSpoken, selectUnspoken, selectVoiceLanguages } from '#machines/chat/read-aloud.machine';
import type { ThreadRef } from '#machines/chat/thread.machine';

/** What the device is asked to say, which the test says or fails to. */
const queue: EventTarget[] = [];
const end = (): void => queue.splice(0).forEach((utterance) => utterance.dispatchEvent(new Event('end')));
let voices = [{ lang: 'zh-CN', localService: true, default: true }];
const speech = Object.assign(new EventTarget(), {
  getVoices: () => voices,
  speak: (utterance: EventTarget) => void queue.push(utterance),
  cancel: () => queue.splice(0).forEach((utterance) => utterance.dispatchEvent(new Event('error'))),
});
class Utterance extends EventTarget {}
/** The page itself, which is left. */
let page = new EventTarget();

beforeEach(() => {
  vi.stubGlobal('speechSynthesis', speech);
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.unstubAllGlobals();
  queue.length = 0;
  voices = [{ lang: 'zh-CN', localService: true, default: true }];
});

/** A thread that shows these answers, and what reads them. */
function reader(texts: Readonly<Record<string, string>>) {
  const thread = createActor(
    fromTransition((_, { uuids }: { type: 'shown'; uuids: readonly string[] }) => ({ branch: uuids.map((uuid) => ({ uuid })) }), {
      branch: Object.keys(texts).map((uuid) => ({ uuid })),
    }),
  ).start();
  const heard = new Set<() => void>();
  const running = new Set<string>();
  const { readAloud } = threadAids({
    read: (uuid) => ({ ...EMPTY_ANSWER, text: texts[uuid] ?? '', state: running.has(uuid) ? 'running' : 'complete' }),
    subscribe: (listener) => {
      heard.add(listener);
      return () => heard.delete(listener);
    },
  });
  const actor = createActor(readAloud, { input: { thread: thread as unknown as ThreadRef } }).start();
  const press = (message: string) => actor.send({ type: 'readAloud.pressed', message, language: 'zh' });
  const goOn = (message: string): void => {
    running.add(message);
    for (const listener of heard) listener();
  };
  return { actor, thread, press, goOn, listeners: heard, spoken: () => selectSpoken(actor.getSnapshot()) };
}

it('says an answer to its end, and the next one alone', () => {
  const { press, spoken } = reader({ a1: '一句。\n\n又一句。', a2: '另一句。' });
  press('a1');
  expect([spoken(), queue.length]).toEqual(['a1', 2]);
  queue[0]!.dispatchEvent(new Event('end'));
  expect(spoken()).toBe('a1');
  press('a2');
  expect([spoken(), queue.length]).toEqual(['a2', 1]);
  end();
  expect(spoken()).toBeNull();
});

it('is silent as soon as the answer is shown no more, and when its button is pressed again', () => {
  const { press, thread, spoken } = reader({ a1: '一句。', a2: '另一句。' });
  press('a1');
  thread.send({ type: 'shown', uuids: ['a1', 'a3'] });
  expect(spoken()).toBe('a1');
  thread.send({ type: 'shown', uuids: ['a3'] });
  expect([spoken(), queue.length]).toEqual([null, 0]);
  thread.send({ type: 'shown', uuids: ['a1'] });
  press('a1');
  press('a1');
  expect([spoken(), queue.length]).toEqual([null, 0]);
});

it('is silent once the answer is gone on with, and where the page was left and came back as it was', () => {
  const { press, goOn, listeners, spoken } = reader({ a1: '一句。', a2: '另一句。' });
  press('a1');
  goOn('a2');
  expect(spoken()).toBe('a1');
  goOn('a1');
  expect([spoken(), queue.length, listeners.size]).toEqual([null, 0, 0]);
  const other = reader({ a1: '一句。' });
  other.press('a1');
  page.dispatchEvent(new Event('pagehide'));
  expect([other.spoken(), queue.length]).toEqual([null, 0]);
});

it('says where the device could not, and nothing of code alone', () => {
  const { actor, press, spoken } = reader({ a1: '一句。', code: '```\nx\n```' });
  press('a1');
  queue[0]!.dispatchEvent(new Event('error'));
  expect([spoken(), selectUnspoken(actor.getSnapshot()), queue.length]).toEqual([null, 'a1', 0]);
  press('code');
  expect([spoken(), selectUnspoken(actor.getSnapshot())]).toEqual([null, null]);
  voices = [];
  press('a1');
  expect(selectUnspoken(actor.getSnapshot())).toBe('a1');
});

it('hears of voices that come later, and knows none where there is no speech', () => {
  voices = [];
  const { actor } = reader({});
  expect(selectVoiceLanguages(actor.getSnapshot())).toEqual([]);
  voices = [
    { lang: 'en-US', localService: true, default: false },
    { lang: 'ja-JP', localService: false, default: false },
  ];
  speech.dispatchEvent(new Event('voiceschanged'));
  expect(selectVoiceLanguages(actor.getSnapshot())).toEqual(['en']);
  vi.stubGlobal('speechSynthesis', undefined);
  expect(selectVoiceLanguages(reader({}).actor.getSnapshot())).toEqual([]);
});

it('keeps the key that sends in the browser, and works on where nothing is kept', () => {
  const stored = new Map<string, string>();
  const storage = {
    read: (key: string) => stored.get(key) ?? null,
    write: (key: string, value: string) => void stored.set(key, value),
    remove: (key: string) => void stored.delete(key),
    changes: NEVER,
  };
  const log = vi.fn<(message: string) => void>();
  const store = sendKeyStore(storage, log);
  expect(store.read()).toBe('enter');
  store.keep('ctrlEnter');
  expect([store.read(), [...stored]]).toEqual(['ctrlEnter', [['storeChatSendKey', 'ctrlEnter']]]);
  store.keep('enter');
  expect([store.read(), stored.size]).toEqual(['enter', 0]);
  stored.set('storeChatSendKey', 'nonsense');
  expect(store.read()).toBe('enter');
  const full = {
    ...storage,
    write: () => {
      throw new Error('full');
    },
  };
  sendKeyStore(full, log).keep('ctrlEnter');
  expect(log).toHaveBeenCalledOnce();
});
