import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMessageFiles } from '#server/adapters/message-files';
import { createMemoryShelf } from '#server/adapters/browser/byte-shelf';
import { RECORDED_RUNS } from '#server/adapters/browser/recorded-runs';
import { silentLogger } from '#server/base/logger';
import { createSnapshots } from '#server/boot/browser/snapshots';
import { startInBrowser, type BrowserServer } from '#server/boot/browser/start-in-browser';
import { createCommandRegistry } from '#server/features/terminal/commands';
import * as databases from '#tests/support/database.ts';
import { createBrowserTestServer, openBrowserTestDatabase } from '#tests/support/tabs/browser-world.ts';
import * as servers from '#tests/support/server.ts';
import { read, textOf } from '../server/terminal/terminal-support.ts';

/** What a browser has instead of a machine, as the application meets it. */
describe('over the ports of a browser', () => {
  let server: servers.TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createBrowserTestServer(servers, databases);
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const run = (command: string) => read(server.app, { command, uuid: crypto.randomUUID(), token });

  it('plays a command as a server has run it, and says that it is recorded', async () => {
    const messages = await run('version.node');
    expect(textOf(messages).slice(2, 4)).toEqual([expect.stringContaining('recorded run'), expect.stringMatching(/^v\d+\./u)]);
    expect(textOf(messages).slice(-3)).toEqual(['exitCode: 0', 'command-exec-success', 'command-exec-completed']);
  });

  it('says of a program that was not there that it is not', async () => {
    expect(textOf(await run('version.cnpm')).slice(2, 4)).toEqual(['Error: cnpm is not installed on the server.', 'command-exec-error']);
  });
});

it('has a recording of every command that the terminal begins by itself in a new project', () => {
  const recorded = new Set(RECORDED_RUNS.map(({ line }) => line));
  const offered = createCommandRegistry()
    .all()
    .filter(({ key }) => /^(?:version|test|web-install|web-build)\./u.test(key));
  expect(offered.map(({ line }) => line).filter((line) => !recorded.has(line))).toEqual([]);
  // One that went well, with what it said, and one that did not.
  expect(RECORDED_RUNS.some(({ exitCode, lines }) => exitCode === 0 && lines.length > 1)).toBe(true);
  expect(RECORDED_RUNS.some(({ exitCode }) => exitCode !== 0)).toBe(true);
});

it('goes on from what was kept, and from its beginning where another build had kept it', async () => {
  const shelf = createMemoryShelf();
  const open = (dump: Blob): Promise<BrowserServer> =>
    startInBrowser({
      dump,
      logger: silentLogger,
      messages: readMessageFiles('locales'),
      rasterise: () => Promise.reject(new Error('nobody asks for a drawing')),
      documents: null,
      shelf: createMemoryShelf(),
      freeDiskShare: () => 0.5,
      onWrite: () => (writes += 1),
    });
  let writes = 0;
  const empty = await openBrowserTestDatabase(databases);
  const first = await open(await empty.snapshot());
  await empty.close();
  const before = writes;
  await first.database.kysely.insertInto('goods_category').values({ name: 'Kept', pid: 0, create_time: 1, update_time: 1 }).execute();
  expect(writes).toBe(before + 1);
  await createSnapshots(shelf, { name: 'seed-1', seededAt: 1_700_000_000 }).keep(await first.database.snapshot());
  await first.close();
  const { snapshot } = await createSnapshots(shelf, { name: 'seed-1', seededAt: 1_700_000_000 }).newest();
  const second = await open(snapshot?.bytes ?? new Blob());
  expect(await second.database.kysely.selectFrom('goods_category').select('name').execute()).toEqual([{ name: 'Kept' }]);
  await second.close();
  expect(await createSnapshots(shelf, { name: 'seed-2', seededAt: 1_700_000_001 }).newest()).toEqual({ snapshot: null, isStale: true });
  expect(await shelf.names()).toEqual([]);
});
