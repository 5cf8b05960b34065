import { expect, it } from 'vitest';
import { fillText, placeholdersIn } from '#domain/life/life-text';

it('a text of a life fills what stands in double braces, with blanks around it or not', () => {
  const text = '{{ price }} of {{title}}, {{}} {{a b}} {not} {{{deep}}} {{open';
  expect(fillText(text, (key) => `<${key}>`)).toBe('<price> of <title>, <> <a b> {not} {<deep>} {{open');
  expect(placeholdersIn(text)).toEqual(['price', 'title', '', 'a b', 'deep']);
});
