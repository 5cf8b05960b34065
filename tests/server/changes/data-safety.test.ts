import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  deletedInfo,
  deletedSections,
  recycleRuleChoices,
  restoreDeleted,
  revealSensitive,
  rollBackSensitive,
  sensitiveInfo,
} from '#api/contract/changes/data-safety';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { apiToken } from '#sections/api-token/api-token.resource.ts';
import { outboxMessage } from '#sections/outbox-message/outbox-message.resource.ts';
import { signInGroup } from '#sections/sign-in-group/sign-in-group.resource.ts';
import { signInProvider } from '#sections/sign-in-provider/sign-in-provider.resource.ts';
import { webhook } from '#sections/webhook/webhook.resource.ts';
import { admin } from '#sections/admin/admin.resource.ts';
import { dataRecycle } from '#sections/data-recycle/data-recycle.resource.ts';
import { dataRecycleLog } from '#sections/data-recycle-log/data-recycle-log.resource.ts';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { member } from '#sections/member/member.resource.ts';
import { sensitiveData } from '#sections/sensitive-data/sensitive-data.resource.ts';
import { sensitiveDataLog } from '#sections/sensitive-data-log/sensitive-data-log.resource.ts';
import { tidyUp } from '#server/boot/upkeep/housekeeping';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

type Row = Readonly<Record<string, unknown>>;
const CATEGORIES = resourceEndpoints(goodsCategory);
const GOODS = resourceEndpoints(goods);
const MEMBERS = resourceEndpoints(member);
const ADMINS = resourceEndpoints(admin);
const BIN = resourceEndpoints(dataRecycleLog);
const LOG = resourceEndpoints(sensitiveDataLog);
const BIN_RULES = resourceEndpoints(dataRecycle);
const RULES = resourceEndpoints(sensitiveData);

const refused = async (work: Promise<unknown>): Promise<readonly Row[]> => {
  const failure: { readonly failure?: { readonly current?: { readonly refused?: readonly Row[] } } } = await work.then(
    () => expect.unreachable('it was done'),
    (error: unknown) => error as object,
  );
  return failure.failure?.current?.refused ?? expect.unreachable(JSON.stringify(failure));
};

