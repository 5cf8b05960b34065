import type { Language } from '../base/language.ts';
import { type AnyRecord, wireNameOf } from '../fields/field.ts';
import type { Resource } from './resource.ts';

type Titled = Pick<Resource, 'titleField' | 'titleIn'>;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** The reader's own field where it is filled, else the title field. */
function chosen({ titleField, titleIn }: Titled, language: Language, valueOf: (key: string) => unknown): string {
  const own = titleIn?.[language];
  return own !== undefined && isText(valueOf(own)) ? own : titleField;
}

/** The field that names a record to readers of a language: theirs where it is filled, else the title field. */
export const titleKey = (resource: Titled, values: AnyRecord, language: Language): string =>
  chosen(resource, language, (key) => values[key]);

/** The same of a record in wire form: the name that its title stands under there. */
export function titleWireName(resource: Titled & Pick<Resource, 'fields'>, row: AnyRecord, language: Language): string {
  const nameOf = (key: string): string => wireNameOf(key, resource.fields[key]);
  return nameOf(chosen(resource, language, (key) => row[nameOf(key)]));
}
