import type { DatabaseCopy } from '../db/copies/database-copy.ts';

/** Of the job that makes a backup. It is told `wanted` where the age of the newest does not matter. */
export const BACKUP_JOB = 'backup.make';

/** A backup as its manifest tells of it. */
export interface Backup {
  /** The folder with its whole path, or its address in a bucket. */
  readonly folder: string;
  readonly madeAt: Date;
  /** Of the program that made it. */
  readonly version: string;
  readonly database: 'embedded' | 'postgresql';
  readonly rows: number;
  readonly databaseBytes: number;
  /** Stored files that were copied, and their bytes. */
  readonly files: number;
  readonly fileBytes: number;
  /** Stored files that lie in a bucket of their own and are not in it; it has their names and sizes. */
  readonly filesElsewhere?: number;
  /** False where the key is given by the environment, which no backup holds. */
  readonly hasKey: boolean;
  /** Whether the copy was put into a database of its own to try it; else it was read to its end. */
  readonly isRestored: boolean;
}

/** What a backup is called: the name of its folder. */
export const backupName = ({ folder }: Pick<Backup, 'folder'>): string => folder.split(/[/\\]/u).at(-1) ?? folder;

/** A backup that is open to be read; what there is today is left alone. */
export interface OpenBackup {
  readonly copy: DatabaseCopy;
  /** Bytes of a stored file, by its name there; null where they are not in it. */
  readonly bytesOf: (fileId: string) => Promise<AsyncIterable<Uint8Array> | null>;
  readonly close: () => Promise<void>;
}

export interface Backups {
  /** How old the newest may be before another one is made; null where none are made by themselves. */
  readonly everyHours: number | null;
  /** Whether the newest is that old; where there is none yet, whether the data are. */
  isDue(): Promise<boolean>;
  /**
   * Copies database, stored files and key while all of them are in use, tries the copy, and lets go of the oldest ones.
   * @param advance told how many of the steps are done
   * @throws Error in plain words; nothing half made is left
   */
  make(signal?: AbortSignal, advance?: (done: number, total: number) => void): Promise<Backup>;
  /** Whole ones, the newest first. */
  list(): Promise<readonly Backup[]>;
  /** The newest by its date; one that was dated by a clock that was ahead says nothing of when the last was made. Null where there is none. */
  newest(): Promise<Backup | null>;
  /** Opens one of them, by what it is called. @throws Error in plain words, also where there is none such */
  readonly open: (name: string, signal?: AbortSignal) => Promise<OpenBackup>;
  /** The free share of the disk on which they are put together, which need not be that of the data. */
  freeShare(): number;
  /** Removes what backups that were broken off have left, a day later. */
  clear(): Promise<void>;
}
