import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { sql } from 'kysely';
import { openDatabase } from '#server/db/open-database';
import { silentLogger } from '#server/base/logger';
import { ADMIN_PASSWORD, startServer, type ServerProcess } from '#tests/e2e/support/server-process.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import type { OwnCopy } from '#tests/support/own-copy.ts';
import { servedBefore } from '#tests/support/served-before.ts';
import { filesBelow, wav } from '#tests/support/upload-samples.ts';

type Call = (path: string, body?: object | FormData | 'DELETE') => Promise<Readonly<Record<string, unknown>>>;

const FILES = 6;
/** Of four calls at once; the others are on their way then. */
const KILLED_AFTER = 2;
let server: ServerProcess | null = null;
let own: OwnCopy | null = null;
afterEach(async () => {
  await server?.end('SIGKILL');
  await own?.remove();
});

async function start({ dataDir, env }: OwnCopy): Promise<Call> {
  const running = await startServer({ dataDir, env });
  server = running;
  let token = '';
  const call: Call = async (path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${running.url}/api/admin/${path}`, {
      headers: { server: 'true', batoken: token, ...(!isForm && { 'content-type': 'application/json' }) },
      ...(body === 'DELETE' ? { method: body } : body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    });
    const { code, msg, data } = (await response.json()) as {
      readonly code: number;
      readonly msg: string;
      readonly data: Readonly<Record<string, unknown>> | null;
    };
    if (code !== 1) throw new Error(`${path}: ${msg}`);
    return data ?? {};
  };
  const { userInfo } = await call('Index/login', { username: 'admin', password: ADMIN_PASSWORD });
  ({ token } = userInfo as { readonly token: string });
  return call;
}

const listed = async (call: Call, path: string): Promise<readonly number[]> =>
  ((await call(`${path}?limit=100`))['list'] as readonly { readonly id: number }[]).map(({ id }) => id);

it.each(dealtKinds())(
  'files that are deleted, restored and purged while the server is killed are there with their bytes, wait with them, or are gone, on %s',
  async (kind) => {
    own = await servedBefore(kind);
    const { dataDir, env } = own;
    let call = await start(own);
    for (let index = 0; index < FILES; index += 1) {
      const form = new FormData();
      form.append('file', new File([wav(100 + index)], `f${index}.wav`));
      await call('Ajax/upload', form);
    }
    const present = await listed(call, 'routine.Attachment/index');
    for (const id of present.slice(0, 4)) await call(`routine.Attachment/del?ids[]=${id}`, 'DELETE');
    const [back, gone] = await listed(call, 'security.DataRecycleLog/index');
    // Many at once; the process goes when so many have been answered.
    let answered = 0;
    const { promise: areAnswered, resolve } = Promise.withResolvers<void>();
    const works = [
      call(`security.DataRecycleLog/del?ids[]=${gone}`, 'DELETE'),
      call('security.DataRecycleLog/restore', { ids: [back] }),
      ...present.slice(4).map((id) => call(`routine.Attachment/del?ids[]=${id}`, 'DELETE')),
    ].map((work) =>
      work.then(
        () => (answered += 1) === KILLED_AFTER && resolve(),
        () => null,
      ),
    );
    await areAnswered;
    await server?.end('SIGKILL');
    await Promise.all(works);

    const database = await openDatabase({ dataDir, url: env['DATABASE_URL'], logger: silentLogger });
    try {
      const { rows } = await sql<{ file_id: string; refs: number; held: number }>`select file_id, refs::integer,
        (select count(*) from attachment where blob_id = blob.id)::integer + (select count(*) from recycled_file where blob_id = blob.id)::integer as held
        from blob`.execute(database.kysely);
      for (const { refs, held } of rows) expect({ refs, held }).toEqual({ refs: held, held: Math.max(1, held) });
      const lost = await sql`select 1 from recycle_entry as entry where resource = 'attachment' and state = 'kept'
        and not exists (select from recycled_file where entry_id = entry.id and blob_id is not null and not is_released)`.execute(
        database.kysely,
      );
      const bare = await sql`select 1 from attachment where blob_id is null`.execute(database.kysely);
      expect([lost.rows, bare.rows]).toEqual([[], []]);
      const onDisk = (await filesBelow(join(dataDir, 'uploads'))).map((path) => path.slice(-32));
      expect(rows.filter(({ file_id: fileId }) => !onDisk.includes(fileId))).toEqual([]);
    } finally {
      await database.close();
    }
    // What waited through all of this comes back.
    call = await start(own);
    const waiting = await listed(call, 'security.DataRecycleLog/index');
    expect(waiting.length).toBeGreaterThan(0);
    for (const id of waiting) expect(await call('security.DataRecycleLog/restore', { ids: [id] })).toMatchObject({ count: 1, refused: [] });
  },
  300_000,
);
