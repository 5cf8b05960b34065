import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { COPY_NAMES, readBackupManifest } from '../../db/base/backup-manifest.ts';
import type { Database } from '../../db/base/database.ts';

export interface FoundCopy {
  readonly kind: Database['kind'];
  readonly copy: string;
  /** Null for a file as backups were before, which is the copy of a database alone. */
  readonly folder: string | null;
}

/**
 * Finds the copy of the database in a backup.
 * @param databaseUrl where the database of today is, which has to be of the same kind; undefined for an embedded one
 * @throws Error saying why this is no backup, or one of another kind
 */
export function copyIn(path: string, databaseUrl: string | undefined): FoundCopy {
  const kind: Database['kind'] = databaseUrl === undefined ? 'embedded' : 'postgresql';
  if (!existsSync(path)) throw new Error(`There is no backup ${path}.`);
  if (!statSync(path).isDirectory()) return { kind, copy: path, folder: null };
  const manifest = readBackupManifest(path);
  if (manifest === null) throw new Error(`${path} is no whole backup: it has no manifest.json. Nothing was changed.`);
  if (manifest.database !== kind)
    throw new Error(
      kind === 'embedded'
        ? `${path} is a backup of a PostgreSQL database. Set DATABASE_URL as the server has it. Nothing was changed.`
        : `${path} is a backup of an embedded database, and DATABASE_URL leads to another one. Nothing was changed.`,
    );
  return { kind, copy: join(path, COPY_NAMES[kind]), folder: path };
}
