import * as fc from 'fast-check';
import { isInForm, isServerOwned, wireNameOf, type Field } from '#domain/fields/field';
import { maxLengthOf } from '#domain/fields/field-rules';
import { describedKind, type FieldKind } from '#domain/fields/kinds/registry';
import type { Resource } from '#domain/table/resource';
import { textFromCents } from '#domain/base/money';

type Wire = Readonly<Record<string, unknown>>;

const words = fc.array(fc.constantFrom('tea', 'Tea', '绿茶', '100%', 'a_b', 'back\\slash', "it's", '"q"', '<b>', ';--', '茶', 'x'), {
  minLength: 1,
  maxLength: 4,
});
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const clock = fc.integer({ min: 0, max: 86_399 }).map((seconds) => new Date(seconds * 1000).toISOString().slice(11, 19));
/** Codes of areas, from the outermost on; one is of none that there is. */
const areas = fc.constantFrom([], ['11'], ['33', '3301'], ['33', '3301', '330106'], ['33', '3399']);
const items = fc.uniqueArray(fc.constantFrom('new', 'hot', '热卖', 'a b', 'x%'), { maxLength: 4 });
const addresses = ['/a.png', '/storage/热卖/b.pdf', 'https://files.example/c.png?v=1&x=100%', 'http://files.example/d'];
const orEmpty = (value: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof({ weight: 4, arbitrary: value }, fc.constant(''));

/** Texts that the rule of their kind takes. */
const TEXTS: Partial<Record<FieldKind, fc.Arbitrary<string>>> = {
  mobile: fc.integer({ min: 0, max: 99_999_999 }).map((rest) => `138${String(rest).padStart(8, '0')}`),
  idNumber: fc.constantFrom('11010519491231002X', '440524188001010014'),
  account: fc.constantFrom('abc', 'Tea_Lover1', 'z99'),
  variableName: fc.constantFrom('name', '_x1', '$', '变量'),
  email: fc.constantFrom('a@b.cn', 'tea.lover@example.com'),
  date: day,
  time: clock,
  localDateTime: fc.tuple(day, clock).map((parts) => parts.join(' ')),
  color: fc.constantFrom('#fff', '#12ab9F', '#00000080'),
};

/** Values a form of this field may send, in wire form. @param related ids that exist in the other resource */
function valueOf(field: Field, related: readonly number[]): fc.Arbitrary<unknown> {
  const { wire, storage, range, isMarkup, files } = describedKind(field);
  const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => (field.required ? value : fc.option(value, { freq: 5 }));
  const text = (value: fc.Arbitrary<string>): fc.Arbitrary<string> => (field.required ? value : orEmpty(value));
  const bounds = (low: number, high: number) => {
    const min = Math.max(low, ('min' in field ? field.min : undefined) ?? range?.[0] ?? low);
    return { min, max: Math.max(min, Math.min(high, ('max' in field ? field.max : undefined) ?? range?.[1] ?? high)) };
  };
  if (storage === 'secret' || isServerOwned(field)) throw new Error(`${field.kind} is not sent`);
  switch (wire) {
    case 'text':
    case 'trimmed':
      if ('options' in field) return field.required ? fc.constantFrom(...field.options) : orEmpty(fc.constantFrom(...field.options));
      if (files === 'one') return text(fc.constantFrom(...addresses));
      if (isMarkup) return fc.constantFrom('<p>tea</p>', '');
      return text(TEXTS[field.kind] ?? words.map((chosen) => chosen.join(' ').slice(0, maxLengthOf(field)).trim()));
    case 'number':
      if (storage === 'decimal') return maybe(fc.integer(bounds(-500, 500)).map((value) => value / 4));
      return maybe(fc.integer(range ? bounds(1990, 2030) : bounds(-20, 20)));
    case 'money':
      return maybe(fc.integer({ min: 0, max: 5000 }).map(textFromCents));
    case 'switch':
      return fc.constantFrom('0', '1');
    case 'time':
      return maybe(fc.integer({ min: 1_700_000_000, max: 1_700_200_000 }));
    case 'id':
      return maybe(fc.constantFrom(...related));
    case 'ids':
      return fc.subarray([...related]);
    case 'list':
      if (files === 'several') return fc.subarray(addresses);
      if (field.kind === 'citySelect') return areas;
      return 'options' in field ? fc.subarray([...field.options]) : items;
    case 'pairs':
      return fc.array(fc.record({ key: fc.constantFrom('k', '键'), value: fc.constantFrom('v', '值') }), { maxLength: 2 });
    case 'parent':
      return fc.constant(0);
    default:
      return wire satisfies never;
  }
}

/** Whole records of a resource as a form would send them. */
export function wireRecords(resource: Resource, related: readonly number[]): fc.Arbitrary<Wire> {
  const fields = Object.entries(resource.fields).filter(([, field]) => isInForm(field));
  const record = fc.record(Object.fromEntries(fields.map(([key, field]) => [wireNameOf(key, field), valueOf(field, related)])));
  const valid = VALID[resource.name];
  return valid ? fc.tuple(record, fc.uuid()).map(([row, name]) => valid(row, name)) : record;
}

/** The built-in answerer is there once, and an address is one. */
const ofAProvider = (row: Wire): Wire => ({
  ...row,
  protocol: row['protocol'] === 'builtIn' ? 'openaiChat' : row['protocol'],
  base_url: '',
});

const ahead = (seconds: unknown, by: number): number | null => (typeof seconds === 'number' ? seconds + by : null);

/** Goods have rules of their own over several fields; their times lie ahead, for one that has passed counts no more. */
function sellable(row: Wire): Wire {
  const price = Number(row['price']);
  const listPrice = row['list_price'] === null || row['list_price'] === '' ? null : Math.max(price, Number(row['list_price'])).toFixed(2);
  const isSellable = price > 0 && (row['images'] as readonly string[]).length > 0;
  const times = { publish_time: ahead(row['publish_time'], 100_000_000), end_time: ahead(row['end_time'], 101_000_000) };
  return { ...row, ...times, list_price: listPrice, status: row['status'] === 'on' && !isSellable ? 'off' : row['status'] };
}

/** What is published says something, in each language that it has a title in. */
const published = (row: Wire): Wire => ({ ...row, body: '<p>tea</p>', body_en: '<p>Tea</p>' });

/** Rules of sections over several fields, and names that nobody else may have. */
const VALID: Readonly<Record<string, (row: Wire, name: string) => Wire>> = {
  chatModel: ofAProvider,
  signInProvider: (row) => ({ ...row, issuer: 'https://login.example.com', scopes: 'email', groups_claim: 'groups' }),
  // One row of a provider, value and group.
  signInGroup: (row, value) => ({ ...row, value }),
  goods: sellable,
  // From each of these two states one step leads to the other; the rest are not come to by a save alone.
  notice: (row) => ({ ...published(row), group_id: null, status: row['status'] === 'on' ? 'on' : 'draft', expire_time: null }),
  publicPage: (row, slug) => ({ ...published(row), slug }),
  // Of another address the secret would have to be made anew.
  webhook: (row) => ({ ...row, url: 'https://example.com/hooks' }),
};
