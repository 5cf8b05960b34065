import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { isInForm, wireNameOf, type Field } from '#domain/fields/field';
import { FailureError } from '#domain/base/failure';
import { operatorsOf, valueFormOf } from '#domain/table/search-operators';
import { hasCall, fieldOfKind, type Resource } from '#domain/table/resource';
import { WIRE_OPERATORS } from '#domain/table/resource-query';
import { describedKind } from '#domain/fields/kinds/registry';
import { isWholeNumber } from '#server/resources/base/columns';
import { testDatabaseKinds } from '#tests/support/database.ts';
import { dealt, tried } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import { publishedOn, publishSections } from '#tests/support/designs/published-sections.ts';
import { satisfies, satisfiesOwn } from '#tests/support/search-oracle.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { hasUniqueLists } from '#tests/support/unique-lists.ts';
import { wireRecords } from '#tests/support/wire-records.ts';

type Row = Readonly<Record<string, unknown>>;

/** Accounts and rights mean something to the server, and no two pages share an address; they have tests of their own. */
const OWN_TESTS = ['admin', 'adminGroup', 'adminRule', 'chatModel', 'memberRule', 'publicPage', 'signInProvider'];
/** What only the server adds, what has no order of its own and what no two records may share has tests of its own. */
const OBEYS = (resource: Resource): boolean =>
  hasCall(resource, 'add') &&
  hasCall(resource, 'sort') &&
  fieldOfKind(resource, 'sortOrder') !== undefined &&
  !OWN_TESTS.includes(resource.name) &&
  !hasUniqueLists(resource);
const ROWS = effort(16, 24);

/** Search values worth trying against a column: those that occur, and some near misses. */
function valuesFor(field: Field, rows: readonly Row[], name: string): string[] {
  const seen = rows.map((row) => row[name]).filter((value) => value !== null && value !== '');
  const texts = seen.flatMap((value) =>
    Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [`${value as string | number}`],
  );
  const [first = field.kind === 'time' ? '10:00:00' : field.kind === 'date' ? '2024-02-29' : '1', second = first] = [
    texts[0],
    texts.at(-1),
  ];
  return [first, second];
}

const failureOf = (error: unknown) =>
  error instanceof FailureError && error.failure.kind === 'rejected' ? error.failure : expect.unreachable(String(error));

/** The day where the site is. */
const day = (seconds: number): string => new Date((seconds + 8 * 3600) * 1000).toISOString().slice(0, 10);

const group = (index: number, count: number) =>
  Array.from({ length: count }, (_, at) =>
    ['field', 'operator', 'val'].map((part, n) => `anyOf[${index}][${at}][${part}]=${['id', 'eq', '1'][n]}`).join('&'),
  ).join('&');

/** No money is written as null and told as no text; of days it is the other way round. */
function toldAs(field: Field | undefined, sent: unknown): unknown {
  if (sent === null && field?.kind === 'money') return '';
  return sent === '' && ['date', 'time', 'localDateTime'].includes(field?.kind ?? '') ? null : sent;
}

/** @returns how many like it have been tried, this one too */
const counted = (all: Map<string, number>, one: string): number => {
  const count = (all.get(one) ?? 0) + 1;
  all.set(one, count);
  return count;
};

