import { createReadStream, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger } from '../../base/logger.ts';
import { FILES_FOLDER } from '../../db/base/backup-manifest.ts';
import type { OpenBackup } from '../../ports/backup-port.ts';
import { copyIn } from './copy-in.ts';
import { openCopy } from './open-copy.ts';

/** Stored files as they lie in a backup; where there is none they are not there. */
const bytesIn =
  (folder: string | null): OpenBackup['bytesOf'] =>
  async (fileId) => {
    if (folder === null || !/^[\da-f]{32}$/u.test(fileId)) return null;
    const path = join(folder, FILES_FOLDER, fileId.slice(0, 2), fileId);
    return existsSync(path) ? bytesAt(path) : null;
  };

/** Opened when the first bytes are taken: where nothing can be stored, nobody takes any. */
async function* bytesAt(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

/**
 * Opens a backup, or the copy of a database alone, to read from it.
 * @param databaseUrl where the database of today is; undefined for an embedded one
 * @param signal gives it up, and what was made for it goes
 * @throws Error saying why it cannot be read here
 */
export async function openBackup(path: string, databaseUrl: string | undefined, logger: Logger, signal?: AbortSignal): Promise<OpenBackup> {
  const { kind, copy: file, folder } = copyIn(resolve(path), databaseUrl);
  const copy = await openCopy(kind, databaseUrl, file, logger, signal);
  return { copy, bytesOf: bytesIn(folder), close: () => copy.close() };
}
