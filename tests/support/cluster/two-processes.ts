import { newDataDir, removeDataDir, startServer, type ServerProcess } from '#tests/e2e/support/server-process.ts';
import { startRoundRobin } from '#tests/support/servers/round-robin.ts';

export interface TwoProcesses {
  /** Of the proxy before them. */
  readonly url: string;
  close(): Promise<void>;
}

/** Two processes of Troupe on one PostgreSQL, behind a proxy that gives each call to the next one. */
export async function startTwoProcesses(databaseUrl: string, more: Readonly<Record<string, string>> = {}): Promise<TwoProcesses> {
  const dataDir = newDataDir();
  const env = { DATABASE_URL: databaseUrl, ...more };
  // The first one makes the tables.
  const processes: ServerProcess[] = [await startServer({ dataDir, env })];
  processes.push(await startServer({ dataDir, env }));
  const proxy = await startRoundRobin(() => processes.map(({ port }) => port));
  return {
    url: proxy.url,
    async close() {
      await proxy.close();
      await Promise.all(processes.map((one) => one.end('SIGTERM')));
      removeDataDir(dataDir);
    },
  };
}
