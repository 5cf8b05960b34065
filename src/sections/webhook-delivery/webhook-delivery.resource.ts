import { defineResource } from '#api/contract/table/resource';

/** Messages to other programs, and what became of them. They come with the writes that they tell of; the server alone writes them. */
export const webhookDelivery = defineResource({
  name: 'webhookDelivery',
  controller: 'auth.WebhookDelivery',
  table: 'webhook_delivery',
  menu: { under: 'auth', icon: 'el-icon-Tickets', sortOrder: 90, nodes: ['replay'] },
  titleField: 'id',
  rowActions: [],
  defaultOrder: { field: 'id', direction: 'desc' },
  dataLimit: { rule: 'personal', ownerColumn: 'admin_id' },
  calls: ['list'],
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', widthPx: 68 },
    webhookId: { kind: 'remoteSelect', of: 'webhook', outlivesRecord: true, form: 'never', search: 'select', widthPx: 140 },
    kind: {
      kind: 'select',
      options: ['created', 'changed', 'deleted', 'event'],
      optionColors: { created: 'teal', changed: 'blue', deleted: 'red', event: 'grape' },
      form: 'never',
      widthPx: 120,
    },
    state: {
      kind: 'select',
      options: ['waiting', 'delivered', 'failed', 'withheld'],
      optionColors: { waiting: 'orange', delivered: 'teal', failed: 'red', withheld: 'gray' },
      form: 'never',
      search: 'select',
      widthPx: 104,
    },
    fault: {
      kind: 'select',
      options: ['refused', 'redirected', 'timedOut', 'unknownHost', 'certificate', 'unreachable', 'private', 'unsigned', 'withheld'],
      form: 'never',
      widthPx: 150,
    },
    nextAt: { kind: 'dateTime', column: 'next_time', form: 'never', widthPx: 108 },
    resource: { kind: 'string', form: 'never', search: 'equal', widthPx: 96 },
    recordId: { kind: 'integer', form: 'never', search: 'equal', widthPx: 68 },
    createTime: { kind: 'createTime', search: 'range', sortable: true },
    event: { kind: 'string', form: 'never', list: 'hidden', widthPx: 110 },
    status: { kind: 'integer', form: 'never', list: 'hidden', widthPx: 96 },
    durationMs: { kind: 'integer', form: 'never', list: 'hidden', widthPx: 100 },
    attempts: { kind: 'integer', form: 'never', list: 'hidden', widthPx: 90 },
    adminId: { kind: 'remoteSelect', of: 'admin', outlivesRecord: true, form: 'never', list: 'hidden', search: 'select', widthPx: 130 },
  },
});
