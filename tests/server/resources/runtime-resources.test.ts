import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { parseResource } from '#api/contract/table/resource-schema';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import type { Resource } from '#domain/table/resource';
import type { Database } from '#server/db/base/database';
import { createRouteTable } from '#server/routing/route-table';
import { createResources } from '#server/resources/registry';
import { resourceRoutes } from '#server/features/table/resource.routes';
import { createMessages } from '#server/base/messages';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

/** A section as it is drawn in the browser. */
const drawn = (name: string, { fields = {}, ...rest }: Partial<Omit<Resource, 'fields'>> & { readonly fields?: object } = {}): Resource =>
  parseResource({
    name,
    controller: `drawn.${name}`,
    table: `x_${name.toLowerCase()}`,
    titleField: 'title',
    rowActions: ['edit', 'delete'],
    defaultOrder: { field: 'id', direction: 'asc' },
    fields: { id: { kind: 'id' }, title: { kind: 'string' }, ...fields },
    ...rest,
  });

/** Resources and their routes alone: nothing is asked of the database. */
function surroundings() {
  const table = createRouteTable();
  const ports = { database: {} as Database, clock: { nowMs: () => 0 }, messages: createMessages({ 'zh-cn': {}, en: {} }) };
  const resources = createResources(
    ports,
    resourceRoutes(table, { imported: async (_name, _wish, _caller, work) => work, exported: (_name, _caller, file) => file }),
  );
  const routesOf = (name: string) => table.all().filter(({ endpoint }) => endpoint.path.startsWith(`/admin/drawn.${name}/`)).length;
  return { table, resources, routesOf };
}

const isDone = (work: () => unknown): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

/** With a field that names a record of each of these. */
const resourceOf = (own: string, of: readonly string[]): Resource =>
  drawn(own, { fields: Object.fromEntries(of.map((one) => [`${one}Id`, { kind: 'remoteSelect', of: one }])) });

const runtime = { origin: 'runtime' } as const;

