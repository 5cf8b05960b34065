import type { Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { configItem } from '#api/contract/settings/config-item';
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

/** A setting as somebody adds it, which goes to one of the groups that there are, by the name that the page has for it. */
export const newSettingResource = (groups: readonly { readonly key: string; readonly title: string }[]): Resource => ({
  ...configItem,
  fields: {
    ...configItem.fields,
    group: {
      kind: 'select',
      required: true,
      options: groups.map(({ key }) => key),
      optionLabels: Object.fromEntries(groups.map(({ key, title }) => [key, { 'zh-cn': title, en: title }])),
    },
  },
});
