import { expect, it, vi } from 'vitest';
import type { AnswerLog } from '#server/features/chat/answer/answer-log';
import { type AnswerPart, ModelError } from '#server/features/chat/answer/chat-model';
import { EMPTY_DRAFT, foldEvents } from '#server/features/chat/answer/draft';
import { type EndedAnswer, recordAnswer } from '#server/features/chat/answer/record-answer';
import { type AnswerGates, gatesInOrder, seamCut, wholeCharacters } from '#server/features/chat/answer/text-gate';
import { siteWordsOf } from '#server/features/chat/words';
import { ProviderError } from '#server/ports/model-ports';

interface Wish {
  readonly ask: (signal: AbortSignal) => AsyncIterable<AnswerPart>;
  readonly gates?: AnswerGates;
  readonly before?: string;
  /** Before a portion is stored. */
  readonly storing?: () => Promise<void>;
}

/** An answer by this model, and how it stands at its end. */
function recording({ ask, gates = { text: wholeCharacters(), thinking: wholeCharacters() }, before, storing }: Wish) {
  const ends: EndedAnswer[] = [];
  const failed = vi.fn<(error: unknown) => void>();
  const stored: (readonly [kind: string, data: unknown])[] = [];
  const kept = (seq: number, { kind, data }: { kind: string; data: string }) => {
    stored.push([kind, kind === 'text' || kind === 'thinking' ? data : (JSON.parse(data) as unknown)]);
    return { run_id: 1, seq, at_ms: 0, kind, data };
  };
  const log = {
    async append(_run: number, seq: number, event: { kind: string; data: string }) {
      if (event.kind !== 'state') await storing?.();
      return kept(seq, event);
    },
    finish: (_run: number, first: number, events: readonly { kind: string; data: string }[]) =>
      Promise.resolve(events.map((event, index) => kept(first + index, event))),
  } as unknown as AnswerLog;
  const running = recordAnswer({
    runId: 1,
    model: { id: 1, name: 'Model' },
    log,
    ask,
    gates,
    ...(before !== undefined && { before: foldEvents([{ kind: 'text', data: before }], EMPTY_DRAFT) }),
    costOf: ({ inputTokens, outputTokens }) => inputTokens + outputTokens,
    keep: () => () => Promise.resolve(),
    ended: (answer) => ends.push(answer),
    written: () => undefined,
    failed,
    times: { firstWordMs: 100, nextWordMs: 100, wholeMs: 1000 },
  });
  return { running, failed, stored, end: async () => ((await running.done) ? ends[0] : undefined) };
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new ProviderError('interrupted', { isRetryable: false })));
  });

it('tells whoever follows it what stood there already, what came, what it cost and how it ended', async () => {
  const answer = recording({
    async *ask() {
      yield { kind: 'asked', inputTokens: 7 };
      yield { kind: 'thinking', text: 'Hm.' };
      yield { kind: 'text', text: 'And ends.' };
      await new Promise((resolve) => setTimeout(resolve, 5));
      yield { kind: 'finish', reason: 'stop', outputTokens: 3 };
    },
    before: 'It begins. ',
  });
  const usage = { inputTokens: 7, outputTokens: 3, cost: 10 };
  const whole = { text: 'It begins. And ends.', thinking: 'Hm.', sources: [], state: 'complete', finishReason: 'stop', usage };
  const ms = expect.any(Number) as number;
  expect(await answer.end()).toEqual({ ...whole, isFree: false, wasShown: true, firstWordMs: ms, totalMs: ms });
  expect(answer.stored).toEqual([
    ['state', { state: 'running', finishReason: null, model: 'Model', modelId: 1 }],
    ['replace', { text: 'It begins. ', thinking: '', sources: [], state: 'running', finishReason: null, usage: null }],
    ['thinking', 'Hm.'],
    ['text', 'And ends.'],
    ['usage', usage],
    ['state', { state: 'complete', finishReason: 'stop', model: 'Model', modelId: 1 }],
  ]);
});

it('ends as it was wished where its model breaks off at that while a portion is stored', async () => {
  const [stored, isStoring] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const answer = recording({
    async *ask(signal) {
      yield { kind: 'text', text: 'as far as' };
      await aborted(signal);
    },
    storing() {
      isStoring.resolve();
      return stored.promise;
    },
  });
  await isStoring.promise;
  answer.running.end('stopped');
  // What is wished first counts, also where the server ends meanwhile.
  answer.running.end('interrupted');
  // The model has broken off by the time that the portion is stored.
  await new Promise((resolve) => setTimeout(resolve, 5));
  stored.resolve();
  expect(await answer.end()).toMatchObject({ state: 'stopped', finishReason: 'stopped', text: 'as far as', isFree: false });
  expect(answer.failed).not.toHaveBeenCalled();
});

