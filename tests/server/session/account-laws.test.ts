import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { adminRule } from '#sections/admin-rule/admin-rule.resource.ts';
import { admin } from '#sections/admin/admin.resource.ts';
import { memberGroup } from '#sections/member-group/member-group.resource.ts';
import { memberRule } from '#sections/member-rule/member-rule.resource.ts';
import { member } from '#sections/member/member.resource.ts';
import { FailureError } from '#domain/base/failure';
import { pagePathOf, type Resource } from '#domain/table/resource';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { rejectionOf } from '#tests/support/refusals.ts';

const KINDS = dealtKinds();

/** What every section promises, for those whose records mean something to the server: each is made as a form would make it. */
type Row = Readonly<Record<string, unknown>>;

interface Subject {
  readonly resource: Resource;
  /** What names a record and may be changed alone. */
  readonly name: string;
  /** The fields of a new record, in wire form; no two are alike. */
  readonly make: (count: number) => Row;
  /** Fields that come back otherwise than they went in. */
  readonly otherwise?: Row;
}

const SUBJECTS: readonly Subject[] = [
  {
    resource: admin,
    name: 'nickname',
    make: (count) => ({
      username: `worker_${count}`,
      nickname: `Worker ${count}`,
      group_arr: [2],
      password: 'horse-7-battery',
      status: '1',
    }),
    otherwise: { password: '' },
  },
  { resource: adminGroup, name: 'name', make: (count) => ({ pid: 1, name: `Clerks ${count}`, rules: ['102'], status: '1' }) },
  {
    resource: adminRule,
    name: 'title',
    make: (count) => ({ pid: 101, type: 'button', title: `Rule ${count}`, name: `goods/goods/rule${count}`, status: '1' }),
  },
  {
    resource: member,
    name: 'nickname',
    make: (count) => ({
      username: `guest_${count}`,
      nickname: `Guest ${count}`,
      group_id: 1,
      gender: 1,
      password: 'green-tea-7',
      status: 'enable',
    }),
    otherwise: { password: '' },
  },
  { resource: memberGroup, name: 'name', make: (count) => ({ name: `Readers ${count}`, rules: [], status: '1' }) },
  {
    resource: memberRule,
    name: 'title',
    make: (count) => ({ pid: 0, type: 'route', title: `Page ${count}`, name: `page${count}`, path: `page${count}`, status: '1' }),
  },
];
const CASES = KINDS.flatMap((kind) => SUBJECTS.map((subject) => ({ kind, subject, of: subject.resource.name })));

const codeOf = (work: Promise<unknown>) => work.then(() => 1).catch((error: FailureError) => (error.failure as { code: number }).code);
const pick = (row: Row, names: readonly string[]): Row => Object.fromEntries(names.map((name) => [name, row[name]]));
const flat = (rows: readonly Row[]): Row[] => rows.flatMap((row) => [row, ...flat((row['children'] ?? []) as Row[])]);

