import { wireNameOf } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { textIn } from '#domain/fields/kinds/base/declared';
import type { Language, Messages } from '../../base/messages.ts';
import type { FieldTitle } from '../../base/refusal.ts';

/** What the fields of a section are called, by wire name. */
export const titlesOf = ({ name, fields }: Pick<Resource, 'name' | 'fields'>): Readonly<Record<string, FieldTitle>> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [wireNameOf(key, field), field.label ?? `resources.${name}.fields.${key}`]),
  );

/** The number of a record has no words of its own in sections that were designed. */
const named = (name: string): string => (name === 'id' ? 'ID' : name);

/** What a field is called in a language, by its wire name; the name itself where there is no such field. */
export function fieldWords(
  resource: Pick<Resource, 'name' | 'fields'> | undefined,
  name: string,
  { messages, language }: { readonly messages: Messages; readonly language: Language },
): string {
  const title = resource && titlesOf(resource)[name];
  if (typeof title !== 'string') return textIn(title, language) ?? named(name);
  const told = messages.text(language, title);
  // A key that has no text stands for itself.
  return told === title ? named(name) : told;
}
