import { expect, it } from 'vitest';
import type { Field } from '#domain/fields/field';
import { rawIssue } from '#domain/fields/raw-length';

const tooLong = (max: number) => ({ key: 'validation.maxLength', params: { max } });
const tooMany = (max: number) => ({ key: 'validation.maxCount', params: { max } });
const text = (length: number): string => 'x'.repeat(length);

it.each<[name: string, field: Field, sent: unknown, issue: object | null]>([
  ['a text of twice its limit in units', { kind: 'string', maxLength: 300 }, text(600), null],
  ['one more', { kind: 'string', maxLength: 300 }, text(601), tooLong(300)],
  // Blanks around a short text are cut later.
  ['a short text, of twice the common limit', { kind: 'string', maxLength: 10 }, text(510), null],
  ['one more of it', { kind: 'string', maxLength: 10 }, text(511), tooLong(10)],
  ['a rich text, of three times its limit', { kind: 'richText', maxLength: 100 }, text(300), null],
  ['one more of it, too', { kind: 'richText', maxLength: 100 }, text(301), tooLong(100)],
  ['a list as one text', { kind: 'tags', maxCount: 2 }, text(2 * 2 * 511), null],
  ['a longer one', { kind: 'tags', maxCount: 2 }, text(2 * 2 * 511 + 1), tooLong(255)],
  ['a list', { kind: 'tags', maxCount: 2 }, ['a', 'b'], null],
  ['one with an item more', { kind: 'tags', maxCount: 2 }, ['a', 'b', 'c'], tooMany(2)],
  ['one with an item as long as can be', { kind: 'tags', maxCount: 2 }, ['a', text(510)], null],
  ['one with an item that is longer', { kind: 'tags', maxCount: 2 }, ['a', text(511)], tooLong(255)],
  ['one with a pair that is longer', { kind: 'array' }, [{ key: 'a', value: text(511) }], tooLong(255)],
  ['one with a pair', { kind: 'array' }, [{ key: 'a', value: text(510) }], null],
  ['one with nothing in it', { kind: 'tags' }, [null, 7], null],
  ['a number', { kind: 'integer' }, 7, null],
  ['nothing', { kind: 'string' }, null, null],
])('%s', (_, field, sent, issue) => {
  expect(rawIssue(field, sent)).toEqual(issue);
});
