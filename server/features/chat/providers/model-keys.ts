import type { Kysely, Transaction } from 'kysely';
import { type ModelProtocol, needsKey } from '#domain/chat/answer';
import type { Encryptor } from '../../../base/encryptor.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import type { UnixSeconds } from '../../../db/tables/column-types.ts';

/** Where a model's key is sent. */
interface Destination {
  readonly protocol: ModelProtocol;
  readonly baseUrl: string;
}

type Keyed = Destination & { readonly id: number };

const originOf = ({ baseUrl }: Destination): string => (URL.canParse(baseUrl) ? new URL(baseUrl).origin : '');

export const isSameDestination = (one: Destination, other: Destination): boolean =>
  one.protocol === other.protocol && originOf(one) === originOf(other);

/** What a key is encrypted for: it opens for no other model and no other address, whoever wrote that into the table. */
const aboutKey = (model: Keyed): string => `chat_model:${model.id}:${model.protocol}:${originOf(model)}`;

export async function storeModelKey(
  trx: Transaction<Tables>,
  encryptor: Encryptor,
  model: Keyed,
  key: string,
  now: UnixSeconds,
): Promise<void> {
  const values = { encrypted: await encryptor.encrypt(key, aboutKey(model)), update_time: now };
  await trx
    .insertInto('chat_model_secret')
    .values({ model_id: model.id, ...values })
    .onConflict((conflict) => conflict.column('model_id').doUpdateSet(values))
    .execute();
}

export async function hasModelKey(kysely: Kysely<Tables>, modelId: number): Promise<boolean> {
  const found = await kysely.selectFrom('chat_model_secret').select('model_id').where('model_id', '=', modelId).executeTakeFirst();
  return found !== undefined;
}

export async function forgetModelKey(kysely: Kysely<Tables>, modelId: number): Promise<void> {
  await kysely.deleteFrom('chat_model_secret').where('model_id', '=', modelId).execute();
}

/**
 * Takes the keys away that nothing opens any more, and marks their models, once the server's own key is gone for good.
 * @returns how many
 */
export async function forgetUnreadableKeys(kysely: Kysely<Tables>, encryptor: Encryptor): Promise<number> {
  const models = await kysely
    .selectFrom('chat_model')
    .innerJoin('chat_model_secret', 'model_id', 'chat_model.id')
    .select(['chat_model.id', 'protocol', 'base_url'])
    .execute();
  let forgotten = 0;
  for (const { id, protocol, base_url: baseUrl } of models) {
    if ((await readModelKey(kysely, encryptor, { id, protocol, baseUrl })) !== '') continue;
    await forgetModelKey(kysely, id);
    const state = needsKey(protocol) ? 'missing' : 'none';
    await kysely
      .updateTable('chat_model')
      .set((set) => ({ key_state: state, version: set('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    forgotten += 1;
  }
  return forgotten;
}

export async function hasAnyModelKey(kysely: Kysely<Tables>): Promise<boolean> {
  return (await kysely.selectFrom('chat_model_secret').select('model_id').limit(1).executeTakeFirst()) !== undefined;
}

/** @returns '' where there is none, it was entered for another address, or the server's own key is not the one it was encrypted with */
export async function readModelKey(kysely: Kysely<Tables>, encryptor: Encryptor, model: Keyed): Promise<string> {
  const row = await kysely.selectFrom('chat_model_secret').select('encrypted').where('model_id', '=', model.id).executeTakeFirst();
  return row ? encryptor.decrypt(row.encrypted, aboutKey(model)).catch(() => '') : '';
}