describe.each(dealtKinds())('data safety on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const bin = async (): Promise<readonly Row[]> => (await call(BIN.list, { limit: 100 })).list ?? [];
  const log = async (): Promise<readonly Row[]> => (await call(LOG.list, { limit: 100 })).list ?? [];
  const category = async (name: string, pid = 0): Promise<number> => (await call(CATEGORIES.add, { name, pid }))?.id ?? 0;
  const entryOf = async (title: string): Promise<Row> =>
    (await bin()).find((row) => row['title'] === title) ?? expect.unreachable(`no entry of ${title}`);
  const idOf = async (title: string): Promise<number> => Number((await entryOf(title))['id']);

  describe('the recycle bin', () => {
    it('is searched by titles and by the names of rules, in the language of the reader', async () => {
      const { id } = await server.addAdmin('quokka', []);
      await call(ADMINS.remove, { ids: [id] });
      await call(CATEGORIES.remove, { ids: [await category('Quokka tea')] });
      const found = async (quickSearch: string, language: 'en' | 'zh-cn') => {
        const { list = [], total } = await call(BIN.list, { quickSearch }, { language });
        expect(total).toBe(list.length);
        return list.map((row) => String(row['title'])).toSorted();
      };
      expect(await found('QUOKKA', 'en')).toEqual(['Quokka tea', 'quokka']);
      expect(await found('dministrato', 'en')).toEqual(['quokka']);
      expect(await found('dministrato', 'zh-cn')).toEqual([]);
      for (const language of ['en', 'zh-cn'] as const) {
        expect(await found('管理', language)).toEqual(['quokka']);
        expect(await found('auth/admi', language)).toEqual(['quokka']);
        expect(await found('no such text', language)).toEqual([]);
      }
      await call(BIN.remove, { ids: [await idOf('quokka'), await idOf('Quokka tea')] });
    });

    it('finds by what records were the newest 500 of more than a condition may name', async () => {
      await call(CATEGORIES.remove, { ids: [await category('Frequent tea')] });
      const id = await idOf('Frequent tea');
      const { kysely } = server.database;
      await sql`with entry as (select * from recycle_entry where id = ${id}), copied as (
          insert into record_change (set_id, at, resource, record_id, kind, title, before)
          select own.set_id, own.at, own.resource, own.record_id + 1000 + n, own.kind, own.title, own.before
          from record_change as own, entry, generate_series(1, 500) as n where own.id = entry.change_id returning id, record_id)
        insert into recycle_entry (change_id, set_id, resource, record_id, title, admin_id, ip, useragent, create_time)
        select copied.id, set_id, resource, copied.record_id, title, admin_id, ip, useragent, create_time from entry, copied`.execute(
        kysely,
      );
      const search = [{ field: 'data', operator: 'LIKE', val: 'Frequent' }] as const;
      const { list = [], total } = await call(BIN.list, { search, limit: 100 });
      expect([total, list.length, list.some((row) => row['id'] === id)]).toEqual([500, 100, false]);
      await kysely.deleteFrom('recycle_entry').where('title', '=', 'Frequent tea').execute();
    });

    it('is searched by table, key, connection and record, as stock clients name them', async () => {
      const id = await category('Placed tea');
      await call(CATEGORIES.remove, { ids: [id] });
      const entry = await idOf('Placed tea');
      const found = async (field: string, operator: 'eq' | 'LIKE', val: string) => {
        const search = [{ field, operator, val } as const, { field: 'title', operator: 'eq', val: 'Placed tea' } as const];
        return (await call(BIN.list, { search })).list?.map((row) => row['id']);
      };
      expect(await found('data_table', 'eq', 'goods_category')).toEqual([entry]);
      expect(await found('data_table', 'LIKE', 'OODS_cat')).toEqual([entry]);
      expect(await found('data_table', 'eq', 'goods')).toEqual([]);
      expect(await found('data_table', 'eq', 'no_such_table')).toEqual([]);
      expect(await found('primary_key', 'eq', 'id')).toEqual([entry]);
      expect(await found('primary_key', 'eq', 'uuid')).toEqual([]);
      expect(await found('connection', 'LIKE', 'mysql')).toEqual([]);
      expect(await found('id_value', 'eq', `id=${id}`)).toEqual([entry]);
      expect(await found('id_value', 'eq', String(id))).toEqual([entry]);
      expect(await found('id_value', 'eq', `id=${id + 1}`)).toEqual([]);
      await call(BIN.remove, { ids: [entry] });
    });

    it('brings nothing back that was erased, nor with a value that the rules refuse', async () => {
      const ids = [await category('Erased tea'), await category('Ruled tea')];
      await call(CATEGORIES.remove, { ids });
      const [erased, ruled] = [await idOf('Erased tea'), await idOf('Ruled tea')];
      const values = { [String(ruled)]: { name: 'x'.repeat(1000) } };
      expect(await refused(call(restoreDeleted, { ids: [ruled], values }))).toMatchObject([
        { id: ruled, reason: 'refusedByRule', fields: ['name'], row: { name: 'Ruled tea' } },
      ]);
      await sql`update record_change set erased_at = 7, title = '', before = '{}'
        where id = (select change_id from recycle_entry where id = ${erased})`.execute(server.database.kysely);
      expect(await refused(call(restoreDeleted, { ids: [erased, ruled] }))).toMatchObject([{ id: erased, reason: 'erased' }]);
      expect(await call(restoreDeleted, { ids: [ruled] })).toMatchObject({ count: 1, refused: [] });
      await call(BIN.remove, { ids: [erased] });
    });

    it('tells of a deletion what stock clients read', async () => {
      const id = await category('Told');
      await call(CATEGORIES.remove, { ids: [id] });
      const row = await entryOf('Told');
      expect(row).toMatchObject({
        resource: 'goodsCategory',
        record_id: id,
        recycle_id: 0,
        recycle: null,
        data_table: 'goods_category',
        connection: '',
        primary_key: 'id',
        is_restore: 0,
        admin: { id: 1, username: 'admin' },
      });
      expect(JSON.parse(String(row['data']))).toMatchObject({ id, name: 'Told' });
      const { row: info } = await call(deletedInfo, { id: Number(row['id']) });
      expect(info).toMatchObject({ id: row['id'], data: { id, name: 'Told' }, data_table: 'goods_category' });
      // A text that is JSON itself is read as well, and one that only looks like it is left alone.
      const dataOf = async (title: string) => {
        await call(CATEGORIES.remove, { ids: [await category(title)] });
        return (await call(deletedInfo, { id: await idOf(title) })).row['data'];
      };
      expect([await dataOf(' [1, {"a": 2}]'), await dataOf('{no JSON}')]).toMatchObject([{ name: [1, { a: 2 }] }, { name: '{no JSON}' }]);
      await sql`update recycle_entry set state = 'restored' where title like '%[1,%' or title like '{no%'`.execute(server.database.kysely);
      expect((await call(deletedSections, {})).days).toBe(90);
      expect((await call(deletedSections, {})).sections).toContainEqual({ resource: 'goodsCategory', count: 1 });
    });

    it('brings a record back as it was, once', async () => {
      const id = await category('Once');
      await call(CATEGORIES.save, { id, name_en: 'once' });
      const before = (await call(CATEGORIES.read, { id })).row;
      await call(CATEGORIES.remove, { ids: [id] });
      // In the reader’s language.
      const entry = await idOf('once');
      expect(await call(restoreDeleted, { ids: [entry] })).toMatchObject({ count: 1, refused: [], change: expect.any(Number) as number });
      expect((await call(CATEGORIES.read, { id })).row).toEqual(before);
      expect((await bin()).map((row) => row['id'])).not.toContain(entry);
      expect(await refused(call(restoreDeleted, { ids: [entry] }))).toMatchObject([{ id: entry, reason: 'restored' }]);
      expect(await server.database.kysely.selectFrom('change_set').select('source').orderBy('id', 'desc').limit(1).execute()).toEqual([
        { source: 'restore' },
      ]);
    });

    it('brings back what hangs together, those above first, and those that were not named with consent', async () => {
      const top = await category('Top');
      const low = await category('Low', top);
      await call(CATEGORIES.remove, { ids: [low] });
      await call(CATEGORIES.remove, { ids: [top] });
      const [lowEntry, topEntry] = [await idOf('Low'), await idOf('Top')];
      const hindered = await refused(call(restoreDeleted, { ids: [lowEntry] }));
      expect(hindered).toMatchObject([{ id: lowEntry, reason: 'parentGone', fields: ['pid'], entry: topEntry, recordId: low }]);
      expect(await call(restoreDeleted, { ids: [lowEntry], withParents: true, isDryRun: true })).toMatchObject({
        count: 2,
        refused: [],
      });
      expect((await bin()).map((row) => row['id'])).toEqual(expect.arrayContaining([lowEntry, topEntry]));
      expect(await call(restoreDeleted, { ids: [lowEntry], withParents: true })).toMatchObject({ count: 2 });
      expect((await call(CATEGORIES.read, { id: low })).row).toMatchObject({ pid: top });
    });

    it('takes another value where the old one is taken by now', async () => {
      const groupId = 1;
      const person = { username: 'clashing', nickname: 'A', password: 'secret99x', group_id: groupId };
      const id = (await call(MEMBERS.add, person))?.id ?? 0;
      await call(MEMBERS.remove, { ids: [id] });
      const other = (await call(MEMBERS.add, { ...person, nickname: 'B' }))?.id ?? 0;
      const entry = await idOf('clashing');
      const [clash] = await refused(call(restoreDeleted, { ids: [entry] }));
      expect(clash).toMatchObject({ id: entry, reason: 'taken', recordId: id, row: { username: 'clashing', nickname: 'A' } });
      const values = { [String(entry)]: { username: 'clashing2' } };
      expect(await call(restoreDeleted, { ids: [entry], values })).toMatchObject({ count: 1 });
      // Without a password nobody signs in: the account waits until somebody gives it one.
      expect((await call(MEMBERS.read, { id })).row).toMatchObject({ username: 'clashing2', nickname: 'A', status: 'disable' });
      await call(MEMBERS.remove, { ids: [id, other] });
    });

    it('restores an administrator with the groups it had', async () => {
      const id = (await call(ADMINS.add, { username: 'keeper', nickname: 'K', password: 'secret99x', group_arr: [2] }))?.id ?? 0;
      await call(ADMINS.remove, { ids: [id] });
      expect(await call(restoreDeleted, { ids: [await idOf('keeper')] })).toMatchObject({ count: 1 });
      const { rows } = await sql<{ group_id: number }>`select group_id from admin_group_access where uid = ${id}`.execute(
        server.database.kysely,
      );
      expect(rows).toEqual([{ group_id: 2 }]);
      expect((await call(ADMINS.read, { id })).row).toMatchObject({ username: 'keeper', status: '0' });
    });

    it('restores over columns that are gone with consent only, and fills new ones', async () => {
      const id = await category('Shaped');
      await call(CATEGORIES.remove, { ids: [id] });
      const entry = await idOf('Shaped');
      const { kysely } = server.database;
      await sql`alter table goods_category add column mood text not null default 'ok'`.execute(kysely);
      await sql`alter table goods_category rename column icon to sign`.execute(kysely);
      const hindered = await refused(call(restoreDeleted, { ids: [entry] }));
      await sql`alter table goods_category rename column sign to icon`.execute(kysely);
      expect(hindered).toMatchObject([{ id: entry, reason: 'columnsGone', fields: ['icon'] }]);
      expect(await call(restoreDeleted, { ids: [entry] })).toMatchObject({ count: 1 });
      const { rows } = await sql<{ mood: string }>`select mood from goods_category where id = ${id}`.execute(kysely);
      expect(rows).toEqual([{ mood: 'ok' }]);
      await sql`alter table goods_category drop column mood`.execute(kysely);
    });

    it('does all or nothing, also when two do it at once', async () => {
      const ids = [await category('AllA'), await category('AllB')];
      await call(CATEGORIES.remove, { ids });
      const [a, b] = [await idOf('AllA'), await idOf('AllB')];
      await sql`insert into goods_category (id, name, create_time, update_time) values (${ids[1]}, 'taken', 0, 0)`.execute(
        server.database.kysely,
      );
      expect(await refused(call(restoreDeleted, { ids: [a, b] }))).toMatchObject([{ id: b, reason: 'taken' }]);
      await sql`delete from goods_category where id = ${ids[1]}`.execute(server.database.kysely);
      expect((await call(CATEGORIES.list, {})).list?.map((row) => row['id'])).not.toContain(ids[0]);
      const both = await Promise.allSettled([call(restoreDeleted, { ids: [a] }), call(restoreDeleted, { ids: [a] })]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await expect(call(restoreDeleted, { ids: [b, 987_654] })).rejects.toThrow('The record does not exist');
    });

    it('loses what is purged, and what has waited too long', async () => {
      const ids = [await category('Purged'), await category('Expired')];
      await call(CATEGORIES.remove, { ids });
      const [purged, expired] = [await idOf('Purged'), await idOf('Expired')];
      await call(BIN.remove, { ids: [purged] });
      await expect(call(deletedInfo, { id: purged })).rejects.toThrow('The record does not exist');
      expect(await refused(call(restoreDeleted, { ids: [purged] }))).toMatchObject([{ reason: 'restored' }]);
      const images = () =>
        server.database.kysely
          .selectFrom('record_change')
          .select(['before', 'title'])
          .where('kind', '=', 'deleted')
          .where('record_id', 'in', ids)
          .orderBy('id')
          .execute();
      expect(await images()).toMatchObject([{ before: {}, title: '' }, { title: 'Expired' }]);
      await sql`update recycle_entry set create_time = create_time - 91 * 86400 where id = ${expired}`.execute(server.database.kysely);
      await tidyUp(server.ports);
      expect(await images()).toEqual([
        { before: {}, title: '' },
        { before: {}, title: '' },
      ]);
      expect((await bin()).map((row) => row['id'])).not.toContain(expired);
    });

    it('keeps by rules and by the setting', async () => {
      const choices = await call(recycleRuleChoices, {});
      expect(choices.controllers).toMatchObject({ 'goods/Goods': 'goods/Goods', 'auth/Admin': 'auth/Admin' });
      expect(choices.controllers).toHaveProperty('routine/Attachment');
      // What is never kept, or of which no image is, is nothing that a rule could be about.
      const never = [webhook, apiToken, signInGroup, signInProvider, outboxMessage, dataRecycleLog, sensitiveDataLog];
      const offered = choices.sections.map(({ resource }) => resource);
      expect(never.map(({ name }) => name).filter((name) => offered.includes(name))).toEqual([]);
      expect(offered).toEqual(expect.arrayContaining(['goods', 'admin', 'attachment']));
      const rule = { name: 'Categories', controller: 'goods/Category.php', data_table: 'ba_whatever', primary_key: 'id', connection: 'x' };
      const id = (await call(BIN_RULES.add, rule))?.id ?? 0;
      expect((await call(BIN_RULES.read, { id })).row).toMatchObject({
        controller: 'goods/Category',
        controller_as: 'goods/category',
        data_table: 'goods_category',
        connection: '',
        primary_key: 'id',
        status: '1',
      });
      await expect(call(BIN_RULES.add, rule)).rejects.toMatchObject({ failure: { fields: { controller: expect.any(String) as string } } });
      await expect(call(BIN_RULES.add, { ...rule, controller: 'no/Such' })).rejects.toMatchObject({
        failure: { fields: { controller: expect.any(String) as string } },
      });
      const kept = async (name: string): Promise<Row | undefined> => {
        await call(CATEGORIES.remove, { ids: [await category(name)] });
        return (await bin()).find((row) => row['title'] === name);
      };
      expect(await kept('Ruled')).toMatchObject({ recycle_id: id, recycle: { id, name: 'Categories' } });
      await call(BIN_RULES.save, { id, status: '0' });
      expect(await kept('Let out')).toBeUndefined();
      await call(BIN_RULES.remove, { ids: [id] });
      expect(await kept('Without')).toMatchObject({ recycle_id: 0 });
      await server.database.kysely.updateTable('config').set({ value: '0' }).where('name', '=', 'recycle_all').execute();
      expect(await kept('Nothing')).toBeUndefined();
      await server.database.kysely.updateTable('config').set({ value: '1' }).where('name', '=', 'recycle_all').execute();
    });
  });

  describe('watched fields', () => {
    let person: number;
    beforeAll(async () => {
      const values = { username: 'watched', nickname: 'W', password: 'secret99x', group_id: 1, mobile: '13800001111' };
      person = (await call(MEMBERS.add, values))?.id ?? 0;
    });
    const entry = async (column: string): Promise<Row> =>
      (await log()).find((row) => row['data_field'] === column && row['record_id'] === person) ?? expect.unreachable(column);

    it('of a group tell which rights it came to have', async () => {
      const groups = resourceEndpoints(adminGroup);
      const rules = await server.database.kysely
        .selectFrom('admin_rule')
        .select(['id', 'name'])
        .where('name', 'in', ['goods/goods/index', 'goods/goods/edit', 'goods/category/index'])
        .orderBy('name')
        .execute();
      const idOf = (name: string) => String(rules.find((one) => one.name === name)?.id);
      const group = { name: 'Readers', pid: 1, status: true };
      const added = await call(groups.add, { ...group, rules: [idOf('goods/goods/index'), idOf('goods/category/index')] });
      const id = added?.id ?? 0;
      await call(groups.save, { id, rules: [idOf('goods/goods/edit'), idOf('goods/category/index')] });
      const rows = (await log()).filter((row) => row['resource'] === 'adminGroup' && row['record_id'] === id);
      expect(rows.map(({ data_field, before, after }) => [data_field, before, after])).toEqual([
        ['rules', '5 rights: Goods › View', '5 rights: Goods › Edit'],
      ]);
    });

    it('are told with the old and the new value, a person only in part, a password not at all', async () => {
      await call(MEMBERS.save, { id: person, mobile: '13900002222', status: 'disable', password: 'another77y', nickname: 'X' });
      const mobile = await entry('mobile');
      expect(mobile).toMatchObject({
        title: 'watched',
        data_comment: '手机号',
        data_table: 'member',
        primary_key: 'id',
        id_value: `id=${person}`,
        before: '13***11',
        after: '13***22',
        masked: '1',
        is_rollback: 0,
        sensitive: { name: 'Members’ data' },
        admin: { username: 'admin' },
      });
      expect(await entry('status')).toMatchObject({ before: 'enable', after: 'disable', masked: '0' });
      expect(await entry('password')).toMatchObject({ before: '******', after: '******' });
      const id = Number(mobile['id']);
      expect(await call(revealSensitive, { id })).toEqual({ before: '13800001111', after: '13900002222' });
      expect((await call(sensitiveInfo, { id })).row).toMatchObject({ id_value: person, before: '13800001111', after: '13900002222' });
      const told = await server.database.kysely
        .selectFrom('security_log')
        .select(['kind', 'count'])
        .where('kind', '=', 'sensitive.revealed')
        .execute();
      expect(told.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    });

    it('get back what they had, unless something came in between', async () => {
      await call(MEMBERS.save, { id: person, mobile: '13700003333' });
      const [newest] = (await log()).filter((row) => row['data_field'] === 'mobile').map((row) => Number(row['id']));
      const older = Number((await log()).filter((row) => row['data_field'] === 'mobile')[1]?.['id']);
      expect(await refused(call(rollBackSensitive, { ids: [older] }))).toMatchObject([
        { id: older, reason: 'changedSince', fields: ['mobile'], message: expect.stringMatching(/changed again since/u) as string },
      ]);
      expect(await call(rollBackSensitive, { ids: [newest ?? 0] })).toMatchObject({ count: 1, change: expect.any(Number) as number });
      expect((await call(MEMBERS.read, { id: person })).row).toMatchObject({ mobile: '13900002222' });
      expect(await refused(call(rollBackSensitive, { ids: [newest ?? 0] }))).toMatchObject([
        { reason: 'restored', message: expect.stringMatching(/rolled back/u) as string },
      ]);
      const secret = Number((await entry('password'))['id']);
      expect(await refused(call(rollBackSensitive, { ids: [secret] }))).toMatchObject([{ reason: 'secret' }]);
      await call(MEMBERS.save, { id: person, mobile: '13700004444' });
      expect(await call(rollBackSensitive, { ids: [older], force: true })).toMatchObject({ count: 1 });
      expect((await call(MEMBERS.read, { id: person })).row).toMatchObject({ mobile: '13800001111' });
    });

    it('go back together, the newest first, and for those alone who may edit the record', async () => {
      for (const mobile of ['13500000001', '13500000002', '13500000003']) await call(MEMBERS.save, { id: person, mobile });
      const ids = (await log())
        .filter((row) => row['data_field'] === 'mobile' && row['record_id'] === person)
        .map((row) => Number(row['id']))
        .toSorted((a, b) => b - a)
        .slice(0, 2);
      const looking = ['security/sensitiveDataLog/index', 'security/sensitiveDataLog/rollback', 'user/user/index'];
      const { token: reader } = await server.addAdmin('rollreader', looking);
      expect(await refused(server.call(rollBackSensitive, { ids }, { token: reader }))).toMatchObject([
        { reason: 'forbidden' },
        { reason: 'forbidden' },
      ]);
      expect(await call(rollBackSensitive, { ids: ids.toReversed() })).toMatchObject({ count: 2 });
      expect((await call(MEMBERS.read, { id: person })).row).toMatchObject({ mobile: '13500000001' });
    });

    it('stay as they are where the record or what it held is gone, or nobody knows its section or column any more', async () => {
      const values = { username: 'vanishing', nickname: 'V', password: 'secret99x', group_id: 1, mobile: '13400004444' };
      const gone = (await call(MEMBERS.add, values))?.id ?? 0;
      const changed = async (mobile: string): Promise<number> => {
        await call(MEMBERS.save, { id: gone, mobile });
        return Number((await log()).find((row) => row['record_id'] === gone)?.['id']);
      };
      const [erased, moved, strange, last] = [
        await changed('13400005551'),
        await changed('13400005552'),
        await changed('13400005553'),
        await changed('13400005554'),
      ];
      const { kysely } = server.database;
      await sql`update record_change set erased_at = 7, title = '', before = '{}', after = '{}'
        where id = (select change_id from sensitive_entry where id = ${erased})`.execute(kysely);
      await sql`update sensitive_entry set resource = 'noSuch' where id = ${moved}`.execute(kysely);
      await sql`update sensitive_entry set data_field = 'no_such' where id = ${strange}`.execute(kysely);
      await call(MEMBERS.remove, { ids: [gone] });
      const told = await refused(call(rollBackSensitive, { ids: [erased, moved, strange, last], force: true }));
      expect(new Map(told.map(({ id, reason, fields }) => [id, [reason, fields]]))).toEqual(
        new Map<unknown, unknown>([
          [erased, ['erased', []]],
          [moved, ['sectionGone', []]],
          [strange, ['columnsGone', ['no_such']]],
          [last, ['relationGone', []]],
        ]),
      );
    });

    it('are texts where they are looked at, whatever they are stored as', async () => {
      const rule = {
        name: 'Numbers',
        controller: 'goods/Goods',
        fields: [
          { name: 'stock', value: '' },
          { name: 'images', value: '' },
        ],
      };
      const id = (await call(RULES.add, rule))?.id ?? 0;
      const category_id = await category('Numbered');
      const one =
        (await call(GOODS.add, { title: 'Numbered', category_id, price: '1.00', stock: 1, images: [], status: 'draft' }))?.id ?? 0;
      await call(GOODS.save, { id: one, stock: 2, images: ['/a.png'] });
      const told = async (column: string): Promise<Row> => {
        const found = (await log()).find((row) => row['data_field'] === column && row['record_id'] === one);
        return (await call(sensitiveInfo, { id: Number(found?.['id']) })).row;
      };
      expect(await told('stock')).toMatchObject({ before: '1', after: '2' });
      expect(await told('images')).toMatchObject({ before: '[]', after: '["/a.png"]' });
      await call(RULES.remove, { ids: [id] });
    });

    it('are chosen as stock clients choose them', async () => {
      const posted = {
        name: 'Goods',
        controller: 'goods/Goods.php',
        data_table: 'goods',
        primary_key: 'id',
        fields: [{ name: 'price', value: 'Price' }],
        data_fields: ['price'],
      };
      const id = (await call(RULES.add, posted))?.id ?? 0;
      const reply = await call(RULES.read, { id });
      expect(reply.row).toMatchObject({ data_fields: { price: 'Price' }, controller: 'goods/Goods', data_table: 'goods' });
      expect(reply.controllers).toHaveProperty('goods/Goods');
      const listed = (await call(RULES.list, { limit: 100 })).list ?? [];
      expect(listed.find((row) => row['id'] === id)).toMatchObject({ data_fields: ['Price'] });
      await expect(call(RULES.save, { id, fields: [{ name: 'no_such', value: '' }] })).rejects.toMatchObject({
        failure: { fields: { fields: expect.any(String) as string } },
      });
      await call(RULES.remove, { ids: [id] });
      const gone = Number((await entry('status'))['id']);
      await call(LOG.remove, { ids: [gone] });
      expect((await log()).map((row) => row['id'])).not.toContain(gone);
    });
  });

  it('says of a deleted person whether values are shown in part, and writes down who saw them whole', async () => {
    const values = { username: 'recalled', nickname: 'R', password: 'secret99x', group_id: 1, mobile: '13400001111' };
    const recordId = (await call(MEMBERS.add, values))?.id ?? 0;
    await call(MEMBERS.remove, { ids: [recordId] });
    const id = await idOf('recalled');
    const revealed = async () =>
      (
        await server.database.kysely
          .selectFrom('security_log')
          .select(['count', 'detail'])
          .where('kind', '=', 'sensitive.revealed')
          .execute()
      )
        .filter(({ detail }) => detail['entry'] === id && detail['recordId'] === recordId)
        .reduce((sum, { count }) => sum + count, 0);
    const rights = ['security/dataRecycleLog/index', 'security/dataRecycleLog/info', 'security/dataRecycleLog/restore', 'user/user/index'];
    const { token: reader } = await server.addAdmin('binpeople', rights);
    expect((await server.call(deletedInfo, { id }, { token: reader })).row).toMatchObject({
      is_masked: true,
      // A watched field is shown in part as well, whatever it holds.
      data: { mobile: '13***11', status: '***', nickname: 'R' },
    });
    expect(await revealed()).toBe(0);
    expect((await call(deletedInfo, { id })).row).toMatchObject({ is_masked: false, data: { mobile: '13400001111' } });
    expect(await revealed()).toBe(1);
    // Who may look into the bin brings nothing back that they may not add.
    expect(await refused(server.call(restoreDeleted, { ids: [id] }, { token: reader }))).toMatchObject([{ id, reason: 'forbidden' }]);
    const { token: nobody } = await server.addAdmin('binless', ['user/user/index']);
    await expect(server.call(deletedSections, {}, { token: nobody })).rejects.toThrow('The record does not exist');
  });

  it('tells nobody of sections that they may not open', async () => {
    const id = await category('Unseen');
    const one = (await call(GOODS.add, { title: 'Seen', category_id: id, price: 100, images: [], status: 'draft' }))?.id ?? 0;
    await call(GOODS.remove, { ids: [one] });
    const seen = await idOf('Seen');
    const reader = await server.addAdmin('binreader', [
      'security/dataRecycleLog/index',
      'security/dataRecycleLog/restore',
      'security/dataRecycleLog/info',
      'security/dataRecycleLog/del',
      ...['index', 'info', 'reveal', 'rollback', 'del'].map((action) => `security/sensitiveDataLog/${action}`),
      'goods/category/index',
    ]);
    const asReader = { token: reader.token };
    expect((await server.call(BIN.list, {}, asReader)).list?.filter((row) => row['resource'] === 'goods')).toEqual([]);
    await expect(server.call(deletedInfo, { id: seen }, asReader)).rejects.toThrow('The record does not exist');
    await expect(server.call(restoreDeleted, { ids: [seen] }, asReader)).rejects.toThrow('The record does not exist');
    expect((await server.call(deletedSections, {}, asReader)).sections.map(({ resource }) => resource)).not.toContain('goods');
    await expect(server.call(BIN.remove, { ids: [seen] }, asReader)).rejects.toThrow('The record does not exist');
    expect(await idOf('Seen')).toBe(seen);
    const values = { username: 'unseen', nickname: 'U', password: 'secret99x', group_id: 1, mobile: '13400002222' };
    const person = (await call(MEMBERS.add, values))?.id ?? 0;
    await call(MEMBERS.save, { id: person, mobile: '13400003333' });
    const entry = Number((await log()).find((row) => row['resource'] === 'member' && row['record_id'] === person)?.['id']);
    await expect(server.call(sensitiveInfo, { id: entry }, asReader)).rejects.toThrow('The record does not exist');
    await expect(server.call(revealSensitive, { id: entry }, asReader)).rejects.toThrow('The record does not exist');
    await expect(server.call(rollBackSensitive, { ids: [entry], force: true }, asReader)).rejects.toThrow('The record does not exist');
    await expect(server.call(LOG.remove, { ids: [entry] }, asReader)).rejects.toThrow('The record does not exist');
    expect((await log()).map((row) => row['id'])).toContain(entry);
  });
});
