import { defineResource } from '#api/contract/table/resource';

/**
 * What other programs may do in an administrator's name. The token itself is made, and told once, by a button of its row; it is stored as
 * a hash in a table of its own.
 */
export const apiToken = defineResource({
  name: 'apiToken',
  controller: 'auth.ApiToken',
  table: 'api_token',
  menu: { under: 'auth', icon: 'el-icon-Connection', sortOrder: 93, nodes: ['issue'] },
  titleField: 'name',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  isSmall: true,
  dataLimit: { rule: 'personal', ownerColumn: 'admin_id' },
  calls: ['list', 'read', 'add', 'save', 'remove'],
  export: 'never',
  import: 'never',
  // What opened with it is gone.
  final: ['del'],
  bin: 'never',
  fields: {
    id: { kind: 'id', list: 'hidden', widthPx: 80 },
    name: { kind: 'string', required: true, maxLength: 60, quickSearch: true, search: 'text', hint: true },
    adminId: { kind: 'remoteSelect', of: 'admin', outlivesRecord: true, form: 'never', search: 'select', widthPx: 130 },
    isReadOnly: { kind: 'switch', column: 'read_only', initial: true, hint: true, bulk: 'never', widthPx: 110 },
    rules: { kind: 'ruleTree', of: 'adminRule', hint: true, list: 'never' },
    endsAt: { kind: 'dateTime', column: 'end_time', required: true, hint: true, bulk: 'never', sortable: true, search: 'range' },
    callsPerMinute: { kind: 'integer', required: true, min: 1, max: 6000, initial: 120, hint: true, list: 'hidden', bulk: 'never' },
    status: { kind: 'switch', initial: true, search: 'select', widthPx: 90 },
    issuedAt: { kind: 'dateTime', column: 'issued_time', form: 'never' },
    lastUsedAt: { kind: 'dateTime', column: 'last_used_time', form: 'never', sortable: true },
    lastUsedIp: { kind: 'string', form: 'never', search: 'equal', list: 'hidden', widthPx: 130 },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', sortable: true, list: 'hidden' },
    updateTime: { kind: 'updateTime', sortable: true, list: 'hidden' },
  },
});
