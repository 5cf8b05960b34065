import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { rejection } from '#domain/base/failure';
import type { StoreRegistry } from '#domain/modules/registry';
import type { StoreModule } from '#domain/modules/store-module';
import { moduleInstallMachine } from '#machines/modules/module-install.machine';
import { moduleStoreMachine } from '#machines/modules/module-store.machine';
import type { StoreAct } from '#machines/modules/module-store.vocabulary';
import type { SectionRecords } from '#domain/modules/module-plan';
import type { ModulePlan } from '#domain/modules/module-plan';
import type { PackageFacts, PendingRun, StoreFacts } from '#machines/modules/module.vocabulary';
import { registryAddingMachine } from '#machines/modules/registry-adding.machine';
import { ModulesView } from '#ui/admin/modules/ModulesPage.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { renderInApp, startKitMessages } from '../../kit/support.tsx';

const REASON = { 'zh-cn': '会丢失记录', en: 'It loses records' };
const version = (name: string, own: object = {}) => ({ version: name, trust: 'shipped' as const, withdrawn: null, ...own });
const links: StoreModule = {
  uid: 'links',
  title: { 'zh-cn': '链接', en: 'Links' },
  intro: { 'zh-cn': '收集网址', en: 'Keeps addresses' },
  author: 'Troupe',
  icon: 'el-icon-Link',
  version: '1.0.0',
  state: 'installed',
  cover: '',
  isPinned: false,
  asks: ['pages'],
  versions: [version('1.2.0', { withdrawn: REASON }), version('1.1.0', { trust: 'listed' }), version('1.0.0')],
  withdrawn: null,
};
const news: StoreModule = {
  ...links,
  uid: 'news',
  title: { 'zh-cn': '新闻', en: 'News' },
  cover: 'data:image/png;base64,iVBORw0KGgo=',
  version: null,
  state: 'available',
  asks: ['pages'],
};
const registry: StoreRegistry = {
  id: 7,
  address: 'https://modules.test/',
  name: { 'zh-cn': '示例源', en: 'Example' },
  fingerprint: 'a'.repeat(64),
  offered: 'b'.repeat(64),
  packages: 2,
  fetchedAt: 1_768_435_200,
  fault: 'keyChanged',
};
const FACTS: StoreFacts = {
  modules: [links, news],
  runs: [{ id: 1, uid: 'links', kind: 'install', from: null, to: '1.0.0', by: 'Ann', at: 1_768_435_200 }],
  waiting: [
    { uid: 'news', rows: 3, until: 1_768_435_200 },
    { uid: 'gone', rows: 1, until: 1_768_435_200 },
  ],
  registries: [registry],
  pending: [],
};
const PACKAGE: PackageFacts = {
  author: 'Troupe',
  website: '',
  license: 'MIT',
  troupe: '*',
  requires: {},
  asks: [{ ask: 'pages', names: ['index', 'item'] }],
  sizeBytes: 2048,
  sha256: 'c'.repeat(64),
  publisher: 'd'.repeat(64),
  origin: 'https://modules.test/',
  sections: [{ name: 'newsItem', controller: 'news.Item', label: { 'zh-cn': '条目', en: 'Items' }, fields: 4 }],
  titles: { index: { 'zh-cn': '新闻', en: 'The news' }, item: { 'zh-cn': '新闻', en: 'The news' } },
  readMe: { 'zh-cn': '# 新闻', en: '# Links\n\n# About news\n\n![The list](assets/list.png) ![Gone](assets/gone.png)' },
  pictures: { 'assets/list.png': 'data:image/png;base64,iVBORw0KGgo=' },
  changeLog: { 'zh-cn': '', en: '' },
};
const PLAN: ModulePlan = {
  hash: 'h',
  from: null,
  to: '1.1.0',
  asks: [
    { ask: 'pages', names: ['index'] },
    { ask: 'personal', names: ['newsItem.mail'] },
  ],
  publisher: { before: '', now: 'd'.repeat(64) },
  sections: [{ name: 'newsItem', table: 'm_news_item', isNew: true, steps: [] }],
  gone: [{ name: 'newsOld', label: { 'zh-cn': '旧闻', en: 'Old news' }, rows: 12 }],
  rows: 2,
  waiting: 3,
};

