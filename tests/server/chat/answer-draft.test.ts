import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, foldEvents, type Draft } from '#server/features/chat/answer/draft';

type Event = Parameters<typeof foldEvents>[0][number];

const text = (data: string): Event => ({ kind: 'text', data });
const tool = (id: string, state: string): Event => ({ kind: 'tool', data: JSON.stringify({ id, name: 'find', state }) });
const replace = (draft: Draft): Event => ({ kind: 'replace', data: JSON.stringify(draft) });
const source = { title: 'Tea', url: '/help/tea' };

describe('an answer as it stands so far', () => {
  it('is its words, thoughts, sources and steps, in their order; a step that is done stands in its place', () => {
    const events = [
      text('One'),
      { kind: 'thinking', data: 'Hm' } as const,
      { kind: 'source', data: JSON.stringify(source) } as const,
      tool('1', 'running'),
      tool('2', 'running'),
      text(' two'),
      tool('1', 'done'),
    ];
    const whole = { text: 'One two', thinking: 'Hm', sources: [source] };
    const tools = [
      { id: '1', name: 'find', state: 'done' },
      { id: '2', name: 'find', state: 'running' },
    ];
    expect(foldEvents(events)).toEqual({ ...whole, tools });
    expect(foldEvents(events.slice(3), foldEvents(events.slice(0, 3)))).toEqual({ ...whole, tools });
  });

  it('has no steps where there were none', () => {
    expect(foldEvents([])).toStrictEqual(EMPTY_DRAFT);
    expect(foldEvents([text('One')])).toStrictEqual({ text: 'One', thinking: '', sources: [] });
  });

  it('is what replaced it, with nothing of what had been, and goes on from there', () => {
    const before = foldEvents([text('Taken back'), tool('1', 'done'), { kind: 'source', data: JSON.stringify(source) }]);
    const empty: Draft = { text: '', thinking: '', sources: [] };
    expect(foldEvents([replace(empty)], before)).toStrictEqual(empty);
    expect(foldEvents([replace(before), text('!')], empty)).toStrictEqual({ ...before, text: 'Taken back!' });
  });

  it('does not read what is no part of it', () => {
    expect(
      foldEvents([
        { kind: 'state', data: '{"state":"running"}' },
        { kind: 'usage', data: '{}' },
      ]),
    ).toStrictEqual(EMPTY_DRAFT);
  });
});
