import { expect, it } from 'vitest';
import { replacePersonalWords } from '#domain/chat/personal-words';

const seen = (text: string): string => replacePersonalWords(text, (kind) => `<${kind}>`);

it.each([
  ['身份证 11010519491231002X。', '身份证 <id>。'],
  ['my card is 4111 1111 1111 1111, thanks', 'my card is <card>, thanks'],
  ['卡号6222021234567890128', '卡号<card>'],
  ['call 13800138000 or +86 138-0013-8000', 'call <mobile> or <mobile>'],
  ['打我电话13912345678吧', '打我电话<mobile>吧'],
  ['from abroad: +44 20 7946 0958', 'from abroad: <phone>'],
  // The last sign may be a small letter; shorter and longer cards count as well.
  ['11010519491231002x', '<id>'],
  ['4222222222222', '<card>'],
  ['6304 0000 0000 0000 000', '<card>'],
  ['8613800138000 and 86-13800138000', '<mobile> and <mobile>'],
  ['+1 23 456 789', '<phone>'],
  ['write to lin.tea+shop@example.co.uk.', 'write to <mail>.'],
  ['邮箱lin@example.com，谢谢', '邮箱<mail>，谢谢'],
])('finds what tells who somebody is in %j', (text, hidden) => {
  expect(seen(text)).toBe(hidden);
});

it.each([
  // Neither the check of an identity card nor that of a bank card holds.
  '110105194912310021',
  '4111 1111 1111 1112',
  'order 2026-11-24 14:52:32, no. 100000000001',
  '12 345 pieces at 1,380.00 each, 13800 in all',
  'version 1.38.0013.8000',
  '0000 0000 0000 0000',
  // A number abroad has eight digits at least, and fifteen at most.
  '+1 23 4567',
  '+99 12345 67890 12345',
  '@lin wrote to nobody@',
])('leaves %j as it is', (text) => {
  expect(seen(text)).toBe(text);
});

it('takes no longer for texts that look as if something came', () => {
  const hostile = ['1'.repeat(200_000), 'a.'.repeat(100_000), '1 '.repeat(100_000), `${'a'.repeat(64)}@${'b.'.repeat(100_000)}`];
  const startMs = performance.now();
  for (const text of hostile) seen(text);
  // Each takes some milliseconds; what grew with the square of the length would take minutes.
  expect(performance.now() - startMs).toBeLessThan(5000);
});
