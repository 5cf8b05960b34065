import { defineResource } from '#api/contract/table/resource';

/** What people said of answers. Question and answer are there where somebody chose to show them, and nothing else of a conversation. */
export const chatFeedback = defineResource({
  name: 'chatFeedback',
  controller: 'chat.Feedback',
  table: 'chat_feedback',
  menu: { under: 'chat', icon: 'el-icon-Message', sortOrder: 90 },
  titleField: 'id',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list', 'read', 'save', 'remove'],
  lifeField: 'status',
  fields: {
    id: { kind: 'id', sortable: true, widthPx: 80 },
    status: {
      kind: 'radio',
      options: ['open', 'seen', 'closed'],
      optionColors: { open: 'orange', seen: 'blue', closed: 'teal' },
      required: true,
      search: 'select',
      initial: 'open',
      widthPx: 110,
    },
    kind: {
      kind: 'select',
      options: ['report', 'rating'],
      optionColors: { report: 'red', rating: 'gray' },
      form: 'never',
      search: 'select',
      widthPx: 100,
    },
    verdict: { kind: 'select', options: ['good', 'bad'], optionColors: { good: 'teal', bad: 'orange' }, form: 'never', widthPx: 100 },
    reasons: { kind: 'string', form: 'never', widthPx: 160 },
    note: { kind: 'string', form: 'never', widthPx: 220 },
    excerpt: { kind: 'string', form: 'never', widthPx: 320 },
    modelName: { kind: 'string', form: 'never', widthPx: 120 },
    staffNote: { kind: 'textarea', maxLength: 1000, list: 'hidden', widthPx: 220 },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime' },
    updateTime: { kind: 'updateTime', list: 'hidden' },
  },
});
