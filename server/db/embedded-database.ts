import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Kysely, PGliteDialect } from 'kysely';
import { dataDirPaths, lockDataDir } from '../data-dir.ts';
import type { Logger } from '../logger.ts';
import type { Database } from './database.ts';
import { type EmbeddedClient, openEmbeddedClient } from './embedded-client.ts';
import { createEmbeddedDatabase } from './embedded-creation.ts';
import { startMaintenance } from './embedded-maintenance.ts';
import { pingDatabase } from './ping.ts';
import type { Tables } from './tables.ts';
import { guardTransactions } from './transaction-guard.ts';
import { writeWholeFile } from './write-whole-file.ts';

export interface EmbeddedDatabase extends Database {
  readonly kind: 'embedded';
  /** How often data was forced to the disk since the start; always 0 in memory. */
  countSyncs(): Promise<number>;
  dumpBytes(): Promise<Uint8Array>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly logger: Logger;
  readonly statementTimeoutMs: number;
}

/** PostgreSQL inside this process, for one machine: durable, and refused to a second process. Source: security.md rule 35. */
export async function openEmbeddedDatabase({ dataDir, logger, statementTimeoutMs }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const paths = dataDirPaths(dataDir);
  const lock = lockDataDir(paths);
  try {
    if (!existsSync(paths.database) && existsSync(paths.restoring))
      throw new Error(`A restore in ${paths.root} was interrupted. Run it again before starting.`);
    const storage = { kind: 'folder', folder: paths.database, syncedMarker: paths.synced, dump: null } as const;
    await createEmbeddedDatabase(paths);
    const client = await openEmbeddedClient({ storage, logger, statementTimeoutMs });
    const maintenance = startMaintenance({ client, logger });
    return embeddedDatabase(client, async () => {
      await maintenance.stop();
      await client.close();
      lock.release();
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The same without a folder: gone when closed. Starts from a dump if one is given. */
export async function openMemoryDatabase(options: {
  readonly dump: Uint8Array | null;
  readonly logger: Logger;
  readonly statementTimeoutMs: number;
}): Promise<EmbeddedDatabase> {
  const client = await openEmbeddedClient({ ...options, storage: { kind: 'memory', dump: options.dump } });
  return embeddedDatabase(client, () => client.close());
}

function embeddedDatabase(client: EmbeddedClient, close: () => Promise<void>): EmbeddedDatabase {
  const unguarded = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: client }) });
  const { kysely, transaction } = guardTransactions(unguarded);
  return {
    kind: 'embedded',
    kysely,
    transaction,
    ping: () => pingDatabase(kysely),
    withoutTimeout: (work) => client.withoutTimeout(() => unguarded.transaction().execute(work)),
    countSyncs: () => client.countSyncs(),
    dumpBytes: () => client.dump(),
    dump: async (file) => {
      const bytes = await client.dump();
      await writeWholeFile(file, (unfinished) => writeFile(unfinished, bytes));
    },
    close,
  };
}