describe('sections that are declared at run time', () => {
  it.each(['x_wares', 'm_shop_wares', 'm_shop2_price_list'])('may be over the table %s', (table) => {
    const { resources } = surroundings();
    expect(resources.register(drawn('wares', { table }), runtime).resource.table).toBe(table);
  });

  it.each([
    'token',
    'admin_password',
    'record_change',
    'goods',
    'kysely_migration',
    'pg_class',
    'wares',
    'xwares',
    'm_wares',
    'old_customers',
  ])('may not be over the table %s', (table) => {
    const { resources, table: routes } = surroundings();
    expect(() => resources.register(drawn('wares', { table }), runtime)).toThrow(
      `wares: the table ${table} is none of those that sections designed at run time may use`,
    );
    expect([resources.all(), routes.all()]).toEqual([[], []]);
  });

  it('may be over a table that was taken in, and none of the program can be', () => {
    const { resources } = surroundings();
    resources.importTable('old_customers');
    expect(resources.register(drawn('customers', { table: 'old_customers' }), runtime).resource.table).toBe('old_customers');
    for (const name of ['token', 'goods', 'kysely_migration', 'pg_class', 'Odd Name']) {
      expect(() => resources.importTable(name)).toThrow(`The table ${name} cannot be imported`);
    }
  });

  it('do not take the place of a shipped one, nor come to its table by replacing one another', () => {
    const { resources } = surroundings();
    resources.register(drawn('wares', { table: 'goods' }), { origin: 'shipped' });
    expect(() => resources.register(drawn('wares'), runtime)).toThrow('The resource wares exists already');
    expect(() => resources.replace(drawn('wares'), runtime)).toThrow('The resource wares is of another origin');
    resources.register(drawn('notes'), runtime);
    expect(() => resources.replace(drawn('notes', { table: 'token' }), runtime)).toThrow('the table token is none of those');
    expect(resources.get('notes')?.resource.table).toBe('x_notes');
  });

  it.each([
    [
      'a resource that is not there',
      { of: { kind: 'remoteSelect', of: 'nowhere' } },
      'notes.of names nowhere, and there is no such resource',
    ],
    ['several of none', { ofMany: { kind: 'remoteSelects', of: 'nowhere' } }, 'notes.ofMany names nowhere'],
    ['rules of none', { rules: { kind: 'ruleTree', of: 'nowhere' } }, 'notes.rules names nowhere'],
    [
      'a field it does not have',
      { of: { kind: 'remoteSelect', of: 'wares', shows: ['colour'] } },
      'notes.of shows colour, which wares does not have',
    ],
    [
      "one's own of what is nobody's",
      { ofMany: { kind: 'remoteSelects', of: 'wares', leavesOut: 'own' } },
      "notes.ofMany leaves out one's own of wares",
    ],
  ])('do not name %s', (_, fields, message) => {
    const { resources, routesOf } = surroundings();
    resources.register(drawn('wares'), runtime);
    expect(() => resources.register(drawn('notes', { fields }), runtime)).toThrow(message);
    expect([resources.get('notes'), routesOf('notes')]).toEqual([undefined, 0]);
  });

  it('stay while others name them, and go together', () => {
    const { resources, table } = surroundings();
    const wares = drawn('wares', { fields: { noteId: { kind: 'remoteSelect', of: 'notes' } } });
    const notes = drawn('notes', {
      fields: { wareIds: { kind: 'remoteSelects', of: 'wares' }, ownId: { kind: 'remoteSelect', of: 'notes' } },
    });
    expect(() => resources.register(wares, runtime)).toThrow('wares.noteId names notes');
    resources.registerAll([{ resource: wares }, { resource: notes }], 'runtime');
    expect(() => resources.unregister('notes')).toThrow('wares has fields that name records of notes');
    expect(() => resources.unregister('wares')).toThrow('notes has fields that name records of wares');
    expect(resources.get('notes')).toBeDefined();
    resources.unregister('notes', 'wares');
    expect([resources.all(), table.all()]).toEqual([[], []]);
  });

  it('are replaced in one step, or not at all', () => {
    const { resources, routesOf } = surroundings();
    const wares = drawn('wares', { fields: { colour: { kind: 'string' } } });
    resources.register(wares, runtime);
    const old = resources.get('wares');
    const notes = drawn('notes', { fields: { wareId: { kind: 'remoteSelect', of: 'wares', shows: ['colour'] } } });
    resources.register(notes, runtime);
    const [all, without] = [routesOf('wares'), routesOf('notes')];
    expect(() => resources.replace(drawn('wares'), runtime)).toThrow('notes.wareId shows colour, which wares does not have');
    expect(() => resources.replace({ ...wares, controller: 'drawn.notes' }, runtime)).toThrow('is mounted twice');
    expect(() => resources.replace({ ...wares, titleField: 'nothing' }, runtime)).toThrow('there is no readable field nothing');
    expect([resources.get('wares'), routesOf('wares')]).toEqual([old, all]);

    const listed = resources.replace({ ...wares, calls: ['list'] }, runtime);
    expect([resources.get('wares'), routesOf('wares')]).toEqual([listed, 2]);
    expect(routesOf('notes')).toBe(without);
    resources.replace({ ...wares, controller: 'drawn.goods' }, runtime);
    expect([routesOf('wares'), routesOf('goods')]).toEqual([0, all]);
  });

  it('leave a call alone that somebody else mounted in the place of one of theirs', () => {
    const { resources, table, routesOf } = surroundings();
    const engine = resources.register(drawn('wares'), runtime);
    const { list } = resourceEndpoints(engine.resource);
    table.remove(list);
    const own = { endpoint: list, node: 'drawn/wares/index', handle: () => Promise.resolve(null) };
    table.add(own);
    resources.unregister('wares');
    expect([routesOf('wares'), table.find('GET', '/admin/drawn.wares/index')]).toEqual([1, own]);
  });

  it('leave nothing behind, whatever graphs of them come, change and go', () => {
    const NAMES = ['aa', 'bb', 'cc', 'dd', 'ee'] as const;
    const name = fc.constantFrom(...NAMES);
    const links = fc.uniqueArray(name, { maxLength: 3 });
    const step = fc.oneof(
      fc.record({ act: fc.constant('register' as const), names: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }), links }),
      fc.record({ act: fc.constant('replace' as const), names: fc.tuple(name), links }),
      fc.record({ act: fc.constant('unregister' as const), names: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }), links }),
    );
    const { resources: some, routesOf: ofSome } = surroundings();
    some.registerAll([{ resource: resourceOf('aa', []) }, { resource: resourceOf('bb', ['aa']) }], 'runtime');
    // Fields that name a record can be given to many at once, and so have a call more.
    const routes = { alone: ofSome('aa'), linked: ofSome('bb') - ofSome('aa') };

    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { resources, table, routesOf } = surroundings();
        let model = new Map<string, readonly string[]>();
        for (const { act, names, links: of } of steps) {
          const next = new Map(model);
          for (const one of names)
            if (act === 'unregister') next.delete(one);
            else next.set(one, of);
          const isOpen = names.every((one) => act === 'unregister' || model.has(one) === (act === 'replace'));
          const isWhole = [...next.values()].flat().every((one) => next.has(one));
          const perform = () => {
            if (act === 'unregister') resources.unregister(...names);
            else if (act === 'replace') resources.replace(resourceOf(names[0], of), runtime);
            else
              resources.registerAll(
                names.map((one) => ({ resource: resourceOf(one, of) })),
                'runtime',
              );
          };
          expect(isDone(perform)).toBe(isOpen && isWhole);
          if (isOpen && isWhole) model = next;
          expect(
            resources
              .all()
              .map(({ resource }) => resource.name)
              .toSorted(),
          ).toEqual([...model.keys()].toSorted());
          expect(NAMES.map(routesOf)).toEqual(
            NAMES.map((one) => (model.has(one) ? routes.alone + (model.get(one)?.length ? routes.linked : 0) : 0)),
          );
        }
        resources.unregister(...NAMES);
        expect([resources.all(), table.all()]).toEqual([[], []]);
      }),
      { numRuns: 300 },
    );
  });
});

