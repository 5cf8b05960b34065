import { describe, expect, it } from 'vitest';
import { chatDrafts } from '#actors/chat/chat-drafts';
import { createTestWorld } from '#tests/support/app.ts';

/** Drafts of a tab, in which whoever is signed in changes; null is a visitor. */
function tab() {
  const { ports, ownStored } = createTestWorld();
  let person: number | null = null;
  const drafts = chatDrafts({ tabStorage: ports.tabStorage, area: 'member', personOf: () => person, log: () => {} });
  return { drafts, ownStored, be: (next: number | null) => (person = next) };
}

describe('drafts of the chat', () => {
  it('are those of whoever typed them: another member neither reads them nor finds them in the tab', () => {
    const { drafts, ownStored, be } = tab();
    be(7);
    drafts.keep('c1', 'Mine');
    be(8);
    expect([drafts.read('c1'), ownStored.size]).toEqual(['', 0]);
    be(7);
    expect(drafts.read('c1')).toBe('');
  });

  it('wait for their member while nobody is signed in', () => {
    const { drafts, be } = tab();
    be(7);
    drafts.keep(null, 'Mine');
    be(null);
    expect(drafts.read(null)).toBe('');
    be(7);
    expect(drafts.read(null)).toBe('Mine');
  });

  it('wait for their member while a visitor types, and are no other member’s', () => {
    const { drafts, ownStored, be } = tab();
    be(7);
    drafts.keep(null, 'A long text');
    drafts.keep('c1', 'Another');
    be(null);
    drafts.keep(null, 'h');
    drafts.keep(null, 'hi');
    expect([drafts.read(null), drafts.read('c1')]).toEqual(['hi', '']);
    drafts.keep(null, '');
    be(7);
    expect([drafts.read(null), drafts.read('c1')]).toEqual(['A long text', 'Another']);
    be(null);
    drafts.keep('c2', 'of a visitor');
    be(8);
    expect([drafts.read(null), drafts.read('c2')]).toEqual(['', 'of a visitor']);
    expect([...ownStored.values()].join('')).not.toContain('A long text');
  });

  it('of a visitor who turns out to be the member stand before what the member had typed in the same conversation', () => {
    const { drafts, be } = tab();
    be(7);
    drafts.keep(null, 'Before the session ended');
    drafts.keep('c1', 'Another');
    be(null);
    drafts.keep(null, 'Typed last');
    be(7);
    expect([drafts.read(null), drafts.read('c1')]).toEqual(['Typed last', 'Another']);
    drafts.keep(null, 'Typed last!');
    expect(drafts.read(null)).toBe('Typed last!');
  });

  it('of a visitor go along with the sign-in, as what they have asked does', () => {
    const { drafts, be } = tab();
    drafts.keep(null, 'Half a question');
    be(7);
    expect(drafts.read(null)).toBe('Half a question');
  });

  it('have the name under which they are sent, until they have arrived, have not, or something else is typed', () => {
    const { drafts } = tab();
    drafts.keep('c1', ' Hello ');
    expect([drafts.sentAs('c1', 'Hello'), drafts.send('c1', 'Hello', 'run-1')]).toEqual([null, 'run-1']);
    expect([drafts.sentAs('c1', ' Hello'), drafts.sentAs('c1', 'Hallo'), drafts.sentAs('c2', 'Hello')]).toEqual(['run-1', null, null]);
    expect([drafts.send('c1', 'Hello', 'run-2'), drafts.send('c2', 'Hello', 'run-3')]).toEqual(['run-1', 'run-3']);
    drafts.settle('c1', 'run-1', false);
    expect([drafts.read('c1'), drafts.sentAs('c1', 'Hello')]).toEqual(['Hello', null]);
    drafts.keep('c2', 'Hello there');
    drafts.settle('c2', 'run-3', true);
    expect([drafts.read('c2'), drafts.send('c2', 'Hello there', 'run-4')]).toEqual(['Hello there', 'run-4']);
    drafts.settle('c2', 'run-4', true);
    expect(drafts.read('c2')).toBe('');
  });
});
