import { expect, it } from 'vitest';
import { withoutColours } from '#domain/terminal/without-colours';

it.each([
  ['\u001b[31mred\u001b[0m and \u001b[1;32;40mgreen\u001b[m', 'red and green'],
  ['[31m is text', '[31m is text'],
  // What moves the cursor is no colour.
  ['\u001b[2K\u001b[1A', '\u001b[2K\u001b[1A'],
  ['', ''],
])('%j reads %j', (text, plain) => {
  expect(withoutColours(text)).toBe(plain);
});
