import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { leaveBrowser, sharedBrowser } from './browser.ts';
import { copyOfPreparedDataDir } from './prepared-data-dir.ts';
import { removeDataDir, startServer, type ServerOptions, type ServerProcess } from './server-process.ts';

/** What the tests of one file share; there from the first `beforeAll` on. */
export interface Stage {
  server: ServerProcess;
  readonly browser: Browser;
}

/** Before a file's tests: starts a server with a data directory of its own, and takes the browser. Ends the one and leaves the other after them. */
export function openStage(options: ServerOptions = {}): Stage {
  const stage = {} as { server: ServerProcess; browser: Browser };
  beforeAll(async () => {
    [stage.server, stage.browser] = await Promise.all([startServer({ dataDir: copyOfPreparedDataDir(), ...options }), sharedBrowser()]);
  });
  afterAll(async () => {
    await leaveBrowser();
    await stage.server?.end('SIGTERM');
    if (stage.server) removeDataDir(stage.server.dataDir);
  });
  return stage;
}
