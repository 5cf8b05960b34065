import { defineResource } from '#api/contract/table/resource';

/**
 * The recycle bin: deletions that can be restored until they are purged. What a record was is in the journal of changes; rows say it as
 * stock clients read it. Source: wire protocol §5.15, §7.4.
 */
export const dataRecycleLog = defineResource({
  name: 'dataRecycleLog',
  controller: 'security.DataRecycleLog',
  table: 'recycle_entry',
  menu: {
    under: { name: 'security', icon: 'fa fa-shield', sortOrder: 85, id: 55 },
    icon: 'fa fa-recycle',
    sortOrder: 84,
    nodes: ['restore', 'info'],
    ids: 56,
  },
  titleField: 'title',
  rowActions: ['delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list', 'remove'],
  export: 'never',
  // What is purged here has its place in the journal.
  images: 'never',
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', list: 'hidden', widthPx: 80 },
    recycleId: {
      kind: 'remoteSelect',
      of: 'dataRecycle',
      outlivesRecord: true,
      shows: ['controllerAs'],
      form: 'never',
      search: 'select',
      quickSearch: true,
      list: 'hidden',
    },
    setId: { kind: 'integer', form: 'never', search: 'equal', list: 'never' },
    resource: { kind: 'string', form: 'never', search: 'equal', widthPx: 140 },
    recordId: { kind: 'integer', form: 'never', search: 'equal', widthPx: 100 },
    title: { kind: 'string', form: 'never', quickSearch: true, search: 'text' },
    adminId: {
      kind: 'remoteSelect',
      of: 'admin',
      outlivesRecord: true,
      shows: ['nickname'],
      form: 'never',
      search: 'select',
      widthPx: 130,
    },
    ip: { kind: 'string', form: 'never', search: 'equal', list: 'hidden', widthPx: 140 },
    userAgent: { kind: 'string', column: 'useragent', form: 'never', list: 'hidden', widthPx: 260 },
    createTime: { kind: 'createTime', sortable: true, search: 'range' },
  },
});
