import type { Field } from '#domain/fields/field';
import { textIn, type Texts } from '#domain/fields/kinds/base/declared';
import type { Resource } from '#domain/table/resource';
import { hasText, pageLanguage, text } from '../base/i18n.ts';

/**
 * The words of a resource. A shipped resource has them in `locales`, one designed at run time carries them;
 * where both are missing the name itself stands, so that nothing is ever blank; that of the number is ID.
 */
const chosen = (texts: Texts | undefined): string | undefined => textIn(texts, pageLanguage());

const message = (key: string): string | undefined => (hasText(key) ? text(key) : undefined);

export const resourceLabel = (resource: Pick<Resource, 'name' | 'label'>): string =>
  chosen(resource.label) ?? message(`resources.${resource.name}.label`) ?? resource.name;

/**
 * The label inside a sentence, at its end or before Chinese words: English writes it small there, but for what is spelt out, such as API;
 * Chinese sets Latin letters apart.
 */
export const labelInSentence = (resource: Pick<Resource, 'name' | 'label'>): string => inSentence(resourceLabel(resource));

/** The same of any label. */
export const inSentence = (label: string): string => {
  if (pageLanguage() !== 'en') return label.replace(/^(?=[A-Z])/iu, ' ').replace(/(?<=[A-Z])$/iu, ' ');
  return /^(?:[A-Z]{2}|English|Chinese)/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
};

export const fieldLabel = (resource: Resource, key: string): string =>
  chosen(resource.fields[key]?.label) ?? message(`resources.${resource.name}.fields.${key}`) ?? (key === 'id' ? 'ID' : key);

export const optionLabel = (resource: Resource, key: string, option: string): string => {
  const field = resource.fields[key];
  const own = field && 'optionLabels' in field ? field.optionLabels?.[option] : undefined;
  return chosen(own) ?? message(`resources.${resource.name}.options.${key}.${option}`) ?? option;
};

/** The text under a field's input, if it has one; of a new record another one may be true. */
export const fieldHint = (resource: Resource, key: string, field: Field, isNew = false): string | undefined => {
  if (!field.hint) return undefined;
  const ofNew = isNew ? message(`resources.${resource.name}.hintsOnAdd.${key}`) : undefined;
  if (ofNew !== undefined) return ofNew;
  return field.hint === true ? message(`resources.${resource.name}.hints.${key}`) : chosen(field.hint);
};

/** What stands for a record that was named and is gone; undefined where it may only have stayed out of the reply. */
export function goneText(field: Field, joined: unknown, id: string): string | undefined {
  if (joined !== null || !('outlivesRecord' in field && field.outlivesRecord)) return undefined;
  const key = `resources.${field.of}.gone`;
  return hasText(key) ? text(key, { id }) : undefined;
}
