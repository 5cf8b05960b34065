import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { createServerDatabase, testDatabaseKinds } from '#tests/support/database.ts';
import { ownCopyOf, type FirstStart, type OwnCopy } from '#tests/support/own-copy.ts';
import { newDataDir, removeDataDir, startServer, type ServerProcess } from './server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly prepared: FirstStart;
    /** Who tells the address of the server that files share which write nothing. */
    readonly sharedServer: string;
  }
}

/**
 * Before all files of browser tests: makes once what each of them needs a copy of. On PostgreSQL where there is one: a server of it starts
 * with half of the work. The server for those who only look starts when the first of them asks. @returns what removes it after the last
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = newDataDir();
  const database = testDatabaseKinds.includes('postgresql') ? await createServerDatabase() : null;
  const server = await startServer({ dataDir, env: database ? { DATABASE_URL: database.url } : {} });
  await server.end('SIGTERM');
  const prepared = { dataDir, database: database?.name ?? null };
  project.provide('prepared', prepared);

  let shared: Promise<{ readonly own: OwnCopy; readonly server: ServerProcess }> | null = null;
  const startShared = async () => {
    const own = await ownCopyOf(prepared);
    return { own, server: await startServer({ dataDir: own.dataDir, env: own.env, entry: 'tests/support/start-test.ts' }) };
  };
  const teller = createServer((_request, reply) => {
    shared ??= startShared();
    shared.then(
      ({ server: { url } }) => reply.end(url),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => teller.listen(0, '127.0.0.1', resolve));
  project.provide('sharedServer', `http://127.0.0.1:${(teller.address() as AddressInfo).port}`);

  return async () => {
    teller.close();
    const lent = await shared?.catch(() => null);
    await lent?.server.end('SIGTERM');
    await lent?.own.remove();
    await database?.drop();
    removeDataDir(dataDir);
  };
}

/** A data directory and a database of the caller's own, as a first start leaves them behind; far quicker than a first start. */
export const copyOfPrepared = (): Promise<OwnCopy> => ownCopyOf(inject('prepared'));

/** The address of the server that all files share which write nothing that others see. */
export async function sharedServerUrl(): Promise<string> {
  const reply = await fetch(inject('sharedServer'));
  const text = await reply.text();
  if (!reply.ok) throw new Error(text);
  return text;
}
