import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { noticeId, noticesLogic, type Notice, type NoticesEvent } from '#machines/app/notices.logic';

const raised = (text: string, kind: Notice['kind'] = 'failure'): NoticesEvent => ({ type: 'notice.raised', kind, text });

const offer = (change: number) => ({ controller: 'goods.Goods', change });

function after(...events: NoticesEvent[]): readonly Notice[] {
  const actor = createActor(noticesLogic).start();
  for (const event of events) actor.send(event);
  return actor.getSnapshot().context;
}

describe('notices', () => {
  it('count the same message instead of repeating it', () => {
    expect(after(...Array.from({ length: 10 }, () => raised('The server could not be reached. Try again in a moment.')))).toEqual([
      { kind: 'failure', text: 'The server could not be reached. Try again in a moment.', count: 10 },
    ]);
  });

  it('tell messages of different kinds and texts apart', () => {
    expect(after(raised('Saved', 'success'), raised('Saved', 'warning'), raised('Sorted', 'success'))).toEqual([
      { kind: 'success', text: 'Saved', count: 1 },
      { kind: 'warning', text: 'Saved', count: 1 },
      { kind: 'success', text: 'Sorted', count: 1 },
    ]);
  });

  it('go when dismissed, and begin at one when they come again', () => {
    const id = noticeId({ kind: 'failure', text: 'a' });
    expect(after(raised('a'), raised('a'), raised('b'), { type: 'notice.dismissed', id })).toEqual([
      { kind: 'failure', text: 'b', count: 1 },
    ]);
    expect(after(raised('a'), raised('a'), { type: 'notice.dismissed', id }, raised('a'))).toEqual([
      { kind: 'failure', text: 'a', count: 1 },
    ]);
  });

  it('offer the last write back, and only that', () => {
    const notice = (change: number): NoticesEvent => ({ type: 'notice.raised', kind: 'success', text: 'Saved', undo: offer(change) });
    expect(after(notice(1), raised('Saved', 'success'), notice(2))).toEqual([
      { kind: 'success', text: 'Saved', count: 1 },
      { kind: 'success', text: 'Saved', count: 1, undo: offer(2) },
    ]);
    const actor = createActor(noticesLogic).start();
    const taken: unknown[] = [];
    actor.on('undo.taken', (event) => taken.push(event.offer));
    actor.send(notice(3));
    const id = noticeId({ kind: 'success', text: 'Saved', undo: offer(3) });
    actor.send({ type: 'notice.undoRequested', id });
    actor.send({ type: 'notice.undoRequested', id });
    expect([taken, actor.getSnapshot().context]).toEqual([[offer(3)], []]);
    actor.send(raised('a'));
    actor.send({ type: 'notice.undoRequested', id: noticeId({ kind: 'failure', text: 'a' }) });
    expect(taken).toEqual([offer(3)]);
  });

  it('make room: the oldest goes when a sixth comes', () => {
    expect(after(...['a', 'b', 'c', 'd', 'e', 'f'].map((text) => raised(text))).map(({ text }) => text)).toEqual(['b', 'c', 'd', 'e', 'f']);
  });
});
