import { expect, it } from 'vitest';
import { fillMessage } from '#domain/app/fill-message';

it.each([
  ['{{count}} [[record|records]]', { count: 1 }, '1 record'],
  ['{{count}} [[record|records]]', { count: '1' }, '1 record'],
  ['{{count}} [[record|records]]', { count: 0 }, '0 records'],
  ['{{count}} [[record|records]]', { count: 12 }, '12 records'],
  ['[[record|records]]', {}, 'records'],
  ['[[one row|all rows]] and [[a|b]]', { count: 1 }, 'one row and a'],
  ['{{name}}: {{name}} {{other}}', { name: '茶' }, '茶: 茶 '],
  ['{{ name }} {name} [[a]]', { name: '茶' }, '{{ name }} {name} [[a]]'],
  ['', { name: '茶' }, ''],
] as const)('%j with %j says %j', (message, params, said) => {
  expect(fillMessage(message, params)).toBe(said);
});
