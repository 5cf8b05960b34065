import type { Language } from '../base/language.ts';
import { type AnyRecord, wireNameOf } from '../fields/field.ts';
import type { Resource } from './resource.ts';

type Titled = Pick<Resource, 'titleField' | 'titleIn'>;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** The field that names a record to readers of a language: theirs where it is filled, else the title field. */
export function titleKey({ titleField, titleIn }: Titled, values: AnyRecord, language: Language): string {
  const own = titleIn?.[language];
  return own !== undefined && isText(values[own]) ? own : titleField;
}

/** The same of a record in wire form: the name that its title stands under there. */
export function titleWireName(
  { titleField, titleIn, fields }: Titled & Pick<Resource, 'fields'>,
  row: AnyRecord,
  language: Language,
): string {
  const own = titleIn?.[language];
  const name = own === undefined ? undefined : wireNameOf(own, fields[own]);
  return name !== undefined && isText(row[name]) ? name : wireNameOf(titleField, fields[titleField]);
}
