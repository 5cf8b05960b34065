import { type Kysely, sql, type Transaction } from 'kysely';
import type { Encryptor } from '../../base/encryptor.ts';
import type { UnixSeconds } from '../../db/columns/column-types.ts';
import type { Tables } from '../../db/tables/tables.ts';

/** Where secrets of one kind lie: one for each of what they belong to, in a table of their own. */
interface Place<Of> {
  readonly table: 'chat_model_secret' | 'sign_in_provider_secret' | 'webhook_secret';
  /** Column with the id of what a secret belongs to. */
  readonly owner: string;
  /** Column with the moment of writing. */
  readonly stamp: 'create_time' | 'update_time';
  /** What a secret is encrypted for: it opens for nothing else, whoever wrote that into the table. */
  readonly about: (of: Of) => string;
}

/** Whether a key opens what was encrypted; `nothing` where nothing was. */
export type SecretOpened = 'yes' | 'no' | 'nothing';

/** Secrets that a key is tried on: one that it opens is enough. */
const TRIED = 20;

/** Secrets of one kind, encrypted with the server's own key. Why: docs/decisions/016-secrets-beside-the-database.md */
export interface KeptSecrets<Of extends { readonly id: number }> {
  /** In the place of the one before. */
  readonly store: (trx: Transaction<Tables>, encryptor: Encryptor, of: Of, secret: string, now: UnixSeconds) => Promise<void>;
  readonly has: (kysely: Kysely<Tables>, id: number) => Promise<boolean>;
  readonly hasAny: (kysely: Kysely<Tables>) => Promise<boolean>;
  readonly forget: (kysely: Kysely<Tables>, id: number) => Promise<void>;
  /** @returns null where there is none, it was kept for something else, or the server's own key is not the one it was encrypted with */
  readonly read: (kysely: Kysely<Tables>, encryptor: Encryptor, of: Of) => Promise<string | null>;
  /** Whether the server's own key opens one of them at least. @param owners all that have a secret, asked for where there is any */
  readonly opens: (kysely: Kysely<Tables>, encryptor: Encryptor, owners: () => Promise<readonly Of[]>) => Promise<SecretOpened>;
  /**
   * Takes those away that nothing opens any more, once the server's own key is gone for good.
   * @param owners all that have a secret @param mark says it of one
   * @returns how many
   */
  readonly forgetUnreadable: (
    kysely: Kysely<Tables>,
    encryptor: Encryptor,
    owners: readonly Of[],
    mark: (of: Of) => Promise<unknown>,
  ) => Promise<number>;
}

export function keptSecrets<Of extends { readonly id: number }>({ table, owner, stamp, about }: Place<Of>): KeptSecrets<Of> {
  const [from, id, at] = [sql.table(table), sql.ref(owner), sql.ref(stamp)];
  const kept: KeptSecrets<Of> = {
    async store(trx, encryptor, of, secret, now) {
      const encrypted = await encryptor.encrypt(secret, about(of));
      await sql`insert into ${from} (${id}, encrypted, ${at}) values (${of.id}, ${encrypted}, ${now})
        on conflict (${id}) do update set encrypted = excluded.encrypted, ${at} = excluded.${at}`.execute(trx);
    },
    async has(kysely, ownerId) {
      return (await sql`select 1 from ${from} where ${id} = ${ownerId}`.execute(kysely)).rows.length > 0;
    },
    async hasAny(kysely) {
      // An older database has no such table before the next start brings it up to date.
      const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(kysely);
      if (rows[0]?.there !== true) return false;
      return (await sql`select 1 from ${from} limit 1`.execute(kysely)).rows.length > 0;
    },
    async forget(kysely, ownerId) {
      await sql`delete from ${from} where ${id} = ${ownerId}`.execute(kysely);
    },
    async read(kysely, encryptor, of) {
      const { rows } = await sql<{ encrypted: string }>`select encrypted from ${from} where ${id} = ${of.id}`.execute(kysely);
      const [row] = rows;
      return row ? encryptor.decrypt(row.encrypted, about(of)).catch(() => null) : null;
    },
    async opens(kysely, encryptor, ownersOf) {
      if (!(await kept.hasAny(kysely))) return 'nothing';
      const owners = await ownersOf();
      for (const of of owners.slice(0, TRIED)) if ((await kept.read(kysely, encryptor, of)) !== null) return 'yes';
      return owners.length === 0 ? 'nothing' : 'no';
    },
    async forgetUnreadable(kysely, encryptor, owners, mark) {
      let forgotten = 0;
      for (const of of owners) {
        if ((await kept.read(kysely, encryptor, of)) !== null) continue;
        await kept.forget(kysely, of.id);
        await mark(of);
        forgotten += 1;
      }
      return forgotten;
    },
  };
  return kept;
}
