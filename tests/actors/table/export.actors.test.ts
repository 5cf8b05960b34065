import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { exportLogic } from '#actors/table/export.actors';
import type { Call } from '#api/client';
import { goods } from '#sections/goods/goods.resource.ts';
import { EMPTY_QUERY } from '#domain/table/resource-query';
import { rowsOfCsv } from '#tests/support/exported.ts';
import { createTestServer } from '#tests/support/server.ts';

const query = { ...EMPTY_QUERY, page: 3, order: { field: 'price', direction: 'desc' }, quickSearch: '杯' } as const;

interface Saved {
  readonly name: string;
  readonly content: Blob;
}

/** The logic over a call, and what it has saved. */
function started(call: Call, ids: readonly number[] = []) {
  const saved: Saved[] = [];
  const logic = exportLogic({ call, resourceOf: () => goods, saveFile: (name, content) => void saved.push({ name, content }) });
  const actor = createActor(logic, { input: { resource: 'goods', query, ids, columns: ['categoryId', 'price'] } }).start();
  return { actor, saved };
}

describe('exporting', () => {
  it('asks for all pages of the list as it is, and hands the file over', async () => {
    const server = await createTestServer();
    const { token } = await server.signIn();
    const { actor, saved } = started((endpoint, input, options) => server.call(endpoint, input as never, { ...options, token }));
    actor.send({ type: 'export.requested' });
    const snapshot = await waitFor(actor, (one) => !one.hasTag('busy'));
    const [file] = saved;
    const [head, ...rows] = rowsOfCsv(await (file?.content ?? new Blob()).arrayBuffer());
    expect(head).toEqual(['Category', 'Price']);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.map(([, price]) => Number(price))).toEqual(rows.map(([, price]) => Number(price)).toSorted((one, other) => other - one));
    expect(snapshot.context.file).toEqual({ name: file?.name, rows: rows.length, sizeBytes: file?.content.size });
    expect(snapshot.context.bytes).toBe(file?.content.size);
    expect(snapshot.context.rows).toEqual({ done: rows.length, of: rows.length });
    await server.close();
  });

  it('gives the call up when it is stopped, and saves nothing', async () => {
    const asked = Promise.withResolvers<AbortSignal>();
    const { actor, saved } = started((_endpoint, _input, options) => {
      if (options?.signal) asked.resolve(options.signal);
      return new Promise(() => {});
    });
    actor.send({ type: 'export.requested' });
    const signal = await asked.promise;
    actor.send({ type: 'export.cancelled' });
    expect(signal.aborted).toBe(true);
    expect(actor.getSnapshot().matches({ choosing: 'ready' })).toBe(true);
    expect(saved).toEqual([]);
  });
});
