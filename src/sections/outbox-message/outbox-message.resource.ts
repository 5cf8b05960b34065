import { defineResource } from '#api/contract/table/resource';

/**
 * Every message the server has sent or, without a mail server or a provider of text messages, keeps for administrators. A code can be
 * read only in those that were kept. Source: wire protocol §2.9.
 */
export const outboxMessage = defineResource({
  name: 'outboxMessage',
  controller: 'routine.Outbox',
  table: 'outbox_message',
  menu: { under: 'routine', icon: 'el-icon-Message', sortOrder: 80, ids: 113 },
  titleField: 'target',
  rowActions: ['delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list', 'remove'],
  // Messages hold codes.
  images: 'never',
  fields: {
    id: { kind: 'id', sortable: true, list: 'hidden', widthPx: 80 },
    channel: {
      kind: 'select',
      options: ['email', 'mobile'],
      optionColors: { email: 'blue', mobile: 'teal' },
      form: 'never',
      search: 'select',
      widthPx: 100,
    },
    target: { kind: 'string', form: 'never', quickSearch: true, search: 'text', widthPx: 210 },
    purpose: {
      kind: 'select',
      options: [
        'user_register',
        'user_login',
        'user_retrieve_pwd',
        'user_change_email',
        'user_email_verify',
        'user_change_mobile',
        'user_mobile_verify',
        'address_changed',
        'account_known',
        'member_message',
        'admin_message',
        'record_message',
      ],
      form: 'never',
      search: 'select',
      widthPx: 165,
    },
    code: { kind: 'string', form: 'never', widthPx: 90 },
    subject: { kind: 'string', form: 'never', quickSearch: true, list: 'hidden' },
    text: { kind: 'textarea', form: 'never', list: 'hidden' },
    status: {
      kind: 'select',
      options: ['waiting', 'sent', 'failed'],
      optionColors: { waiting: 'orange', sent: 'teal', failed: 'red' },
      form: 'never',
      search: 'select',
      sortable: true,
      widthPx: 110,
    },
    fault: {
      kind: 'select',
      options: ['unreachable', 'tooSlow', 'busy', 'insecure', 'loginRefused', 'senderRefused', 'recipientRefused', 'refused'],
      form: 'never',
      search: 'select',
      widthPx: 165,
    },
    createTime: { kind: 'createTime', search: 'range', sortable: true },
    endTime: { kind: 'dateTime', form: 'never', list: 'hidden', sortable: true },
  },
});
