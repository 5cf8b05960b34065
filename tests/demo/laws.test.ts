import { vi } from 'vitest';
import { createBrowserTestServer } from '#tests/support/tabs/browser-world.ts';
import type * as Databases from '#tests/support/database.ts';
import type * as Dealing from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import type * as Servers from '#tests/support/server.ts';

/**
 * The laws of records, of undo and of rights once more over the ports of a browser: its database, in the thread of its server, its passwords, its files
 * and its queue. The laws are tried on everything elsewhere; here those of undo on some, and all of them on everything in the long form.
 */
vi.mock('#tests/support/database.ts', async (load) => ({
  ...(await load<typeof Databases>()),
  testDatabaseKinds: ['embedded'],
  anyDatabaseKind: 'embedded',
}));
vi.mock('#tests/support/dealt.ts', async (load) => ({
  ...(await load<typeof Dealing>()),
  tried: <T>(cases: readonly T[]): readonly T[] => cases.filter((_, index) => effort(index % 16 === 3, true)),
}));
vi.mock('#tests/support/server.ts', async (load) => {
  const servers = await load<typeof Servers>();
  const databases = await import('#tests/support/database.ts');
  return { ...servers, createTestServer: (options?: Servers.TestServerOptions) => createBrowserTestServer(servers, databases, options) };
});

// In the long form it asks thousands of times, of one engine in one thread.
vi.setConfig({ testTimeout: 600_000 });

// What is taken back has been added, saved, moved and deleted before: the short form has no more of it.
await import('../server/resources/undo-laws.test.ts');
if (effort(false, true)) {
  await import('../server/resources/crud-laws.test.ts');
  await import('../server/rights/rights-matrix.test.ts');
}
