import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { defineResource } from '#api/contract/table/resource';
import { rejection } from '#domain/base/failure';
import { createMemberData } from '#server/features/base/member-data';
import { sectionHooks } from '#server/features/base/section-hooks';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const keyring = defineResource({
  name: 'keyring',
  controller: 'lab.Keyring',
  table: 'lab_keyring',
  titleField: 'owner',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  fields: {
    id: { kind: 'id' },
    owner: { kind: 'string', required: true },
    secret: { kind: 'password', required: true },
    strength: { kind: 'integer', form: 'never', initial: 0 },
    version: { kind: 'version' },
  },
});

const { list, read, add, save } = resourceEndpoints(keyring);

describe('the three hooks of a resource', () => {
  const seen: unknown[] = [];
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ sampleData: false, prepare: (database) => createResourceTable(database, keyring) });
    const { resource, make } = sectionHooks(keyring, () => ({
      beforeWrite: (values) =>
        Promise.resolve(
          values.secret === undefined ? values : { ...values, secret: `hashed ${values.secret.length}`, strength: values.secret.length },
        ),
      afterWrite: (record, { before, caller }) => {
        seen.push({ record, before, by: caller.username });
        return record.owner === 'nobody' ? Promise.reject(rejection('refusals.refused')) : Promise.resolve();
      },
      present: async (records) => records.map((record) => ({ ...record, owner: `${record.owner}!` })),
    }));
    server.app.resources.register(resource, {
      origin: 'shipped',
      hooks: make({ ports: server.ports, resources: server.app.resources, memberData: createMemberData(), nodes: () => new Set() }),
    });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const stored = () =>
    server.database.kysely
      .selectFrom('lab_keyring' as 'goods')
      .selectAll()
      .orderBy('id')
      .execute();

  it('writes what beforeWrite makes of the values, and shows what present shows', async () => {
    const id = (await server.call(add, { owner: 'anna', secret: 'open sesame' }, { token }))?.id ?? 0;
    expect(await stored()).toEqual([{ id, owner: 'anna', secret: 'hashed 11', strength: 11, version: 1 }]);
    expect((await server.call(read, { id }, { token })).row).toEqual({ id, owner: 'anna!', strength: 11, version: 1 });
    expect((await server.call(list, {}, { token })).list).toEqual([{ id, owner: 'anna!', strength: 11, version: 1 }]);
    expect(seen.pop()).toEqual({ record: { id, owner: 'anna', strength: 11, version: 1 }, before: null, by: 'admin' });
  });

  it('changes the secret alone, which neither change nor search can show', async () => {
    const [row] = await stored();
    const id = row?.id ?? 0;
    expect(await server.call(save, { id, secret: 'changed' }, { token })).toEqual({ version: 2 });
    expect((await stored())[0]).toMatchObject({ secret: 'hashed 7', strength: 7 });
    const changes = await server.database.kysely
      .selectFrom('record_change')
      .select(['before', 'after'])
      .where('resource', '=', 'keyring')
      .execute();
    expect(JSON.stringify(changes)).not.toContain('hashed');
    const search = [{ field: 'secret', operator: 'LIKE' as const, val: 'h' }];
    await expect(server.call(list, { search }, { token })).rejects.toThrow('There is no field “secret” to search or sort by.');
    await expect(server.call(list, { order: 'secret,asc' }, { token })).rejects.toThrow('secret');
  });

  it('undoes the write when afterWrite refuses', async () => {
    const before = await stored();
    await expect(server.call(add, { owner: 'nobody', secret: 'open sesame' }, { token })).rejects.toThrow('Some entries are not right.');
    expect(await stored()).toEqual(before);
  });

  it('answers a section from the moment it is registered until it is taken away', async () => {
    expect((await server.request('/admin/lab.Keyring/index', { token })).status).toBe(200);
    server.app.resources.unregister('keyring');
    expect((await server.request('/admin/lab.Keyring/index', { token })).status).toBe(404);
    expect(() => server.app.resources.register(keyring, { origin: 'shipped' })).toThrow('keyring: a password needs a hook that hashes it');
  });
});
