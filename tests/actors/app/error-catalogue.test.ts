import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { LANGUAGES } from '#domain/base/language';
import { effort } from '#tests/support/effort.ts';
import { CATALOGUE_SCENARIOS, type CatalogueScenario } from '#tests/support/scenarios/catalogue-scenarios.ts';
import {
  DUPLICATE_WORDS,
  EMPTY_ICON_LISTS,
  ERROR_CATALOGUE,
  ROW_NAMES,
  SERVER_WORDS,
  type RowName,
} from '#tests/support/scenarios/catalogue.ts';
import { envelope, status } from '#tests/support/scenarios/scenario.ts';
import { visitGoods, type GoodsVisit } from '#tests/support/scenarios/goods-visit.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { loadMessages, startMessages, t } from '#ui/base/i18n.ts';

/** Every row of the error catalogue, met by somebody who works: a real server, a faulty line, the real client, and the words on the screen. */
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({
    prepare: async ({ kysely }) => {
      const rule = { pid: 0, title: 'Odd', name: 'odd', path: 'odd', menu_type: null, create_time: 0, update_time: 0 } as const;
      await kysely
        .insertInto('admin_rule')
        .values({ ...rule, type: 'menu' })
        .execute();
    },
  });
  for (const language of LANGUAGES) await server.addAdmin(clerkOf(language), RULES);
});
afterAll(() => server.close());

const RULES = ['goods', 'goods/goods', 'goods/goods/index', 'goods/goods/sortable'];
const clerkOf = (language: string): string => `clerk_${language.replace('-', '_')}`;

