import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, expect, it } from 'vitest';
import { DurableNodeFS } from '#server/db/embedded/durable-file-system';

const root = mkdtempSync(join(tmpdir(), 'troupe-modes-'));
afterAll(() => rmSync(root, { recursive: true }));

it('what the embedded database writes is open to its owner alone, also below a folder that is open: security rule 37', async () => {
  const folder = join(root, 'database');
  const database = await PGlite.create({ fs: new DurableNodeFS(folder) });
  await database.exec(`create table tea (id integer); insert into tea select generate_series(1, 5000); checkpoint`);
  await database.close();
  const open = execFileSync('find', [folder, '-type', 'f', '-perm', '/077'], { encoding: 'utf8' }).split('\n').filter(Boolean);
  expect([open.length, open.slice(0, 3)]).toEqual([0, []]);
}, 60_000);
