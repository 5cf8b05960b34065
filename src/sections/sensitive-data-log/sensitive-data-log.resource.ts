import { defineResource } from '#api/contract/table/resource';

/**
 * Each change of a watched field, which can be rolled back until the entry is removed. The values are in the journal of changes; who may
 * not look at them sees their ends only. Source: wire protocol §5.17, §7.4.
 */
export const sensitiveDataLog = defineResource({
  name: 'sensitiveDataLog',
  controller: 'security.SensitiveDataLog',
  table: 'sensitive_log',
  menu: {
    under: 'security',
    icon: 'local-log',
    sortOrder: 83,
    nodes: ['rollback', 'info', 'reveal'],
    ids: [61, 62, 63, 64, 65, 150],
  },
  titleField: 'title',
  rowActions: ['delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list', 'remove'],
  export: 'never',
  images: 'never',
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', list: 'hidden', widthPx: 80 },
    sensitiveId: {
      kind: 'remoteSelect',
      of: 'sensitiveData',
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
    dataField: { kind: 'string', form: 'never', list: 'hidden' },
    dataComment: { kind: 'string', form: 'never', widthPx: 130 },
    before: { kind: 'textarea', form: 'never', widthPx: 160 },
    after: { kind: 'textarea', form: 'never', widthPx: 160 },
    masked: { kind: 'switch', form: 'never', list: 'never' },
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