describe.each(testDatabaseKinds)('the laws on %s of', (kind) => {
  const designs = tried(publishedOn(kind));
  const resources = [...tried(dealt(SHIPPED_RESOURCES.filter(OBEYS), kind)), ...designs.map(({ declaration }) => declaration)];
  /** One for all sections: no law asks what stands in the table of another. */
  let server: TestServer;
  const related: number[] = [];
  /**
   * Fields that lie alike in the database share their SQL: two of each try everything. In the short form that is counted over all sections that are
   * tried on a database, in the long form in each section.
   */
  const seenOnKind = { stored: new Map<string, number>(), offered: new Map<string, number>() };
  const seen = (): typeof seenOnKind => effort(seenOnKind, { stored: new Map(), offered: new Map() });
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    await publishSections(server, designs);
    const { token } = await server.signIn();
    const categories = resourceEndpoints(SHIPPED_RESOURCES.find(({ name }) => name === 'goodsCategory') as Resource);
    for (const name of ['Tea', '茶具']) related.push((await server.call(categories.add, { name }, { token }))?.id ?? 0);
  });
  afterAll(() => server.close());

  describe.each(resources.map((resource) => ({ resource, name: resource.name })))('$name', ({ resource, name: section }) => {
    const endpoints = resourceEndpoints(resource);
    const titleName = wireNameOf(resource.titleField, resource.fields[resource.titleField]);
    const formNames = Object.entries(resource.fields).flatMap(([key, field]) => (isInForm(field) ? [wireNameOf(key, field)] : []));
    let token: string;
    let records: fc.Arbitrary<Row>;
    let samples: Row[];

    const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
    const add = async (row: Row): Promise<number> => (await call(endpoints.add, row))?.id ?? expect.unreachable('no id');
    const read = async (id: number): Promise<Row> => (await call(endpoints.read, { id })).row;
    const flat = (rows: readonly Row[]): Row[] => rows.flatMap(({ children, ...row }) => [row, ...flat((children ?? []) as Row[])]);
    const all = async (query: object = {}): Promise<Row[]> => flat((await call(endpoints.list, { limit: 1000, ...query })).list ?? []);
    const ids = (rows: readonly Row[]): number[] => rows.map((row) => row['id'] as number);
    const changesOf = (id: number) =>
      server.database.kysely
        .selectFrom('record_change')
        .selectAll()
        .where('resource', '=', resource.name)
        .where('record_id', '=', id)
        .orderBy('id')
        .execute();

    beforeAll(async () => {
      ({ token } = await server.signIn());
      records = wireRecords(resource, related);
      samples = fc.sample(records, ROWS);
      for (const row of samples) {
        server.clock.advanceSeconds(60);
        await add(row);
      }
    });
    it('reads back what was added', async () => {
      await fc.assert(
        fc.asyncProperty(records, async (row) => {
          const stored = await read(await add(row));
          expect(pick(stored, formNames)).toEqual(
            Object.fromEntries(formNames.map((name) => [name, toldAs(resource.fields[camel(name)], row[name])])),
          );
        }),
        { numRuns: effort(2, 15) },
      );
    });

    it('fills what a new record leaves open, and what the server owns', async () => {
      const row = await read(await add({ ...samples[0], id: 9999, version: 77, weigh: 0, create_time: 1, admin_id: 1, nonsense: 'x' }));
      expect(row['id']).not.toBe(9999);
      expect(row['version']).toBe(1);
      expect(row['create_time']).toBe(Math.floor(server.clock.nowMs() / 1000));
      expect(row['update_time']).toBe(row['create_time']);
      expect(Object.keys(row)).not.toContain('nonsense');
      const weights = (await all()).map((one) => one['weigh'] as number);
      expect(row['weigh']).toBe(Math.max(...weights));
      expect(new Set(weights).size).toBe(weights.length);
    });

    it('changes only what is posted, and keeps the change', async () => {
      const [first, second] = samples as [Row, Row];
      const id = await add(first);
      const before = await read(id);
      server.clock.advanceSeconds(5);
      const saved = await call(endpoints.save, { id, version: 1, [titleName]: 'changed' });
      expect(saved).toEqual({ version: 2, change: expect.any(Number) });
      const after = await read(id);
      expect(after).toEqual({ ...before, [titleName]: 'changed', version: 2, update_time: (before['update_time'] as number) + 5 });
      expect((await changesOf(id)).map(({ kind: what, before: was, after: is }) => ({ what, was, is }))).toEqual([
        { what: 'created', was: null, is: expect.objectContaining({ [titleName]: before[titleName] }) },
        { what: 'changed', was: { [titleName]: before[titleName] }, is: { [titleName]: 'changed' } },
      ]);
      await call(endpoints.save, { id, ...second });
      expect(pick(await read(id), formNames)).toEqual(pick(await read(await add(second)), formNames));
    });

    it('changes nothing when the values are there already', async () => {
      const id = await add(samples[1] as Row);
      const before = await read(id);
      expect(await call(endpoints.save, { id, ...pick(before, formNames) })).toEqual({ version: 1 });
      expect(await read(id)).toEqual(before);
      expect(await changesOf(id)).toHaveLength(1);
    });

    it('answers a late save with the current row and changes nothing', async () => {
      const id = await add(samples[2] as Row);
      await call(endpoints.save, { id, version: 1, [titleName]: 'first' });
      const current = await read(id);
      const failure = failureOf(await call(endpoints.save, { id, version: 1, [titleName]: 'late' }).catch((error: unknown) => error));
      expect(failure).toMatchObject({ code: 0, message: 'Somebody else has saved this record in the meantime.', current });
      expect(await read(id)).toEqual(current);
    });

    it('lets one of many simultaneous saves of the same version win', async () => {
      const id = await add(samples[3] as Row);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) => call(endpoints.save, { id, version: 1, [titleName]: `no ${index}` })),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await read(id))['version']).toBe(2);
    });

    it.runIf(resource.tree)('gives trees whole, without a total', async () => {
      expect(Object.keys(await call(endpoints.list, { limit: 1, page: 3 }))).toEqual(['list', 'remark']);
    });

    it.skipIf(resource.tree)('pages without loss or repetition, in any order, and counts right', async () => {
      for (const order of ['', 'id,asc', 'id,desc', 'weigh,asc', 'create_time,asc', 'create_time,desc']) {
        const whole = await call(endpoints.list, { limit: 1000, order });
        const paged: Row[] = [];
        for (let page = 1; paged.length < (whole.total ?? 0); page += 1) {
          const { list = [], total } = await call(endpoints.list, { page, limit: 7, order });
          expect(total).toBe(whole.total);
          expect(list.length).toBeGreaterThan(0);
          paged.push(...list);
        }
        expect(paged).toEqual(whole.list);
        expect(await call(endpoints.list, { page: 1000, limit: 7, order })).toMatchObject({ list: [], total: whole.total });
        const name = order.split(',')[0] || 'weigh';
        const direction = order.endsWith('asc') ? 1 : -1;
        const values = paged.map((row) => row[name] as number);
        expect(values).toEqual([...values].sort((a, b) => direction * (a - b)));
      }
    });

    /** By the name that English readers are shown, which conditions go by. */
    const asShown = (rows: readonly Row[]): readonly Row[] => {
      const own = resource.titleIn?.en;
      const name = own && wireNameOf(own, resource.fields[own]);
      return name ? rows.map((row) => ({ ...row, [titleName]: row[name] || row[titleName] })) : rows;
    };

    it('finds by every operator what a plain filter finds', { timeout: 120_000 }, async () => {
      const rows = asShown(await all());
      const { stored } = seen();
      for (const [key, field] of Object.entries(resource.fields)) {
        if (field.kind === 'array') continue;
        const described = describedKind(field);
        const storage = isWholeNumber(described) && described.storage !== 'cents' ? 'integer' : described.storage;
        const operators = counted(stored, storage) > 2 ? (['eq', 'LIKE'] as const) : WIRE_OPERATORS;
        const name = wireNameOf(key, field);
        const isHeavy = field.kind === 'textarea' && field.list === 'never';
        const [first = '', second = ''] = valuesFor(field, rows, name);
        for (const operator of operators) {
          const pair = [first, second].sort((a, b) => (Number.isNaN(Number(a)) ? (a < b ? -1 : 1) : Number(a) - Number(b))).join(',');
          const values = operator.endsWith('RANGE')
            ? [pair, `${first},`, `,${first}`]
            : operator.endsWith('IN')
              ? [first, `${first},${second}`]
              : [first];
          for (const val of values) {
            if (isHeavy || (val.split(',').length > 2 && operator.endsWith('RANGE'))) continue;
            const found = ids(await all({ search: [{ field: name, operator, val }] }));
            const expected = ids(rows.filter((row) => satisfies(row, name, field, operator, val)));
            expect(
              [...found].sort((a, b) => a - b),
              `${name} ${operator} ${val}`,
            ).toEqual([...expected].sort((a, b) => a - b));
          }
        }
      }
    });

    const sorted = (found: readonly Row[]): number[] => ids(found).toSorted((a, b) => a - b);

    it('finds by every operator that a field is offered with, and by any of several groups', { timeout: 120_000 }, async () => {
      const rows = asShown(await all());
      const tried = Object.entries(resource.fields).flatMap(([key, field]) => {
        const name = wireNameOf(key, field);
        const [first = '', second = ''] = valuesFor(field, rows, name);
        const isUnseen = describedKind(field).isLong === true && field.list === 'never';
        if (field.kind === 'array' || isUnseen) return [];
        return operatorsOf(field).flatMap((operator) => {
          const form = valueFormOf(operator);
          const val = { one: first, bounds: `${first},`, several: `${first},${second}`, none: 'true', period: '' }[form];
          return form === 'period' ? [] : [{ key, field, condition: { field: name, operator, val } }];
        });
      });
      const fits = (row: Row, { field, condition }: (typeof tried)[number]): boolean =>
        satisfiesOwn(row, condition.field, field, condition.operator, condition.val);
      const { offered } = seen();
      for (const one of tried) {
        if (counted(offered, `${describedKind(one.field).storage} ${one.condition.operator}`) > 2) continue;
        const found = sorted(await all({ anyOf: [[one.condition]] }));
        expect({ ...one.condition, found }).toEqual({ ...one.condition, found: sorted(rows.filter((row) => fits(row, one))) });
      }
      for (const [index, one] of tried.entries()) {
        const [other, third] = [tried[(index * 7 + 3) % tried.length], tried[(index * 5 + 1) % tried.length]];
        if (!other || !third || index % effort(6, 3) > 0) continue;
        const anyOf = [[one.condition, other.condition], [third.condition]];
        const found = sorted(await all({ anyOf }));
        const expected = sorted(rows.filter((row) => (fits(row, one) && fits(row, other)) || fits(row, third)));
        expect({ anyOf, found }).toEqual({ anyOf, found: expected });
      }
    });

    it('finds a period by the day that it is where the site is', async () => {
      const rows = await all();
      const today = day(server.clock.nowMs() / 1000);
      const during = async (val: string) => sorted(await all({ anyOf: [[{ field: 'create_time', operator: 'DURING', val }]] }));
      const created = (fits: (made: string) => boolean) => sorted(rows.filter((row) => fits(day(row['create_time'] as number))));
      expect(await during('today')).toEqual(created((made) => made === today));
      expect(await during('thisYear')).toEqual(created((made) => made.slice(0, 4) === today.slice(0, 4)));
      expect(await during('lastMonth')).toEqual([]);
      await expect(during('tomorrow')).rejects.toThrow('create_time');
      await expect(all({ anyOf: [[{ field: titleName, operator: 'DURING', val: 'today' }]] })).rejects.toThrow(titleName);
    });

    const listCodeOf = async (query: string) =>
      (await server.request(`/api/admin/${resource.controller}/index?${query}`, { token })).body?.code;

    it('measures groups of conditions before it reads them', async () => {
      const one = `[field]=id&anyOf[0][0][operator]=eq&anyOf[0][0][val]=1`;
      expect(await listCodeOf(`anyOf[0][0]${one}`)).toBe(1);
      expect(await listCodeOf(group(0, 30))).toBe(1);
      const refused = [
        group(0, 31),
        Array.from({ length: 6 }, (_, index) => group(index, 1)).join('&'),
        `anyOf[0][0]${one}&anyOf[1]=`,
        `anyOf[0][0]${one.replace('=eq', '=nonsense')}`,
        `anyOf[0][0]${one.replace('val]=1', `val]=${'x'.repeat(201)}`)}`,
        'anyOf=x',
        'anyOf[0][0][field]=id',
        `anyOf[0][0]${one.replace('=id', '=nothing')}`,
        // Operators of ours are none of the protocol's.
        'search[0][field]=id&search[0][operator]=EMPTY&search[0][val]=true',
      ];
      for (const query of refused) expect([query.slice(0, 60), await listCodeOf(query)]).toEqual([query.slice(0, 60), 0]);
    });

    it('searches times by the local clock of the site', async () => {
      const rows = await all();
      const time = rows[0]?.['create_time'] as number;
      const local = new Date((time + 8 * 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ');
      const expected = ids(rows.filter((row) => row['create_time'] === time));
      const others = ids(rows.filter((row) => row['create_time'] !== time));
      const search = (operator: 'eq' | 'ne' | 'LIKE' | 'NOT LIKE' | 'FIND_IN_SET' | 'IN' | 'gt' | 'RANGE', val: string) =>
        all({ search: [{ field: 'create_time', operator, val, render: 'datetime' }] });
      expect(ids(await search('RANGE', `${local},${local}`))).toEqual(expected);
      for (const operator of ['eq', 'LIKE', 'FIND_IN_SET', 'IN'] as const)
        expect([operator, ids(await search(operator, local))]).toEqual([operator, expected]);
      for (const operator of ['ne', 'NOT LIKE'] as const)
        expect([operator, ids(await search(operator, local))]).toEqual([operator, others]);
      // Digits of what is stored are no time.
      await expect(search('LIKE', String(time).slice(0, 6))).rejects.toThrow('create_time');
      expect(ids(await search('RANGE', `${local.slice(0, 10)} 00:00:00,2099-01-01 00:00:00`)).length).toBeGreaterThan(0);
      expect(ids(await search('RANGE', '1000-01-01 00:00:00,9999-12-31 23:59:59'))).toEqual(ids(rows));
    });

    it('finds by quick search in either spelling, and takes signs literally', async () => {
      const id = await add({ ...samples[4], [titleName]: '100% Pure_Tea' });
      for (const parameter of ['quickSearch', 'quick_search']) {
        const { body } = await server.request(`/api/admin/${resource.controller}/index?${parameter}=${encodeURIComponent('% pure_t')}`, {
          token,
        });
        expect(flat(body?.data.list).map((row) => row['id'])).toEqual([id]);
      }
      expect(await all({ quickSearch: '100_' })).toEqual([]);
    });

    it('offers options, and the chosen one first asked for', async () => {
      const id = await add({ ...samples[5], [titleName]: 'chosen' });
      const found = await call(endpoints.list, { select: 'true', initKey: `any_prefix.id`, initValue: String(id) });
      const options = found.options ?? found.list ?? [];
      expect(options).toEqual([expect.objectContaining({ id, [titleName]: 'chosen' })]);
      const typed = await call(endpoints.list, { select: 'true', quickSearch: 'chosen' });
      expect((typed.options ?? typed.list ?? []).map((row) => row['id'])).toContain(id);
    });

    async function refused(query: string): Promise<string> {
      const { body, status } = await server.request(`/api/admin/${resource.controller}/index?${query}`, { token });
      expect({ status, code: body?.code }).toEqual({ status: 200, code: 0 });
      return body?.msg ?? '';
    }

    it('refuses unknown fields, operators and values instead of ignoring them', async () => {
      expect(await refused('search[0][field]=secret&search[0][val]=1&search[0][operator]=eq')).toContain('secret');
      expect(await refused('search[0][field]=id&search[0][val]=1&search[0][operator]=UNION')).toContain('search.0.operator');
      expect(await refused('search[0][field]=id&search[0][val]=1%20or%201&search[0][operator]=eq')).toContain('id');
      expect(await refused('search[0][field]=__proto__&search[0][val]=1&search[0][operator]=eq')).toContain('__proto__');
      expect(await refused('order=nonsense,desc')).toContain('nonsense');
      expect(await refused('order=id,sideways')).toContain('order');
      expect(await refused('order=toString,asc')).toContain('toString');
      expect(await refused('initKey=nonsense&initValue=1')).toContain('nonsense');
    });

    it('moves a record to the place of another and shifts those between by one', async () => {
      const weigh = fieldOfKind(resource, 'sortOrder') as string;
      const top = resource.tree ? 'pid' : null;
      const order = async (): Promise<number[]> => ids((await all()).filter((row) => top === null || row[top] === 0));
      let model = await order();
      await fc.assert(
        fc.asyncProperty(fc.nat(model.length - 1), fc.nat(model.length - 1), fc.boolean(), async (from, to, areEqual) => {
          // Equal weights, as imported rows have them, are shown by id and must move just as well.
          if (areEqual) {
            const table = server.database.kysely.updateTable(resource.table as 'goods');
            await table
              .set({ [weigh]: 7 })
              .where('id', 'in', model.slice(0, 6))
              .execute();
            model = await order();
          }
          const [id, targetId] = [model[from] as number, model[to] as number];
          await call(endpoints.sort, { id, targetId });
          model.splice(to, 0, ...model.splice(from, 1));
          expect(await order()).toEqual(model);
        }),
        { numRuns: effort(3, 25) },
      );
    });

    it('adds once for each key, however often and fast it is sent', async () => {
      const row = { ...samples[6], [titleName]: 'only once' };
      const replies = await Promise.all(
        Array.from({ length: 6 }, () => call(endpoints.add, row, { idempotencyKey: `${section}-1`, duplicates: 'allowed' })),
      );
      expect(new Set(replies.map((reply) => reply?.id)).size).toBe(1);
      expect((await all()).filter((one) => one[titleName] === 'only once')).toHaveLength(1);
      const other = failureOf(
        await call(endpoints.add, { ...row, [titleName]: 'other' }, { idempotencyKey: `${section}-1` }).catch((error: unknown) => error),
      );
      expect(other.message).toBe('This idempotency key was already used for another request.');
      server.clock.advanceSeconds(86_400);
      ({ token } = await server.signIn());
      expect((await call(endpoints.add, row, { idempotencyKey: `${section}-1` }))?.id).not.toBe(replies[0]?.id);
    });

    it('lets a key be used again when nothing was written', async () => {
      const refused = await call(endpoints.add, { ...samples[7], [titleName]: '' }, { idempotencyKey: `${section}-2` }).catch(
        (error: unknown) => error,
      );
      expect(failureOf(refused).fields).toEqual({ [titleName]: 'This field is required' });
      expect((await call(endpoints.add, samples[7] as Row, { idempotencyKey: `${section}-2` }))?.id).toBeGreaterThan(0);
    });

    it('refuses records that break a rule, naming the field', async () => {
      const bad = await call(endpoints.add, { ...samples[0], [titleName]: 'x'.repeat(300) }).catch((error: unknown) => error);
      expect(Object.keys(failureOf(bad).fields ?? {})).toEqual([titleName]);
      const typed = await call(endpoints.add, { ...samples[0], [titleName]: { a: 1 } }).catch((error: unknown) => error);
      expect(failureOf(typed).fields).toEqual({ [titleName]: 'This value has a wrong form' });
      expect(failureOf(await call(endpoints.add, {}).catch((error: unknown) => error)).message).toBe(
        'No field was sent that could be saved.',
      );
      expect(
        failureOf(await call(endpoints.save, { id: 999_999_999_999, [titleName]: 'x' }).catch((error: unknown) => error)).message,
      ).toContain('does not exist');
    });

    it('deletes what was chosen, once, and keeps what it was', async () => {
      const [one, two] = [await add(samples[8] as Row), await add(samples[9] as Row)];
      const before = await read(one);
      expect(await call(endpoints.remove, { ids: [one, two, 888_888] })).toEqual({ count: 2, change: expect.any(Number) });
      expect(failureOf(await call(endpoints.read, { id: one }).catch((error: unknown) => error)).message).toContain('does not exist');
      expect(ids(await all())).not.toContain(two);
      const change = (await changesOf(one)).at(-1);
      expect(change).toMatchObject({ kind: 'deleted', after: null, before: { id: one, [titleName]: before[titleName] } });
      expect(failureOf(await call(endpoints.remove, { ids: [one] }).catch((error: unknown) => error)).code).toBe(0);
      const { body } = await server.request(`/admin/${resource.controller}/del?ids=${await add(samples[8] as Row)}`, {
        method: 'DELETE',
        token,
      });
      expect(body).toMatchObject({ code: 1, data: { count: 1 } });
    });

    it('lets an account do exactly what its nodes say', async () => {
      const page = resource.controller
        .split('.')
        .map((part) => part.charAt(0).toLowerCase() + part.slice(1))
        .join('/');
      await server.database.kysely
        .insertInto('admin_rule')
        .values(
          ['index', 'add'].map((action) => ({
            name: `${page}/${action}`,
            title: action,
            type: 'button' as const,
            create_time: 0,
            update_time: 0,
          })),
        )
        .onConflict((on) => on.doNothing())
        .execute();
      const refusals = async (): Promise<number> => {
        const { times } = await server.database.kysely
          .selectFrom('security_log')
          .select((select) => select.fn.sum<string>('count').as('times'))
          .where('kind', '=', 'permission.refused')
          .executeTakeFirstOrThrow();
        return Number(times);
      };
      const before = await refusals();
      const { token: limited } = await server.addAdmin(`law_${resources.indexOf(resource)}`, [`${page}/index`]);
      const id = await add(samples[10] as Row);
      const asLimited = { token: limited };
      expect(await codeOf(server.call(endpoints.list, {}, asLimited))).toBe(1);
      expect(await codeOf(server.call(endpoints.read, { id }, asLimited))).toBe(401);
      expect(await codeOf(server.call(endpoints.add, samples[10] as Row, asLimited))).toBe(401);
      expect(await codeOf(server.call(endpoints.save, { id, [titleName]: 'no' }, asLimited))).toBe(401);
      expect(await codeOf(server.call(endpoints.remove, { ids: [id] }, asLimited))).toBe(401);
      expect(await codeOf(server.call(endpoints.sort, { id, targetId: id }, asLimited))).toBe(401);
      expect((await read(id))['version']).toBe(1);
      expect((await refusals()) - before).toBe(5);
    });
  });
});

const codeOf = async (work: Promise<unknown>): Promise<number> => work.then(() => 1).catch((error: unknown) => failureOf(error).code);
const camel = (name: string): string => name.replaceAll(/_(\w)/gu, (_, letter: string) => letter.toUpperCase());
const pick = (row: Row, names: readonly string[]): Row => Object.fromEntries(names.map((name) => [name, row[name]]));
