import { once } from 'node:events';
import { globalAgent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as store from '#api/contract/modules/modules';
import * as registry from '#api/contract/modules/registries';
import * as wire from '#api/contract/modules/wire-modules';
import { createRegistryFetch } from '#server/adapters/registry-fetch';
import { networkList } from '#server/base/network';
import { keepHouse } from '#server/boot/upkeep/housekeeping';
import { FailureError } from '#domain/base/failure';
import { fingerprintOf, signList } from '#server/features/modules/package/signature';
import { askRegistries, sweepModules } from '#server/features/modules/sweep-modules';
import { dealtKinds } from '#tests/support/dealt.ts';
import { changedFile, shelfOf, sourceOf, withoutPublic, type SourceFiles } from '#tests/support/packages.ts';
import { newKeyPair, type KeyPair } from '#tests/support/key-pair.ts';
import { startRegistry, type RegistryFile, type RegistryServer } from '#tests/support/servers/registry-server.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const LINKS = withoutPublic(sourceOf('links'));
const version = (own: string, files: SourceFiles = LINKS): SourceFiles =>
  changedFile(files, 'module.json', (manifest) => Object.assign(manifest, { version: own }));
const REASON = { 'zh-cn': '会丢失记录', en: 'It loses records' };
const DAY = 86_400;
const wish = (wanted: string, act: 'install' | 'update' = 'install') => ({ uid: 'links', version: wanted, act });
const NO_FILES: ReadonlyMap<string, RegistryFile> = new Map();
const leadsTo =
  (location: string): RegistryFile =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();
const text = (value: string) => new TextEncoder().encode(value);

describe.each(dealtKinds())('registries elsewhere, on %s', (kind) => {
  let server: TestServer;
  let token: string;
  let there: RegistryServer;
  let [own, author, stranger]: KeyPair[] = [];
  beforeAll(async () => {
    [own, author, stranger] = [await newKeyPair(), await newKeyPair(), await newKeyPair()];
    there = await startRegistry();
    server = await createTestServer({
      kind,
      sampleData: false,
      modules: { shelf: await shelfOf() },
      ports: { registries: createRegistryFetch(networkList(['127.0.0.1']) ?? [], { timeoutMs: 2000 }) },
    });
    ({ token } = await server.signIn());
    await there.publish({ key: own, sources: [[LINKS, author]] });
  });
  afterAll(async () => {
    await server.close();
    await there.close();
  });

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const links = async () => (await call(store.listModules, {})).list.find(({ uid }) => uid === 'links');
  const registries = async () => (await call(registry.listRegistries, {})).list;
  const refresh = async (fingerprint = '') => {
    const [{ id } = { id: 0 }] = await registries();
    await call(registry.refreshRegistry, { id, fingerprint });
    return (await registries())[0]!;
  };
  const apply = async (wanted: string, act: 'install' | 'update', publisher?: string) => {
    const { hash } = await call(store.planModule, wish(wanted, act));
    return call(store.applyModule, { ...wish(wanted, act), hash, isConsented: true, ...(publisher !== undefined && { publisher }) });
  };

  it('are added by the fingerprint that somebody looked at, and nothing is fetched by listing them', async () => {
    const fingerprint = await fingerprintOf(own!.publicKey);
    const seen = await call(registry.lookAtRegistry, { address: `${there.address}index.json` });
    expect(seen).toEqual({ address: there.address, name: { 'zh-cn': '测试源', en: 'Test registry' }, fingerprint, packages: 1 });
    expect(await registries()).toEqual([]);
    await expect(
      call(registry.addRegistry, { address: there.address, fingerprint: await fingerprintOf(stranger!.publicKey) }),
    ).rejects.toThrow('another key');
    await call(registry.addRegistry, { address: there.address, fingerprint });
    await expect(call(registry.addRegistry, { address: there.address, fingerprint })).rejects.toThrow('already');
    expect(await registries()).toEqual([
      { id: expect.any(Number), ...seen, offered: null, fetchedAt: Math.floor(server.clock.nowMs() / 1000), fault: null },
    ]);
    expect(await links()).toMatchObject({ version: null, versions: [{ version: '1.0.0', trust: 'listed', withdrawn: null }] });
    expect(there.asked.filter((name) => name.endsWith('.zip'))).toEqual([]);
  });

  it('give packages that are judged as any, once', async () => {
    await call(store.bringModule, { uid: 'links', version: '1.0.0' });
    const facts = await call(store.readModule, { uid: 'links', version: '1.0.0' });
    expect(facts).toMatchObject({ publisher: await fingerprintOf(author!.publicKey), origin: there.address });
    expect(await call(store.planModule, wish('1.0.0'))).toMatchObject({ trust: 'listed', publisher: null });
    await apply('1.0.0', 'install');
    expect(there.asked.filter((name) => name.endsWith('.zip'))).toEqual(['links-1.0.0.zip']);
  });

  it('offer what they list anew, and ask where somebody else signed it', async () => {
    await there.publish({ key: own!, sources: [[LINKS, author!], [version('1.1.0'), author!], [version('1.2.0'), stranger!]] }); // prettier-ignore
    await refresh();
    expect((await links())?.versions.map((one) => one.version)).toEqual(['1.2.0', '1.1.0', '1.0.0']);
    await apply('1.1.0', 'update');
    const plan = await call(store.planModule, wish('1.2.0', 'update'));
    const change = { before: await fingerprintOf(author!.publicKey), now: await fingerprintOf(stranger!.publicKey) };
    expect(plan.publisher).toEqual(change);
    await expect(apply('1.2.0', 'update')).rejects.toThrow('signed by somebody else');
    await expect(apply('1.2.0', 'update', change.before)).rejects.toThrow('signed by somebody else');
    await call(store.pauseModule, { uid: 'links', isPaused: true });
    await expect(call(wire.wireInstall, { uid: 'links' })).rejects.toThrow('plan');
    await call(store.pauseModule, { uid: 'links', isPaused: false });
    expect(await links()).toMatchObject({ version: '1.1.0' });
    await apply('1.2.0', 'update', change.now);
    await apply('1.1.0', 'update').catch(() => undefined);
    expect(await links()).toMatchObject({ version: '1.2.0' });
  });

  it('tell what was withdrawn: it is not installed, and where it is, that is said', async () => {
    const sources = [[LINKS, author!], [version('1.1.0'), author!], [version('1.2.0'), stranger!], [version('1.3.0'), stranger!]] as const; // prettier-ignore
    await there.publish({ key: own!, sources, withdrawn: { 'links-1.2.0': REASON, 'links-1.3.0': REASON } });
    await refresh();
    expect(await links()).toMatchObject({
      version: '1.2.0',
      withdrawn: REASON,
      versions: [
        { version: '1.3.0', withdrawn: REASON },
        { version: '1.2.0', withdrawn: REASON },
        { withdrawn: null },
        { withdrawn: null },
      ],
    });
    // The installed one is still looked at, and the other is not fetched.
    await call(store.bringModule, { uid: 'links', version: '1.2.0' });
    await expect(call(store.bringModule, { uid: 'links', version: '1.3.0' })).rejects.toThrow('withdrawn');
    await expect(call(store.planModule, wish('1.3.0', 'update'))).rejects.toThrow('This version was withdrawn: It loses records');
    await expect(call(store.planModule, { ...wish('1.1.0'), act: 'rollback' }, { language: 'zh-cn' })).resolves.toMatchObject({
      to: '1.1.0',
    });
  });

  it('keep what is known where they are gone, old, changed or signed by somebody else', async () => {
    const known = await registries();
    const good = new Map(there.files);
    const put = (files: ReadonlyMap<string, RegistryFile>, changed: Readonly<Record<string, RegistryFile>> = {}) => {
      there.files.clear();
      for (const [name, file] of [...files, ...Object.entries(changed)]) there.files.set(name, file);
    };
    const index = new TextDecoder().decode(good.get('index.json') as Uint8Array);
    const cases: readonly (readonly [fault: string, changed: Readonly<Record<string, RegistryFile>>])[] = [
      ['schema', { 'index.json': text('{"packages":[]}') }],
      ['schema', { 'index.json': text(index.replace('"serial"', '"__proto__"')) }],
      ['signature', { 'index.json': text(index.replace('Test registry', 'Best registry')) }],
      ['signature', { 'index.sig': text('no signature') }],
      ['large', { 'index.sig': text('x'.repeat(300)) }],
      ['redirects', { 'index.json': leadsTo('index.json') }],
      ['private', { 'index.json': leadsTo('http://127.0.0.2/index.json') }],
      ['unreachable', { 'index.json': (_request, response) => void response.destroy() }],
      ['timedOut', { 'index.json': () => undefined }],
    ];
    for (const [fault, changed] of cases) {
      put(good, changed);
      expect([fault, await refresh()]).toEqual([fault, { ...known[0], fault }]);
    }
    put(NO_FILES);
    expect(await refresh()).toEqual({ ...known[0], fault: 'answer' });
    // A redirect within what is allowed is followed.
    put(good, { 'index.json': leadsTo('/store/moved.json'), 'moved.json': text(index) });
    expect((await refresh()).fault).toBe(null);

    put(NO_FILES);
    await there.publish({ key: own!, sources: [[LINKS, author!]] });
    expect(await refresh()).toMatchObject({ fault: 'older', packages: 4 });

    await there.publish({ key: stranger!, sources: [[LINKS, author!]] });
    const offered = await fingerprintOf(stranger!.publicKey);
    expect(await refresh()).toMatchObject({ fault: 'keyChanged', offered, packages: 4 });
    expect(await refresh(await fingerprintOf(author!.publicKey))).toMatchObject({ fault: 'keyChanged', offered, packages: 4 });
    expect(await refresh(offered)).toMatchObject({ fault: null, offered: null, fingerprint: offered, packages: 1 });
    expect(await links()).toMatchObject({ version: '1.2.0', withdrawn: null });
    put(good);
    await refresh(await fingerprintOf(own!.publicKey));
  });

  const rows = () => server.database.kysely.selectFrom('module_registry').selectAll().execute();
  const kept = () => server.database.kysely.selectFrom('module_package').select('version').orderBy('version').execute();
  const withdrawn = async () => (await links())?.versions.find((one) => one.version === '1.1.0')?.withdrawn;
  const signEverybodyOut = () => server.database.kysely.updateTable('token').set({ revoked_at: 1 }).execute();
  /** The file, when everybody has been signed out. */
  const signingOut =
    (file: RegistryFile | undefined): RegistryFile =>
    (_request, response) =>
      void signEverybodyOut().then(() => response.end(file));

  it('write nothing for somebody who was signed out while they answered', async () => {
    const before = [await rows(), await kept()];
    const other = await startRegistry();
    const good = new Map(there.files);
    try {
      await other.publish({ key: stranger!, sources: [[LINKS, author!]] });
      other.files.set('index.sig', signingOut(other.files.get('index.sig')));
      const fingerprint = await fingerprintOf(stranger!.publicKey);
      await expect(call(registry.addRegistry, { address: other.address, fingerprint })).rejects.toBeInstanceOf(FailureError);
      ({ token } = await server.signIn());

      await there.publish({
        key: own!,
        sources: [
          [LINKS, author!],
          [version('1.1.5'), author!],
        ],
      });
      there.files.set('index.sig', signingOut(there.files.get('index.sig')));
      await expect(refresh()).rejects.toBeInstanceOf(FailureError);
      ({ token } = await server.signIn());

      for (const [name, file] of good) there.files.set(name, file);
      const sources = [
        [LINKS, author!],
        [version('1.1.5'), author!],
      ] as const;
      await there.publish({ key: own!, sources });
      await refresh();
      const [listed] = await rows();
      there.files.set('links-1.1.5.zip', signingOut(there.files.get('links-1.1.5.zip')));
      await expect(call(store.bringModule, { uid: 'links', version: '1.1.5' })).rejects.toBeInstanceOf(FailureError);
      ({ token } = await server.signIn());
      const { serial, index, ...same } = before[0]![0] as typeof listed & object;
      expect([serial < listed!.serial, index === listed!.index]).toEqual([true, false]);
      expect([await rows(), await kept()]).toEqual([[{ ...listed, ...same }], before[1]]);
    } finally {
      await other.close();
    }
  });

  it('tell of the packages of others only where their publishers signed them', async () => {
    const sources = [
      [LINKS, author!],
      [version('1.1.0'), author!],
    ] as const;
    await there.publish({ key: own!, sources });
    await refresh();
    const other = await startRegistry();
    try {
      const says = { sources: [[version('1.1.0'), author!]] as const, withdrawn: { 'links-1.1.0': REASON } };
      await other.publish({ key: stranger!, ...says });
      const index = new TextDecoder().decode(other.files.get('index.json') as Uint8Array);
      const claimed = text(index.replaceAll(author!.publicKey, stranger!.publicKey));
      other.files.set('index.json', claimed);
      other.files.set('index.sig', text(await signList(claimed, stranger!.privateKey)));
      await call(registry.addRegistry, { address: other.address, fingerprint: await fingerprintOf(stranger!.publicKey) });
      expect(await withdrawn()).toBe(null);
      await other.publish({ key: stranger!, ...says });
      const id = (await registries()).find(({ address }) => address === other.address)!.id;
      await call(registry.refreshRegistry, { id, fingerprint: '' });
      expect(await withdrawn()).toEqual(REASON);
      await call(registry.removeRegistry, { id });
      expect(await withdrawn()).toBe(null);
    } finally {
      await other.close();
    }
  });

  it('are read once for as long as they say the same', async () => {
    const before = [await links(), await registries()];
    const set = (index: string) => server.database.kysely.updateTable('module_registry').set({ index }).execute();
    const { index } = await server.database.kysely.selectFrom('module_registry').select('index').executeTakeFirstOrThrow();
    await set('nothing that can be read');
    expect([await links(), await registries()]).toEqual(before);
    await set(index);
  });

  it('are not asked by a connection that somebody else was let through to', async () => {
    const address = there.address.replace('127.0.0.1', 'localhost');
    const free = once(globalAgent, 'free');
    const sent = request(`${address}index.json`).end();
    const [answer] = await once(sent, 'response');
    answer.resume();
    await free;
    await expect(createRegistryFetch([]).fetch(`${address}index.json`, 1_000_000)).rejects.toMatchObject({ fault: 'private' });
  });

  const bring = () => call(store.bringModule, { uid: 'links', version: '1.4.0' });
  const packages = async () => {
    const rows = await server.database.kysely.selectFrom('module_package').select('version').orderBy('version').execute();
    return rows.map((one) => one.version);
  };

  it('give no package that is another than they say, is larger, or that nobody they name signed', async () => {
    const good = there.files.get('links-1.1.0.zip') as Uint8Array<ArrayBuffer>;
    const next = version('1.4.0');
    await there.publish({ key: own!, sources: [[next, author!]] });
    await refresh();
    const whole = there.files.get('links-1.4.0.zip') as Uint8Array<ArrayBuffer>;
    there.files.set('links-1.4.0.zip', good.slice(0, whole.length));
    await expect(bring()).rejects.toThrow('changed');
    there.files.set('links-1.4.0.zip', Uint8Array.from([...whole, 0]));
    await expect(bring()).rejects.toThrow('more than it may');
    there.files.delete('links-1.4.0.zip');
    await expect(bring()).rejects.toThrow('no registry');
    expect(await packages()).toEqual(['1.0.0', '1.1.0', '1.2.0']);
    there.files.set('links-1.4.0.zip', whole);
    await bring();
    expect(await packages()).toEqual(['1.0.0', '1.1.0', '1.2.0', '1.4.0']);
  });

  it('are asked once a day, and forgotten with what they said', async () => {
    there.asked.length = 0;
    await askRegistries(server.ports);
    expect(there.asked).toEqual([]);
    server.clock.advanceSeconds(DAY + 1);
    const index = there.files.get('index.json')!;
    const asked = new Promise<void>((resolve) => there.files.set('index.json', () => resolve()));
    const slow = { ...server.ports, registries: createRegistryFetch(networkList(['127.0.0.1']) ?? []) };
    const house = keepHouse(slow, 1, 1_000_000);
    await asked;
    // Nobody waits for the answer that does not come.
    await house.stop();
    there.files.set('index.json', index);
    there.asked.length = 0;
    await askRegistries(server.ports);
    expect(there.asked).toEqual(['index.json', 'index.sig']);
    await askRegistries(server.ports);
    expect(there.asked).toHaveLength(2);

    ({ token } = await server.signIn());
    const [{ id } = { id: 0 }] = await registries();
    await call(registry.removeRegistry, { id });
    await expect(call(registry.removeRegistry, { id })).rejects.toThrow('not');
    await expect(call(registry.refreshRegistry, { id })).rejects.toThrow('not');
    // What is installed stays; another package counts only while somebody tells of its key.
    expect((await links())?.versions.map((one) => one.version)).toEqual(['1.2.0']);
    expect(await call(store.readModule, { uid: 'links', version: '1.2.0' })).toMatchObject({
      publisher: await fingerprintOf(stranger!.publicKey),
    });
    await expect(call(store.planModule, { ...wish('1.1.0'), act: 'rollback' })).rejects.toThrow('publisher');
    const pinned = () => server.database.kysely.selectFrom('module_publisher').select('uid').execute();
    await call(store.removeModule, { uid: 'links', records: 'keep' });
    await sweepModules(server.ports);
    expect(await pinned()).toEqual([{ uid: 'links' }]);
    await server.database.kysely.deleteFrom('section_kept').execute();
    await sweepModules(server.ports);
    expect(await pinned()).toEqual([]);
  });

  it('are refused by their address, and for whoever is not super', async () => {
    const look = (address: string) => call(registry.lookAtRegistry, { address });
    await expect(look('modules.example.com')).rejects.toThrow('https://');
    await expect(look('http://127.0.0.3/')).rejects.toThrow('MODULE_PRIVATE_NETWORKS');
    await expect(look('https://[::1]/')).rejects.toThrow('MODULE_PRIVATE_NETWORKS');
    const clerk = await server.addAdmin(`clerk-${kind}`, ['dashboard']);
    const asClerk = { token: clerk.token };
    await expect(call(registry.listRegistries, {}, asClerk)).rejects.toThrow('permission');
    await expect(call(registry.lookAtRegistry, { address: there.address }, asClerk)).rejects.toThrow('permission');
    await expect(call(registry.addRegistry, { address: there.address, fingerprint: 'a'.repeat(64) }, asClerk)).rejects.toThrow(
      'permission',
    );
    await expect(call(registry.refreshRegistry, { id: 1 }, asClerk)).rejects.toThrow('permission');
    await expect(call(registry.removeRegistry, { id: 1 }, asClerk)).rejects.toThrow('permission');
    await expect(call(store.bringModule, { uid: 'links', version: '1.0.0' }, asClerk)).rejects.toThrow('permission');
    await expect(call(wire.wireModuleState, { uid: 'links' }, asClerk)).rejects.toThrow('permission');
  });
});