interface Answers {
  readonly facts?: () => Promise<StoreFacts>;
  readonly read?: () => Promise<PackageFacts>;
  readonly plan?: () => Promise<ModulePlan>;
  readonly counted?: () => Promise<readonly SectionRecords[]>;
  readonly apply?: () => Promise<unknown>;
}

const never = () => new Promise<never>(() => {});
const stopping: (() => void)[] = [];
afterEach(() => stopping.splice(0).forEach((stop) => stop()));

const COUNTED: readonly SectionRecords[] = [{ name: 'linksLink', label: { 'zh-cn': '链接', en: 'Links' }, rows: 1 }];

function show({
  facts = async () => FACTS,
  read = async () => PACKAGE,
  plan = async () => PLAN,
  counted = async () => COUNTED,
  apply = async () => null,
}: Answers = {}) {
  const sent: unknown[] = [];
  const acts: StoreAct[] = [];
  const store = createActor(
    moduleStoreMachine.provide({
      actors: {
        loadStore: fromPromise(facts),
        act: fromPromise(async ({ input }) => void acts.push(input)),
        countRecords: fromPromise(counted),
        moduleInstall: moduleInstallMachine.provide({
          actors: {
            fetchPackage: fromPromise<unknown, { readonly uid: string; readonly version: string }>(async () => null),
            readPackage: fromPromise(read),
            makePlan: fromPromise(plan),
            apply: fromPromise(async ({ input }) => {
              sent.push(input);
              return apply();
            }),
            askRun: fromPromise<boolean, Pick<PendingRun, 'run'>>(never),
          },
        }),
        registryAdding: registryAddingMachine.provide({
          actors: {
            lookAtRegistry: fromPromise(async ({ input }) => {
              if (input.address === 'modules') throw rejection('Enter an address');
              return { ...registry, address: input.address };
            }),
            addRegistry: fromPromise(async ({ input }) => void sent.push(input)),
          },
        }),
      },
    }),
  ).start();
  stopping.push(() => store.stop());
  renderInApp(<ModulesView store={store} keepFile={() => ({ fileId: 'f', name: '', sizeBytes: 0, mimeType: '' })} />);
  return { store, sent, acts, user: userEvent.setup({ delay: null }) };
}

const tab = (name: RegExp) => screen.getByRole('tab', { name });

const open = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await screen.findAllByRole('tab');
  if (name === 'Links') await user.click(tab(/^Installed/u));
  await user.click(await screen.findByRole('button', { name }));
};

