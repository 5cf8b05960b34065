import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreDeleted } from '#api/contract/changes/data-safety';
import { applyChanges, changeSetInfo, planChanges } from '#api/contract/changes/change';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { parseResource } from '#api/contract/table/resource-schema';
import { FailureError } from '#domain/base/failure';
import { plainText } from '#domain/base/plain-value';
import { wireNameOf, type Field } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import { hasCall, type Resource } from '#domain/table/resource';
import { createServerApp } from '#server/app';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { SPECIMEN_JSON } from '#tests/support/specimens.ts';
import { wireRecords } from '#tests/support/wire-records.ts';

type Row = Readonly<Record<string, unknown>>;
interface Reply {
  readonly code: number;
  readonly msg: string;
  readonly data: any; // oxlint-disable-line typescript/no-explicit-any -- replies are read freely in tests
}

const isSecret = (field: Field): boolean => describedKind(field).storage === 'secret';
const withoutSecrets = (resource: Resource): Resource => ({
  ...resource,
  fields: Object.fromEntries(Object.entries(resource.fields).filter(([, field]) => !isSecret(field))),
});
/** Accounts come back switched off; stamps and versions count on. */
const isKept = ([, { kind }]: readonly [string, Field]): boolean => !['version', 'updateTime'].includes(kind);
const hasSecret = (resource: Resource): boolean => Object.values(resource.fields).some(isSecret);
/** Its records have rules of their own, and whoever writes to rights may lose their own. */
const BESIDE = ['admin', 'adminGroup', 'adminRule', 'dataRecycle', 'sensitiveData'];
const whole = SHIPPED_RESOURCES.filter(
  (one) =>
    hasCall(one, 'add') &&
    hasCall(one, 'save') &&
    hasCall(one, 'remove') &&
    one.images !== 'never' &&
    one.bin !== 'never' &&
    !BESIDE.includes(one.name),
);

describe.each(dealtKinds())('records of every section on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  it.each(whole.map((resource) => [resource.name, resource] as const))(
    '%s: are told whole, and come back whole',
    async (_name, resource) => {
      const endpoints = resourceEndpoints(resource);
      const call: TestServer['call'] = (endpoint, input) => server.call(endpoint, input, { token });
      const shown = Object.entries(resource.fields).filter(([, field]) => !isSecret(field));
      const read = async (id: number): Promise<Row> => {
        const { row } = await call(endpoints.read, { id });
        const left = hasSecret(resource) ? ['status'] : [];
        const names = shown.filter(isKept).map(([key, field]) => wireNameOf(key, field));
        return Object.fromEntries(names.filter((name) => !left.includes(name)).map((name) => [name, row[name]]));
      };
      const newestSet = async (): Promise<number> =>
        (await server.database.kysely.selectFrom('change_set').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id;
      let id = 0;
      let values: Row = {};
      // Not each combination of values is one that the section takes.
      for (let seed = 1; seed < 400 && id === 0; seed += 1) {
        [values = {}] = fc.sample(wireRecords(withoutSecrets(resource), [1, 2]), { numRuns: 1, seed });
        id = await call(endpoints.add, { ...values, ...(hasSecret(resource) && { password: 'secret99x' }) }).then(
          (added) => added?.id ?? 0,
          (error: unknown) => {
            if (error instanceof FailureError) return 0;
            throw error;
          },
        );
      }
      // What cannot be taken back has its set too, of which its reply says nothing.
      const change = await newestSet();
      const { set, records } = await call(changeSetInfo, { id: change });
      const title = wireNameOf(resource.titleField, resource.fields[resource.titleField]);
      const first = await read(id);
      // Who reads English is told the English name, where there is one.
      const own = resource.titleIn?.en;
      const told = (own !== undefined && first[wireNameOf(own, resource.fields[own])]) || first[title];
      expect({ set, records }).toMatchObject({
        set: { id: change, resource: resource.name, action: 'add', source: 'form', records: 1, undoneBy: null },
        records: [{ recordId: id, kind: 'created', title: plainText(told), isErased: false }],
      });
      const names = shown.map(([key, field]) => wireNameOf(key, field));
      expect(records[0]?.fields.map((one) => one.name).filter((one) => !names.includes(one))).toEqual([]);
      expect(records[0]?.fields.map((one) => one.name)).toContain(title);

      const removed = (await call(endpoints.remove, { ids: [id] }))?.change;
      const entry = await server.database.kysely
        .selectFrom('recycle_entry')
        .select('id')
        .where('resource', '=', resource.name)
        .where('record_id', '=', id)
        .executeTakeFirst();
      await call(restoreDeleted, { ids: [entry?.id ?? 0] });
      expect(await read(id)).toEqual(first);
      // What has come back once is gone again; that deletion is taken back by plan, unless it did more than that.
      await call(endpoints.remove, { ids: [id] });
      const wish = { sets: [await newestSet()] };
      const { hash, refused } = await call(planChanges, wish);
      expect(refused.map(({ reason }) => reason)).toEqual(removed === undefined ? [hasSecret(resource) ? 'secret' : 'elsewhere'] : []);
      await call(applyChanges, { ...wish, hash }).catch(() => null);
      expect(await read(id).catch(() => null)).toEqual(removed === undefined ? null : first);
    },
  );
});

