import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Objects that carry the key of a write, as they stand in the source. */
const KEYED = /\{[^{}]*\bidempotencyKey\b[^{}]*\}/gu;

/** What can be left while it waits. */
const LEFT_OTHERWISE: Readonly<Record<string, string>> = {
  'src/actors/table/import.actors.ts': 'an import that is late can be cancelled, and says whether it was done',
};

it('a write that can be sent again is given up once the server no longer answers: it holds its window open until then', () => {
  const paths = globSync('src/{actors,sections}/**/*.{ts,tsx}').filter(
    (path) => !path.includes('.test.') && !path.startsWith('src/actors/calls/'),
  );
  const keyed = paths.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(KEYED)]
      // What is handed to a call, and no type or input of a machine.
      .filter(([text]) => /\b(?:signal|quiet|idempotencyKey:)/u.test(text) && !/readonly |, signal\b.*=>/u.test(text))
      .map(([text]) => ({ path: path.replaceAll('\\', '/'), isBounded: text.includes('timeoutMs: ANSWERED_WITHIN_MS') })),
  );
  expect(keyed.length).toBeGreaterThan(10);
  expect([...new Set(keyed.flatMap(({ path, isBounded }) => (isBounded ? [] : [path])))]).toEqual(Object.keys(LEFT_OTHERWISE));
});
