import type { Kysely } from 'kysely';
import { MODEL_PROTOCOLS, type ModelProtocol, needsKey } from '#domain/chat/answer';
import type { AnyRecord } from '#domain/fields/field';
import type { Encryptor } from '../../../base/encryptor.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import { keptSecrets, type SecretOpened } from '../../base/kept-secrets.ts';

/** Where a model's key is sent. */
interface Destination {
  readonly protocol: ModelProtocol;
  readonly baseUrl: string;
}

/** Where the record of a model says that its key is sent; a protocol that there is not was refused before. */
export function destinationOf({ protocol, baseUrl }: AnyRecord): Destination {
  const known = MODEL_PROTOCOLS.find((one) => one === protocol);
  if (!known) throw new Error(`No protocol of a model: ${String(protocol)}`);
  return { protocol: known, baseUrl: typeof baseUrl === 'string' ? baseUrl : '' };
}

type Keyed = Destination & { readonly id: number };

const originOf = ({ baseUrl }: Destination): string => (URL.canParse(baseUrl) ? new URL(baseUrl).origin : '');

export const isSameDestination = (one: Destination, other: Destination): boolean =>
  one.protocol === other.protocol && originOf(one) === originOf(other);

const keys = keptSecrets<Keyed>({
  table: 'chat_model_secret',
  owner: 'model_id',
  stamp: 'update_time',
  about: (model) => `chat_model:${model.id}:${model.protocol}:${originOf(model)}`,
});

export const { store: storeModelKey, has: hasModelKey, hasAny: hasAnyModelKey, forget: forgetModelKey } = keys;

/** @returns '' where there is none, it was entered for another address, or the server's own key is not the one it was encrypted with */
export const readModelKey = async (kysely: Kysely<Tables>, encryptor: Encryptor, model: Keyed): Promise<string> =>
  (await keys.read(kysely, encryptor, model)) ?? '';

const keyedModels = (kysely: Kysely<Tables>): Promise<readonly Keyed[]> =>
  kysely
    .selectFrom('chat_model')
    .innerJoin('chat_model_secret', 'model_id', 'chat_model.id')
    .select(['chat_model.id', 'protocol', 'base_url as baseUrl'])
    .execute();

export const modelKeysOpen = (kysely: Kysely<Tables>, encryptor: Encryptor): Promise<SecretOpened> =>
  keys.opens(kysely, encryptor, () => keyedModels(kysely));

/** Models whose keys nothing opens any more wait for them to be entered again. @returns how many */
export async function forgetUnreadableKeys(kysely: Kysely<Tables>, encryptor: Encryptor): Promise<number> {
  return keys.forgetUnreadable(kysely, encryptor, await keyedModels(kysely), ({ id, protocol }) =>
    kysely
      .updateTable('chat_model')
      .set((set) => ({ key_state: needsKey(protocol) ? 'missing' : 'none', version: set('version', '+', 1) }))
      .where('id', '=', id)
      .execute(),
  );
}
