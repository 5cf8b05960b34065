import { defineResource } from '#api/contract/table/resource';

/**
 * Who did what in the back office, one row for each write call. Rows come from calls alone; who is not super sees their own.
 * Source: wire protocol §5.5.
 */
export const adminLog = defineResource({
  name: 'adminLog',
  controller: 'auth.AdminLog',
  table: 'admin_log',
  menu: { under: 'auth', icon: 'el-icon-List', sortOrder: 96, ids: [19, 20, 140] },
  titleField: 'title',
  rowActions: ['delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list', 'remove'],
  dataLimit: { rule: 'personal', ownerColumn: 'admin_id' },
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', list: 'hidden', widthPx: 80 },
    adminId: { kind: 'integer', form: 'never', search: 'equal', list: 'never' },
    username: { kind: 'string', form: 'never', quickSearch: true, search: 'text', widthPx: 130 },
    title: { kind: 'string', form: 'never', quickSearch: true, search: 'text' },
    url: { kind: 'string', form: 'never', search: 'text', query: 'byPeople', widthPx: 260 },
    ip: { kind: 'string', form: 'never', search: 'equal', widthPx: 140 },
    userAgent: { kind: 'string', column: 'useragent', form: 'never', search: 'text', list: 'hidden', widthPx: 260 },
    parameters: { kind: 'textarea', column: 'data', form: 'never', query: 'byPeople', list: 'hidden', widthPx: 260 },
    createTime: { kind: 'createTime', sortable: true, search: 'range' },
  },
});
