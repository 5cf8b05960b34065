import { reasonsOf } from '#domain/members/ledger-reasons';
import { defineResource } from '#api/contract/table/resource';

/** Every change of a score. Entries are only added, by the ledger. Source: wire protocol §2.10, §5.10. */
export const scoreLog = defineResource({
  name: 'scoreLog',
  controller: 'user.ScoreLog',
  table: 'score_log',
  menu: { under: 'user', icon: 'el-icon-Discount', sortOrder: 90, ids: 41 },
  titleField: 'memo',
  ledger: { change: 'score', before: 'before' },
  rowActions: [],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list', 'add'],
  import: 'never',
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', widthPx: 80 },
    userId: {
      kind: 'remoteSelect',
      of: 'member',
      outlivesRecord: true,
      shows: ['nickname'],
      required: true,
      quickSearch: true,
      search: 'select',
    },
    before: { kind: 'integer', form: 'never' },
    score: { kind: 'integer', required: true, sortable: true, search: 'range', hint: true },
    after: { kind: 'integer', form: 'never' },
    memo: { kind: 'string', required: true, maxLength: 255, quickSearch: true, search: 'text' },
    reason: { kind: 'select', options: reasonsOf('score'), form: 'never', search: 'select', widthPx: 140 },
    adminId: { kind: 'integer', form: 'never', search: 'equal', list: 'hidden' },
    createTime: { kind: 'createTime', sortable: true, search: 'range' },
  },
});
