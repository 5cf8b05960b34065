import { defineResource } from '#api/contract/table/resource';

/**
 * What answers have cost, by day, model and whoever asked. The server alone writes it, with the end of each answer. Costs are millionths
 * of a cent. Source: open content, "Chat page".
 */
export const chatUsage = defineResource({
  name: 'chatUsage',
  controller: 'chat.Usage',
  table: 'chat_usage',
  menu: { under: 'chat', icon: 'fa fa-bar-chart', sortOrder: 60 },
  titleField: 'day',
  rowActions: [],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list'],
  fields: {
    id: { kind: 'id', sortable: true, list: 'hidden', widthPx: 80 },
    day: { kind: 'date', form: 'never', search: 'range', sortable: true, widthPx: 120 },
    ownerType: {
      kind: 'select',
      options: ['visitor', 'member', 'admin'],
      optionColors: { visitor: 'gray', member: 'blue', admin: 'teal' },
      form: 'never',
      search: 'select',
      widthPx: 110,
    },
    ownerId: { kind: 'integer', form: 'never', search: 'equal', widthPx: 90 },
    modelId: { kind: 'remoteSelect', of: 'chatModel', outlivesRecord: true, form: 'never', search: 'select', widthPx: 160 },
    answers: { kind: 'integer', form: 'never', sortable: true, widthPx: 100 },
    inputTokens: { kind: 'integer', form: 'never', sortable: true, widthPx: 120 },
    outputTokens: { kind: 'integer', form: 'never', sortable: true, widthPx: 120 },
    cost: { kind: 'integer', form: 'never', sortable: true, widthPx: 130 },
  },
});
