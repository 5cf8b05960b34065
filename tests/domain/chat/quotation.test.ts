import { expect, it } from 'vitest';
import { beginningOf, withQuotation } from '#domain/chat/quotation';

const words = (count: number): string => 'word '.repeat(count);

it('quotes each line, behind what is typed, and leaves room for the question', () => {
  expect(withQuotation('', ' One\n\nTwo \n')).toBe('> One\n>\n> Two\n\n');
  expect(withQuotation('And?\n', 'One')).toBe('And?\n\n> One\n\n');
  expect(withQuotation('  ', 'One')).toBe('> One\n\n');
});

it('quotes a short answer whole, and of a long one what has room: to its last paragraph, line or word', () => {
  expect(beginningOf(' Short. \n')).toBe('Short.');
  expect(beginningOf(`${words(50)}\n\n${words(50)}`)).toBe(`${words(50).trim()} …`);
  expect(beginningOf(`${words(60)}\n${words(60)}`)).toBe(`${words(60).trim()} …`);
  expect(beginningOf(words(200))).toBe(`${words(80).trim()} …`);
  // A paragraph so near to the beginning would say nothing.
  expect(beginningOf(`Ah.\n\n${words(200)}`).length).toBeGreaterThan(380);
  expect(beginningOf('字'.repeat(900))).toBe(`${'字'.repeat(400)} …`);
  expect(beginningOf(`a${'👍'.repeat(300)}`)).toBe(`a${'👍'.repeat(199)} …`);
});
