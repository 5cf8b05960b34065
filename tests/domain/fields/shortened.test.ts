import { expect, it } from 'vitest';
import { shortened } from '#domain/fields/shortened';

it.each([
  ['as it is where there is room', 'Green tea', 9, 'Green tea'],
  ['behind the last whole word', 'Green tea is picked in spring', 14, 'Green tea is…'],
  ['behind a word that ends where the room does', 'Green tea is picked', 13, 'Green tea is…'],
  ['without the comma that stands there', 'Green tea, black tea', 12, 'Green tea…'],
  ['between the signs of Chinese', '绿茶在春天采摘', 5, '绿茶在春…'],
  ['before a Latin word among them', '绿茶在 spring 采摘', 8, '绿茶在…'],
  ['inside a word as long as the room', 'https-and-so-on', 6, 'https…'],
  ['never inside a character', '🍵🍵🍵🍵', 3, '🍵🍵…'],
])('a text is shown %s', (_case, text, length, shown) => {
  expect(shortened(text, length)).toBe(shown);
});
