import { defineResource } from '#api/contract/table/resource';

/** Words that the site does not want in questions or answers, whatever their case. */
export const chatWord = defineResource({
  name: 'chatWord',
  controller: 'chat.Word',
  table: 'chat_word',
  menu: { under: 'chat', icon: 'fa fa-shield', sortOrder: 59 },
  titleField: 'pattern',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list', 'read', 'add', 'save', 'remove'],
  isSmall: true,
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', widthPx: 80 },
    pattern: { kind: 'string', required: true, maxLength: 200, quickSearch: true, search: 'text' },
    place: { kind: 'select', options: ['both', 'question', 'answer'], required: true, search: 'select', initial: 'both' },
    deed: {
      kind: 'radio',
      options: ['refuse', 'mask'],
      optionColors: { refuse: 'red', mask: 'orange' },
      required: true,
      search: 'select',
      initial: 'refuse',
      hint: true,
    },
    status: { kind: 'switch', initial: true, search: 'select' },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', sortable: true, list: 'hidden' },
    updateTime: { kind: 'updateTime', sortable: true },
  },
});
