import { describe, expect, it } from 'vitest';
import { DatabaseError } from '#server/db/database-error';
import { errorReply } from '#server/http/error-reply';
import { createLogger, silentLogger } from '#server/logger';
import { readMessages } from '#server/message-files';
import { createTestServer } from '#tests/support/server.ts';

const context = { requestId: 'r1', language: 'en', method: 'GET', path: '/admin/goods.Goods/index' } as const;
const ports = { messages: readMessages('locales'), logger: silentLogger, clock: { nowMs: () => 1_768_435_200_000 } };
const replyTo = (error: unknown): Response => errorReply(error, context, ports);

describe('the reply to an error', () => {
  it.each([
    new Error('timeout exceeded when trying to connect'),
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
    new DatabaseError({ message: 'sorry, too many clients already', code: '53300' }),
    new DatabaseError({ message: 'the database system is starting up', code: '57P03' }),
  ])('asks to come back while there is no connection to the database: %s', async (error) => {
    const reply = replyTo(error);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await reply.json()).toMatchObject({ code: 0, data: null });
  });

  it('takes a connection that broke for a fault, since something may have been done', async () => {
    const reply = replyTo(new Error('Connection terminated unexpectedly'));
    expect(reply.status).toBe(500);
    expect(await reply.text()).not.toContain('terminated');
  });
});

describe('an exception outside a call', () => {
  it.each([
    ['en', 'Server internal error! (number '],
    ['zh-cn', '服务器内部错误！（编号 '],
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
          home: null,
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
});
