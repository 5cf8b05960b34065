import { expect, test } from 'vitest';
import { rejection } from '#domain/base/failure';
import { createLogger } from '#server/base/logger';
import { BusyError } from '#server/base/refusal';
import { call, type CallServices } from '#server/http/calls/call-handler';
import type { ServerPorts } from '#server/ports/ports';

const somebody = async () => ({ id: 7, username: 'clerk' });

/** Sends a write that ends so. @returns the reply, what the process logged, and what the log of the back office got */
async function writeThatEnds(thrown: unknown, identify: () => Promise<unknown>) {
  const ends = () => Promise.reject(thrown);
  const lines: string[] = [];
  const kept: unknown[] = [];
  const ports = {
    clock: { nowMs: () => 0 },
    randomBytes: (count: number) => new Uint8Array(count),
    messages: { text: (_language: string, key: string) => key },
    logger: createLogger({ level: 'error', write: (line) => lines.push(line), now: () => new Date(0) }),
  } as unknown as ServerPorts;
  const services = {
    table: { find: () => undefined },
    raw: { find: () => ends },
    sessions: { identify },
    sections: { clock: () => 0, sync: async () => undefined },
    adminLog: { write: async (entry: unknown) => void kept.push(entry) },
  } as unknown as CallServices;
  const url = new URL('http://test.invalid/admin/goods.Goods/edit');
  const request = new Request(url, { method: 'POST', body: '{}', headers: { batoken: 'a token', 'content-type': 'application/json' } });
  const target = { kind: 'call', path: url.pathname, hasBase: true, spelling: null } as const;
  const reply = await call(request, url, target, { remoteAddress: '192.0.2.1' }, services, ports);
  return { reply, kept, logged: lines.map((line) => JSON.parse(line) as unknown) };
}

test('a refused write that cannot be logged, since nobody can say whose it was, is told', async () => {
  const { reply, kept, logged } = await writeThatEnds(rejection('refusals.notThere'), () =>
    Promise.reject(new Error('the database is away')),
  );
  expect(await reply.json()).toMatchObject({ code: 0, msg: 'refusals.notThere' });
  expect([kept, logged]).toMatchObject([[], [{ event: 'adminLog.failed', error: { message: 'the database is away' } }]]);
});

test('a write that was refused is in the log of the back office, and not one that the server had no time for: it is sent again', async () => {
  const refused = await writeThatEnds(rejection('refusals.notThere'), somebody);
  expect([refused.reply.status, refused.kept]).toMatchObject([200, [{ node: 'goods/Goods/edit', isRefused: true }]]);
  const busy = await writeThatEnds(new BusyError(1), somebody);
  expect([busy.reply.status, busy.kept]).toEqual([503, []]);
});
