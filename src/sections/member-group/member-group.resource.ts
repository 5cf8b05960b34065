import { defineResource } from '#api/contract/table/resource';

/** What its members may do in the member centre. Source: wire protocol §5.8, §7.2. */
export const memberGroup = defineResource({
  name: 'memberGroup',
  controller: 'user.Group',
  table: 'member_group',
  menu: { under: 'user', icon: 'fa fa-group', sortOrder: 93, ids: 27 },
  titleField: 'name',
  shippedNames: ['默认分组', '老顾客'],
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list', 'read', 'add', 'save', 'remove'],
  fields: {
    id: { kind: 'id', sortable: true, widthPx: 80 },
    name: { kind: 'string', required: true, maxLength: 50, quickSearch: true, search: 'text' },
    rules: { kind: 'ruleTree', of: 'memberRule', widthPx: 240 },
    status: { kind: 'switch', search: 'select', initial: true },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', sortable: true },
    updateTime: { kind: 'updateTime', sortable: true, list: 'hidden' },
  },
});
