import type { Field, Fields } from '../fields/field.ts';
import { describedKind } from '../fields/kinds/registry.ts';
import type { Effect, LifeText } from './life.ts';
import { placeholdersIn } from './life-text.ts';

const has = (record: object, name: string): boolean => Object.hasOwn(record, name);

/** What is wrong with an effect, and of which kinds that may be. */
interface WrongEffect {
  readonly level: 'error';
  readonly at: string;
  readonly what: 'askedUnwritable' | 'fieldUnknown' | 'relationUnknown' | 'titleMissing' | 'placeholderUnknown';
  readonly name?: string;
}

const error = (at: string, what: WrongEffect['what'], name?: string): WrongEffect => ({
  level: 'error',
  at,
  what,
  ...(name !== undefined && { name }),
});

/** What is wrong with an effect. @param isWritable whether a step may write the field */
export function effectFindings(fields: Fields, isWritable: (key: string) => boolean, at: string, effect: Effect): readonly WrongEffect[] {
  if ('set' in effect) {
    const { set, to } = effect;
    return [
      ...(isWritable(set) ? [] : [error(at, 'askedUnwritable', set)]),
      ...('field' in to && !has(fields, to.field) ? [error(at, 'fieldUnknown', to.field)] : []),
    ];
  }
  if ('send' in effect) {
    if (!('of' in effect.to)) return [];
    const relation = has(fields, effect.to.of) ? fields[effect.to.of] : undefined;
    return relation && describedKind(relation).storage === 'record' && 'of' in relation ? [] : [error(at, 'relationUnknown', effect.to.of)];
  }
  if ('comment' in effect) return textFindings(fields, at, [effect.comment]);
  const address = 'mail' in effect && 'field' in effect.mail ? effect.mail.field : null;
  const isAddress = address === null || (has(fields, address) && describedKind(fields[address] as Field).storage === 'text');
  return [
    ...(isAddress ? [] : [error(at, 'fieldUnknown', address)]),
    ...(Object.values(effect.title).some((text) => text.trim() !== '') ? [] : [error(at, 'titleMissing')]),
    ...textFindings(fields, at, [effect.title, effect.text ?? {}]),
  ];
}

/** What leaves the house says no more than the list does. */
const textFindings = (fields: Fields, at: string, texts: readonly LifeText[]): readonly WrongEffect[] =>
  [...new Set(texts.flatMap((text) => Object.values(text).flatMap(placeholdersIn)))]
    .filter((key) => !has(fields, key) || !isTold(fields[key] as Field))
    .map((key) => error(at, 'placeholderUnknown', key));

const isTold = (field: Field): boolean => field.list !== 'never' && describedKind(field).storage !== 'secret';