describe.each(dealtKinds())('records of a section whose table has changed, on %s', (kind) => {
  const BEFORE = drawn('wares', { fields: { colour: { kind: 'string' }, size: { kind: 'string' } } });
  const AFTER = drawn('wares', { fields: { colour: { kind: 'string' }, mood: { kind: 'string' } } });
  const calls = { ...resourceEndpoints(BEFORE), ...resourceWriteEndpoints(BEFORE) };
  let server: TestServer;
  let token: string;
  const run = (statement: string) => sql.raw(statement).execute(server.database.kysely);
  const stored = async () => (await run('select * from x_wares order by id')).rows;

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false, prepare: (database) => createResourceTable(database, BEFORE) });
    server.app.resources.register(BEFORE, runtime);
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  it('can be brought back and put back: new columns have their defaults, what is gone is left out', async () => {
    const add = async (title: string) => (await server.call(calls.add, { title, colour: 'green', size: 'large' }, { token }))?.id ?? 0;
    const [cup, pot, jug] = [await add('Cup'), await add('Pot'), await add('Jug')];
    const removed = await server.call(calls.remove, { ids: [cup] }, { token });
    const both = await server.call(calls.save, { id: pot, colour: 'blue', size: 'small' }, { token });
    const gone = await server.call(calls.save, { id: jug, size: 'tiny' }, { token });
    await run("alter table x_wares add column mood text not null default 'ok'");
    await run('alter table x_wares drop column size');
    server.app.resources.replace(AFTER, runtime);

    await server.call(calls.undo, { change: removed?.change ?? 0 }, { token });
    expect(await stored()).toEqual([
      { id: cup, title: 'Cup', colour: 'green', mood: 'ok' },
      { id: pot, title: 'Pot', colour: 'blue', mood: 'ok' },
      { id: jug, title: 'Jug', colour: 'green', mood: 'ok' },
    ]);
    await server.call(calls.undo, { change: both?.change ?? 0 }, { token });
    expect((await stored())[1]).toEqual({ id: pot, title: 'Pot', colour: 'green', mood: 'ok' });
    await expect(server.call(calls.undo, { change: gone?.change ?? 0 }, { token })).rejects.toThrow('changed again since');
  });

  it("keeps the program's own tables from every section, also those that no type names", async () => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name <> 'x_wares'`.execute(server.database.kysely);
    expect(rows.length).toBeGreaterThan(40);
    const { resources } = server.app;
    expect(rows.filter(({ name }) => isDone(() => resources.register(drawn('sneaky', { table: name }), runtime)))).toEqual([]);
    expect(rows.filter(({ name }) => isDone(() => resources.importTable(name)))).toEqual([]);
  });
});
