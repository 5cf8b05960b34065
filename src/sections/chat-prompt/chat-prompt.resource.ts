import { defineResource } from '#api/contract/table/resource';

/**
 * What the site tells models beforehand, suggests to whoever begins, and offers behind `/`. Without an English text readers of English
 * get the Chinese one. Source: open content, "Chat page".
 */
export const chatPrompt = defineResource({
  name: 'chatPrompt',
  controller: 'chat.Prompt',
  table: 'chat_prompt',
  menu: {
    under: { name: 'chat', icon: 'el-icon-ChatDotRound', sortOrder: 90 },
    icon: 'el-icon-List',
    sortOrder: 80,
  },
  titleField: 'name',
  titleIn: { en: 'nameEn' },
  rowActions: ['sort', 'edit', 'delete'],
  defaultOrder: { field: 'weigh', direction: 'desc' },
  isSmall: true,
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', widthPx: 80 },
    kind: {
      kind: 'select',
      options: ['starter', 'command', 'system'],
      optionColors: { starter: 'teal', command: 'blue', system: 'gray' },
      required: true,
      search: 'select',
      sortable: true,
      initial: 'starter',
      hint: true,
      widthPx: 126,
    },
    name: { kind: 'string', required: true, maxLength: 60, quickSearch: true, search: 'text' },
    nameEn: { kind: 'string', maxLength: 60, quickSearch: true, list: 'hidden' },
    body: { kind: 'textarea', required: true, maxLength: 8000, quickSearch: true, widthPx: 320 },
    bodyEn: { kind: 'textarea', maxLength: 8000, list: 'hidden', widthPx: 320 },
    audience: {
      kind: 'select',
      options: ['all', 'visitor', 'member', 'admin'],
      required: true,
      search: 'select',
      initial: 'all',
      widthPx: 122,
    },
    status: { kind: 'switch', initial: true, search: 'select' },
    weigh: { kind: 'sortOrder', sortable: true, list: 'hidden' },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', sortable: true, list: 'hidden' },
    updateTime: { kind: 'updateTime', sortable: true },
  },
});
