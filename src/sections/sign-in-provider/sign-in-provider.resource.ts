import { defineResource } from '#api/contract/table/resource';
import { checkSignInProvider } from './sign-in-provider.rules.ts';

/**
 * Providers of identities elsewhere, by which administrators and members may sign in. Secrets lie apart, encrypted. Whoever changes one has to exceed
 * every group that its values lead to. Why: docs/decisions/180-others-may-vouch.md
 */
export const signInProvider = defineResource({
  name: 'signInProvider',
  controller: 'auth.SignInProvider',
  table: 'sign_in_provider',
  menu: { under: 'auth', icon: 'fa fa-globe', sortOrder: 99 },
  titleField: 'name',
  rowActions: ['sort', 'edit', 'delete'],
  defaultOrder: { field: 'weigh', direction: 'desc' },
  isSmall: true,
  export: 'never',
  import: 'never',
  // The secret, and what opened with it, lie elsewhere.
  final: ['add', 'edit', 'del'],
  bin: 'never',
  check: checkSignInProvider,
  fields: {
    id: { kind: 'id', sortable: true, list: 'hidden', widthPx: 80 },
    name: { kind: 'string', required: true, maxLength: 60, quickSearch: true, search: 'text', hint: true },
    issuer: { kind: 'string', required: true, maxLength: 500, quickSearch: true, search: 'text', hint: true, bulk: 'never', widthPx: 240 },
    clientId: { kind: 'string', required: true, maxLength: 200, hint: true, list: 'hidden', bulk: 'never', widthPx: 180 },
    clientSecret: { kind: 'secret', hint: true },
    secretState: {
      kind: 'select',
      options: ['none', 'set'],
      optionColors: { none: 'gray', set: 'teal' },
      form: 'never',
      list: 'hidden',
      widthPx: 110,
    },
    scopes: { kind: 'string', maxLength: 300, initial: 'profile email', hint: true, list: 'hidden', bulk: 'never', widthPx: 160 },
    audiences: { kind: 'checkbox', options: ['admin', 'member'], initial: ['admin'], hint: true, bulk: 'never', widthPx: 170 },
    makesAccounts: { kind: 'switch', initial: false, hint: true, bulk: 'never', widthPx: 120 },
    groupsClaim: { kind: 'string', maxLength: 100, hint: true, list: 'hidden', bulk: 'never', widthPx: 130 },
    endsSession: { kind: 'switch', initial: false, hint: true, list: 'hidden', bulk: 'never', widthPx: 120 },
    status: { kind: 'switch', initial: true, search: 'select', widthPx: 90 },
    weigh: { kind: 'sortOrder', sortable: true, list: 'hidden' },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', sortable: true, list: 'hidden' },
    updateTime: { kind: 'updateTime', sortable: true, list: 'hidden' },
  },
});
