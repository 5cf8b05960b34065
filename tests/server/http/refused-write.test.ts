import { expect, test } from 'vitest';
import { rejection } from '#domain/base/failure';
import { createLogger } from '#server/base/logger';
import { call, type CallServices } from '#server/http/calls/call-handler';
import type { ServerPorts } from '#server/ports/ports';

test('a refused write that cannot be logged, since nobody can say whose it was, is told', async () => {
  const lines: string[] = [];
  const ports = {
    clock: { nowMs: () => 0 },
    randomBytes: (count: number) => new Uint8Array(count),
    messages: { text: (_language: string, key: string) => key },
    logger: createLogger({ level: 'error', write: (line) => lines.push(line), now: () => new Date(0) }),
  } as unknown as ServerPorts;
  const services = {
    table: { find: () => undefined },
    raw: { find: () => () => Promise.reject(rejection('refusals.notThere')) },
    sessions: { identify: () => Promise.reject(new Error('the database is away')) },
    sections: { clock: () => 0, sync: () => Promise.resolve() },
    adminLog: { write: () => Promise.resolve() },
  } as unknown as CallServices;
  const url = new URL('http://test.invalid/admin/goods.Goods/edit');
  const request = new Request(url, { method: 'POST', body: '{}', headers: { batoken: 'a token', 'content-type': 'application/json' } });
  const reply = await call(
    request,
    url,
    { kind: 'call', path: url.pathname, hasBase: true, spelling: null },
    { remoteAddress: '192.0.2.1' },
    services,
    ports,
  );
  expect(await reply.json()).toMatchObject({ code: 0, msg: 'refusals.notThere' });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { event: 'adminLog.failed', error: { message: 'the database is away' } },
  ]);
});
