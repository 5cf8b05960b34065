import { sql, type Transaction } from 'kysely';
import { failureOf, rejection } from '#domain/base/failure';
import { REGISTRY_BOUNDS, registryAddress, type RegistryFault, type SeenRegistry, type StoreRegistry } from '#domain/modules/registry';
import type { AdminCaller } from '../../../base/caller.ts';
import { notFound } from '../../../base/refusal.ts';
import type { Row, Tables } from '../../../db/tables/tables.ts';
import { RegistryError } from '../../../ports/registry-port.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { requireSession } from '../../../resources/access/own-account.ts';
import { fingerprintOf } from '../package/signature.ts';
import { indexOf, readRegistry, type ToldIndex } from './read-registry.ts';

export type RegistryPorts = Pick<ServerPorts, 'database' | 'clock' | 'registries'>;

/** All but the list itself. */
const SHORT = ['id', 'address', 'serial', 'public_key', 'offered_key', 'fetched_at', 'failure'] as const;
type Short = Pick<Row<'module_registry'>, (typeof SHORT)[number]>;

/** What is shown of a list. */
interface Told extends Pick<StoreRegistry, 'name' | 'packages'> {
  /** Differs with the list. */
  readonly stamp: string;
}

/**
 * Registries elsewhere. What one lists is known here as it was told last, so that the store works without it; nothing of it is installed by
 * being listed. A list counts where it is signed by the key that somebody agreed to, and is no older than the one that is known.
 */
