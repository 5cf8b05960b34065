import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as store from '#api/contract/modules/modules';
import { saveWatch } from '#api/contract/notifications/notifications';
import * as wire from '#api/contract/modules/wire-modules';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { Resource } from '#domain/table/resource';
import { MODULE_PACKAGES } from '#server/features/modules/module-limits';
import { placeInMenu } from '#server/features/designer/section-menu';
import { dealtKinds } from '#tests/support/dealt.ts';
import { changedFile, readFile, shelfOf, sourceOf, type SourceFiles, withoutPublic } from '#tests/support/packages.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { writePackage } from '../../../scripts/modules/write-package.ts';
import { newKeyPair } from '#tests/support/key-pair.ts';

const LINK = 'sections/linksLink.json';
const BOTH = withoutPublic(sourceOf('links'));
const LOCKED = 'The table is in use';
const label = (en: string) => ({ 'zh-cn': en, en });
const versioned = (files: SourceFiles, version: string): SourceFiles =>
  changedFile(files, 'module.json', (manifest) => void (manifest.version = version));
type Loose = any; // oxlint-disable-line typescript/no-explicit-any -- packages are changed freely
const withLink = (version: string, change: (fields: Loose, file: Loose) => void): SourceFiles =>
  versioned(
    changedFile(BOTH, LINK, (file) => change(file.declaration.fields, file)),
    version,
  );
/** Has groups alone. */
const GROUPS = versioned(Object.fromEntries(Object.entries(BOTH).filter(([name]) => name !== LINK)), '1.0.0');
const options = (...all: string[]) => ({
  kind: 'select',
  options: all,
  optionLabels: Object.fromEntries(all.map((one) => [one, label(one)])),
  label: label('Kind'),
});
const LINKS = withLink('1.1.0', (fields) => {
  fields.sort = options('page', 'paper');
  fields.rank = { kind: 'string', label: label('Rank') };
});
/** Has no rank. */
const BARE = withLink('1.1.5', (fields) => (fields.sort = options('page', 'paper')));
/** Its note is shorter, its rank has another type, and one of its options has become another. */
const LATER = withLink('1.2.0', (fields, file) => {
  fields.note.maxLength = 12;
  fields.rank = { kind: 'string', maxLength: 20, label: label('Rank') };
  fields.sort = options('site', 'book');
  file.became = { sort: { page: 'site', paper: 'book' } };
});
/** Its table has another name, and two options have become one. */
const MOVED = withLink('1.3.0', (fields, file) => {
  file.declaration.table = 'm_links_page';
  fields.rank = { kind: 'string', maxLength: 20, label: label('Rank') };
  fields.sort = options('page');
  file.became = { sort: { paper: 'page' } };
});
/** Rules over what its own steps make first: a code that is unique, and a place that has to be a group. */
const RULED = withLink('1.1.6', (fields, file) => {
  fields.sort = options('page', 'paper');
  fields.code = { kind: 'string', maxLength: 20, label: label('Code') };
  file.shape.unique.push(['code']);
});
const PLACED = withLink('1.1.7', (fields) => {
  fields.sort = options('page', 'paper');
  fields.placeId = { kind: 'remoteSelect', of: 'linksGroup', required: true, label: label('Place') };
});
const link = readFile(LINKS, LINK).declaration as Resource;
const links = resourceEndpoints(link);
const groups = resourceEndpoints(readFile(LINKS, 'sections/linksGroup.json').declaration as Resource);

