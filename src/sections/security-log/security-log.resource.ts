import { SECURITY_EVENTS } from '#domain/session/security-event';
import { defineResource } from '#api/contract/table/resource';

/**
 * What happened to accounts and rights: sign-ins, refusals, passwords, second factors, looks at what is shown in part. Entries come from the
 * server alone and go with time; nobody adds, changes or deletes one. Who is not super sees
 * those of accounts that they may see. Source: security.md rules 2, 38.
 */
export const securityLog = defineResource({
  name: 'securityLog',
  controller: 'auth.SecurityLog',
  table: 'security_event',
  menu: { under: 'auth', icon: 'fa fa-shield', sortOrder: 95 },
  titleField: 'kind',
  rowActions: [],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list'],
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', list: 'hidden', widthPx: 90 },
    at: { kind: 'createTime', sortable: true, search: 'range' },
    kind: {
      kind: 'select',
      options: SECURITY_EVENTS,
      optionColors: {
        'session.signedIn': 'teal',
        'session.signInRefused': 'orange',
        'session.codeRefused': 'orange',
        'session.ended': 'blue',
        'session.allEnded': 'blue',
        'session.reuseDetected': 'red',
        'permission.refused': 'orange',
        'password.changed': 'blue',
        'password.retrieved': 'blue',
        'password.reset': 'red',
        'account.unlocked': 'blue',
        'twoFactor.switchedOn': 'teal',
        'twoFactor.switchedOff': 'red',
        'twoFactor.replaced': 'orange',
        'twoFactor.reset': 'red',
        'twoFactor.codesRenewed': 'blue',
        'twoFactor.recoveryUsed': 'orange',
        'passkey.added': 'teal',
        'passkey.removed': 'red',
        'passkey.reset': 'red',
        'external.linked': 'teal',
        'external.unlinked': 'red',
        'external.reset': 'red',
        'external.refused': 'orange',
        'external.accountMade': 'teal',
        'external.groupsChanged': 'blue',
        'member.registered': 'teal',
        'member.addressChanged': 'blue',
        'member.addressRestored': 'orange',
        'admin.addressRestored': 'orange',
        'member.deletionAsked': 'orange',
        'member.deletionCancelled': 'blue',
        'member.deleted': 'red',
        'member.erased': 'red',
        'apiToken.issued': 'teal',
        'apiToken.changed': 'blue',
        'apiToken.ended': 'orange',
        'webhook.issued': 'teal',
        'webhook.changed': 'blue',
        'webhook.ended': 'orange',
        'sensitive.revealed': 'orange',
        'changes.erased': 'red',
      },
      form: 'never',
      search: 'select',
      widthPx: 165,
    },
    /** What the account was called when the list was read; empty where nobody was known, or the account is gone. */
    account: { kind: 'string', form: 'never', query: 'never', widthPx: 165 },
    adminId: { kind: 'remoteSelect', of: 'admin', outlivesRecord: true, form: 'never', search: 'select', list: 'never' },
    memberId: { kind: 'remoteSelect', of: 'member', outlivesRecord: true, form: 'never', search: 'select', list: 'never' },
    /** What it was about, in the reader's words. */
    about: { kind: 'string', form: 'never', query: 'never', widthPx: 220 },
    ip: { kind: 'string', form: 'never', quickSearch: true, search: 'equal', widthPx: 130 },
    userAgent: { kind: 'string', column: 'useragent', form: 'never', query: 'never', widthPx: 135 },
    /** How many of the kind the entry stands for. */
    count: { kind: 'integer', form: 'never', query: 'never', widthPx: 75 },
    lastAt: { kind: 'dateTime', form: 'never', query: 'never', list: 'hidden' },
  },
});
