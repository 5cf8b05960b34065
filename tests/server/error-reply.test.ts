import { describe, expect, it } from 'vitest';
import { DatabaseError } from '#server/db/database-error';
import { errorReply } from '#server/http/error-reply';
import { silentLogger } from '#server/logger';
import { readMessages } from '#server/message-files';

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
