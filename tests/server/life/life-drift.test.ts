import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lifeEndpoint, placeEndpoint } from '#api/contract/table/life-endpoints';
import { strayedFrom } from '#domain/life/record-life';
import { shippedResource } from '#server/base/shipped-resources';
import { pastLives } from '#server/db/sections/guard-lives';
import { settleLife } from '#server/db/sections/settle-life';
import { findDrift, tellDrift } from '#server/features/life/life-drift';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

describe.each(dealtKinds())('states that no step led to, on %s', (kind) => {
  let server: TestServer;
  const goods = shippedResource('goods');

  beforeAll(async () => {
    server = await createTestServer({ kind });
  });
  afterAll(() => server.close());

  it('are found, said aloud at night, left as they are, and taken over or put back by somebody who may', async () => {
    const { kysely } = server.database;
    expect(await findDrift(kysely, goods)).toEqual({ count: 0, ids: [] });
    const { rows } = await sql<{ id: number }>`select min(id)::int as id from goods where status = 'on'`.execute(kysely);
    const id = rows[0]!.id;
    await server.database.transaction(async (trx) => {
      await pastLives(trx);
      await sql`update goods set status = 'off' where id = ${id}`.execute(trx);
    });
    expect(await findDrift(kysely, goods)).toEqual({ count: 1, ids: [id] });
    const told: unknown[] = [];
    const logger = { ...server.ports.logger, error: (what: string, about?: object) => void told.push([what, about]) };
    const at = (hour: number) => ({ ...server.ports.clock, nowMs: () => Date.UTC(2026, 0, 15, hour, 30) });
    // By the clock of the site, in Shanghai.
    await tellDrift({ ...server.ports, logger, clock: at(3) });
    await tellDrift({ ...server.ports, logger, clock: at(18) });
    expect(told).toEqual([]);
    await tellDrift({ ...server.ports, logger, clock: at(19) });
    await tellDrift({ ...server.ports, logger, clock: at(20) });
    expect(told).toEqual([['life.drifts', { resource: 'goods', count: 1, records: [id] }]]);
    const after = await sql<{ status: string }>`select status from goods where id = ${id}`.execute(kysely);
    expect(after.rows[0]?.status).toBe('off');

    const { token } = await server.signIn();
    const place = placeEndpoint(goods);
    const call: TestServer['call'] = (...all) => server.call(...all);
    const toldOf = async () => {
      const { state, steps } = await call(lifeEndpoint(goods), { id }, { token });
      return {
        state,
        strayed: strayedFrom({ state, steps }),
        last: steps.slice(0, 1).map(({ kind: one, from, to }) => [one, from, to]),
      };
    };
    expect(await toldOf()).toMatchObject({ state: 'off', strayed: 'on' });
    await expect(call(place, { ids: [id], state: 'off', comment: '  ' }, { token })).rejects.toMatchObject({
      failure: { fields: { comment: expect.any(String) as string } },
    });
    // Taken over: the path says where it strayed from, and nothing is left to settle.
    await call(place, { ids: [id], state: 'off', comment: 'stock was counted' }, { token });
    expect(await toldOf()).toEqual({ state: 'off', strayed: null, last: [['placed', 'on', 'off']] });
    expect(await findDrift(kysely, goods)).toEqual({ count: 0, ids: [] });
    await expect(call(place, { ids: [id], state: 'off', comment: 'again' }, { token })).rejects.toThrow('Off sale');
    // Put back.
    await server.database.transaction(async (trx) => {
      await pastLives(trx);
      await sql`update goods set status = 'draft' where id = ${id}`.execute(trx);
    });
    await call(place, { ids: [id], state: 'off', comment: 'nobody wanted that' }, { token });
    expect(await toldOf()).toMatchObject({ state: 'off', strayed: null });
    expect(await findDrift(kysely, goods)).toEqual({ count: 0, ids: [] });
  });

  it('keep a life that lacks them from taking the place of another', async () => {
    const { life } = goods;
    if (!life) throw new Error('Goods have a life');
    const { off: _gone, ...states } = life.chart.states;
    const after = { ...goods, life: { ...life, chart: { ...life.chart, states } } };
    const settled = server.database.transaction(async (trx) => {
      await pastLives(trx);
      await sql`update goods set status = 'off' where id = (select min(id) from goods)`.execute(trx);
      await settleLife(trx, { before: goods, after }, { origin: 'site', adminId: 1, now: 0 });
    });
    await expect(settled).rejects.toMatchObject({ failure: { message: 'refusals.life.lostState', params: { state: 'off' } } });
  });
});
