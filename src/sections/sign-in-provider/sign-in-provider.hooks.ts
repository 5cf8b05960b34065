import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/tables/tables';
import { FieldsRefused } from '#server/base/refusal';
import { sectionHooks } from '#server/features/base/section-hooks';
import { requireWithinMapped } from '#server/features/external/mapped-groups';
import { hasSecret, isSameRegistration, registrationOf, storeSecret } from '#server/features/external/provider-secrets';
import { signInProvider } from './sign-in-provider.resource.ts';

/**
 * The secret is encrypted for the address and the client that it was given out for, lies in a table of its own and never comes back; a blank one keeps the
 * old. Source: security.md rule 25.
 */
export const signInProviderHooks = sectionHooks(signInProvider, ({ ports }) => {
  // A new provider has no id before the row is written.
  const waiting = new WeakMap<Transaction<Tables>, string>();
  return {
    async beforeWrite({ clientSecret = '', secretState: _told, ...values }, { trx, caller, before, nowSeconds: now }) {
      if (before === null) {
        if (clientSecret !== '') waiting.set(trx, clientSecret);
        return { ...values, secretState: clientSecret === '' ? 'none' : 'set' };
      }
      const id = Number(before['id']);
      await requireWithinMapped(trx, caller, [id]);
      const after = registrationOf({ ...before, ...values });
      if (clientSecret !== '') {
        await storeSecret(trx, ports.encryptor, { id, ...after }, clientSecret, now);
        return { ...values, secretState: 'set' };
      }
      if (!(await hasSecret(trx, id))) return { ...values, secretState: 'none' };
      if (isSameRegistration(after, registrationOf(before))) return { ...values, secretState: 'set' };
      // Whoever leads it elsewhere does not take the secret along; nor is it lost to a client ID that was put right.
      throw new FieldsRefused({ client_secret: { key: 'resources.signInProvider.refused.secretOfOther' } });
    },
    async afterWrite({ id, issuer, clientId }, { trx, nowSeconds: now }) {
      const secret = waiting.get(trx);
      waiting.delete(trx);
      if (secret !== undefined) await storeSecret(trx, ports.encryptor, { id, issuer, clientId }, secret, now);
    },
    async beforeRemove(ids, { trx, caller }) {
      await requireWithinMapped(trx, caller, ids);
      return ids;
    },
    form: (row) => Promise.resolve({ ...row, client_secret: '' }),
  };
});
