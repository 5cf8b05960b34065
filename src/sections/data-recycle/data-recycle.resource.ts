import { defineResource } from '#api/contract/table/resource';

/**
 * Which sections' deletions wait in the recycle bin. What the controller says decides about the table and its key; clients may send them
 * along. Source: wire protocol §5.14, §7.4.
 */
export const dataRecycle = defineResource({
  name: 'dataRecycle',
  controller: 'security.DataRecycle',
  table: 'security_data_recycle',
  menu: { under: 'security', icon: 'fa fa-database', sortOrder: 82, ids: 66 },
  titleField: 'name',
  shippedNames: ['管理员', '管理员日志', '菜单规则', '会员', '数据回收规则'],
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list', 'read', 'add', 'save', 'remove'],
  isSmall: true,
  import: 'never',
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', widthPx: 80 },
    name: { kind: 'string', required: true, maxLength: 50, quickSearch: true, search: 'text' },
    controller: { kind: 'string', required: true, maxLength: 100, search: 'text' },
    controllerAs: { kind: 'string', form: 'never', list: 'hidden' },
    resource: { kind: 'string', form: 'never', list: 'never' },
    dataTable: { kind: 'string', form: 'never', search: 'text' },
    connection: { kind: 'string', form: 'never', list: 'never' },
    primaryKey: { kind: 'string', form: 'never', list: 'hidden' },
    status: { kind: 'switch', initial: true, search: 'select' },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', sortable: true },
    updateTime: { kind: 'updateTime', sortable: true, list: 'hidden' },
  },
});
