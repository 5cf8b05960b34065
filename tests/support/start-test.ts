import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Database } from '../../server/db/base/database.ts';
import { runServer } from '../../server/boot/run-server.ts';
import { sha256 } from '../../server/base/digest.ts';

/** Tells which process it is, and stops in the middle until a test lets it go on. */
const HALTING_RUN = `
console.log('process ' + process.pid);
for (let step = 1; step <= 12; step += 1) {
  if (step === 3) await fetch('http://127.0.0.1:${process.env['PORT'] ?? '8000'}/test-controls/halt', { method: 'POST', body: '{}' });
  console.log('step ' + step);
}
`;

/** Runs that have halted, and how many may go on that have not halted yet. */
const halted: (() => void)[] = [];
let mayGoOn = 0;

type Control = (database: Database, body: Readonly<Record<string, string>>) => Promise<unknown>;

/** By path below /test-controls; each takes a JSON object by POST. */
const CONTROLS: Readonly<Record<string, Control>> = {
  /** `{ token }`: makes an access token as old as it can get. */
  async 'expire-token'({ kysely }, { token = '' }) {
    const expired = await kysely
      .updateTable('token')
      .set({ expire_time: 0 })
      .where('hash', '=', await sha256(token))
      .executeTakeFirst();
    return { expired: Number(expired.numUpdatedRows) };
  },

  /** `{ name, value }`: changes a setting. */
  async 'set-config'({ kysely }, { name = '', value = '' }) {
    const changed = await kysely.updateTable('config').set({ value }).where('name', '=', name).executeTakeFirst();
    return { changed: Number(changed.numUpdatedRows) };
  },

  /** `{ id }`: where to click on the captcha just drawn under this id, in the picture's own pixels. */
  async 'captcha-answer'({ kysely }, { id = '' }) {
    const drawn = await kysely
      .selectFrom('captcha')
      .select(['targets', 'width', 'height'])
      .where('id_hash', '=', await sha256(id))
      .executeTakeFirstOrThrow();
    return { ...drawn, points: drawn.targets.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })) };
  },

  /** Answers when a test says `go-on`. */
  async halt() {
    if (mayGoOn > 0) mayGoOn -= 1;
    else await new Promise<void>((resolve) => halted.push(resolve));
    return {};
  },

  /** Lets the run go on that has halted first, or will. */
  async 'go-on'() {
    const goOn = halted.shift();
    if (goOn) goOn();
    else mayGoOn += 1;
    return {};
  },

  /** The messages of the outbox, newest first, with the codes that it still holds. */
  outbox: ({ kysely }) => kysely.selectFrom('outbox_message').selectAll().orderBy('id', 'desc').limit(50).execute(),
};

/** Opens the pages for developers, which look for this sign in the application's page; documents, whose length is told, have none. */
async function withDevPages(response: Response): Promise<Response> {
  if (response.headers.has('content-length')) return response;
  if (!response.headers.get('content-type')?.startsWith('text/html') || response.status !== 200) return response;
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = response.headers.has('content-encoding') ? gunzipSync(bytes) : bytes;
  const headers = new Headers(response.headers);
  headers.delete('content-encoding');
  return new Response(text.toString().replace('<head>', '<head><meta name="dev-pages" />'), { headers });
}

/** What the tests have walked, for the page that shows it; none where no test has run. */
async function pathReport(): Promise<Response> {
  const file = process.env['PATH_REPORT'] ?? join('coverage', 'paths.json');
  const report = await readFile(file).catch(() => null);
  return report ? new Response(report, { headers: { 'content-type': 'application/json' } }) : new Response(null, { status: 404 });
}

/** `npm run start:test`: the real application with controls that only tests may have, on this machine only. */
await runServer(
  (app, { database }) => {
    app.terminal.commands.register('test.halting', {
      file: 'node',
      args: ['--input-type=module', '-e', HALTING_RUN],
      folder: 'scratch',
      timeoutMs: 60_000,
      line: 'count and halt',
    });
    app.terminal.commands.register('test.failing', {
      file: 'node',
      args: ['-e', 'process.exit(3)'],
      folder: 'scratch',
      timeoutMs: 60_000,
      line: 'fail',
    });
    return {
      async fetch(request, info) {
        const { pathname } = new URL(request.url);
        if (pathname === '/coverage/paths.json') return pathReport();
        const [, folder, name = ''] = pathname.split('/');
        const control =
          folder === 'test-controls' && request.method === 'POST' && Object.hasOwn(CONTROLS, name) ? CONTROLS[name] : undefined;
        return control
          ? Response.json(await control(database, (await request.json()) as Record<string, string>))
          : withDevPages(await app.fetch(request, info));
      },
    };
  },
  (env) => ({ ...env, host: '127.0.0.1' }),
);
