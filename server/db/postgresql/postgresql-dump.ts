import { writeWholeFile } from '../base/write-whole-file.ts';
import { runPostgresqlTool } from './postgresql-tool.ts';

/** `pg_dump` in its own compressed format. @param snapshot of a transaction that counts the rows at the same moment */
export async function dumpPostgresql(url: string, file: string, snapshot?: string): Promise<void> {
  const atSnapshot = snapshot === undefined ? [] : [`--snapshot=${snapshot}`];
  await writeWholeFile(file, (unfinished) =>
    runPostgresqlTool('pg_dump', url, [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      '--exclude-schema=before_restore_*',
      // What waits in a copy has been done since, or is sent again by whoever it belongs to.
      '--exclude-schema=pgboss',
      ...atSnapshot,
      `--file=${unfinished}`,
    ]),
  );
}
