import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database.ts';

/** What a backup's folder says of itself. It is written last: a folder without it is no backup. */
export interface BackupManifest {
  readonly format: 1;
  readonly madeAt: string;
  readonly version: string;
  readonly database: Database['kind'];
  /** Rows by table. */
  readonly counts: Readonly<Record<string, number>>;
  readonly databaseBytes: number;
  readonly files: number;
  readonly fileBytes: number;
  /** Stored files that lie in a bucket of their own: of these the backup has names and sizes, and no bytes. */
  readonly filesElsewhere?: { readonly bucket: string; readonly files: number; readonly fileBytes: number };
  readonly hasKey: boolean;
  readonly isRestored: boolean;
}

export const BACKUP_MANIFEST = 'manifest.json';
/** The copy of the database inside a backup's folder. */
export const COPY_NAMES: Readonly<Record<Database['kind'], string>> = { embedded: 'database.tar.gz', postgresql: 'database.dump' };
export const FILES_FOLDER = 'files';
/** Names and sizes of stored files that lie elsewhere, one a line. */
export const ELSEWHERE_NAME = 'files-elsewhere.txt';
export const KEY_NAME = 'secret.key';

/** Null for a folder that is no whole backup. @throws Error for one of a newer program */
export function readBackupManifest(folder: string): BackupManifest | null {
  let found: BackupManifest;
  try {
    found = JSON.parse(readFileSync(join(folder, BACKUP_MANIFEST), 'utf8')) as BackupManifest;
  } catch {
    return null;
  }
  if (found.format !== 1) throw new Error(`The backup ${folder} was made by a newer version of Troupe, which alone can read it.`);
  return found;
}
