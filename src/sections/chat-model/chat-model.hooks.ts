import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { needsKey } from '#domain/chat/answer';
import type { Tables } from '#server/db/tables/tables';
import { FieldsRefused } from '#server/base/refusal';
import { destinationOf, forgetModelKey, hasModelKey, isSameDestination, storeModelKey } from '#server/features/chat/providers/model-keys';
import { sectionHooks } from '#server/features/base/section-hooks';
import { chatModel } from './chat-model.resource.ts';

/**
 * The key of a model is encrypted for the address that it is sent to, lies in a table of its own and never comes back; a blank one keeps
 * the old, but for another address it is entered again. The built-in answerer is there once, and stays. Source: security.md rule 39.
 */
export const chatModelHooks = sectionHooks(chatModel, ({ ports }) => {
  // A new model has no id before the row is written.
  const waiting = new WeakMap<Transaction<Tables>, string>();
  return {
    async beforeWrite({ apiKey = '', keyState: _told, ...values }, { trx, before, nowSeconds: now }) {
      const isBuiltIn = before?.['protocol'] === 'builtIn';
      const after = destinationOf({ protocol: 'openaiChat', ...before, ...values });
      if ((after.protocol === 'builtIn') !== isBuiltIn)
        throw new FieldsRefused({ protocol: { key: 'resources.chatModel.refused.builtIn' } });
      if (isBuiltIn) return values;
      const state = (isSet: boolean) => ({ ...values, keyState: isSet ? 'set' : needsKey(after.protocol) ? 'missing' : 'none' });
      if (before === null) {
        if (apiKey !== '') waiting.set(trx, apiKey);
        return state(apiKey !== '');
      }
      const id = Number(before['id']);
      if (apiKey !== '') {
        await storeModelKey(trx, ports.encryptor, { id, ...after }, apiKey, now);
        return state(true);
      }
      const hasKey = await hasModelKey(trx, id);
      if (!hasKey || isSameDestination(after, destinationOf(before))) return state(hasKey);
      if (needsKey(after.protocol)) throw new FieldsRefused({ api_key: { key: 'resources.chatModel.refused.keyOfOther' } });
      await forgetModelKey(trx, id);
      return state(false);
    },
    async afterWrite({ id, ...model }, { trx, nowSeconds: now }) {
      const key = waiting.get(trx);
      waiting.delete(trx);
      if (key !== undefined) await storeModelKey(trx, ports.encryptor, { id, ...destinationOf(model) }, key, now);
    },
    async beforeRemove(ids, { trx }) {
      const shipped = await trx.selectFrom('chat_model').select('id').where('id', 'in', ids).where('protocol', '=', 'builtIn').execute();
      if (shipped.length > 0) throw rejection('resources.chatModel.refused.builtInStays');
      return ids;
    },
    form: (row) => Promise.resolve({ ...row, api_key: '' }),
  };
});
