import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as store from '#api/contract/modules/modules';
import * as wire from '#api/contract/modules/wire-modules';
import * as designer from '#api/contract/designer/designer';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { fingerprintOf } from '#server/features/modules/package/signature';
import { dataRecycle } from '#sections/data-recycle/data-recycle.resource.ts';
import { sensitiveData } from '#sections/sensitive-data/sensitive-data.resource.ts';
import { effort } from '#tests/support/effort.ts';
import { interruptible } from '#tests/support/processes/interruptible.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { newKeyPair, type KeyPair } from '#tests/support/key-pair.ts';
import { shelfOf, sourceOf, withoutPublic } from '#tests/support/packages.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { writePackage, type SourceFiles } from '../../../scripts/modules/write-package.ts';

const COVER = sourceOf('links')['assets/cover.png']!;
const LINKS = withoutPublic(sourceOf('links'));
/** As its card in the store shows it. */
const PICTURE = `data:image/png;base64,${Buffer.from(COVER).toString('base64')}`;
const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
type Loose = any; // oxlint-disable-line typescript/no-explicit-any -- packages are changed freely
const read = (files: SourceFiles, name: string): Loose => JSON.parse(new TextDecoder().decode(files[name]));
const changed = (files: SourceFiles, name: string, change: (value: Loose) => void): SourceFiles => {
  const value = read(files, name);
  change(value);
  return { ...files, [name]: json(value) };
};
const manifest = (files: SourceFiles, own: object): SourceFiles => changed(files, 'module.json', (value) => Object.assign(value, own));

/** The next version: one field more, one field less, and the first section under another label. */
const NEXT = manifest(
  changed(LINKS, 'sections/linksLink.json', ({ declaration }) => {
    delete declaration.fields.note;
    declaration.fields.owner = { kind: 'string', maxLength: 40, label: { 'zh-cn': '负责人', en: 'Owner' } };
  }),
  { version: '1.1.0' },
);
const NEEDY = manifest(
  {
    'assets/cover.png': COVER,
    'module.json': LINKS['module.json']!,
    'sections/shopOrder.json': json({
      ...read(LINKS, 'sections/linksGroup.json'),
      declaration: {
        ...read(LINKS, 'sections/linksGroup.json').declaration,
        name: 'shopOrder',
        controller: 'shop.Order',
        table: 'm_shop_order',
        menu: { under: 'shop', icon: 'el-icon-Goods', sortOrder: 1 },
        fields: {
          ...read(LINKS, 'sections/linksGroup.json').declaration.fields,
          goodsId: { kind: 'remoteSelect', of: 'goods', label: { 'zh-cn': '商品', en: 'Goods' } },
        },
      },
    }),
  },
  { uid: 'shop', version: '1.0.0', requires: { links: '^1.1.0' }, asks: { ...read(LINKS, 'module.json').asks, reads: ['goods'] } },
);

