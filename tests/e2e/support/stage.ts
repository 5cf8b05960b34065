import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { leaveBrowser, sharedBrowser } from './browser.ts';
import type { OwnCopy } from '#tests/support/own-copy.ts';
import { copyOfPrepared } from './prepared-data-dir.ts';
import { startServer, type ServerOptions, type ServerProcess } from './server-process.ts';

/** What the tests of one file share; there from the first `beforeAll` on. */
export interface Stage {
  readonly server: ServerProcess;
  readonly browser: Browser;
  /** Starts the server anew on what the one before it has left, which has ended by then. */
  readonly startAgain: () => Promise<void>;
}

/** Before a file's tests: starts a server with data of its own, and takes the browser. Ends the one and leaves the other after them. */
export function openStage({ env, ...options }: Omit<ServerOptions, 'dataDir'> = {}): Stage {
  const stage = {} as { server: ServerProcess; browser: Browser; startAgain: () => Promise<void> };
  let own: OwnCopy;
  stage.startAgain = async () => {
    stage.server = await startServer({ ...options, dataDir: own.dataDir, env: { ...own.env, ...env } });
  };
  beforeAll(async () => {
    own = await copyOfPrepared();
    [, stage.browser] = await Promise.all([stage.startAgain(), sharedBrowser()]);
  });
  afterAll(async () => {
    await leaveBrowser();
    await stage.server?.end('SIGTERM');
    await own?.remove();
  });
  return stage;
}
