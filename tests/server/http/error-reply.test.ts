import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createServerApp } from '#server/app';
import { DatabaseError } from '#server/db/base/database-error';
import { errorReply, unexpectedReply } from '#server/http/calls/error-reply';
import { createLogger, silentLogger } from '#server/base/logger';
import { readMessageFiles } from '#server/adapters/message-files';
import { createTestServer } from '#tests/support/server.ts';

const context = { requestId: 'r1', language: 'en', method: 'GET', path: '/admin/goods.Goods/index' } as const;
const ports = { messages: readMessageFiles('locales'), logger: silentLogger, clock: { nowMs: () => 1_768_435_200_000 } };
const replyTo = (error: unknown): Response => errorReply(error, context, ports);

describe('the reply to an error', () => {
  it.each([
    new Error('timeout exceeded when trying to connect'),
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
    new DatabaseError({ message: 'sorry, too many clients already', code: '53300' }),
    new DatabaseError({ message: 'the database system is starting up', code: '57P03' }),
    new DatabaseError({ message: 'terminating connection due to administrator command', code: '57P01' }),
    new DatabaseError({ message: 'terminating connection because of crash of another server process', code: '57P02' }),
    new DatabaseError({ message: 'cannot execute INSERT in a read-only transaction', code: '25006' }),
    new DatabaseError({ message: 'The embedded database stopped', code: '08006' }),
    new DatabaseError({ message: 'deadlock detected', code: '40P01' }),
    new DatabaseError({ message: 'could not serialize access due to concurrent update', code: '40001' }),
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    Object.assign(new Error('getaddrinfo EAI_AGAIN db'), { code: 'EAI_AGAIN' }),
    new AggregateError([Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' })]),
    new Error('Connection terminated unexpectedly'),
    new Error('Connection terminated due to connection timeout'),
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('Query read timeout'),
  ])('asks to come back while the database is away: %s', async (error) => {
    const reply = replyTo(error);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await reply.json()).toMatchObject({ code: 0, data: null });
  });
});

describe('what the server is not through with', () => {
  it.each([
    ['57014', 'This took too long and was stopped. Please narrow it down.'],
    ['42P01', 'The section has changed meanwhile; open it again'],
    ['42703', 'The section has changed meanwhile; open it again'],
  ])('is told from what it has decided: %s', async (code, msg) => {
    const reply = replyTo(new DatabaseError({ message: 'canceling statement due to statement timeout', code }));
    expect([reply.status, await reply.json()]).toEqual([200, { code: 0, msg, time: 1_768_435_200, data: { passing: true } }]);
  });
});

describe('a full disk', () => {
  it.each([
    new DatabaseError({ message: 'could not extend file "base/5/16777": No space left on device', code: '53100' }),
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    Object.assign(new Error('EDQUOT: disk quota exceeded, open'), { code: 'EDQUOT' }),
    new Error('The file could not be kept', { cause: Object.assign(new Error('write'), { code: 'ENOSPC' }) }),
    new DatabaseError({ message: 'could not write to file "pg_wal/xlogtemp.42": No space left on device' }),
  ])('is told as one: %s', async (error) => {
    const reply = replyTo(error);
    expect(reply.status).toBe(507);
    expect(await reply.json()).toEqual({
      code: 0,
      msg: 'The server’s disk is full; nothing was saved. Please tell an administrator.',
      time: 1_768_435_200,
      data: null,
    });
  });

  it('leaves nothing half written, and says so in the language of the caller', async () => {
    const server = await createTestServer({ sampleData: false });
    const { token } = await server.signIn();
    const { kysely } = server.database;
    // The change is recorded behind the row itself, in the same transaction.
    await sql`create function no_space() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(kysely);
    await sql`create trigger no_space before insert on record_change for each row execute function no_space()`.execute(kysely);
    const headers = { 'think-lang': 'zh-cn' };
    const reply = await server.request('/api/admin/goods.Category/add', { method: 'POST', json: { name: '茶' }, token, headers });
    expect([reply.status, reply.body?.msg]).toEqual([507, '服务器磁盘空间不足，内容没有保存，请联系管理员。']);
    expect(await kysely.selectFrom('goods_category').select('id').execute()).toEqual([]);
    await server.close();
  });
});

describe('an exception outside a call', () => {
  it.each([
    ['en', 'Server internal error! (number '],
    ['zh-cn', '请把编号 '],
  ])('is answered in %s with the number that the log has, and with nothing of the exception', async (language, words) => {
    const lines: string[] = [];
    const server = await createTestServer({
      ports: {
        logger: createLogger({ level: 'error', write: (line) => lines.push(line), now: () => new Date(0) }),
        pages: {
          read: () => {
            throw new Error('the disk is on fire');
          },
          shell: '<!doctype html>',
          documents: null,
        },
      },
    });
    const reply = await server.app.fetch(new Request('http://test.invalid/any/page?secret=1', { headers: { 'think-lang': language } }));
    const requestId = reply.headers.get('x-request-id') ?? '';
    expect(requestId).toMatch(/^[\w-]{12}$/u);
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
      500,
      'application/json; charset=utf-8',
      'no-store',
    ]);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    const text = await reply.text();
    expect(JSON.parse(text)).toMatchObject({ code: 0, data: null, msg: expect.stringContaining(words + requestId) as string });
    expect(text).not.toContain('fire');
    expect(lines.map((line) => JSON.parse(line) as Record<string, unknown>)).toMatchObject([
      { level: 'error', event: 'request.failed', requestId, method: 'GET', path: '/any/page', error: { message: 'the disk is on fire' } },
    ]);
    await server.close();
  });

  it.each([[[]], [['https://office.example.com']]])('has its number for HEAD and for pages of other origins (%s)', async (corsOrigins) => {
    const server = await createTestServer({ sampleData: false });
    const pages = {
      read: () => {
        throw new Error('the disk is on fire');
      },
      shell: '<!doctype html>',
      documents: null,
    };
    const app = createServerApp({ ...server.ports, pages }, { corsOrigins });
    const numbers = [];
    for (const method of ['GET', 'HEAD']) {
      const reply = await app.fetch(
        new Request('http://test.invalid/any/page', { method, headers: { origin: 'https://office.example.com' } }),
      );
      numbers.push([reply.status, reply.headers.get('x-request-id')]);
    }
    const number = [500, expect.stringMatching(/^[\w-]{12}$/u)];
    expect(numbers).toEqual([number, number]);
    await server.close();
  });
});

describe('the reply to an error that was met outside of a call', () => {
  const random = { ...ports, randomBytes: (count: number) => new Uint8Array(count) };
  const opened = (headers: Record<string, string>, error: unknown) =>
    unexpectedReply(error, new Request('http://shop.test/admin/goods', { headers }), random);

  it('is a page for whoever has opened an address, with the number that the log has', async () => {
    const reply = opened({ accept: 'text/html', 'accept-language': 'en' }, new Error('<b>'));
    const html = await reply.text();
    expect([reply.status, reply.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
    expect(html).toContain('This page could not be shown');
    expect(html).toContain(`the number ${reply.headers.get('x-request-id')}.`);
    expect([html.includes('<b>'), html.includes('http-equiv="refresh"')]).toEqual([false, false]);
  });

  it('asks again by itself where the server is only away, and is an envelope for programs', async () => {
    const away = opened({ accept: 'text/html', 'accept-language': 'zh-CN' }, new Error('Connection terminated unexpectedly'));
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await away.text()).toMatch(/<html lang="zh-cn">.*http-equiv="refresh" content="15".*暂时无法打开此页面/su);
    const program = opened({ accept: 'application/json' }, new Error('no'));
    expect([program.status, ((await program.json()) as { readonly code: number }).code]).toEqual([500, 0]);
  });
});
