import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  areaTextKey,
  initialValueOf,
  isInForm,
  isMeant,
  isPosted,
  isServerOwned,
  relationKey,
  titlesNameOf,
  wireNameOf,
  type Field,
} from '#domain/fields/field';
import type { KindDescription } from '#domain/fields/kinds/base/kind';
import { KINDS } from '#domain/fields/kinds/registry';

/** Texts of which each is a value of some kinds and not of others. */
const TEXTS = [
  '',
  '0',
  '-7',
  '1.5',
  '1969',
  '2026',
  '2200',
  '13800138000',
  '23800138000',
  '+8613800138000',
  '11010519491231002X',
  '110105194912310021',
  'tea',
  'tea_1',
  '1tea',
  'x',
  'a name',
  'correct-horse-9',
  'short',
  'a@b.cn',
  'a@b',
  '#0f766e',
  '#0f7',
  'teal',
  'rgb(1, 2, 3)',
  '2024-02-29',
  '2026-02-29',
  '12:30:00',
  '24:00:00',
  '12:30',
  '2026-02-03 04:05:06',
  '2026-02-30 04:05:06',
  'el-icon-Goods',
  'fa fa-star',
  '<p><br></p>',
  '<p>tea</p>',
] as const;

/** All that a kind says, with what its functions make of the texts and of options. */
const said = ({ matches, isNothing, initialOf, ...facts }: KindDescription): Readonly<Record<string, unknown>> => ({
  ...facts,
  ...(matches && { matches: TEXTS.filter((text) => matches(text)) }),
  ...(isNothing && { isNothing: TEXTS.filter((text) => isNothing(text)) }),
  ...(initialOf && {
    initialOf: [true, false].map((required) => [[], ['one', 'two']].map((options) => initialOf({ required, options }))),
    initialWithoutOptions: initialOf({ required: true }),
  }),
});

it('each say what is approved of them', async () => {
  const text = JSON.stringify(Object.fromEntries(Object.entries(KINDS).map(([kind, description]) => [kind, said(description)])), null, 2);
  await expect(`${text}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'kinds.approved.json'));
});

const field = (more: object): Field => ({ kind: 'string', ...more });

const told = (one: Field) => [isServerOwned(one), isInForm(one), isPosted(one)];

describe('a field', () => {
  it('is the server’s, in the form, or posted without an input, by its kind and what is declared', () => {
    expect(told(field({}))).toEqual([false, true, true]);
    expect(told(field({ form: 'never' }))).toEqual([false, false, false]);
    expect(told(field({ kind: 'id' }))).toEqual([true, false, false]);
    // Stock clients have an input for it.
    expect(told(field({ kind: 'sortOrder' }))).toEqual([true, false, true]);
  });

  it('is meant where all that it depends on has one of the wanted values', () => {
    const dependent = field({ when: { kind: ['a', 'b'], isOn: ['true'] } });
    expect(isMeant(field({}), {})).toBe(true);
    expect(isMeant(dependent, { kind: 'b', isOn: true })).toBe(true);
    expect(isMeant(dependent, { kind: 'c', isOn: true })).toBe(false);
    expect(isMeant(dependent, { kind: 'a', isOn: false })).toBe(false);
    expect(isMeant(dependent, {})).toBe(false);
  });

  it('has names on the wire that follow from its key, unless it has a column of its own', () => {
    expect(['categoryId', 'shopIds', 'Ids2', 'title'].map(relationKey)).toEqual(['category', 'shop', 'Ids2', 'title']);
    expect(wireNameOf('marketPriceOf')).toBe('market_price_of');
    expect(wireNameOf('groupArr', field({ column: 'group_arr2' }))).toBe('group_arr2');
    expect(wireNameOf('groupArr', field({}))).toBe('group_arr');
    expect(areaTextKey('city')).toBe('cityText');
    expect(['group_arr', 'shop_ids', 'arr_x'].map(titlesNameOf)).toEqual(['group_name_arr', 'shop_name_arr', 'arr_x_name_arr']);
  });

  it('begins with what is declared, else with what its kind begins with', () => {
    expect(initialValueOf(field({}))).toBe('');
    expect(initialValueOf(field({ initial: undefined }))).toBe('');
    expect(initialValueOf(field({ initial: 'tea' }))).toBe('tea');
    expect(initialValueOf(field({ kind: 'switch', initial: false }))).toBe(false);
    expect(initialValueOf(field({ kind: 'select', required: true, options: ['on', 'off'] }))).toBe('on');
    expect(initialValueOf(field({ kind: 'select', options: ['on', 'off'] }))).toBe('');
    expect(initialValueOf(field({ kind: 'integer' }))).toBeNull();
  });
});
