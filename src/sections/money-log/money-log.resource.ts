import { reasonsOf } from '#domain/members/ledger-reasons';
import { defineResource } from '#api/contract/table/resource';

/** Every change of a balance, in cents. Entries are only added, by the ledger. Source: wire protocol §2.10, §5.10. */
export const moneyLog = defineResource({
  name: 'moneyLog',
  controller: 'user.MoneyLog',
  table: 'money_log',
  menu: { under: 'user', icon: 'el-icon-Money', sortOrder: 91, ids: 38 },
  titleField: 'memo',
  ledger: { change: 'money', before: 'before' },
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
    before: { kind: 'money', form: 'never', widthPx: 130 },
    money: {
      kind: 'money',
      required: true,
      min: -99_999_999_99,
      max: 99_999_999_99,
      sortable: true,
      search: 'range',
      hint: true,
      widthPx: 130,
    },
    after: { kind: 'money', form: 'never', widthPx: 130 },
    memo: { kind: 'string', required: true, maxLength: 255, quickSearch: true, search: 'text' },
    reason: { kind: 'select', options: reasonsOf('money'), form: 'never', search: 'select', widthPx: 140 },
    adminId: { kind: 'integer', form: 'never', search: 'equal', list: 'hidden' },
    createTime: { kind: 'createTime', sortable: true, search: 'range' },
  },
});
