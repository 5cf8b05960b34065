import { createWasmHasher } from '#server/adapters/browser/wasm-hasher';
import { createMemoryShelf } from '#server/adapters/browser/byte-shelf';
import { readMessageFiles } from '#server/adapters/message-files';
import { silentLogger } from '#server/base/logger';
import { browserServerPorts } from '#server/boot/browser/start-in-browser';
import { openBrowserDatabase, type BrowserDatabase } from '#server/db/browser/browser-database';
import type { EmbeddedDatabase } from '#server/db/embedded/embedded-database';
import { seedDatabase } from '#server/db/seed/seed';
import type * as Databases from '../database.ts';
import type * as Servers from '../server.ts';

/** The least work that the algorithm knows; tests guess nobody's password. */
const LEAST = { memorySize: 8, iterations: 1, parallelism: 1, hashLength: 32 };

const randomBytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));

/** The database that a browser holds, with all tables and no rows. */
export async function openBrowserTestDatabase({ openTestDatabase }: typeof Databases): Promise<BrowserDatabase> {
  const empty = (await openTestDatabase('embedded')) as EmbeddedDatabase;
  const dump = new Blob([Uint8Array.from(await empty.dumpBytes())], { type: 'application/x-gzip' });
  await empty.close();
  return openBrowserDatabase({ dump, logger: silentLogger });
}

/** A test server over the ports of a browser, but for its clock, which tests move. */
export async function createBrowserTestServer(
  { createTestServer, TEST_PASSWORD, TEST_START_SECONDS }: typeof Servers,
  databases: typeof Databases,
  { kind: _kind, sampleData = true, ...options }: Servers.TestServerOptions = {},
): Promise<Servers.TestServer> {
  const opened = await openBrowserTestDatabase(databases);
  const passwords = createWasmHasher(randomBytes, LEAST);
  await seedDatabase(opened, { adminPasswordHash: await passwords.hash(TEST_PASSWORD), sampleData, nowSeconds: TEST_START_SECONDS });
  const ports = browserServerPorts(opened, {
    dump: new Blob(),
    logger: silentLogger,
    messages: readMessageFiles('locales'),
    rasterise: () => Promise.reject(new Error('no law asks for a drawing')),
    documents: null,
    shelf: createMemoryShelf(),
    freeDiskShare: () => 0.5,
  });
  const { jobs, encryptor, files, processes, cloud, mailer, sms, models } = ports;
  return createTestServer({
    ...options,
    opened,
    ports: { jobs, passwords, encryptor, files, processes, cloud, mailer, sms, models, ...options.ports },
  });
}
