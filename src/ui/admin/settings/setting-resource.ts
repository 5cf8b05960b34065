import type { Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { fieldId } from '../../kit/fields/base/field-attributes.ts';

/** Inputs belong to a resource; these fields come from the server and to no table. */
export const settingResource = (fields: Readonly<Record<string, Field>>): Resource => ({
  name: 'setting',
  controller: 'routine.Config',
  table: 'config',
  titleField: 'title',
  rowActions: [],
  defaultOrder: { field: 'weigh', direction: 'desc' },
  fields,
});

/** The element in which a setting is typed. */
export const settingInputId = (name: string): string => fieldId({ resource: settingResource({}), key: name, field: { kind: 'string' } });
