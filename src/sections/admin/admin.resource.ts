import { checkAdmin } from '#domain/rights/admin-rules';
import { defineResource } from '#api/contract/table/resource';

/** Administrators. Passwords are written only and lie in a table of their own. Source: wire protocol §5.3. */
export const admin = defineResource({
  name: 'admin',
  controller: 'auth.Admin',
  table: 'admin',
  menu: { under: 'auth', icon: 'el-icon-UserFilled', sortOrder: 101, ids: 8 },
  titleField: 'username',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  dataLimit: { rule: 'allAuthAndOthers', ownerColumn: 'id' },
  calls: ['list', 'read', 'add', 'save', 'remove'],
  // Passwords, groups and ended sessions lie elsewhere.
  final: ['add', 'edit', 'del'],
  check: checkAdmin,
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', widthPx: 64 },
    avatar: { kind: 'image', widthPx: 66 },
    username: { kind: 'account', required: true, maxLength: 20, quickSearch: true, search: 'text', sortable: true },
    nickname: { kind: 'string', required: true, maxLength: 50, quickSearch: true, search: 'text', widthPx: 120 },
    groupIds: { kind: 'remoteSelects', column: 'group_arr', of: 'adminGroup', leavesOut: 'own', required: true, widthPx: 180 },
    password: { kind: 'password', maxLength: 32, requiredOnAdd: true, hint: true },
    email: { kind: 'email', maxLength: 50, search: 'text', list: 'hidden' },
    mobile: { kind: 'mobile', maxLength: 11, search: 'text', widthPx: 130 },
    motto: { kind: 'string', maxLength: 255, list: 'hidden' },
    status: { kind: 'switch', initial: true, search: 'select', widthPx: 98 },
    hasFactor: {
      kind: 'select',
      options: ['0', '1'],
      optionColors: { 0: 'gray', 1: 'teal' },
      form: 'never',
      initial: '0',
      search: 'select',
      sortable: true,
      query: 'byEditors',
      widthPx: 158,
    },
    lastLoginTime: { kind: 'dateTime', form: 'never', sortable: true, search: 'range' },
    lastLoginIp: { kind: 'string', form: 'never', list: 'hidden', search: 'text' },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', sortable: true, search: 'range', list: 'hidden' },
    updateTime: { kind: 'updateTime', list: 'hidden' },
  },
});
