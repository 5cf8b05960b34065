import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { copyOfPreparedDataDir } from './prepared-data-dir.ts';
import { removeDataDir, startServer, type ServerOptions, type ServerProcess } from './server-process.ts';

/** What the tests of one file share; there from the first `beforeAll` on. */
export interface Stage {
  server: ServerProcess;
  readonly browser: Browser;
}

/** Starts a server with a data directory of its own and a browser before a file's tests, and ends both after them. */
export function openStage(options: ServerOptions = {}): Stage {
  const stage = {} as { server: ServerProcess; browser: Browser };
  beforeAll(async () => {
    [stage.server, stage.browser] = await Promise.all([startServer({ dataDir: copyOfPreparedDataDir(), ...options }), launchBrowser()]);
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.server?.end('SIGTERM');
    if (stage.server) removeDataDir(stage.server.dataDir);
  });
  return stage;
}
