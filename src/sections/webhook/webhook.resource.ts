import { defineResource } from '#api/contract/table/resource';
import { checkWebhook } from './webhook.rules.ts';

/**
 * Where other programs are told of changes in an administrator's name. What messages are signed with is made, and told once, by a button of
 * its row; it lies encrypted in a table of its own, for this address alone.
 */
export const webhook = defineResource({
  name: 'webhook',
  controller: 'auth.Webhook',
  table: 'webhook',
  menu: { under: 'auth', icon: 'fa fa-bullhorn', sortOrder: 91, nodes: ['issue', 'test'] },
  titleField: 'name',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  isSmall: true,
  dataLimit: { rule: 'personal', ownerColumn: 'admin_id' },
  calls: ['list', 'read', 'add', 'save', 'remove'],
  export: 'never',
  import: 'never',
  // Its secret and what is left to be sent are gone.
  final: ['del'],
  bin: 'never',
  check: checkWebhook,
  fields: {
    id: { kind: 'id', list: 'hidden', widthPx: 80 },
    name: { kind: 'string', required: true, maxLength: 60, quickSearch: true, search: 'text', hint: true },
    url: { kind: 'string', required: true, maxLength: 500, quickSearch: true, search: 'text', hint: true, bulk: 'never', widthPx: 230 },
    adminId: { kind: 'remoteSelect', of: 'admin', outlivesRecord: true, form: 'never', list: 'hidden', search: 'select', widthPx: 130 },
    kinds: {
      kind: 'checkbox',
      options: ['created', 'changed', 'deleted', 'event'],
      optionColors: { created: 'teal', changed: 'blue', deleted: 'red', event: 'grape' },
      initial: ['created', 'changed', 'deleted'],
      required: true,
      hint: true,
      bulk: 'never',
      widthPx: 205,
    },
    rules: { kind: 'ruleTree', of: 'adminRule', hint: true, list: 'never' },
    sections: { kind: 'tags', form: 'never', widthPx: 140 },
    status: { kind: 'switch', initial: true, search: 'select', hint: true, widthPx: 90 },
    issuedAt: { kind: 'dateTime', column: 'issued_time', form: 'never' },
    deliveredAt: { kind: 'dateTime', column: 'delivered_time', form: 'never', sortable: true },
    failingAt: { kind: 'dateTime', column: 'failing_time', form: 'never', sortable: true },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', sortable: true, list: 'hidden' },
    updateTime: { kind: 'updateTime', sortable: true, list: 'hidden' },
  },
});