describe.each(KINDS)('on %s', (kind) => {
  let server: TestServer;
  let token: string;
  let count = 0;

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });

  describe.each(CASES.filter((one) => one.kind === kind))('the laws of $of', ({ subject: { resource, name, make, otherwise = {} } }) => {
    const endpoints = resourceEndpoints(resource);
    const fresh = (): Row => make((count += 1));
    const add = async (row: Row = fresh()): Promise<number> => (await call(endpoints.add, row))?.id ?? expect.unreachable('no id');
    const read = async (id: number): Promise<Row> => (await call(endpoints.read, { id })).row;

    it('reads back what was added, with what the server owns', async () => {
      const row = fresh();
      const stored = await read(await add({ ...row, id: 9999, version: 77, create_time: 1, nonsense: 'x' }));
      expect(pick(stored, Object.keys(row))).toEqual({ ...row, ...otherwise });
      expect(stored).toMatchObject({ version: 1, create_time: Math.floor(server.clock.nowMs() / 1000) });
      expect([stored['id'] === 9999, Object.hasOwn(stored, 'nonsense')]).toEqual([false, false]);
    });

    it('changes only what is posted, counts the version, and keeps the change', async () => {
      const id = await add();
      const before = await read(id);
      server.clock.advanceSeconds(5);
      expect(await call(endpoints.save, { id, version: 1, [name]: `Changed ${count}` })).toMatchObject({ version: 2 });
      const after = { ...before, [name]: `Changed ${count}`, version: 2, update_time: Number(before['update_time']) + 5 };
      expect(await read(id)).toEqual(after);
      const kept = await server.database.kysely
        .selectFrom('record_change')
        .select(['kind', 'before', 'after'])
        .where('resource', '=', resource.name)
        .where('record_id', '=', id)
        .orderBy('id')
        .execute();
      expect(kept.map((one) => one.kind)).toEqual(['created', 'changed']);
      expect([kept[1]?.before, kept[1]?.after]).toEqual([{ [name]: before[name] }, { [name]: `Changed ${count}` }]);
      expect(await call(endpoints.save, { id, [name]: `Changed ${count}` })).toMatchObject({ version: 2 });
    });

    it('answers a late save with the current row, and lets one of several at once win', async () => {
      const id = await add();
      const outcomes = await Promise.allSettled(
        [1, 2, 3].map((no) => call(endpoints.save, { id, version: 1, [name]: `Race ${count} ${no}` })),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const current = await read(id);
      const failure = await rejectionOf(call(endpoints.save, { id, version: 1, [name]: 'late' }));
      expect(failure).toMatchObject({ code: 0, current: pick(current, ['id', name, 'version']) });
      expect(await read(id)).toEqual(current);
    });

    it('is found by its name and offered as a choice', async () => {
      const row = fresh();
      const id = await add(row);
      const found = flat((await call(endpoints.list, { quickSearch: String(row[name]) })).list ?? []);
      expect(found.map((one) => one['id'])).toContain(id);
      const chosen = await call(endpoints.list, { select: 'true', initKey: 'id', initValue: String(id) });
      const offered = (chosen.options ?? chosen.list ?? []).map((one) => one['id']);
      // A button has nothing below it, so it is no choice for a parent.
      expect(offered).toEqual(resource === adminRule ? [] : [id]);
    });

    it('is added once for each key, and deleted once', async () => {
      const row = fresh();
      const options = { idempotencyKey: `law-${resource.name}`, duplicates: 'allowed' } as const;
      const replies = await Promise.all([1, 2, 3].map(() => call(endpoints.add, row, options)));
      const ids = new Set(replies.map((reply) => reply?.id));
      expect(ids.size).toBe(1);
      const [id = 0] = ids;
      expect(await call(endpoints.remove, { ids: [id, 888_888] })).toMatchObject({ count: 1 });
      expect((await rejectionOf(call(endpoints.read, { id }))).message).toContain('does not exist');
      expect((await rejectionOf(call(endpoints.remove, { ids: [id] }))).code).toBe(0);
    });

    it('refuses what breaks a rule at its field, and what names nobody', async () => {
      expect(Object.keys((await rejectionOf(call(endpoints.add, { ...fresh(), [name]: 'x'.repeat(300) }))).fields ?? {})).toEqual([name]);
      expect((await rejectionOf(call(endpoints.add, { ...fresh(), [name]: { a: 1 } }))).fields).toEqual({
        [name]: 'This value has a wrong form',
      });
      expect((await rejectionOf(call(endpoints.add, {}))).message).toBe('No field was sent that could be saved.');
      expect((await rejectionOf(call(endpoints.save, { id: 999_999_999, [name]: 'x' }))).message).toContain('does not exist');
    });

    it('lets an account do exactly what its nodes say', async () => {
      const page = pagePathOf(resource);
      const limited = { token: (await server.addAdmin(`only_${resource.name}`.slice(0, 15), [page, `${page}/index`])).token };
      const id = await add();
      expect(await codeOf(server.call(endpoints.list, {}, limited))).toBe(1);
      const calls = [
        server.call(endpoints.read, { id }, limited),
        server.call(endpoints.add, fresh(), limited),
        server.call(endpoints.save, { id, [name]: 'no' }, limited),
        server.call(endpoints.remove, { ids: [id] }, limited),
      ];
      expect(await Promise.all(calls.map(codeOf))).toEqual([401, 401, 401, 401]);
      expect((await read(id))['version']).toBe(1);
    });
  });

  it('members as choices have a label that tells them apart, and only as choices', async () => {
    const { list, add } = resourceEndpoints(member);
    const row = { username: 'twin_one', nickname: 'Twin', group_id: 1, gender: 0, password: 'green-tea-7', status: 'enable' };
    const id = (await call(add, row))?.id ?? 0;
    const reply = await call(list, { select: 'true', quickSearch: 'twin_one' });
    expect(reply).toMatchObject({ total: 1, list: [{ id, nickname_text: `twin_one(ID:${id})` }] });
    expect(Object.keys((await call(list, { quickSearch: 'twin_one' })).list?.[0] ?? {})).not.toContain('nickname_text');
  });
});
