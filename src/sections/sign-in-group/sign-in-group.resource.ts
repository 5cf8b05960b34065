import { defineResource } from '#api/contract/table/resource';

/** Which groups of administrators the values of a provider's claim stand for. Nobody leads to a group that they could not give. */
export const signInGroup = defineResource({
  name: 'signInGroup',
  controller: 'auth.SignInGroup',
  table: 'sign_in_group',
  menu: { under: 'auth', icon: 'fa fa-random', sortOrder: 98 },
  titleField: 'value',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'asc' },
  calls: ['list', 'read', 'add', 'save', 'remove'],
  isSmall: true,
  export: 'never',
  import: 'never',
  // Accounts of others have followed it.
  final: ['add', 'edit', 'del'],
  bin: 'never',
  fields: {
    id: { kind: 'id', sortable: true, list: 'hidden', widthPx: 80 },
    providerId: { kind: 'remoteSelect', of: 'signInProvider', required: true, search: 'select', bulk: 'never', widthPx: 180 },
    value: { kind: 'string', required: true, maxLength: 200, quickSearch: true, search: 'text', hint: true, bulk: 'never', widthPx: 240 },
    groupId: { kind: 'remoteSelect', of: 'adminGroup', required: true, hint: true, bulk: 'never', widthPx: 200 },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', sortable: true, list: 'hidden' },
    updateTime: { kind: 'updateTime', sortable: true, list: 'hidden' },
  },
});