describe.each(dealtKinds())('modules, on %s', (kind) => {
  let server: TestServer;
  let token: string;
  let kill: (after: number) => void;
  let publisher: KeyPair;
  const links = resourceEndpoints(read(LINKS, 'sections/linksLink.json').declaration);
  const groups = resourceEndpoints(read(LINKS, 'sections/linksGroup.json').declaration);

  beforeAll(async () => {
    publisher = await newKeyPair();
    server = await createTestServer({
      kind,
      sampleData: false,
      modules: { shelf: await shelfOf(LINKS, NEXT, NEEDY), publishers: [publisher.publicKey] },
      wrap: (database) => {
        const own = interruptible(database);
        kill = own.after;
        return own.database;
      },
    });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const planned = (uid: string, version: string, act: 'install' | 'update' | 'rollback' = 'install') =>
    call(store.planModule, { uid, version, act });
  async function apply(uid: string, version: string, act: 'install' | 'update' | 'rollback' = 'install', isConsented = false) {
    const { hash } = await planned(uid, version, act);
    return call(store.applyModule, { uid, version, act, hash, isConsented });
  }
  const removeLinks = () => call(store.removeModule, { uid: 'links', records: 'delete', typed: 'links' });
  const rowsOf = async (statement: string) => (await sql.raw<Record<string, unknown>>(statement).execute(server.database.kysely)).rows;

  /** All that a module may leave something in: tables with their columns, and what holds rights, settings, views and sections. */
  async function ground() {
    const tables = await rowsOf(
      `select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2`,
    );
    const objects = await rowsOf(
      `select relname, relkind::text from pg_class join pg_namespace on pg_namespace.oid = relnamespace where nspname = 'public' order by 1, 2`,
    );
    const held = ['admin_rule', 'admin_group', 'config', 'section', 'section_kept', 'section_revision', 'saved_view', 'security_data_recycle', 'security_sensitive_data', 'attachment', 'module', 'module_package']; // prettier-ignore
    const rows = await Promise.all(held.map((table) => rowsOf(`select * from ${table} order by 1, 2`)));
    return { tables, objects, rows: Object.fromEntries(held.map((table, index) => [table, rows[index]])) };
  }

  it('are looked at without a trace, and then work at once', async () => {
    const before = await ground();
    const plan = await planned('links', '1.0.0');
    expect(plan).toEqual({
      hash: expect.stringMatching(/^[0-9a-f]{64}$/u),
      from: null,
      to: '1.0.0',
      trust: 'shipped',
      asks: [],
      publisher: null,
      gone: [],
      rows: 1,
      waiting: 0,
      sections: [
        {
          name: 'linksGroup',
          table: 'm_links_group',
          isNew: true,
          steps: [expect.objectContaining({ kind: 'createTable', class: 'safe' })],
        },
        { name: 'linksLink', table: 'm_links_link', isNew: true, steps: [expect.objectContaining({ kind: 'createTable', class: 'safe' })] },
      ],
    });
    expect(await ground()).toEqual(before);
    await expect(call(links.list, {})).rejects.toThrow('http');
    await expect(call(store.applyModule, { uid: 'links', version: '1.0.0', act: 'install', hash: 'other' })).rejects.toThrow('changed');
    expect(await ground()).toEqual(before);

    const [facts, needy] = (await call(store.listModules, {})).list;
    expect(facts).toMatchObject({ uid: 'links', version: null, state: 'available', asks: [], cover: '' });
    expect([needy?.uid, needy?.cover]).toEqual(['shop', PICTURE]);
    const told = await call(store.readModule, { uid: 'links', version: '1.0.0' });
    expect(told).toMatchObject({
      license: 'MIT',
      asks: [],
      requires: {},
      publisher: null,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/u),
    });
    // What its text names is not in this package.
    expect(told.pictures).toEqual({});
    expect(told.sections).toEqual([expect.objectContaining({ name: 'linksGroup', controller: 'links.Group' }), expect.objectContaining({ name: 'linksLink' })]); // prettier-ignore

    expect(await call(store.readModuleRun, { run: 'mine' })).toEqual({ state: 'none' });
    expect(await call(store.applyModule, { uid: 'links', version: '1.0.0', act: 'install', hash: plan.hash, run: 'mine' })).toEqual({
      version: '1.0.0',
    });
    expect(await call(store.readModuleRun, { run: 'mine' })).toEqual({ state: 'done' });
    expect((await call(store.listModuleRuns, {})).list[0]).toMatchObject({ kind: 'install', uid: 'links', admin: expect.any(String) });
    expect((await call(groups.list, {})).list).toEqual([expect.objectContaining({ id: 1, title: '常用' })]);
    await call(links.add, { title: 'Docs', address: 'https://example.com', group_id: 1 });
    expect((await call(links.list, {})).list).toEqual([expect.objectContaining({ title: 'Docs', group_id: 1 })]);
    expect(
      await rowsOf(`select name, type, status from admin_rule where name like 'links%' and name not like '%/%/%' order by name`),
    ).toEqual([
      { name: 'links', type: 'menu_dir', status: '1' },
      { name: 'links/group', type: 'menu', status: '1' },
      { name: 'links/link', type: 'menu', status: '1' },
    ]);
    await expect(planned('links', '1.0.0')).rejects.toThrow('already');
  });

  it('pause with their calls and keep their records', async () => {
    await call(store.pauseModule, { uid: 'links', isPaused: true });
    await expect(call(links.list, {})).rejects.toThrow('http');
    expect(await rowsOf(`select distinct status from admin_rule where name like 'links%'`)).toEqual([{ status: '0' }]);
    await expect(call(store.pauseModule, { uid: 'links', isPaused: true })).rejects.toThrow('already');
    await call(store.pauseModule, { uid: 'links', isPaused: false });
    expect((await call(links.list, {})).list).toHaveLength(1);
  });

  it('are changed by the store alone, not by the designer', async () => {
    const { section } = await call(designer.readSection, { name: 'linksLink' });
    const wish = { name: 'linksLink', version: section.version, table: 'm_links_link' };
    await expect(call(designer.removeSection, wish)).rejects.toThrow('links');
    await expect(call(designer.pauseSection, { name: 'linksLink', isPaused: true })).rejects.toThrow('links');
  });

  it('go to another version and back, and rows keep what they held', async () => {
    const [{ id } = { id: 0 }] = (await call(links.list, {})).list ?? [];
    await call(links.save, { id: Number(id), title: 'Docs', address: 'https://example.com', group_id: 1, note: 'read me', version: 1 });
    const plan = await planned('links', '1.1.0', 'update');
    expect(plan.sections.map(({ name, steps }) => [name, steps.map((step) => `${step.kind} ${step.subject} ${step.class}`)])).toEqual([
      ['linksGroup', []],
      ['linksLink', expect.arrayContaining(['dropColumn note loses', 'addColumn owner safe'])],
    ]);
    await call(store.pinModule, { uid: 'links', isPinned: true });
    await expect(planned('links', '1.1.0', 'update')).rejects.toThrow('pinned to version 1.0.0');
    await call(store.pinModule, { uid: 'links', isPinned: false });
    await apply('links', '1.1.0', 'update');
    expect(Object.keys((await call(links.list, {})).list?.[0] ?? {})).toContain('owner');
    await expect(planned('links', '1.0.0', 'update')).rejects.toThrow('no version after');
    await apply('links', '1.0.0', 'rollback');
    expect((await call(links.read, { id: Number(id) })).row).toMatchObject({ title: 'Docs', note: 'read me' });
  });

  it('leave rights and the directory away that somebody switched off, through a pause and an update, and stay paused', async () => {
    const uid = 'links';
    const off = [uid, 'links/link/del'];
    const stati = async () =>
      (await rowsOf(`select name, status from admin_rule order by id`)).filter(({ name }) => String(name).startsWith(uid));
    const set = (status: string) => rowsOf(`update admin_rule set status = '${status}' where name in ('${off.join("', '")}')`);
    await set('0');
    const taken = await stati();
    await call(store.pauseModule, { uid: 'links', isPaused: true });
    await call(store.pauseModule, { uid: 'links', isPaused: false });
    expect(await stati()).toEqual(taken);
    await call(store.pauseModule, { uid: 'links', isPaused: true });
    const paused = await stati();
    for (const [version, act] of [
      ['1.1.0', 'update'],
      ['1.0.0', 'rollback'],
    ] as const) {
      await apply('links', version, act);
      expect(await stati()).toEqual(paused);
      await expect(call(links.list, {})).rejects.toThrow('http');
    }
    await call(store.pauseModule, { uid: 'links', isPaused: false });
    expect(await stati()).toEqual(taken);
    await set('1');
  });

  it('say what they need, ask for what they want, and are not taken from under others', async () => {
    await expect(planned('shop', '1.0.0')).rejects.toThrow('shop needs version ^1.1.0 of the module links');
    await apply('links', '1.1.0', 'update');
    const plan = await planned('shop', '1.0.0');
    expect(plan.asks).toEqual([{ ask: 'reads', names: ['goods'] }]);
    await expect(apply('shop', '1.0.0')).rejects.toThrow('agree');
    await apply('shop', '1.0.0', 'install', true);
    await expect(removeLinks()).rejects.toThrow('shop');
    await expect(call(store.pauseModule, { uid: 'links', isPaused: true })).rejects.toThrow('shop');
    await expect(planned('links', '1.0.0', 'rollback')).rejects.toThrow('^1.1.0');
    const pause = (uid: string, isPaused: boolean) => call(store.pauseModule, { uid, isPaused });
    for (const uid of ['shop', 'links']) await pause(uid, true);
    await expect(removeLinks()).rejects.toThrow('shop');
    await expect(pause('shop', false)).rejects.toThrow('links');
    for (const uid of ['links', 'shop']) await pause(uid, false);
    await call(store.removeModule, { uid: 'shop', records: 'delete', typed: 'shop' });
    await expect(call(store.removeModule, { uid: 'links', records: 'delete', typed: 'link' })).rejects.toThrow('Type');
    expect(await removeLinks()).toEqual({ rows: 2 });
  });

  it('take no section that somebody else has drawn under the same name', async () => {
    const { kysely } = server.database;
    await kysely.insertInto('section').values({ name: 'linksLink', origin: 'blank', create_time: 1, update_time: 1 }).execute();
    await expect(planned('links', '1.0.0')).rejects.toThrow('There is a section linksLink already');
    await kysely.deleteFrom('section').where('name', '=', 'linksLink').execute();
  });

  it('leave nothing behind that they were used with', async () => {
    const clerk = await server.addAdmin(`clerk-${kind}`, ['dashboard']);
    const before = await ground();
    await apply('links', '1.0.0');
    await call(links.add, { title: 'Docs', address: 'https://example.com', group_id: 1 });
    await sql`update admin_group set rules = rules || ',' || (select string_agg(id::text, ',') from admin_rule where name like 'links%') where id = ${clerk.groupId}`.execute(
      server.database.kysely,
    );
    await sql`insert into saved_view (owner_id, resource, name, scope, is_default, content, create_time, update_time)
      values (1, 'linksLink', 'mine', 'own', '0', '{}', 1, 1)`.execute(server.database.kysely);
    const watched = { name: 'Links', controller: 'links/Link', primary_key: 'id' };
    await call(resourceEndpoints(dataRecycle).add, watched);
    await call(resourceEndpoints(sensitiveData).add, { ...watched, fields: [{ name: 'title', value: '' }] });
    expect(await ground()).not.toEqual(before);
    await removeLinks();
    expect(await ground()).toEqual(before);
    await expect(call(links.list, {})).rejects.toThrow('http');
  });

  it('wait 30 days where that is wished', async () => {
    await apply('links', '1.0.0');
    await call(store.removeModule, { uid: 'links', records: 'keep' });
    expect(
      await rowsOf(`select count(*)::int as count from section_kept where section like 'links%' and table_name like 'gone_%'`),
    ).toEqual([{ count: 2 }]);
    await apply('links', '1.0.0');
    expect((await call(groups.list, {})).list).toHaveLength(1);
    await removeLinks();
    expect(
      await rowsOf(`select count(*)::int as count from section_kept where section like 'links%' and table_name like 'gone_%'`),
    ).toEqual([{ count: 2 }]);
    await call(store.purgeModule, { uid: 'links', typed: 'links' });
    expect(await rowsOf(`select table_name from section_kept where section like 'links%'`)).toEqual([]);
  });

  it('are installed or not, wherever the process ends', async () => {
    const before = await ground();
    const { hash } = await planned('links', '1.0.0');
    let failures = 0;
    for (let after = 0; ; after += effort(13, 1)) {
      kill(after);
      const done = await server.request('/admin/module/apply', {
        method: 'POST',
        token,
        json: { uid: 'links', version: '1.0.0', act: 'install', hash },
      });
      kill(Infinity);
      if (done.body?.code === 1) break;
      failures += 1;
      expect(await ground()).toEqual(before);
    }
    expect(failures).toBeGreaterThan(5);
    expect((await call(groups.list, {})).list).toHaveLength(1);
    await removeLinks();
  });

  it('are for super administrators', async () => {
    const clerk = await server.addAdmin(`other-${kind}`, ['dashboard', 'routine/config', 'crud/crud/generate']);
    await expect(call(store.listModules, {}, { token: clerk.token })).rejects.toThrow('permission');
    await expect(call(store.planModule, { uid: 'links', version: '1.0.0', act: 'install' }, { token: clerk.token })).rejects.toThrow(
      'permission',
    );
    await expect(call(wire.wireInstall, { uid: 'links' }, { token: clerk.token })).rejects.toThrow('permission');
    await expect(call(wire.wireUpload, { file: '/x.zip' }, { token: clerk.token })).rejects.toThrow('permission');
  });

  it.each([
    ['v4', 'quick_search'],
    ['v6', 'quickSearch'],
  ])('stand in the store that clients of the family ask at %s', async (version, quickSearch) => {
    const ask = async (path: string, headers: Readonly<Record<string, string>> = { batoken: token, 'think-lang': 'en' }) =>
      (await server.request(`/api/${version}.store/${path}`, { headers })).body;
    const all = await ask('modules?activeTab=all&installed[0][uid]=links&installed[0][version]=1.1.0&sysVersion=0.1.0');
    const free = { tags: [], downloads: 0, present_price: 0, currency_select: 1, logo: '/logo.svg' };
    const links = { ...free, uid: 'links', title: 'Links' };
    expect(all).toMatchObject({
      code: 1,
      data: {
        rows: [
          { ...links, original_price: 0 },
          { uid: 'shop', original_price: 0 },
        ],
        category: [{ id: 'all', name: 'All' }],
        remark: expect.stringContaining('free'),
      },
    });
    expect((await ask(`modules?activeTab=all&${quickSearch}=nobody`))?.data).toMatchObject({ rows: [] });
    expect((await ask('info?uid=links'))?.data).toEqual({
      info: {
        ...links,
        type: 'online',
        images: ['/logo.svg'],
        purchased: 1,
        version: '1.1.0',
        author_url: '',
        demo: [],
        category: { id: 'all', name: 'All' },
        developer: { nickname: 'Troupe', avatar: expect.any(String), group: '', goods: [] },
        detail_editor: expect.stringMatching(/^<p style="white-space: pre-line">Keeps the addresses/u),
      },
    });
    expect(await ask('info?uid=nothing')).toMatchObject({ code: 0 });
    expect(await ask('order')).toMatchObject({ code: 0, data: null });
    expect(await ask('modules', {})).toMatchObject(version === 'v4' ? { code: 302 } : { code: 303, data: { type: 'need login' } });
    const clerk = await server.addAdmin(`store-${version}-${kind}`, ['dashboard']);
    expect(await ask('modules', { batoken: clerk.token })).toMatchObject({ code: 401 });
  });

  it('answer clients of the family', async () => {
    expect(await call(wire.wireModuleState, { uid: 'links' })).toEqual({ state: 2 });
    expect(await call(wire.wireModuleState, { uid: 'nothing' })).toEqual({ state: 0 });
    await expect(call(wire.wireInstall, { uid: 'shop' })).rejects.toThrow('links');
    const { data } = await call(wire.wireInstall, { uid: 'links' });
    expect(data).toMatchObject({ uid: 'links', title: 'Links', version: '1.1.0', state: 1 });
    expect((await call(wire.wireModules, {})).installed).toEqual([data]);
    await expect(call(wire.wireUninstall, { uid: 'links' })).rejects.toThrow('Pause');
    expect(await call(wire.wireChangeState, { uid: 'links', state: 0 })).toEqual({ info: { ...data, state: 6 } });
    await call(wire.wireChangeState, { uid: 'links', state: 1 });
    await expect(call(wire.wireInstall, { uid: 'shop' })).rejects.toThrow('plan');
    await expect(call(wire.wireUpdate, { uid: 'links' })).rejects.toThrow('Pause');
    await call(wire.wireChangeState, { uid: 'links', state: 0 });
    await call(wire.wireUninstall, { uid: 'links' });
    expect((await call(wire.wireModules, {})).installed).toEqual([]);
    expect((await call(store.listModuleRuns, {})).list.slice(0, 2).map((run) => `${run.kind} ${run.uid} ${run.from_version}`)).toEqual([
      'keep links 1.1.0',
      'pause links 1.1.0',
    ]);
  });

  it('are switched on as they were by clients of the family, and brought to a newer version only from a pause', async () => {
    await apply('links', '1.0.0');
    const stateOf = async () => (await call(wire.wireModuleState, { uid: 'links' })).state;
    const versionOf = async () => (await call(wire.wireModules, {})).installed[0]?.version;
    expect((await call(wire.wireInstall, { uid: 'links' })).data).toMatchObject({ version: '1.0.0', state: 1 });
    await call(wire.wireChangeState, { uid: 'links', state: 0 });
    expect([await stateOf(), (await call(wire.wireModules, {})).installed[0]?.state]).toEqual([2, 6]);
    await call(wire.wireChangeState, { uid: 'links', state: 1 });
    await call(wire.wireInstall, { uid: 'links' });
    expect([await stateOf(), await versionOf()]).toEqual([1, '1.0.0']);
    await call(wire.wireChangeState, { uid: 'links', state: 0 });
    // Version 1.1.0 loses a column, which has to be looked at first.
    await expect(call(wire.wireInstall, { uid: 'links' })).rejects.toThrow('plan');
    expect(await versionOf()).toBe('1.0.0');
    await removeLinks();
  });

  const post = async (action: string, query: Readonly<Record<string, string>>, json: object) =>
    (await server.request(`/admin/module/${action}?${new URLSearchParams(query)}`, { method: 'POST', headers: { server: 'true', batoken: token, 'think-lang': 'en' }, json })).body; // prettier-ignore

  it('take what clients of the family send in the address', async () => {
    const order = { uid: 'links', orderId: '1', token: '' };
    expect(await post('install', order, { extend: {} })).toMatchObject({ code: 1, data: { data: { uid: 'links', state: 1 } } });
    expect(await post('dependentInstallComplete', { uid: 'links' }, {})).toMatchObject({ code: 1 });
    expect(await post('update', order, {})).toMatchObject({ code: 0, msg: expect.stringContaining('Pause') });
    expect(await post('upload', { file: '/storage/nothing.zip', token: '' }, {})).toMatchObject({
      code: 0,
      msg: expect.stringContaining('not there'),
    });
    expect(await post('changeState', {}, { uid: 'links', state: 0 })).toMatchObject({ code: 1, data: { info: { state: 6 } } });
    expect(await post('uninstall', { uid: 'links' }, {})).toMatchObject({ code: 1 });
    // What other calls find in the address is not what they were sent.
    expect(await post('changeState', { uid: 'links', state: '1' }, {})).toMatchObject({ code: 0, msg: expect.stringContaining('uid') });
    expect((await call(wire.wireModules, {})).installed).toEqual([]);
  });

  it('tell clients of the family which modules have to be there first as such clients know it, and whoever chooses there in words', async () => {
    const conflict = { env: 'require', newDepend: '1.1.0', oldDepend: '', depend: 'links', solution: 'cover' };
    expect(await post('install', { uid: 'shop', orderId: '1', token: '' }, { extend: {} })).toMatchObject({
      code: -1,
      data: { uid: 'shop', state: 3, fileConflict: [], dependConflict: [conflict] },
    });
    const extend = { dependConflict: { require: { links: 'cover' } } };
    expect(await post('install', { uid: 'shop' }, { extend })).toMatchObject({ code: 0, msg: expect.stringContaining('links 1.1.0') });
    expect((await call(wire.wireModules, {})).installed).toEqual([]);
  });

  async function upload(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const form = new FormData();
    form.append('file', new File([bytes], name, { type: 'application/zip' }));
    const { body } = await server.request('/admin/ajax/upload', { method: 'POST', token, body: form });
    return (body?.data as { file?: { url: string } } | undefined)?.file?.url ?? '';
  }

  it('come in from an uploaded archive that a trusted key signed, and not otherwise', async () => {
    const own = manifest(LINKS, { version: '2.0.0' });
    const unsigned = await upload('unsigned.zip', await writePackage(own));
    const before = await ground();
    await expect(call(wire.wireUpload, { file: unsigned })).rejects.toThrow('MODULE_PUBLISHERS');
    await expect(call(wire.wireUpload, { file: '/storage/nothing.zip' })).rejects.toThrow('not there');
    expect(await ground()).toEqual(before);
    const signed = await upload('signed.zip', await writePackage(own, publisher.privateKey));
    expect((await call(wire.wireUpload, { file: signed })).info).toMatchObject({ uid: 'links', version: '2.0.0', state: 2 });
    expect((await planned('links', '2.0.0')).trust).toBe('trusted');
    // Its records wait of a version that came with the program.
    const signer = await fingerprintOf(publisher.publicKey);
    const { hash, publisher: change } = await planned('links', '2.0.0');
    expect(change).toEqual({ before: '', now: signer });
    await call(store.applyModule, { uid: 'links', version: '2.0.0', act: 'install', hash, publisher: signer });
    expect((await call(store.listModules, {})).list.find(({ uid }) => uid === 'links')).toMatchObject({
      version: '2.0.0',
      state: 'installed',
    });
  });
});
