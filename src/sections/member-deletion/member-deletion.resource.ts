import { defineResource } from '#api/contract/table/resource';

/** Requests of members to end their account. They come from the member centre alone; staff sees them, and cancels one while it is open. */
export const memberDeletion = defineResource({
  name: 'memberDeletion',
  controller: 'user.Deletion',
  table: 'member_deletion_request',
  menu: { under: 'user', icon: 'fa fa-history', sortOrder: 89, nodes: ['cancel'] },
  titleField: 'id',
  rowActions: [],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list'],
  // Nothing of it is ever taken back.
  final: ['edit'],
  lifeField: 'status',
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', widthPx: 80 },
    memberId: {
      kind: 'remoteSelect',
      of: 'member',
      outlivesRecord: true,
      shows: ['nickname'],
      form: 'never',
      quickSearch: true,
      search: 'select',
      widthPx: 160,
    },
    status: {
      kind: 'select',
      options: ['asked', 'cancelled', 'done'],
      optionColors: { asked: 'orange', cancelled: 'gray', done: 'teal' },
      form: 'never',
      search: 'select',
      initial: 'asked',
      widthPx: 120,
    },
    dueTime: { kind: 'dateTime', form: 'never', sortable: true, search: 'range', widthPx: 160 },
    createTime: { kind: 'createTime', sortable: true, search: 'range' },
    endTime: { kind: 'dateTime', form: 'never', widthPx: 160 },
    remindTime: { kind: 'dateTime', form: 'never', list: 'hidden', widthPx: 160 },
  },
});
