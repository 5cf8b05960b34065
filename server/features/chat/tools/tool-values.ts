import { wireNameOf } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import { MASK, withoutPersonal } from '#domain/base/personal-data';
import type { Resource } from '#domain/table/resource';
import type { WireRow } from '../../../resources/base/list-reply.ts';
import type { Telling } from './told-fields.ts';

const MOST_OF_A_VALUE = 500;
/** Numbers of identity cards and bank cards. */
const LONG_NUMBER = /(?<!\d)\d{15,19}[\dXx]?(?!\d)/gu;

const plain = (value: unknown): unknown =>
  typeof value === 'string' ? withoutPersonal(value).replaceAll(LONG_NUMBER, MASK).slice(0, MOST_OF_A_VALUE) : value;

const isTold = (value: unknown): boolean =>
  value === null || typeof value !== 'object' || (Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null));

/** What a model of others is told of a record: what its section shows, without what is personal. Joined records are left out. */
export function toldOf(resource: Resource, row: WireRow, telling: Telling): WireRow {
  const kept = Object.entries(resource.fields).flatMap(([key, field]) => {
    const name = wireNameOf(key, field);
    if (describedKind(field).storage === 'secret' || !(name in row) || !isTold(row[name])) return [];
    const value = row[name];
    if (telling.isHidden(resource, name)) return [[name, value === null || value === '' ? value : MASK] as const];
    return [[name, Array.isArray(value) ? value.slice(0, 50).map(plain) : plain(value)] as const];
  });
  return Object.fromEntries(kept);
}

/** Whether something that was masked stands in it: it would be written in the place of what it hides. */
export const hasMask = (value: unknown): boolean => JSON.stringify(value)?.includes(MASK) ?? false;

/** What a model gave a tool. @throws SyntaxError where it does not fit, in words for the model */
export function inputOf<T>(shape: { safeParse(value: unknown): { readonly data?: T | undefined } }, value: unknown): T {
  const { data } = shape.safeParse(value);
  if (data === undefined) throw new SyntaxError('the input does not fit the parameters of the tool.');
  return data;
}
