import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { leaveBrowser, sharedBrowser } from './browser.ts';
import type { OwnCopy } from '#tests/support/own-copy.ts';
import { copyOfPrepared, sharedServerUrl } from './prepared-data-dir.ts';
import { startServer, type ServerOptions, type ServerProcess } from './server-process.ts';

/** What the tests of one file look at; there from the first `beforeAll` on. */
export interface Scene {
  readonly server: Pick<ServerProcess, 'url'>;
  readonly browser: Browser;
}

/** What the tests of one file have for themselves. */
export interface Stage extends Scene {
  readonly server: ServerProcess;
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

/**
 * For files that write nothing which others could see: one server, with test controls, for all of them, at the same time. What a browser keeps
 * is its own, and so is what a member adds for themselves. To start a server and lead it to its first page costs more than most of what they look at.
 */
export function openScene(): Scene {
  const scene = {} as { server: Scene['server']; browser: Browser };
  beforeAll(async () => {
    const [url, browser] = await Promise.all([sharedServerUrl(), sharedBrowser()]);
    scene.server = { url };
    scene.browser = browser;
  });
  afterAll(leaveBrowser);
  return scene;
}