it('keeps a piece that came while a portion was stored, before somebody ended it', async () => {
  const [stored, isStoring] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const second = Promise.withResolvers<void>();
  const answer = recording({
    async *ask(signal) {
      yield { kind: 'text', text: 'as far' };
      await second.promise;
      yield { kind: 'text', text: ' as here' };
      await aborted(signal);
    },
    storing() {
      isStoring.resolve();
      return stored.promise;
    },
  });
  await isStoring.promise;
  second.resolve();
  await new Promise((resolve) => setTimeout(resolve, 5));
  answer.running.end('stopped');
  stored.resolve();
  expect(await answer.end()).toMatchObject({ state: 'stopped', text: 'as far as here' });
});

it.each([
  ['before its provider is asked: nobody pays', 0, '', { state: 'failed', finishReason: 'unavailable', isFree: true, usage: { cost: 0 } }],
  ['once it was asked: it may have been read', 7, '', { state: 'failed', finishReason: 'unavailable', isFree: false, usage: { cost: 7 } }],
  ['behind its first words', 7, 'words', { state: 'interrupted', finishReason: 'interrupted', text: 'words', isFree: false }],
])('ends where something on the way to it breaks, %s', async (_, inputTokens, text, expected) => {
  const broken = new Error('disk');
  const answer = recording({
    async *ask() {
      if (inputTokens > 0) yield { kind: 'asked', inputTokens };
      if (text !== '') yield { kind: 'text', text };
      throw broken;
    },
  });
  expect(await answer.end()).toMatchObject(expected);
  expect(answer.failed).toHaveBeenCalledExactlyOnceWith(broken);
});

const words = siteWordsOf([{ pattern: 'x'.repeat(40), place: 'answer', deed: 'refuse' }]);
const said = 'The leaf is dried, and the water is hot. '.repeat(4).trim();
const never = new Promise<never>(() => undefined);

it.each([
  ['its line breaks', new ModelError('interrupted'), 'interrupted'],
  ['its provider has too much to do', new ModelError('rateLimited'), 'unavailable'],
  ['nothing more comes', 'late', 'timedOut'],
])('keeps what a word of the site or the beginning of a continuation had held back where %s', async (_, how, finishReason) => {
  const ask = (text: string) =>
    async function* part(): AsyncGenerator<AnswerPart> {
      yield { kind: 'asked', inputTokens: 500 };
      yield { kind: 'text', text };
      if (how instanceof ModelError) throw how;
      await never;
    };
  const thinking = wholeCharacters();
  const expected = { state: 'interrupted', finishReason, isFree: false };
  const held = recording({ ask: ask(said), gates: { text: words.gate(), thinking } });
  expect(await held.end()).toMatchObject({ ...expected, text: said });
  const short = recording({ ask: ask('Tea.'), gates: { text: words.gate(), thinking } });
  expect(await short.end()).toMatchObject({ ...expected, text: 'Tea.' });
  const before = 'It begins. ';
  const more = recording({ ask: ask(`begins. ${said}`), before, gates: { text: gatesInOrder(seamCut(before), words.gate()), thinking } });
  expect(await more.end()).toMatchObject({ ...expected, text: before + said });
});

it('is refused where what was held back is unwanted, however its line broke', async () => {
  const answer = recording({
    async *ask() {
      yield { kind: 'text', text: 'begins. xxx' };
      throw new ModelError('interrupted');
    },
    before: 'It begins. ',
    gates: {
      text: gatesInOrder(seamCut('It begins. '), siteWordsOf([{ pattern: 'xxx', place: 'answer', deed: 'refuse' }]).gate()),
      thinking: wholeCharacters(),
    },
  });
  expect(await answer.end()).toMatchObject({ state: 'refused', finishReason: 'wordRefused', text: 'It begins. ' });
  const refused = { state: 'refused', finishReason: 'wordRefused' };
  const usage = { inputTokens: 0, outputTokens: 0, cost: 0 };
  expect(answer.stored.slice(2)).toEqual([
    ['replace', { text: 'It begins. ', thinking: '', sources: [], ...refused, usage }],
    ['usage', usage],
    ['state', { ...refused, model: 'Model', modelId: 1 }],
  ]);
});

it.each([
  ['Green tea', 'tea is old', 'tea is old'],
  ['Green teas', 'teas are old', ' are old'],
])('after “%s” takes of “%s” what is no repetition: ends of less than four letters are alike by chance', (written, added, left) => {
  const gate = seamCut(written);
  expect(gate.push(added) + gate.rest()).toBe(left);
});
