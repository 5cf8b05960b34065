import { defineResource } from '#api/contract/table/resource';

/** Groups of administrators, a tree. A group gives rules; nobody gives what they have not, nor as much as they have. Source: wire protocol §5.4. */
export const adminGroup = defineResource({
  name: 'adminGroup',
  controller: 'auth.Group',
  table: 'admin_group',
  menu: { under: 'auth', icon: 'fa fa-group', sortOrder: 102, ids: 3 },
  titleField: 'name',
  shippedNames: ['超级管理组', '一级管理员', '二级管理员', '三级管理员'],
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'asc' },
  tree: true,
  dataLimit: { rule: 'ownGroups', ownerColumn: 'id' },
  calls: ['list', 'read', 'add', 'save', 'remove'],
  export: 'never',
  fields: {
    id: { kind: 'id', list: 'hidden', widthPx: 80 },
    parentId: { kind: 'parent', column: 'pid', list: 'never' },
    name: { kind: 'string', required: true, maxLength: 100, quickSearch: true },
    rules: { kind: 'ruleTree', of: 'adminRule', hint: true, widthPx: 240 },
    status: { kind: 'switch', initial: true },
    needsFactor: { kind: 'switch', initial: false, hint: true, list: 'hidden' },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', list: 'hidden' },
    updateTime: { kind: 'updateTime', list: 'shown' },
  },
});
