import { isServerOwned, type Fields } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import type { SendEffect } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { referringTo, relationsOf } from '../conditions/leaf-form.ts';
import { sectionOf } from '../base/life-words.ts';

/** Fields that a step may write. */
export const writableFields = (fields: Fields, stateField: string): readonly string[] =>
  Object.entries(fields).flatMap(([key, field]) =>
    key === stateField || isServerOwned(field) || describedKind(field).storage === 'secret' ? [] : [key],
  );

/** Fields that may have an address in them. */
export const addressFields = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([key, field]) => (field.kind === 'email' ? [key] : []));

/** Whether a section's records have a life; of shipped and published ones browsers know the field alone. */
const hasLife = (section: Resource | undefined): boolean => section?.life !== undefined || section?.lifeField !== undefined;

/** The records that a step can lead on: those that it names, and those that name it, of sections with a life. */
export const ledFrom = (section: Resource): readonly SendEffect['to'][] => [
  ...relationsOf(section, (name) => (hasLife(sectionOf(name, section)) ? sectionOf(name, section) : undefined)).map((of) => ({ of })),
  ...referringTo(section).filter(({ referring }) => hasLife(sectionOf(referring, section))),
];
