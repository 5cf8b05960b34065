import { checkMember } from '#domain/members/member-rules';
import { defineResource } from '#api/contract/table/resource';

/**
 * Members. The password only goes in, to a table of its own; money and score are what the ledgers sum up to, so no form writes them.
 * Source: wire protocol §5.7, §7.2.
 */
export const member = defineResource({
  name: 'member',
  controller: 'user.User',
  table: 'member',
  menu: { under: 'user', icon: 'fa fa-user', sortOrder: 94, ids: 22, laterNodes: ['resetTwoFactor', 'message'] },
  titleField: 'username',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list', 'read', 'add', 'save', 'remove'],
  check: checkMember,
  fields: {
    id: { kind: 'id', quickSearch: true, sortable: true, search: 'equal', widthPx: 60 },
    avatar: { kind: 'image', maxLength: 255, widthPx: 66 },
    username: { kind: 'account', required: true, quickSearch: true, search: 'text', sortable: true, widthPx: 130 },
    nickname: { kind: 'string', required: true, maxLength: 50, quickSearch: true, search: 'text', widthPx: 106 },
    groupId: { kind: 'remoteSelect', of: 'memberGroup', required: true, search: 'select', widthPx: 146 },
    password: { kind: 'password', requiredOnAdd: true, list: 'never', hint: true },
    email: { kind: 'email', maxLength: 50, search: 'text', list: 'hidden' },
    mobile: { kind: 'mobile', search: 'text', list: 'hidden', widthPx: 130 },
    gender: {
      kind: 'radio',
      options: ['0', '1', '2'],
      optionColors: { 0: 'gray', 1: 'blue', 2: 'pink' },
      required: true,
      search: 'select',
      initial: '0',
      list: 'hidden',
      widthPx: 110,
    },
    birthday: { kind: 'date', list: 'hidden' },
    money: { kind: 'money', form: 'never', sortable: true, search: 'range', initial: 0, widthPx: 104 },
    score: { kind: 'integer', form: 'never', sortable: true, search: 'range', initial: 0, widthPx: 80 },
    motto: { kind: 'textarea', maxLength: 255, list: 'hidden' },
    status: {
      kind: 'select',
      options: ['enable', 'disable'],
      optionColors: { enable: 'teal', disable: 'orange' },
      required: true,
      search: 'select',
      sortable: true,
      initial: 'enable',
      widthPx: 98,
    },
    lastLoginTime: { kind: 'dateTime', form: 'never', search: 'range', sortable: true, list: 'hidden' },
    lastLoginIp: { kind: 'string', form: 'never', list: 'hidden' },
    loginFailure: { kind: 'integer', form: 'never', list: 'hidden', initial: 0 },
    joinIp: { kind: 'string', form: 'never', list: 'hidden' },
    joinTime: { kind: 'dateTime', form: 'never', list: 'hidden', sortable: true },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', sortable: true, search: 'range' },
    updateTime: { kind: 'updateTime', sortable: true, list: 'hidden' },
  },
});
