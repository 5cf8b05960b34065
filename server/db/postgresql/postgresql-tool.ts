import { spawn } from 'node:child_process';

/**
 * Runs one of PostgreSQL's own programs. The password goes by the environment: a command line can be read by every user.
 * @param signal ends it
 */
export async function runPostgresqlTool(
  tool: 'pg_dump' | 'pg_restore',
  url: string | null,
  args: readonly string[],
  { onOutput = () => undefined, signal }: { readonly onOutput?: (chunk: string) => void; readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const address = url === null ? null : new URL(url);
  const password = address === null ? '' : decodeURIComponent(address.password);
  if (address !== null) address.password = '';
  const connection = address === null ? [] : [`--dbname=${address.href}`];
  const child = spawn(tool, [...connection, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    env: { ...process.env, LC_ALL: 'C', ...(password === '' ? {} : { PGPASSWORD: password }) },
  });
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', onOutput);
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaint = `${complaint}${chunk}`.slice(-4000);
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new Error(`The program ${tool} was not found. Install the PostgreSQL client programs (Debian: apt install postgresql-client).`)
          : error,
      ),
    );
    child.once('close', (exitCode) =>
      exitCode === 0 ? resolve() : reject(new Error(`${tool} ended with code ${exitCode}: ${complaint.trim()}`)),
    );
  });
}
