import { expect, it } from 'vitest';
import { helpTerms } from '#domain/help/terms';
import { createPointers } from '#server/features/help/pointers';

const article = (slug: string, title: string, asks: readonly string[], body = '') => ({ slug, title, asks, also: [], body });
const BOOK = [
  article('terminal', 'Terminal', ['run a command', 'stop a command'], 'Who may run commands is said elsewhere.'),
  article('runs', 'Terminal runs', ['who ran a command', 'who stopped it'], 'Each command is listed.'),
];
const first = (terms: readonly string[]): string | undefined =>
  [...createPointers(BOOK, helpTerms)(terms)].toSorted(([, a], [, b]) => b - a)[0]?.[0];

it('words point to the article that is asked for with them, also small ones, which a text has by the way', () => {
  expect(first(['command', '~who'])).toBe('runs');
  expect(first(['command', 'run'])).toBe('terminal');
});

it('words that nobody asks with point nowhere', () => {
  expect([...createPointers(BOOK, helpTerms)(['moon'])]).toEqual([
    ['terminal', 0],
    ['runs', 0],
  ]);
});