let logged: MockInstance<typeof console.info>;
let visit: GoodsVisit | null = null;
beforeEach(() => {
  // One address signs in more often here than a server allows in an hour.
  server.clock.advanceSeconds(3600);
  logged = vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => {
  logged.mockRestore();
  visit?.leave();
  visit = null;
});

const scenarioNamed = (name: RowName): CatalogueScenario => {
  const found = CATALOGUE_SCENARIOS.find((scenario) => scenario.name === name);
  if (!found) throw new Error(`no scenario for ${name}`);
  return found;
};

/** A title in the words may be any. */
const wordsIn = (text: string): unknown => {
  const [before, after] = text.split('{{title}}');
  return after === undefined ? text : expect.stringMatching(new RegExp(`^${before}.+${after}$`, 'u'));
};

it('the list of scenarios has a scenario for every row of the catalogue, and none beside', () => {
  expect(CATALOGUE_SCENARIOS.map(({ name }) => name).sort()).toEqual([...ROW_NAMES].sort());
});

describe.each(LANGUAGES.map((language, place) => ({ language, place })))('in $language', ({ language, place }) => {
  const visitFor = async (scenario: CatalogueScenario): Promise<GoodsVisit> => {
    const username = scenario.deed === 'moveWithoutRight' ? clerkOf(language) : 'admin';
    visit = await visitGoods(server, {
      language,
      scenario,
      username,
      ...(scenario.deed === 'goWherePageIsMissing' && { missingPage: 'home' }),
    });
    expect(visit.shown()).toEqual([]);
    return visit;
  };

  // Only words differ between the languages: in the short form each row is met in one of them, by turns.
  const byTurns = <T>(cases: readonly T[]): readonly T[] => cases.filter((_, index) => effort(index % LANGUAGES.length === place, true));
  it.each(byTurns(ROW_NAMES))('%s', async (name) => {
    const row = ERROR_CATALOGUE[name];
    const { deed, ...scenario } = scenarioNamed(name);
    const { perform, shown, world } = await visitFor({ deed, ...scenario });
    await perform(deed);
    const wanted = row === null ? [] : [{ kind: row.kind, text: wordsIn(row[language]), count: 1 }];
    // The words for what was written come with the first write.
    await expect.poll(shown).toEqual(wanted);
    expect(world.defects).toEqual([]);
  });

  it.each(byTurns<RowName>(['code 302', 'code 302 without a message', 'code 303']))(
    '%s ends the session and leads to the login page',
    async (name) => {
      const { perform, pathShown, isSignedIn, world } = await visitFor(scenarioNamed(name));
      expect(isSignedIn()).toBe(true);
      await perform('move');
      await pathShown('/admin/login');
      expect([isSignedIn(), world.stored.has('adminInfo')]).toEqual([false, false]);
    },
  );

  const NAMED: readonly (readonly [name: string, data: object | null, path: string])[] = [
    ['a named route', { routeName: 'notFound' }, '/404'],
    ['a path', { routePath: '/401' }, '/401'],
    ['a name nobody knows', { routeName: 'nowhere' }, '/'],
    ['another site', { routePath: 'https://evil.example/admin' }, '/admin/login'],
    ['another site without a scheme', { routePath: '//evil.example' }, '/admin/login'],
    ['nowhere', {}, '/admin/login'],
    ['nothing', null, '/admin/login'],
  ];
  it.each(byTurns(NAMED))('code 302 that names %s removes the token, says its message once and ends there', async (_name, data, path) => {
    const rules = [
      { on: { method: 'POST', path: '/admin/goods.Goods/sortable' }, what: envelope({ code: 302, msg: SERVER_WORDS, data }) },
    ] as const;
    const { perform, pathShown, isSignedIn, shown, world } = await visitFor({ ...scenarioNamed('code 302'), rules });
    await perform('move');
    await pathShown(path);
    expect([isSignedIn(), world.stored.has('adminInfo')]).toEqual([false, false]);
    expect(shown()).toEqual([{ kind: 'failure', text: SERVER_WORDS, count: 1 }]);
    expect(world.entries.filter((entry) => entry.includes('evil') && !entry.startsWith('/admin/l'))).toEqual([]);
  });

  it('code 409 is renewed and sent again, once', async () => {
    const { perform, line, isSignedIn } = await visitFor(scenarioNamed('code 409'));
    await perform('move');
    const write = 'POST /admin/goods.Goods/sortable';
    expect(line.sent.filter((call) => call === write || call.endsWith('refreshToken'))).toEqual([
      write,
      'POST /api/common/refreshToken',
      write,
    ]);
    expect(isSignedIn()).toBe(true);
  });

  it('says ten failures of one cause once, with their number, and another cause beside it', async () => {
    const scenario: CatalogueScenario = {
      ...scenarioNamed('status 500'),
      rules: [{ on: { method: 'POST', path: '/admin/goods.Goods/sortable', nth: 11 }, what: status(404) }, ...manyTimes('status 500')],
    };
    const { perform, shown } = await visitFor(scenario);
    for (let time = 0; time < 11; time += 1) await perform('move');
    expect(shown()).toEqual([
      { kind: 'failure', text: ERROR_CATALOGUE['status 500'][language], count: 10 },
      { kind: 'failure', text: ERROR_CATALOGUE['status 404'][language], count: 1 },
    ]);
  });

  it('writes a cancelled duplicate into the log, in words', async () => {
    const { perform, world } = await visitFor(scenarioNamed('a cancelled duplicate'));
    await perform('searchTwice');
    expect(world.logged.filter((text) => text.includes(DUPLICATE_WORDS.en))).toEqual([
      `${DUPLICATE_WORDS.en}: GET /admin/goods.Goods/index`,
    ]);
    expect(logged.mock.calls).toEqual([[DUPLICATE_WORDS[language]]]);
  });

  it.each<RowName>(['status 503', 'no server', 'a lost reply'])('%s that passes is not told: the write is done, once', async (name) => {
    const rules = scenarioNamed(name).rules.flatMap(({ on, ...rule }) => [1, 2].map((nth) => ({ ...rule, on: { ...on, nth } })));
    const { perform, shown, line } = await visitFor({ ...scenarioNamed(name), rules });
    await perform('move');
    const text = wordsIn(ERROR_CATALOGUE['code 1 without a message'][language]);
    await expect.poll(shown).toEqual([{ kind: 'success', text, count: 1 }]);
    expect(line.sent.filter((call) => call === 'POST /admin/goods.Goods/sortable')).toHaveLength(3);
  });

  it('comes back when the connection does', async () => {
    const { perform, shown, line } = await visitFor(scenarioNamed('offline'));
    await perform('move');
    await line.reconnect();
    await perform('move');
    await expect
      .poll(() => shown().map(({ kind, text }) => [kind, text]))
      .toEqual([
        ['failure', ERROR_CATALOGUE.offline[language]],
        ['success', wordsIn(ERROR_CATALOGUE['code 1 without a message'][language])],
      ]);
  });

  it('has the words of empty icon lists', async () => {
    await startMessages(language);
    await loadMessages(['icons']);
    expect({
      local: t('icons.none.local'),
      awesome: t('icons.none.awesome'),
      iconfont: t('icons.none.iconfont'),
      elementPlus: t('icons.none.elementPlus'),
    }).toEqual(Object.fromEntries(Object.entries(EMPTY_ICON_LISTS).map(([list, words]) => [list, words[language]])));
  });
});

/** The rules of a row's scenario for every call instead of the first. */
const manyTimes = (name: RowName) => scenarioNamed(name).rules.map(({ on: { nth: _nth, ...on }, ...rule }) => ({ ...rule, on }));
