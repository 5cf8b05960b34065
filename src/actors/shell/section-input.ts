import type { OutputOf } from '#api/contract/base/endpoint';
import type { adminInit } from '#api/contract/session/session';
import { addressingOf } from '#domain/table/collection-address';
import type { Abilities } from '#domain/table/abilities';
import { initialValueOf, isInForm } from '#domain/fields/field';
import { fieldOfKind, type Resource } from '#domain/table/resource';
import { searchPartOf } from '#domain/base/addresses/query';
import { restoreTableSettings } from '#domain/table/table-settings';
import type { CollectionInput } from '#machines/table/collection.vocabulary';
import type { Opening } from '#machines/shell/tab-input';

/** What a resource's table begins with, as JSON; its owner and the address come with the tab. */
export function sectionInput(
  resource: Resource,
  abilities: Abilities,
  storedTable: unknown,
  revision?: number,
): Omit<CollectionInput, 'owner' | 'params'> {
  const sortOrder = fieldOfKind(resource, 'sortOrder');
  const isSorted = sortOrder !== undefined && resource.defaultOrder.field === sortOrder && resource.rowActions.includes('sort');
  return {
    resource: resource.name,
    addressing: addressingOf(resource),
    abilities,
    table: restoreTableSettings(storedTable),
    newRecord: Object.fromEntries(
      Object.entries(resource.fields)
        .filter(([, field]) => isInForm(field))
        .map(([key, field]) => [key, initialValueOf(field)]),
    ),
    sortField: isSorted ? sortOrder : null,
    ...(revision !== undefined && { revision }),
  };
}

/** What a section opens with by a view, as its server has it. */
export function openingOf({ params, columns }: OutputOf<typeof adminInit>['openingViews'][string]): Opening {
  const { order, shown, hidden, pinned, widthsPx } = restoreTableSettings(columns);
  return { search: searchPartOf(params), columns: { order, shown, hidden, pinned, widthsPx } };
}
