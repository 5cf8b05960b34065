import { writeWholeFile } from '../base/write-whole-file.ts';
import { runPostgresqlTool } from './postgresql-tool.ts';

interface Moment {
  /** Of a transaction that counts the rows at the same moment. */
  readonly snapshot: string;
  /** What else is in the database: its own jobs, what a restore kept, other programs' tables. */
  readonly otherSchemas: readonly string[];
}

/** `pg_dump` in its own compressed format, of the tables of Troupe alone: a copy that held anything else could not be put back beside it. */
export async function dumpPostgresql(url: string, file: string, { snapshot, otherSchemas }: Moment, signal?: AbortSignal): Promise<void> {
  await writeWholeFile(file, (unfinished) =>
    runPostgresqlTool(
      'pg_dump',
      url,
      [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        // Extensions belong to whoever keeps the database; none is needed. The one that is named is everywhere, and never copied.
        '--extension=plpgsql',
        ...otherSchemas.map((name) => `--exclude-schema="${name.replaceAll('"', '""')}"`),
        `--snapshot=${snapshot}`,
        `--file=${unfinished}`,
      ],
      { signal },
    ),
  );
}
