import { defineResource } from '#api/contract/table/resource';

/**
 * Which fields of which sections are watched: each change of one is an entry of its own. Stock clients name the fields `data_fields`,
 * and send their titles with them. Source: wire protocol §5.16, §7.4.
 */
export const sensitiveData = defineResource({
  name: 'sensitiveData',
  controller: 'security.SensitiveData',
  table: 'security_sensitive_data',
  menu: { under: 'security', icon: 'fa fa-expeditedssl', sortOrder: 81, ids: 71 },
  titleField: 'name',
  shippedNames: ['管理员数据', '会员数据', '管理员权限'],
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list', 'read', 'add', 'save', 'remove'],
  isSmall: true,
  import: 'never',
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', widthPx: 80 },
    name: { kind: 'string', required: true, maxLength: 50, search: 'text' },
    controller: { kind: 'string', required: true, maxLength: 100, quickSearch: true, search: 'text' },
    controllerAs: { kind: 'string', form: 'never', list: 'hidden' },
    resource: { kind: 'string', form: 'never', list: 'never' },
    dataTable: { kind: 'string', form: 'never', search: 'text' },
    // Columns, each with its title.
    fields: { kind: 'array', required: true },
    connection: { kind: 'string', form: 'never', list: 'never' },
    primaryKey: { kind: 'string', form: 'never', list: 'hidden' },
    status: { kind: 'switch', initial: true, search: 'select' },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', sortable: true },
    updateTime: { kind: 'updateTime', sortable: true, list: 'hidden' },
  },
});
