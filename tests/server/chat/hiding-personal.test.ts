import { expect, it } from 'vitest';
import type { AnswerPart, AnswerRequest, ChatModel, Turn } from '#server/features/chat/answer/chat-model';
import { ModelError } from '#server/features/chat/answer/chat-model';
import { hidingPersonal } from '#server/features/chat/providers/hiding-personal';

const MOBILE = '13800138000';
const MAIL = 'lin@example.com';

/** A model that says what a test tells it, and what it was told. */
function modelThatSays(...parts: readonly (string | AnswerPart | Error)[]) {
  const heard: AnswerRequest[] = [];
  const model: ChatModel = {
    // oxlint-disable-next-line typescript/require-await -- a stream
    async *answer(request) {
      heard.push(request);
      for (const part of parts) {
        if (part instanceof Error) throw part;
        yield typeof part === 'string' ? { kind: 'text', text: part } : part;
      }
    },
  };
  return { heard, model };
}

async function ask(model: ChatModel, turns: readonly Turn[], tools?: AnswerRequest['tools']) {
  const request = { system: 'Be brief.', turns, maxOutputTokens: 9, ...(tools && { tools }) } as unknown as AnswerRequest;
  const parts: AnswerPart[] = [];
  try {
    for await (const part of hidingPersonal(model).answer(request, new AbortController().signal)) parts.push(part);
  } catch (error) {
    return { parts, text: textOf(parts), error };
  }
  return { parts, text: textOf(parts), error: null };
}
const textOf = (parts: readonly AnswerPart[]): string => parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
const asked = (text: string): Turn[] => [{ role: 'user', text }];

it('tells a model placeholders, the same for the same, and puts back what it says of them, however it is cut', async () => {
  const { heard, model } = modelThatSays(...'Call [mobile-1], not [mobile-2] or [mail-1]. [done'.split(''));
  const turns: Turn[] = [
    { role: 'user', text: `I am ${MOBILE}, ${MAIL}` },
    { role: 'assistant', text: `Hello ${MAIL}` },
    { role: 'user', text: `Again: ${MOBILE}` },
  ];
  const { text } = await ask(model, turns);
  expect(text).toBe(`Call ${MOBILE}, not [mobile-2] or ${MAIL}. [done`);
  expect(heard[0]?.turns.map((turn) => turn.text)).toEqual(['I am [mobile-1], [mail-1]', 'Hello [mail-1]', 'Again: [mobile-1]']);
  expect(heard[0]?.system).toContain('Be brief.');
});

it('leaves a placeholder that somebody has written alone', async () => {
  const { heard, model } = modelThatSays('[mail-1] and [mail-2]');
  const { text } = await ask(model, asked(`What is [mail-1]? Mine is ${MAIL}`));
  expect(heard[0]?.turns[0]?.text).toBe('What is [mail-1]? Mine is [mail-2]');
  expect(text).toBe(`[mail-1] and ${MAIL}`);
});

it('hides more addresses than a counter of four digits has room for, each looked for once', async () => {
  const addresses = Array.from({ length: 12_000 }, (_, index) => `a${index}@b.co`);
  const { heard, model } = modelThatSays('[mail-1] [mail-12000]');
  const { text } = await ask(model, asked(addresses.join(' ')));
  expect(text).toBe('a0@b.co a11999@b.co');
  expect(heard[0]?.turns[0]?.text).toMatch(/^\[mail-1\] .* \[mail-12000\]$/u);
});

it('says nothing more to a model than the site does where nothing is hidden', async () => {
  const { heard, model } = modelThatSays('Tea.');
  await ask(model, asked('What is tea?'));
  expect(heard[0]?.system).toBe('Be brief.');
});

it('loses no character where the line breaks', async () => {
  const broken = new ModelError('unavailable');
  const { model } = modelThatSays('Yes [mob', broken);
  expect(await ask(model, asked(MOBILE))).toMatchObject({ text: 'Yes [mob', error: broken });
});

it('gives tools the real words, and hides in what they bring', async () => {
  const run: string[] = [];
  const tools: AnswerRequest['tools'] = {
    tools: [],
    run: ({ input }) => {
      run.push(input);
      return Promise.resolve({ output: `found ${MAIL} and 13911112222`, isDone: true });
    },
  };
  const outputs: string[] = [];
  const systems: string[] = [];
  const model: ChatModel = {
    async *answer(request, signal) {
      systems.push(request.system);
      const { output } = await request.tools!.run({ id: '1', name: 'find', input: '{"search":"[mail-1]"}' }, signal);
      outputs.push(output);
      yield { kind: 'text', text: 'It is [mobile-1]' };
    },
  };
  const { text } = await ask(model, asked(`Who is ${MAIL}?`), tools);
  expect(run).toEqual([`{"search":"${MAIL}"}`]);
  expect(outputs).toEqual(['found [mail-1] and [mobile-1]']);
  expect(text).toBe('It is 13911112222');
  // What they bring may hold some where the question has none: the model is told what placeholders are before it asks.
  await ask(model, asked('Who is there?'), tools);
  const rule =
    'Words such as [mail-1] or [mobile-1] stand for addresses and numbers that are hidden from you. Repeat them exactly as they are.';
  expect(systems).toEqual([`Be brief.\n\n${rule}`, `Be brief.\n\n${rule}`]);
});
