import { CHANGE_ACTIONS, CHANGE_SOURCES } from '#domain/changes/change';
import { defineResource } from '#api/contract/table/resource';

/**
 * The timeline: every write to a section, by whom and from where. Sets come from writes alone; what is in them, and the way back, have calls
 * of their own. Source: journal.md 7.3.
 */
export const changeSet = defineResource({
  name: 'changeSet',
  controller: 'security.Change',
  table: 'change_set',
  menu: {
    under: 'security',
    icon: 'fa fa-history',
    sortOrder: 86,
    nodes: ['undo', 'rewind'],
  },
  titleField: 'title',
  rowActions: [],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list'],
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', list: 'hidden', widthPx: 130 },
    at: { kind: 'createTime', sortable: true, search: 'range' },
    actorName: { kind: 'string', form: 'never', widthPx: 130 },
    actorType: { kind: 'select', options: ['admin', 'member', 'server'], form: 'never', search: 'select', list: 'hidden', widthPx: 110 },
    actorId: { kind: 'integer', form: 'never', search: 'equal', list: 'never' },
    resource: { kind: 'string', form: 'never', search: 'equal', widthPx: 150 },
    // Of a set with records of others a reader is told of their own only.
    title: { kind: 'string', form: 'never', query: 'never', widthPx: 220 },
    records: { kind: 'integer', form: 'never', query: 'never', widthPx: 90 },
    action: { kind: 'select', options: CHANGE_ACTIONS, form: 'never', search: 'select', widthPx: 110 },
    source: { kind: 'select', options: CHANGE_SOURCES, form: 'never', search: 'select', widthPx: 120 },
    /** Empty where it can be taken back. */
    keptOut: { kind: 'select', options: ['secret', 'elsewhere', 'undone'], form: 'never', widthPx: 160 },
    ip: { kind: 'string', form: 'never', list: 'hidden', widthPx: 140 },
    userAgent: { kind: 'string', column: 'useragent', form: 'never', list: 'hidden', widthPx: 260 },
  },
});
