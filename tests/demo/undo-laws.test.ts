import { vi } from 'vitest';
import { createBrowserTestServer } from '#tests/support/browser-world.ts';
import type * as Databases from '#tests/support/database.ts';
import type * as Servers from '#tests/support/server.ts';

/** The same laws over the ports of a browser: its database, in the thread of its server, its passwords, its files and its queue. */
vi.mock('#tests/support/database.ts', async (load) => ({
  ...(await load<typeof Databases>()),
  testDatabaseKinds: ['embedded'],
  anyDatabaseKind: 'embedded',
}));
vi.mock('#tests/support/server.ts', async (load) => {
  const servers = await load<typeof Servers>();
  const databases = await import('#tests/support/database.ts');
  return { ...servers, createTestServer: (options?: Servers.TestServerOptions) => createBrowserTestServer(servers, databases, options) };
});

await import('../server/resources/undo-laws.test.ts');
