import { defineResource } from '#api/contract/table/resource';

/** How much may be asked: a row an audience, and one for each group of members that has other limits. Nothing where there is no limit. */
export const chatQuota = defineResource({
  name: 'chatQuota',
  controller: 'chat.Quota',
  table: 'chat_quota',
  menu: { under: 'chat', icon: 'el-icon-Money', sortOrder: 70 },
  titleField: 'audience',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'asc' },
  calls: ['list', 'read', 'add', 'save', 'remove'],
  // A row an audience and group: what a file would add is there already.
  import: 'never',
  isSmall: true,
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', widthPx: 80 },
    audience: { kind: 'select', options: ['visitor', 'member', 'admin'], required: true, search: 'select', initial: 'member' },
    groupId: { kind: 'remoteSelect', of: 'memberGroup', hint: true },
    messagesADay: { kind: 'integer', min: 0, max: 1_000_000, initial: null, hint: true, widthPx: 134 },
    tokensADay: { kind: 'integer', min: 0, max: 1_000_000_000_000, initial: null, hint: true, widthPx: 122 },
    costADay: { kind: 'money', min: 0, max: 99_999_999_99, initial: null, hint: true },
    answersAtOnce: { kind: 'integer', required: true, min: 1, max: 10, initial: 1, widthPx: 136 },
    inputCharacters: { kind: 'integer', required: true, min: 1, max: 8000, initial: 8000, widthPx: 172 },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', sortable: true, list: 'hidden' },
    updateTime: { kind: 'updateTime', sortable: true },
  },
});