describe('the module store, in English', () => {
  beforeEach(async () => {
    await startKitMessages('en');
    await loadMessages(['modules', 'designer']);
  });

  it('says that it is read, that it could not be read, and reads it again', async () => {
    let times = 0;
    const { user } = show({ facts: async () => ((times += 1) === 1 ? Promise.reject(rejection('no')) : FACTS) });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('tab', { name: /^Available 1/u })).toBeTruthy();
  });

  it('shows on each tab what belongs there', async () => {
    const { user } = show();
    expect(within(await screen.findByRole('list', { name: 'Available' })).getByText('Asks for: public pages')).toBeTruthy();
    // A card shows the picture of its package.
    expect(document.querySelector('li img')?.getAttribute('src')).toBe('data:image/png;base64,iVBORw0KGgo=');
    await user.type(screen.getByRole('searchbox'), 'nothing of this kind');
    expect(screen.getByText('No modules match your search')).toBeTruthy();
    await user.click(tab(/^Updates/u));
    await user.clear(screen.getByRole('searchbox'));
    // The newest is withdrawn: the one before it is offered.
    const card = within(screen.getByRole('list', { name: 'Updates' })).getByRole('listitem');
    // What it may do was agreed to when it was installed; its version is said once.
    expect(card.textContent).toBe('LinksTroupeKeeps addressesInstalled 1.0.01.1.0 availableFrom a registry you added');
    await user.click(tab(/^History/u));
    expect(screen.getByText('Links 1.0.0 was installed')).toBeTruthy();
  });

  it('turns round in the dark only pictures of packages that come with the program', async () => {
    const own: StoreModule = { ...news, uid: 'own', title: { 'zh-cn': '自带', en: 'Own' }, versions: [version('1.0.0')] };
    show({ facts: async () => ({ ...FACTS, modules: [news, own] }) });
    const cards = within(await screen.findByRole('list', { name: 'Available' })).getAllByRole('listitem');
    const told = cards.map((card) => [
      within(card).getByRole('button').textContent,
      card.querySelector('img')?.parentElement?.dataset['drawn'],
    ]);
    expect(told).toEqual([
      ['News', 'false'],
      ['Own', 'true'],
    ]);
  });

  it('looks at a package, and does not offer a version that was withdrawn', async () => {
    const { user } = show();
    await open(user, 'Links');
    const versions = await screen.findByLabelText('Version');
    expect(
      within(versions)
        .getAllByRole('option')
        .map((one) => [one.textContent, (one as HTMLOptionElement).disabled]),
    ).toEqual([
      ['Version 1.2.0 (withdrawn)', true],
      ['Version 1.1.0', false],
      ['Version 1.0.0 (installed)', false],
    ]);
    expect(screen.getByText('https://modules.test/')).toBeTruthy();
    expect(screen.getByText('d'.repeat(64))).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'About news' })).toBeTruthy();
    // The page has the title already.
    expect(screen.getAllByRole('heading', { name: 'Links' }).length).toBe(1);
    expect(
      within(screen.getByRole('complementary')).getByText(/trusted publisher|registry you added|Included/u).parentElement?.textContent,
    ).toMatch(/^1\.\d\.0 /u);
    // Pictures come with the text; what did not come is its words.
    expect(screen.getAllByRole('img').map((one) => [one.getAttribute('alt'), one.getAttribute('src')?.slice(0, 14)])).toEqual([
      ['The list', 'data:image/png'],
    ]);
    expect(screen.getByText(/Gone/u)).toBeTruthy();
    expect(screen.getByText('Adds public pages: The news')).toBeTruthy();
  });

  it('begins with what is new where the module is brought further, and has it closed below elsewhere', async () => {
    const { user } = show({
      read: async () => ({
        ...PACKAGE,
        changeLog: { 'zh-cn': '# 更新\n\n## 1.1.0\n\n- 链接可以有图片\n', en: '# Changes\n\n## 1.1.0\n\n- Links have pictures\n' },
      }),
    });
    await open(user, 'Links');
    const first = (await screen.findByText('Changelog')).closest('details');
    expect([first?.open, first?.parentElement?.firstElementChild === first]).toEqual([true, true]);
    expect(screen.queryByRole('heading', { name: 'Changes' })).toBeNull();
    expect(screen.getByRole('heading', { name: '1.1.0', level: 3 })).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Version'), '1.0.0');
    await screen.findByText('This version is installed.');
    const below = (await screen.findByText('Changelog')).closest('details');
    expect([below?.open, below?.parentElement?.lastElementChild === below]).toEqual([false, true]);
  });

  it('leads the keyboard to what stands where it was, and back to the module it came from', async () => {
    const { user } = show();
    await open(user, 'Links');
    await screen.findByLabelText('Version');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Links' }));
    await user.click(screen.getByRole('button', { name: /^Plan/u }));
    await screen.findByText('The signer has changed');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Review' }));
    await user.click(screen.getByRole('button', { name: 'Back to the store' }));
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Links' }));
    await user.click(screen.getByRole('button', { name: 'Links' }));
    await screen.findByLabelText('Version');
    // Whoever is elsewhere by then is left there.
    screen.getByRole('button', { name: 'Back to the store' }).focus();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Back to the store' }));
  });

  it('warns where the installed version was withdrawn', async () => {
    const facts = { ...FACTS, modules: [{ ...links, withdrawn: REASON, versions: [version('1.0.0', { withdrawn: REASON })] }] };
    const { user } = show({ facts: async () => facts });
    await open(user, 'Links');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Version 1.0.0 was withdrawn');
    expect(alert.textContent).toContain('It loses records');
    expect(screen.getByText('Withdrawn')).toBeTruthy();
  });

  it('installs once everything was agreed to by itself: asks, personal fields, another publisher', async () => {
    const { user, sent } = show({ apply: never });
    await open(user, 'News');
    await user.click(await screen.findByRole('button', { name: 'Plan the installation' }));
    const install = await screen.findByRole('button', { name: 'Install' });
    expect(screen.getByText('Section “Old news” with 12 records')).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'The signer has changed' })).getByText('Included with Troupe')).toBeTruthy();
    for (const name of [/newsItem.mail/u, /^I agree$/u, /^I trust this publisher/u]) {
      expect((install as HTMLButtonElement).disabled).toBe(true);
      await user.click(screen.getByRole('checkbox', { name }));
    }
    expect(screen.queryByText('No tables or records will change.')).toBeNull();
    await user.click(install);
    expect(await screen.findByText('Installing…')).toBeTruthy();
    expect(sent).toEqual([
      expect.objectContaining({ publisher: 'd'.repeat(64), isConsented: true, ticked: ['newsItem.mail'], records: 'kept' }),
    ]);
  });

  it('says that no table changes where nothing but the signer does', async () => {
    const { user } = show({ plan: async () => ({ ...PLAN, from: '1.0.0', asks: [], sections: [], gone: [], rows: 0, waiting: 0 }) });
    await open(user, 'Links');
    await user.click(await screen.findByRole('button', { name: /^Plan/u }));
    expect(await screen.findByText('The signer has changed')).toBeTruthy();
    expect(screen.getByText('No tables or records will change.')).toBeTruthy();
    expect(screen.getByText('Included with Troupe').className).toBe('');
  });

  it('says why it was refused and that nothing changed, and tries again', async () => {
    const { user } = show({ plan: () => Promise.reject(rejection('Too tangled')) });
    await open(user, 'News');
    await user.click(await screen.findByRole('button', { name: 'Plan the installation' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Nothing was changed.');
    await user.click(within(alert).getByRole('button', { name: 'Back to the package' }));
    expect(await screen.findByRole('button', { name: 'Plan the installation' })).toBeTruthy();
  });

  it('brings records that wait back with their module, saves them, and lets them go where the uid was typed', async () => {
    const { user, acts, sent } = show({ plan: async () => ({ ...PLAN, asks: [], publisher: null, gone: [] }) });
    await screen.findAllByRole('tab');
    await user.click(tab(/^Removed 2/u));
    const [first, second] = within(screen.getByRole('list', { name: 'Removed' })).getAllByRole('listitem');
    expect(within(second!).queryByRole('button', { name: 'Restore' })).toBe(null);
    await user.click(within(first!).getByRole('button', { name: 'Save for a spreadsheet' }));
    await user.click(within(first!).getByRole('button', { name: 'Delete now' }));
    const dialog = within(await screen.findByRole('dialog'));
    const confirm = dialog.getByRole('button', { name: 'Delete now' });
    expect((confirm as HTMLButtonElement).disabled).toBe(true);
    expect((await dialog.findByRole('list', { name: 'Records that go with it' })).textContent).toBe('Links: 1 record');
    await user.type(dialog.getByRole('textbox'), 'news');
    await user.click(confirm);
    expect(acts.map((one) => one.act)).toEqual(['saveArchive', 'purge']);
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    await user.click(await screen.findByRole('button', { name: 'Plan the installation' }));
    expect(await screen.findByRole('radio', { name: /^Restore 3 kept records/u, checked: true })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Install' }));
    expect(sent).toEqual([expect.objectContaining({ records: 'kept' })]);
  });

  it('says in the store that something was refused after it was left, and why to whoever looks', async () => {
    const answer = Promise.withResolvers<never>();
    const { user } = show({ plan: async () => ({ ...PLAN, asks: [], publisher: null }), apply: () => answer.promise });
    await open(user, 'News');
    await user.click(await screen.findByRole('button', { name: 'Plan the installation' }));
    await user.click(await screen.findByRole('button', { name: 'Install' }));
    await user.click(screen.getByRole('button', { name: 'Back to the store' }));
    await screen.findByRole('tab', { name: /^Available/u });
    expect(screen.queryByRole('alert')).toBeNull();
    await act(async () => answer.reject(rejection('Too tangled')));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The change to News was not completed');
    await user.click(within(alert).getByRole('button', { name: 'See why' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Too tangled');
    await user.click(screen.getByRole('button', { name: 'Back to the store' }));
    await screen.findByRole('tab', { name: /^Available/u });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says how many records of which section a version takes something from', async () => {
    const step = { id: 'changeType:note', kind: 'changeType', class: 'mayLose', subject: 'note', detail: 'number', rows: 4 };
    const sections = [{ name: 'newsItem', table: 'm_news_item', isNew: false, steps: [step] }];
    const { user } = show({ plan: async () => ({ ...PLAN, from: '1.0.0', asks: [], publisher: null, sections }) });
    await open(user, 'News');
    await user.click(await screen.findByRole('button', { name: /^Plan/u }));
    const lost = within(await screen.findByRole('region', { name: 'What will be removed' }));
    expect(lost.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'note becomes another kind: number (4 records)',
      'Section “Old news” with 12 records',
    ]);
  });

  it('says how many records of which section go with a module, and asks all the same where they could not be counted', async () => {
    const asked: SectionRecords[][] = [[...COUNTED, { name: 'linksOld', label: {}, rows: 0 }]];
    const { user, store } = show({ counted: async () => asked.shift() ?? Promise.reject(rejection('no')) });
    await screen.findAllByRole('tab');
    act(() => store.send({ type: 'module.removeRequested', uid: 'links' }));
    const dialog = within(await screen.findByRole('dialog'));
    const list = await dialog.findByRole('list', { name: 'Records that go with it' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Links: 1 record', 'linksOld: 0 records']);
    await user.click(dialog.getAllByRole('button', { name: 'Cancel' }).at(-1)!);
    act(() => store.send({ type: 'module.removeRequested', uid: 'links' }));
    const again = within(await screen.findByRole('dialog'));
    expect(again.queryByRole('list')).toBe(null);
    expect(again.getByRole<HTMLButtonElement>('button', { name: 'Remove' }).disabled).toBe(false);
  });

  it('adds a registry by its fingerprint, and says what is wrong at the field', async () => {
    const { user, sent } = show();
    await screen.findAllByRole('tab');
    await user.click(tab(/^Registries 1/u));
    await user.click(screen.getByRole('button', { name: 'Add a registry' }));
    const field = await screen.findByRole('textbox', { name: /^Address/u });
    await user.type(field, 'modules');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Enter an address')).toBeTruthy();
    expect((field as HTMLInputElement).value).toBe('modules');
    await user.clear(field);
    await user.type(field, 'https://other.test/');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/^(?:a{8} ){7}a{8}$/u)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Trust this key' }));
    expect(sent).toEqual([{ address: 'https://other.test/', fingerprint: 'a'.repeat(64) }]);
  });

  it('agrees to the new key of a registry, and forgets one', async () => {
    const { user, acts } = show();
    await screen.findAllByRole('tab');
    await user.click(tab(/^Registries/u));
    expect(screen.getByText('It is now signed by a different key')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Trust this key' }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove Example?' }));
    await user.click(question.getAllByRole('button', { name: 'Cancel' }).at(-1)!);
    expect(acts).toHaveLength(1);
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await user.click(within(await screen.findByRole('alertdialog', { name: 'Remove Example?' })).getByRole('button', { name: 'Remove' }));
    expect(acts).toEqual([
      { act: 'refresh', id: 7, fingerprint: 'b'.repeat(64) },
      { act: 'forget', id: 7 },
    ]);
  });
});

describe('the module store, in Chinese', () => {
  beforeEach(async () => {
    await startKitMessages('zh-cn');
    await loadMessages(['modules', 'designer']);
  });

  it('is read in Chinese alone', async () => {
    const { user } = show();
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent?.trim())).toEqual([
      '可安装 1',
      '已安装 1',
      '可更新 1',
      '已卸载 2',
      '操作记录',
      '模块源 1',
    ]);
    for (const one of tabs) {
      await user.click(one);
      const words = screen.getByRole('tabpanel').textContent ?? '';
      expect(words.replaceAll(/Troupe|gone|https:\/\/modules\.test\/|SHA-256|Ann|[ab]{8}/gu, '')).not.toMatch(/[A-Za-z]{3}/u);
    }
  });
});
