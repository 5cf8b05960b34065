import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '#tests/e2e/support/server-process.ts';
import { filled, killTree, ownFile, ownFolder, startEngine } from './engines.ts';

export interface Pooler {
  /** The same database through the pooler. @param url of PostgreSQL itself */
  readonly through: (url: string) => string;
  close(): Promise<void>;
}

const PASSWORD = 'of-this-pooler-alone';

/** The pooler of the sample before a PostgreSQL that stands on this machine. */
export async function startPooler(server: string, mode: 'transaction' | 'session' = 'transaction'): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(server);
  const folder = ownFolder(mkdtempSync(join(tmpdir(), 'troupe-pooler-')));
  const own = await freePort();
  const values = { HOST: '127.0.0.1', DATABASE_PORT: port || 5432, POOLER_PORT: own, FOLDER: folder };
  const sample = filled('pgbouncer.ini', values).replace('host=127.0.0.1', `host=${hostname}`);
  const secret = decodeURIComponent(password) || PASSWORD;
  ownFile(join(folder, 'users.txt'), `"${decodeURIComponent(username)}" "${secret}"\n`);
  const child = startEngine(
    'pgbouncer',
    ['-q', ownFile(join(folder, 'pgbouncer.ini'), sample.replace('pool_mode = transaction', `pool_mode = ${mode}`))],
    folder,
  );
  const through = (url: string): string => {
    const address = new URL(url);
    [address.hostname, address.port, address.password] = ['127.0.0.1', String(own), encodeURIComponent(secret)];
    return address.href;
  };
  for (let left = 100; !(await answers(through(server))); left -= 1) {
    if (left === 0) throw new Error(`the pooler does not answer, see ${folder}`);
    await passed(100);
  }
  return {
    through,
    async close() {
      killTree(child.pid);
      await passed(100);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
