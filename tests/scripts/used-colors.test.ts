import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UNUSED_COLORS } from '../../scripts/build/used-colors.ts';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:tsx?|css)$/u.test(name));
const unused = UNUSED_COLORS.join('|');
const NAMED = new RegExp(`--mantine-color-(?:${unused})\\b|(?<!data-)\\b(?:c|color)(?:=\\{[^}]*|[=:]\\s*)['"](?:${unused})\\b`, 'u');

it('draws in no colour that is left out of the styles', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(
    NAMED.test('<Badge color="grape">') &&
      NAMED.test("<Alert color={isBad ? 'red' : 'lime'}>") &&
      NAMED.test("{ color: 'lime' }") &&
      NAMED.test('var(--mantine-color-pink-6)'),
  ).toBe(true);
  expect(files.filter((name) => NAMED.test(readFileSync(join('src', name), 'utf8')))).toEqual([]);
});
