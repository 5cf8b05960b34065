import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '#domain/base/language';
import { BASE_WORDS, PAGE_WORDS } from '#server/adapters/pages/page-parts';
import { sectionGroups } from '../../scripts/build/section-groups.ts';

const root = mkdtempSync(join(tmpdir(), 'troupe-groups-'));
const write = (folder: string, file: string, content: unknown) => {
  const path = join(root, 'src/sections', folder);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, file), typeof content === 'string' ? content : JSON.stringify(content));
};
const declare = (folder: string, name: string, under: string, of?: string) =>
  write(
    folder,
    `${folder}.resource.ts`,
    `export const ${name} = ${JSON.stringify({ name, controller: `x.${name}`, menu: { under }, fields: { id: { kind: 'id' }, ...(of && { one: { kind: 'remoteSelect', of } }) } })};`,
  );

beforeAll(() => {
  declare('order', 'order', 'shop', 'member');
  declare('order-item', 'orderItem', 'shop');
  declare('member', 'member', 'user');
  for (const [folder, english, chinese] of [
    ['order', 'Orders', '订单'],
    ['order-item', 'Items', '项目'],
    ['member', 'Members', '会员'],
  ] as const) {
    const texts = (label: string) => ({ menu: { [`x.${folder}`]: label }, label, fields: { id: 'ID' }, shipped: { one: 'One' } });
    write(folder, 'en.json', texts(english));
    write(folder, 'zh-cn.json', texts(chinese));
  }
  for (const language of LANGUAGES) {
    const path = join(root, 'locales', language);
    mkdirSync(path, { recursive: true });
    for (const name of [...BASE_WORDS, ...Object.values(PAGE_WORDS).flat()])
      writeFileSync(join(path, `${name}.json`), JSON.stringify({ of: `${language} ${name}` }));
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Hook = (this: unknown, ...args: unknown[]) => unknown;
const plugin = sectionGroups(root);
/** What the client gets of a name, and which files are watched for it. */
async function made(source: string, of = plugin) {
  const watched: string[] = [];
  const id = (of.resolveId as Hook).call({}, source) as string;
  const loaded = (await (of.load as Hook).call({ addWatchFile: (file: string) => watched.push(file.slice(root.length)) }, id)) as {
    readonly code: string;
  } | null;
  return { id: id.slice(root.length), code: loaded?.code, watched };
}
const exported = (code: string | undefined, name: string): unknown =>
  JSON.parse(new RegExp(`export const ${name} = (.*);`, 'u').exec(code ?? '')?.[1] ?? '');

describe('the client gets of the sections', () => {
  it('what is known of each from the start, and how to ask for the rest', async () => {
    const { id, code, watched } = await made('virtual:sections');
    expect(id).toBe('/src/sections/@heads.js');
    expect(exported(code, 'SECTION_HEADS')).toEqual([
      { name: 'member', controller: 'x.member', groups: ['user'] },
      { name: 'order', controller: 'x.order', groups: ['shop', 'user'] },
      { name: 'orderItem', controller: 'x.orderItem', groups: ['shop'] },
    ]);
    expect(code?.split('\n')[1]).toBe(
      `export const SECTION_GROUPS = { "shop": () => import('/src/sections/@menu-shop.js'), "user": () => import('/src/sections/@menu-user.js') };`,
    );
    expect(watched.slice(0, 3)).toEqual([
      '/src/sections/member/member.resource.ts',
      '/src/sections/member/zh-cn.json',
      '/src/sections/member/en.json',
    ]);
  });

  it('the declarations of a directory as they stand in their folders', async () => {
    expect(await made('/src/sections/@menu-shop.js')).toMatchObject({
      id: '/src/sections/@menu-shop.js',
      code: `export { order } from '/src/sections/order/order.resource.ts';\nexport { orderItem } from '/src/sections/order-item/order-item.resource.ts';`,
    });
  });

  it('their words by language, without those of the menu and those that the server alone says', async () => {
    expect(exported((await made('/src/sections/@menu-shop.en.js')).code, 'words')).toEqual({
      order: { label: 'Orders', fields: { id: 'ID' } },
      orderItem: { label: 'Items', fields: { id: 'ID' } },
    });
    expect(exported((await made('/src/sections/@menu-user.zh-cn.js')).code, 'words')).toEqual({
      member: { label: '会员', fields: { id: 'ID' } },
    });
    expect((await made('virtual:section-words')).code).toContain(`"shop": () => import('/src/sections/@menu-shop.zh-cn.js')`);
    expect(Object.keys(exported((await made('/src/sections/@menu--.en.js')).code, 'words') as object)).toEqual([
      'member',
      'order',
      'orderItem',
    ]);
  });

  it('all texts that a first page begins with, for the back office with the words of the menu and the names of the sections', async () => {
    const { id, code, watched } = await made('/src/sections/@page-admin.en.js');
    expect(id).toBe('/src/sections/@page-admin.en.js');
    const namespaces = ['common', 'errors', 'validation', 'admin', 'menu', 'resources', 'savedViews'];
    const of = Object.fromEntries(namespaces.map((name) => [name, { of: `en ${name}` }]));
    expect(exported(code, 'words')).toEqual({
      ...of,
      menu: { of: 'en menu', 'x.member': 'Members', 'x.order': 'Orders', 'x.order-item': 'Items' },
      resources: { of: 'en resources', member: { label: 'Members' }, order: { label: 'Orders' }, orderItem: { label: 'Items' } },
    });
    expect(watched.slice(0, namespaces.length)).toEqual(namespaces.map((name) => `/locales/en/${name}.json`));
    expect(exported((await made('/src/sections/@page-member.zh-cn.js')).code, 'words')).toEqual(
      Object.fromEntries(['common', 'errors', 'validation', 'member'].map((name) => [name, { of: `zh-cn ${name}` }])),
    );
  });

  it('how to ask for them, and which of them to ask for a namespace: the smallest that has it', async () => {
    const { code } = await made('virtual:page-words');
    expect(code).toContain(`"zh-cn": { adminLogin: () => import('/src/sections/@page-adminLogin.zh-cn.js'), `);
    expect(exported(code, 'WORDS_WITH')).toEqual({
      admin: 'adminLogin',
      menu: 'admin',
      resources: 'admin',
      savedViews: 'admin',
      public: 'memberLogin',
      entry: 'memberLogin',
      chatPage: 'chat',
      member: 'member',
    });
  });

  it('nothing of other modules', async () => {
    expect((plugin.resolveId as Hook).call({}, '/src/sections/order/order.resource.ts')).toBeNull();
    expect(await (plugin.load as Hook).call({}, join(root, 'src/sections/order/en.json'))).toBeNull();
  });
});

describe('a declaration that is changed while somebody writes', () => {
  it('is read anew, and whatever was made of it with it', async () => {
    const own = sectionGroups(root);
    await made('virtual:sections', own);
    declare('order', 'order', 'user');
    const file = join(root, 'src/sections/order/order.resource.ts');
    utimesSync(file, new Date(), new Date(Date.now() + 5000));
    const [heads, other] = [{ id: `${root}/src/sections/@heads.js` }, { id: `${root}/src/main.tsx` }];
    const surroundings = { environment: { moduleGraph: { idToModuleMap: new Map([heads, other].map((one) => [one.id, one])) } } };
    expect((own.hotUpdate as Hook).call(surroundings, { file: join(root, 'src/main.tsx'), modules: [] })).toBeUndefined();
    expect((own.hotUpdate as Hook).call(surroundings, { file, modules: [other] })).toEqual([other, heads]);
    expect(exported((await made('virtual:sections', own)).code, 'SECTION_HEADS')).toContainEqual({
      name: 'order',
      controller: 'x.order',
      groups: ['user'],
    });
    declare('order', 'order', 'shop', 'member');
    utimesSync(file, new Date(), new Date(Date.now() + 10_000));
  });

  it('has to be one', async () => {
    write('broken', 'broken.resource.ts', 'export const one = {}; export const two = {};');
    await expect(made('virtual:sections', sectionGroups(root))).rejects.toThrow('broken.resource.ts has 2 exports instead of one');
    rmSync(join(root, 'src/sections/broken'), { recursive: true });
  });
});