describe.each(dealtKinds())('records of modules that wait, on %s', (kind) => {
  let server: TestServer;
  let token: string;
  let privateKey = '';
  const call: TestServer['call'] = (endpoint, input, own) => server.call(endpoint, input, { token, ...own });
  const planned = (version: string, act: 'install' | 'update' | 'rollback', records: 'new' | 'kept' = 'new') =>
    call(store.planModule, { uid: 'links', version, act, records });
  async function apply(version: string, act: 'install' | 'update' | 'rollback', records: 'new' | 'kept' = 'new') {
    const plan = await planned(version, act, records);
    await call(store.applyModule, { uid: 'links', version, act, records, hash: plan.hash });
    return plan;
  }
  const counted = async () => Object.fromEntries((await call(store.countModuleRecords, { uid: 'links' })).sections.map(({ name, rows }) => [name, rows])); // prettier-ignore
  const rowsOf = async (statement: string) => (await sql.raw<Record<string, unknown>>(statement).execute(server.database.kysely)).rows;
  const write = (values: object) => call(links.add, { address: 'https://example.com', group_id: 1, ...values });
  const texts = async () => ((await call(links.list, {})).list ?? []).map(({ id, title, note, rank, sort }) => ({ id, title, note, rank, sort })); // prettier-ignore
  const remove = (records: 'keep' | 'delete') => call(store.removeModule, { uid: 'links', records, typed: 'links' });

  beforeAll(async () => {
    const publisher = await newKeyPair();
    ({ privateKey } = publisher);
    server = await createTestServer({
      kind,
      sampleData: false,
      modules: {
        shelf: await shelfOf(GROUPS, LINKS, BARE, LATER, MOVED, RULED, PLACED),
        publishers: [publisher.publicKey],
      },
    });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const { version } = (await call(store.listModules, {})).list.find(({ uid }) => uid === 'links') ?? { version: null };
    if (version !== null) await remove('delete');
    await apply('1.1.0', 'install');
  });

  it('come back with the version that has their section, after a version that had not', async () => {
    await write({ title: 'Docs', note: 'read me', sort: 'paper' });
    const before = await texts();
    const back = await apply('1.0.0', 'rollback');
    expect([back.gone, back.waiting]).toEqual([[{ name: 'linksLink', label: link.label, rows: 1 }], 0]);
    await expect(call(links.list, {})).rejects.toThrow('http');
    const plan = await apply('1.1.0', 'update');
    expect([plan.waiting, plan.rows, plan.sections.find(({ name }) => name === 'linksLink')]).toEqual([
      1,
      1,
      { name: 'linksLink', table: 'm_links_link', isNew: true, steps: [] },
    ]);
    expect(await texts()).toEqual(before);
    expect(await rowsOf(`select table_name from section_kept where table_name like 'gone_%'`)).toEqual([]);
    const next = await write({ title: 'Next', address: 'https://example.org' });
    expect(next?.id).toBeGreaterThan(Number(before[0]?.id));
  });

  it('are counted by section before they go: by a version, from a field, with the module, and where they wait', async () => {
    await write({ title: 'Docs', rank: 'first' });
    await write({ title: 'Next', address: 'https://example.com/next', rank: 'second' });
    await write({ title: 'Bare', address: 'https://example.com/bare', rank: '' });
    const first = await planned('1.0.0', 'rollback');
    expect(first.gone.map(({ name, rows }) => [name, rows])).toEqual([['linksLink', 3]]);
    await write({ title: 'Meanwhile', address: 'https://example.com/while' });
    // One more is no other plan.
    expect(await planned('1.0.0', 'rollback')).toMatchObject({ hash: first.hash, gone: [{ name: 'linksLink', rows: 4 }] });
    const steps = (await planned('1.1.5', 'update')).sections.flatMap((section) => section.steps);
    expect(steps.map(({ kind, subject, rows }) => [kind, subject, rows])).toEqual([['dropColumn', 'rank', 2]]);
    expect(await counted()).toEqual({ linksGroup: 1, linksLink: 4 });
    await remove('keep');
    expect(await counted()).toEqual({ linksGroup: 1, linksLink: 4 });
    await apply('1.1.0', 'install');
  });

  it('are counted at each step as it finds them: a rule may speak of a field that the same version brings', async () => {
    const steps = async (version: string) =>
      (await apply(version, 'update')).sections.flatMap((section) => section.steps).map(({ id, class: kept, rows }) => [id, kept, rows]);
    // There is no record yet that would lack a place.
    expect(await steps('1.1.7')).toContainEqual(['addObject:foreignKey:place_id', 'mayRefuse', 0]);
    await apply('1.1.0', 'rollback');
    await write({ title: 'Docs', rank: 'first' });
    await write({ title: 'Next', address: 'https://example.com/next', rank: '' });
    expect(await steps('1.1.6')).toEqual([
      ['dropColumn:rank', 'loses', 1],
      ['addColumn:code', 'safe', null],
      ['addObject:unique:code', 'mayRefuse', 0],
    ]);
    expect(await rowsOf(`select title from m_links_link where code = '' order by id`)).toEqual([{ title: 'Docs' }, { title: 'Next' }]);
  });

  it.each(['install', 'update'] as const)('open nothing that was claimed while they waited, by %s', async (act) => {
    const { kysely } = server.database;
    await write({ title: 'Docs' });
    await (act === 'install' ? remove('keep') : apply('1.0.0', 'rollback'));
    const clerk = await server.addAdmin(`early_${act}`, ['auth', 'auth/rule', 'auth/rule/add', 'auth/rule/index', 'dashboard']);
    const { id: parent } = await kysely.selectFrom('admin_rule').select('id').where('name', '=', 'dashboard').executeTakeFirstOrThrow();
    const json = { pid: parent, type: 'button', title: 'Mine', name: 'links/link/del', status: '1' };
    const claimed = await server.request('/admin/auth.Rule/add', { method: 'POST', token: clerk.token, json });
    expect(claimed.body?.code).toBe(1);
    // As a module whose address somebody has is refused when it is new.
    await expect(apply('1.1.0', act, 'kept')).rejects.toThrow('links/link/del');
    // One that comes between that look and the placing is taken from whoever holds it.
    const held = await kysely.transaction().execute(async (trx) => {
      await placeInMenu(trx, { resource: link, before: link, ids: [] }, 1);
      const { rules } = await trx.selectFrom('admin_group').select('rules').where('id', '=', clerk.groupId).executeTakeFirstOrThrow();
      const { id } = await trx.deleteFrom('admin_rule').where('name', '=', 'links/link/del').returning('id').executeTakeFirstOrThrow();
      await trx.deleteFrom('admin_rule').where('name', 'like', 'links/link%').execute();
      return rules?.split(',').includes(String(id));
    });
    expect(held).toBe(false);
    await apply('1.1.0', act, 'kept');
    expect((await texts()).map(({ title }) => title)).toEqual(['Docs']);
  });

  it('are brought to the next version with all they hold, or the plan says which of it stands against it', async () => {
    await write({ title: 'Docs', note: 'read me', rank: 'first', sort: 'paper' });
    const before = await texts();
    await remove('keep');
    const plan = await apply('1.2.0', 'install', 'kept');
    expect([plan.waiting, plan.rows]).toEqual([2, 2]);
    expect(await texts()).toEqual(before.map((row) => ({ ...row, sort: 'book' })));
    await remove('delete');
    await apply('1.1.0', 'install');
    await write({ title: 'Docs', note: 'longer than twelve letters', sort: 'paper' });
    const long = await texts();
    await remove('keep');
    await expect(planned('1.2.0', 'install', 'kept')).rejects.toThrow(
      '1 record in Links cannot take over what version 1.2.0 changes about',
    );
    await apply('1.1.0', 'install', 'kept');
    expect(await texts()).toEqual(long);
  });

  it('go into one option also where the table gets another name with the same version, and so do those that do not wait', async () => {
    await write({ title: 'Docs', note: 'read me', sort: 'paper' });
    const [before] = await texts();
    await apply('1.3.0', 'update');
    expect(await rowsOf('select id, title, sort from m_links_page')).toEqual([{ id: before?.id, title: 'Docs', sort: 'page' }]);
    await remove('delete');
    await apply('1.1.0', 'install');
    await write({ title: 'Docs', note: 'read me', sort: 'paper' });
    await remove('keep');
    await apply('1.3.0', 'install', 'kept');
    expect(await rowsOf('select title, note, sort from m_links_page')).toEqual([{ title: 'Docs', note: 'read me', sort: 'page' }]);
  });

  async function offerSigned(): Promise<void> {
    const form = new FormData();
    form.append('file', new File([await writePackage(versioned(BOTH, '2.0.0'), privateKey)], 'signed.zip', { type: 'application/zip' }));
    const { body } = await server.request('/admin/ajax/upload', { method: 'POST', token, body: form });
    await call(wire.wireUpload, { file: (body?.data as { file?: { url: string } } | undefined)?.file?.url ?? '' });
  }

  it('leave packages alone, of which the oldest that nobody installed makes room for the next', async () => {
    const { kysely } = server.database;
    const { manifest, sha256, bytes } = await kysely
      .selectFrom('module_package')
      .select(['manifest', 'sha256', 'bytes'])
      .where('uid', '=', 'links')
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: MODULE_PACKAGES }, (_, at) => ({ ...manifest, uid: `other${at}` }));
    const common = { sha256, bytes, version: manifest.version, trust: 'trusted', publisher: '', public_key: '' } as const;
    await kysely
      .insertInto('module_package')
      .values(others.map((one, at) => ({ ...common, uid: one.uid, manifest: JSON.stringify(one), fetched_at: at })))
      .execute();
    await offerSigned();
    const left = await rowsOf(`select uid from module_package where uid like 'other%' or uid = 'links' order by fetched_at limit 1`);
    const [{ count } = { count: 0 }] = await rowsOf('select count(*)::int as count from module_package');
    // One that is installed, and those that are not.
    expect([left, count]).toEqual([[{ uid: 'other1' }], 1 + MODULE_PACKAGES]);
    await kysely.deleteFrom('module_package').where('uid', 'like', 'other%').execute();
    await kysely.deleteFrom('module_package').where('version', '=', '2.0.0').execute();
  });

  it('are held no longer than a minute by whoever looks at what a version does', async () => {
    const nowMs = server.ports.clock.nowMs();
    let calls = 0;
    const clock = vi.spyOn(server.ports.clock, 'nowMs').mockImplementation(() => nowMs + (calls += 1) * 10_000);
    await expect(planned('1.2.0', 'update')).rejects.toThrow(LOCKED);
    clock.mockRestore();
    await apply('1.2.0', 'update');
  });

  it('are let go without a word about who signs what stays', async () => {
    await write({ title: 'Docs' });
    await apply('1.0.0', 'rollback');
    await call(store.purgeModule, { uid: 'links', typed: 'links' });
    expect(await rowsOf(`select table_name from section_kept where section like 'links%'`)).toEqual([]);
    await offerSigned();
    expect((await planned('2.0.0', 'update')).publisher).toMatchObject({ before: '' });
  });

  it('that a module was installed without are listed, saved and let go beside it, and come back once nothing newer waits', async () => {
    const waiting = async () => (await call(store.listWaitingModules, {})).list.map(({ uid, rows }) => [uid, rows]);
    const going = async (of?: 'records') =>
      (await call(store.countModuleRecords, { uid: 'links', ...(of && { of }) })).sections.map(({ name, rows }) => [name, rows]);
    await write({ title: 'Docs' });
    await remove('keep');
    await apply('1.1.0', 'install', 'new');
    await write({ title: 'Later' });
    await write({ title: 'Last', address: 'https://example.com/last' });
    expect(await waiting()).toEqual([['links', 2]]);
    expect(await going('records')).toEqual([
      ['linksGroup', 1],
      ['linksLink', 1],
    ]);
    expect(await going()).toEqual([
      ['linksGroup', 1],
      ['linksLink', 2],
    ]);
    await remove('keep');
    expect(await waiting()).toEqual([['links', 5]]);
    const file = await server.app.fetch(
      new Request('http://shop.test/api/admin/module/archive?uid=links', { headers: { batoken: token } }),
    );
    const files = unzipSync(new Uint8Array(await file.arrayBuffer()));
    const titles = (name: string) =>
      new TextDecoder()
        .decode(files[name])
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { title: string }).title);
    expect([titles('linksLink.jsonl'), titles('linksLink-2.jsonl')]).toEqual([['Later', 'Last'], ['Docs']]);
    await apply('1.1.0', 'install', 'kept');
    expect(new Set((await texts()).map(({ title }) => title))).toEqual(new Set(['Last', 'Later']));
    expect(await remove('delete')).toEqual({ rows: 3 });
    expect(await waiting()).toEqual([['links', 2]]);
    await apply('1.1.0', 'install', 'kept');
    expect((await texts()).map(({ title }) => title)).toEqual(['Docs']);
    await remove('keep');
    await apply('1.1.0', 'install', 'new');
    expect(await call(store.purgeModule, { uid: 'links', typed: 'links' })).toEqual({ rows: 2 });
    expect([await waiting(), await texts()]).toEqual([[], []]);
    await remove('keep');
    // A client that shows no plan leaves nothing behind either: the newest version takes something from what waits.
    await expect(call(wire.wireInstall, { uid: 'links' })).rejects.toThrow('plan');
    expect(await waiting()).toEqual([['links', 1]]);
    await call(store.purgeModule, { uid: 'links', typed: 'links' });
  });

  it('go with their module, also those of a section that it had no more', async () => {
    const [kept, written] = [await call(groups.list, {}), await write({ title: 'Docs' })];
    await call(saveWatch, { resource: 'linksLink', recordId: Number(written?.id), isWatched: true });
    await call(saveWatch, { resource: 'linksGroup', recordId: Number(kept.list?.[0]?.id), isWatched: true });
    const watched = () => rowsOf('select resource from record_watch order by resource');
    expect(await watched()).toEqual([{ resource: 'linksGroup' }, { resource: 'linksLink' }]);
    await apply('1.0.0', 'rollback');
    expect(await watched()).toEqual([{ resource: 'linksGroup' }]);
    expect(await remove('delete')).toEqual({ rows: 2 });
    expect(await watched()).toEqual([]);
    expect(await rowsOf(`select table_name from section_kept where section like 'links%'`)).toEqual([]);
    expect(await rowsOf('select * from module_publisher')).toEqual([]);
    await apply('1.1.0', 'install');
    expect(await texts()).toEqual([]);
  });
});
