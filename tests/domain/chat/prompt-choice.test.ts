import { expect, it } from 'vitest';
import { matchingCommands, takenText } from '#domain/chat/prompt-choice';

const commands = ['summary', 'A long summary', '翻译', 'who'].map((name) => ({ name, text: `${name}:`, isBuiltIn: name === 'who' }));
const found = (typed: string) => matchingCommands(commands, typed).map(({ name }) => name);

it('finds what has the word behind the slash, what begins with it first, in any case', () => {
  expect(found('/')).toEqual(['summary', 'A long summary', '翻译', 'who']);
  expect(found('/SUM')).toEqual(['summary', 'A long summary']);
  expect(found('/a')).toEqual(['A long summary', 'summary']);
  expect([found('/翻'), found('/翻译')]).toEqual([['翻译'], ['翻译']]);
  expect(
    matchingCommands(
      Array.from({ length: 20 }, (_, index) => ({ name: String(index), isBuiltIn: false })),
      '/',
    ).length,
  ).toBe(8);
});

it('finds nothing where no name is typed', () => {
  for (const typed of ['', 'who', ' /who', '/who is that', '/who\n', '//who', '/who']) expect([typed, found(typed)]).toEqual([typed, []]);
});

it('takes the text of a prompt, and the name of a command', () => {
  expect(commands.filter(({ name }) => found('/h').includes(name)).map(takenText)).toEqual(['/who']);
  expect(takenText(commands[0]!)).toBe('summary:');
});