const ORIGINAL = JSON.parse(SPECIMEN_JSON) as { readonly fields: Readonly<Record<string, Record<string, unknown>>> };
const without = (name: string) => Object.fromEntries(Object.entries(ORIGINAL.fields).filter(([key]) => key !== name));

interface Shape {
  readonly statements: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
  /** What is in the way of whatever would write the old values. */
  readonly refused: readonly (readonly [string, readonly string[]])[];
  /** What is in the way although columns may be left out. */
  readonly refusedStill: Shape['refused'];
  /** With which a restore that was refused is done. */
  readonly wish: object;
}

const GONE: Pick<Shape, 'refused' | 'refusedStill' | 'wish'> = {
  refused: [['columnsGone', ['note_text']]],
  refusedStill: [],
  wish: { withoutColumns: true },
};
const TOO_LONG: Shape['refused'] = [['refusedByRule', []]];

const SHAPES: Readonly<Record<string, Shape>> = {
  'a column is added': {
    statements: [`alter table lab_specimen add column mood text not null default 'ok'`],
    fields: { ...ORIGINAL.fields, mood: { kind: 'string' } },
    refused: [],
    refusedStill: [],
    wish: {},
  },
  'a column is renamed': {
    statements: ['alter table lab_specimen rename column note_text to remark_text'],
    fields: { ...ORIGINAL.fields, note: { kind: 'textarea', column: 'remark_text' } },
    ...GONE,
  },
  'a column is dropped': {
    statements: ['alter table lab_specimen drop column note_text'],
    fields: without('note'),
    ...GONE,
  },
  'a column is narrowed': {
    statements: ['alter table lab_specimen alter column note_text type varchar(4) using left(note_text, 4)'],
    fields: { ...ORIGINAL.fields, note: { kind: 'textarea', column: 'note_text', maxLength: 4 } },
    refused: TOO_LONG,
    refusedStill: TOO_LONG,
    wish: { values: { note_text: 'note' } },
  },
};

const refusedOf = ({ data }: Reply): readonly (readonly [string, readonly string[]])[] => {
  const refused = (data?.refused ?? data?.row?.refused ?? []) as readonly { readonly reason: string; readonly fields: readonly string[] }[];
  return refused.map((one) => [one.reason, one.fields]);
};

