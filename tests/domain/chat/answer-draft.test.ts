import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { EMPTY_ANSWER, withNews, type AnswerDraft, type AnswerNews } from '#domain/chat/answer-draft';

const source = { kind: 'help', title: 'Password', address: '/help/password' } as const;
const usage = { inputTokens: 3, outputTokens: 5, cost: 0 };
const whole = { text: 'whole', thinking: '', sources: [source], state: 'running', finishReason: null, usage: null } as const;

const news: fc.Arbitrary<AnswerNews> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('text', 'thinking'), piece: fc.string({ unit: 'grapheme', maxLength: 8 }) }) },
  fc.constant<AnswerNews>({ kind: 'source', source }),
  fc.record({
    kind: fc.constant('tool' as const),
    tool: fc.record({
      id: fc.constantFrom('1', '2'),
      name: fc.constant('findGoods'),
      state: fc.constantFrom('running' as const, 'done' as const),
    }),
  }),
  fc.constant<AnswerNews>({ kind: 'usage', usage }),
  fc.constant<AnswerNews>({ kind: 'state', state: 'running', finishReason: null }),
  fc.constant<AnswerNews>({ kind: 'replace', ...whole }),
);
const streams = fc.array(news, { maxLength: 40 });

/** Events from a place on, as a line tells them that was opened behind the event of that number. */
const told = (stream: readonly AnswerNews[], draft: AnswerDraft, from: number, to: number): AnswerDraft =>
  stream.slice(from, to).reduce((known, one, index) => withNews(known, from + index + 1, one), draft);

it('an answer under way comes to the same however often a line is cut and opened again, behind what is known or before it', () => {
  fc.assert(
    fc.property(streams, fc.array(fc.record({ back: fc.nat(10), forth: fc.nat(15) }), { maxLength: 10 }), (stream, lines) => {
      let draft = EMPTY_ANSWER;
      for (const { back, forth } of lines) {
        const from = Math.max(0, draft.seq - back);
        draft = told(stream, draft, from, from + forth);
      }
      draft = told(stream, draft, draft.seq, stream.length);
      expect(draft).toEqual(told(stream, EMPTY_ANSWER, 0, stream.length));
    }),
  );
});

it('an answer under way holds the text of all pieces, behind the last whole that was told', () => {
  fc.assert(
    fc.property(streams, (stream) => {
      const lastWhole = stream.findLastIndex(({ kind }) => kind === 'replace');
      const pieces = stream.slice(lastWhole + 1).flatMap((one) => (one.kind === 'text' ? [one.piece] : []));
      expect(told(stream, EMPTY_ANSWER, 0, stream.length).text).toBe((lastWhole === -1 ? '' : whole.text) + pieces.join(''));
    }),
  );
});

const step = (id: string, state: 'running' | 'done'): AnswerNews => ({ kind: 'tool', tool: { id, name: 'findGoods', state } });

it('an answer under way keeps a step of a tool in its place, and drops what was shown for a whole', () => {
  const steps = told([step('1', 'running'), step('2', 'running'), step('1', 'done')], EMPTY_ANSWER, 0, 3);
  expect(steps.tools.map(({ id, state }) => [id, state])).toEqual([
    ['1', 'done'],
    ['2', 'running'],
  ]);
  expect(withNews(steps, 4, { kind: 'replace', ...whole })).toEqual({
    ...whole,
    tools: [],
    proposals: [],
    attachments: [],
    charged: { score: 0, money: 0 },
    seq: 4,
  });
});

it('an answer under way begins with nothing, and takes each kind of news into its place', () => {
  const draft: AnswerDraft = {
    seq: 0,
    text: '',
    thinking: '',
    sources: [],
    tools: [],
    proposals: [],
    attachments: [],
    state: 'running',
    finishReason: null,
    usage: null,
    charged: { score: 0, money: 0 },
  };
  expect(EMPTY_ANSWER).toEqual(draft);
  const stream: readonly AnswerNews[] = [
    { kind: 'thinking', piece: 'hm' },
    { kind: 'text', piece: 'A ' },
    { kind: 'text', piece: 'leaf' },
    { kind: 'source', source },
    step('1', 'done'),
    { kind: 'usage', usage },
    { kind: 'state', state: 'complete', finishReason: 'stop' },
  ];
  expect(told(stream, EMPTY_ANSWER, 0, stream.length)).toEqual({
    ...draft,
    seq: 7,
    text: 'A leaf',
    thinking: 'hm',
    sources: [source],
    tools: [{ id: '1', name: 'findGoods', state: 'done' }],
    usage,
    state: 'complete',
    finishReason: 'stop',
  });
});