export function createRegistries(ports: RegistryPorts) {
  const { kysely } = ports.database;

  let known: ReadonlyMap<number, Told> = new Map();

  /** Lists are long: what has not changed since is not read again. Null where it was removed meanwhile. */
  async function toldOf({ id, serial, public_key: key, fetched_at: at }: Short): Promise<Told | null> {
    const stamp = `${serial} ${key} ${at}`;
    const there = known.get(id);
    if (there?.stamp === stamp) return there;
    const row = await kysely.selectFrom('module_registry').select('index').where('id', '=', id).executeTakeFirst();
    if (!row) return null;
    const { name, packages } = indexOf(row.index);
    return { stamp, name, packages: packages.length };
  }

  async function read(address: string, stopped?: AbortSignal): Promise<ToldIndex> {
    // A server without a way out.
    if (!ports.registries) throw new RegistryError('unreachable');
    return readRegistry(ports.registries, address, stopped);
  }

  async function look(typed: string): Promise<ToldIndex & { readonly address: string; readonly fingerprint: string }> {
    const address = registryAddress(typed);
    if (address === null) throw rejection('refusals.modules.registry.address');
    try {
      const told = await read(address);
      return { ...told, address, fingerprint: await fingerprintOf(told.index.key) };
    } catch (error) {
      throw inWords(error);
    }
  }

  return {
    async list(): Promise<readonly StoreRegistry[]> {
      const rows = await kysely.selectFrom('module_registry').select(SHORT).orderBy('id').execute();
      const next = new Map<number, Told>();
      for (const row of rows) {
        const told = await toldOf(row);
        if (told) next.set(row.id, told);
      }
      known = next;
      return Promise.all(
        rows.flatMap((row) => {
          const told = next.get(row.id);
          return told ? [shown(row, told)] : [];
        }),
      );
    },

    /** What stands at an address, for somebody to compare its fingerprint. */
    async look(typed: string): Promise<SeenRegistry> {
      const { address, index, fingerprint } = await look(typed);
      return { address, name: index.name, fingerprint, packages: index.packages.length };
    },

    /** @param agreed the fingerprint that was looked at */
    async add(typed: string, agreed: string, caller: AdminCaller): Promise<void> {
      const { address, text, index, fingerprint } = await look(typed);
      if (fingerprint !== agreed) throw rejection('refusals.modules.registry.keyChanged');
      await writing(caller, async (trx) => {
        const there = await trx.selectFrom('module_registry').select('address').execute();
        if (there.some((one) => one.address === address)) throw rejection('refusals.modules.registry.twice');
        if (there.length >= REGISTRY_BOUNDS.registries)
          throw rejection('refusals.modules.registry.many', { max: REGISTRY_BOUNDS.registries });
        const now = nowSeconds(ports);
        await trx
          .insertInto('module_registry')
          .values({
            address,
            public_key: index.key,
            serial: index.serial,
            index: text,
            fetched_at: now,
            asked_at: now,
            added_at: now,
            added_by: caller.id,
          })
          .execute();
      });
    },

    /**
     * Asks a registry for its list. Where that fails, or is not taken, the one that is known stays and the reason is kept with it.
     * @param caller null where nobody asked for it
     * @param agreed the fingerprint of another key that somebody agrees to now; '' for none
     * @param stopped gives up, and leaves everything as it is
     */
    async refresh(id: number, caller: AdminCaller | null, agreed = '', stopped?: AbortSignal): Promise<void> {
      const row = await kysely.selectFrom('module_registry').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) throw notFound();
      const change = await asked(row, agreed, stopped);
      if (stopped?.aborted === true) return;
      await writing(caller, (trx) =>
        trx
          .updateTable('module_registry')
          .set({ ...change, asked_at: nowSeconds(ports) })
          .where('id', '=', id)
          // Of two that ask at once one is enough.
          .where('serial', '=', row.serial)
          .where('public_key', '=', row.public_key)
          .execute(),
      );
    },

    /** Those that nobody has asked for some time, by the clock of the server. */
    async due(seconds: number): Promise<readonly number[]> {
      const rows = await kysely
        .selectFrom('module_registry')
        .select('id')
        .where('asked_at', '<', nowSeconds(ports) - seconds)
        .orderBy('asked_at')
        .execute();
      return rows.map(({ id }) => id);
    },

    async remove(id: number, caller: AdminCaller): Promise<void> {
      const gone = await writing(caller, (trx) =>
        trx.deleteFrom('module_registry').where('id', '=', id).returning('id').executeTakeFirst(),
      );
      if (!gone) throw notFound();
    },
  };

  /** One after the other; whoever waited for an answer may have been signed out meanwhile. */
  async function writing<T>(caller: AdminCaller | null, write: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
    return ports.database.transaction(async (trx) => {
      if (caller) await requireSession(trx, caller, ports);
      await sql`select pg_advisory_xact_lock(hashtext('module'), hashtext('registries'))`.execute(trx);
      return write(trx);
    });
  }

  async function asked(row: Row<'module_registry'>, agreed: string, stopped?: AbortSignal): Promise<Asked> {
    try {
      const { text, index } = await read(row.address, stopped);
      if (index.key !== row.public_key && (await fingerprintOf(index.key)) !== agreed)
        return { failure: 'keyChanged' satisfies RegistryFault, offered_key: index.key };
      // A new key begins to count anew.
      if (index.key === row.public_key && index.serial < row.serial) return { failure: 'older' satisfies RegistryFault, offered_key: '' };
      return { public_key: index.key, offered_key: '', serial: index.serial, index: text, fetched_at: nowSeconds(ports), failure: '' };
    } catch (error) {
      if (error instanceof RegistryError) return { failure: error.fault };
      throw error;
    }
  }
}

type Asked = Partial<Pick<Row<'module_registry'>, 'public_key' | 'offered_key' | 'serial' | 'index' | 'fetched_at' | 'failure'>>;

export type Registries = ReturnType<typeof createRegistries>;

async function shown(row: Short, { name, packages }: Told): Promise<StoreRegistry> {
  return {
    id: row.id,
    address: row.address,
    name,
    fingerprint: await fingerprintOf(row.public_key),
    offered: row.offered_key === '' ? null : await fingerprintOf(row.offered_key),
    packages,
    fetchedAt: row.fetched_at,
    fault: row.failure === '' ? null : (row.failure as RegistryFault),
  };
}

/** What stands against it, as a sentence. */
export function inWords(error: unknown): Error {
  if (error instanceof RegistryError) return rejection(`refusals.modules.registry.${error.fault}`);
  return error instanceof Error ? error : new Error('unknown', { cause: failureOf(error) });
}
