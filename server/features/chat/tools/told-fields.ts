import type { Kysely } from 'kysely';
import type { ListQuery } from '#api/contract/table/resource-endpoints';
import { isPersonal } from '#domain/base/personal-data';
import { isPosted, wireNameOf, type Field } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Resource } from '#domain/table/resource';
import type { Tables } from '../../../db/tables/tables.ts';
import type { ResourceContext } from '../../../resources/base/resource-context.ts';
import type { Resources } from '../../../resources/registry.ts';
import { discretionOver, isPersonalColumn as isOfPersonalKind } from '../../changes/personal-values.ts';

type Section = Pick<Resource, 'name' | 'fields'>;

/** Whether a model is told the values of a field, by the field's wire name: not what is personal by its kind or its name, and not what is watched. */
export interface Telling {
  isHidden(resource: Resource, name: string): boolean;
}

const wireNamesOf = ({ fields }: Section): readonly string[] => Object.entries(fields).map(([key, field]) => wireNameOf(key, field));

/** What the declaration alone says; which fields are watched is in the database. */
export const BY_DECLARATION: Telling = {
  isHidden: (resource, name) => isPersonal(name, wireNamesOf(resource)) || isOfPersonalKind(resource, name),
};

/**
 * What models are told of these sections, whoever asks: an administrator who may look at hidden values asks for each by hand, which is
 * written down.
 */
export async function tellingOf(kysely: Kysely<Tables>, resources: Pick<Resources, 'get'>, names: readonly string[]): Promise<Telling> {
  const discretion = await discretionOver(kysely, (name) => resources.get(name)?.resource, names);
  return {
    isHidden: (resource, name) => BY_DECLARATION.isHidden(resource, name) || discretion.isWatched(resource.name, name),
  };
}

/** The fields that a model may propose values for, by wire name: none that is secret, and none whose value it is not told. */
export function proposableFields(resource: Resource, telling: Telling): ReadonlyMap<string, Field> {
  return new Map(
    Object.entries(resource.fields)
      .filter(([, field]) => isPosted(field) && describedKind(field).storage !== 'secret')
      .map(([key, field]) => [wireNameOf(key, field), field] as const)
      .filter(([name]) => !telling.isHidden(resource, name)),
  );
}

/** What a section's quick search looks into, as far as a model is told of it, by the names that a search gives them. */
export function searchedFields(
  { columns, other }: Pick<ResourceContext, 'resource' | 'columns' | 'other'>,
  resource: Resource,
  telling: Telling,
): {
  readonly names: readonly string[];
  /** Whether the quick search looks into more. */
  readonly isPart: boolean;
} {
  const named = columns.quickSearch.flatMap((column) => {
    const relation = columns.relations.find((one) => one.column === column);
    if (!relation) return [{ name: column.name, isHidden: telling.isHidden(resource, column.name) }];
    const { resource: theirs, columns: their } = other(relation.of);
    const shown = [their.title, ...('shows' in column.field ? (column.field.shows ?? []) : []).flatMap((key) => their.find(key) ?? [])];
    return shown.map(({ name }) => ({
      name: `${relation.name}.${name}`,
      isHidden: telling.isHidden(theirs, name) || telling.isHidden(resource, column.name),
    }));
  });
  return { names: named.filter(({ isHidden }) => !isHidden).map(({ name }) => name), isPart: named.some(({ isHidden }) => isHidden) };
}

/**
 * A search by words that finds nothing by what is hidden: how many records it finds would tell, letter by letter, what stands there.
 * @returns null where there is nothing left to look into
 */
export function searchFor(
  words: string,
  { names, isPart }: ReturnType<typeof searchedFields>,
): Pick<ListQuery, 'quickSearch' | 'anyOf'> | null {
  const wanted = words.trim();
  if (wanted === '' || !isPart) return { quickSearch: wanted };
  if (names.length === 0) return null;
  return { quickSearch: '', anyOf: names.map((field) => [{ field, operator: 'LIKE', val: wanted }]) };
}
