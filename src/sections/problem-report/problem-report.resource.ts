import { defineResource } from '#api/contract/table/resource';

/**
 * Problems that people have reported. Reports come from calls alone; staff keep their state and a note. The journal that came with a
 * report is no field of it: it leaves by a download of its own.
 */
export const problemReport = defineResource({
  name: 'problemReport',
  controller: 'routine.ProblemReport',
  table: 'problem_report',
  menu: { under: 'routine', icon: 'local-log', sortOrder: 79, nodes: ['download'], ids: 141 },
  titleField: 'number',
  rowActions: ['edit', 'delete'],
  // Its journal goes with a report.
  final: ['del'],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list', 'read', 'save', 'remove'],
  lifeField: 'status',
  fields: {
    id: { kind: 'id', sortable: true, list: 'hidden', widthPx: 80 },
    number: { kind: 'string', form: 'never', quickSearch: true, search: 'text', widthPx: 120 },
    status: {
      kind: 'radio',
      options: ['new', 'seen', 'closed'],
      optionColors: { new: 'orange', seen: 'blue', closed: 'teal' },
      required: true,
      search: 'select',
      sortable: true,
      initial: 'new',
      widthPx: 110,
    },
    createTime: { kind: 'createTime', sortable: true, search: 'range' },
    sentence: { kind: 'string', form: 'never', quickSearch: true, search: 'text', widthPx: 240 },
    page: { kind: 'string', form: 'never', quickSearch: true, search: 'text', widthPx: 170 },
    who: { kind: 'select', options: ['admin', 'member', 'visitor'], form: 'never', search: 'select', widthPx: 100 },
    reporter: { kind: 'string', form: 'never', quickSearch: true, search: 'text', widthPx: 100 },
    app: { kind: 'string', form: 'never', search: 'text', widthPx: 90 },
    build: { kind: 'string', form: 'never', search: 'equal', list: 'hidden' },
    language: { kind: 'string', form: 'never', list: 'hidden' },
    userAgent: { kind: 'string', column: 'useragent', form: 'never', search: 'text', list: 'hidden', widthPx: 260 },
    network: { kind: 'string', form: 'never', search: 'equal', list: 'hidden' },
    faultPath: { kind: 'string', form: 'never', search: 'text', list: 'hidden', widthPx: 260 },
    faultError: { kind: 'string', form: 'never', search: 'text', list: 'hidden', widthPx: 260 },
    entries: { kind: 'integer', form: 'never', sortable: true, list: 'hidden' },
    sizeBytes: { kind: 'integer', column: 'size', form: 'never', sortable: true, search: 'range' },
    note: { kind: 'textarea', maxLength: 1000, search: 'text', list: 'hidden', widthPx: 260 },
    version: { kind: 'version', list: 'never' },
  },
});