describe.each(dealtKinds().flatMap((kind) => Object.keys(SHAPES).map((name) => [kind, name] as const)))('on %s, when %s', (kind, name) => {
  const { statements, fields, refused, refusedStill, wish } = SHAPES[name]!;
  const isDone = refused.length === 0;
  const original = parseResource(ORIGINAL);
  const changed = parseResource({ ...ORIGINAL, fields });
  let server: TestServer;
  let token: string;
  let send: (path: string, body?: object) => Promise<Reply>;
  let binned: number;
  let saved: number;
  let kept: number;
  let start: number;

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      resources: [...SHIPPED_RESOURCES, original],
      prepare: (database) => createResourceTable(database, original),
    });
    ({ token } = await server.signIn());
    const endpoints = resourceEndpoints(original);
    const call: TestServer['call'] = (endpoint, input) => server.call(endpoint, input, { token });
    const values = { name: 'A', grade: 'a', note_text: 'a long note' };
    const lost = (await call(endpoints.add, values))?.id ?? 0;
    const added = await call(endpoints.add, { ...values, name: 'B' });
    kept = added?.id ?? 0;
    start = added?.change ?? 0;
    saved = (await call(endpoints.save, { id: kept, note_text: 'new', pieces: 5 }))?.change ?? 0;
    await call(endpoints.remove, { ids: [lost] });
    const entry = await server.database.kysely.selectFrom('recycle_entry').select('id').executeTakeFirstOrThrow();
    binned = entry.id;
    for (const statement of statements) await sql.raw(statement).execute(server.database.kysely);
    const app = createServerApp(server.ports, { resources: [...SHIPPED_RESOURCES, changed] });
    send = async (path, body) => {
      const response = await app.fetch(
        new Request(`http://test.invalid/api/admin/${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { server: 'true', 'think-lang': 'en', batoken: token, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        }),
        { remoteAddress: '127.0.0.1' },
      );
      if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
      return (await response.json()) as Reply;
    };
  }, 60_000);
  afterAll(() => server.close());

  const row = async (): Promise<Row> =>
    (await sql<Row>`select * from lab_specimen where id = ${kept}::bigint`.execute(server.database.kysely)).rows[0] ?? {};
  it('an undo is done, or refused by the name of the column', async () => {
    const plan = await send(`security.Change/plan?sets=${saved}`);
    expect(refusedOf(plan)).toEqual(refused);
    const { code, data } = await send('security.Change/apply', { sets: [saved], hash: plan.data.hash });
    expect(code).toBe(isDone ? 1 : 0);
    expect(await row()).toMatchObject(isDone ? { note_text: 'a long note', pieces: 0, mood: 'ok' } : { pieces: 5 });
    // And forth again, for the next test.
    const again = await send(`security.Change/plan?sets=${isDone ? data.change : saved}`);
    if (isDone) await send('security.Change/apply', { sets: [data.change], hash: again.data.hash });
    expect(await row()).toMatchObject({ pieces: 5 });
  });

  it('a rewind is done, or refused by the name of the column, and done with consent', async () => {
    const path = `security.Change/plan?resource=specimen&id=${kept}&after=${start}`;
    expect(refusedOf(await send(path))).toEqual(refused);
    const agreed = await send(`${path}&withoutColumns=1`);
    expect(refusedOf(agreed)).toEqual(refusedStill);
    const request = { resource: 'specimen', id: kept, after: start, withoutColumns: true, hash: agreed.data.hash };
    expect((await send('security.Change/apply', request)).code).toBe(refusedStill.length === 0 ? 1 : 0);
    expect(await row()).toMatchObject({ pieces: refusedStill.length === 0 ? 0 : 5 });
  });

  it('a restore is done, or refused by the name of the column, and done with consent or another value', async () => {
    const reply = await send('security.DataRecycleLog/restore', { ids: [binned] });
    expect([reply.code, refusedOf(reply)]).toEqual([isDone ? 1 : 0, refused]);
    const values = 'values' in wish ? { values: { [String(binned)]: wish.values } } : wish;
    const second = await send('security.DataRecycleLog/restore', { ids: [binned], ...values });
    // Once.
    expect(second.code).toBe(isDone ? 0 : 1);
  });
});
