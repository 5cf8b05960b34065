import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

export interface BareServer {
  readonly url: string;
  close(): void;
}

/** The floors of the server: `node:http` and nothing else, in a process of its own; `/bytes/<count>` answers as many bytes, and with a PostgreSQL it also answers `/list`. */
export async function startBareServer(databaseUrl?: string): Promise<BareServer> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'bare-server-process.ts'), {
    env: { PATH: process.env['PATH'], ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
  });
  const url = await new Promise<string>((resolve) => child.once('message', (message) => resolve(message as string)));
  return { url, close: () => child.disconnect() };
}
