import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';

/** Of jobs that remove bytes whose rows are gone. */
export const REMOVE = 'files.removeBytes';
/** Files that one job removes. */
const PORTION = 200;
/** Said with each job: processes of a former version, which may take it, read it. */
export const NO_KEYS = '[]';

/** Leaves the bytes of rows that go in this transaction to a job; what somebody else holds stays. */
export async function leaveBytes({ jobs }: Pick<ServerPorts, 'jobs'>, trx: Transaction<Tables>, fileIds: readonly string[]): Promise<void> {
  const unheld = [...new Set(fileIds)];
  for (let start = 0; start < unheld.length; start += PORTION)
    await jobs.send(trx, REMOVE, { fileIds: JSON.stringify(unheld.slice(start, start + PORTION)), keys: NO_KEYS });
}

/** Files that are removed at once. */
const AT_ONCE = 8;

/**
 * Removes bytes whose rows are gone already. Nobody is refused what is done: where the store cannot be reached, a job removes the rest, and
 * what is not even left to it the next sweep sets aside.
 */
export async function removeBytes(
  ports: Pick<ServerPorts, 'database' | 'jobs' | 'files' | 'logger'>,
  fileIds: readonly string[],
): Promise<void> {
  for (let start = 0; start < fileIds.length; start += AT_ONCE) {
    const removals = await Promise.allSettled(fileIds.slice(start, start + AT_ONCE).map((fileId) => ports.files.remove(fileId)));
    const failed = removals.find((one) => one.status === 'rejected');
    if (!failed) continue;
    ports.logger.warn('upload.bytesNotRemoved', { error: failed.reason });
    try {
      await ports.database.transaction((trx) => leaveBytes(ports, trx, fileIds.slice(start)));
    } catch (error) {
      ports.logger.warn('upload.bytesNotLeft', { error });
    }
    return;
  }
}
