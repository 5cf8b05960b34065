import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Call } from '#api/client';
import { settingsBundle } from '#actors/settings/settings.bundle';
import { addConfig, readConfig, saveConfig } from '#api/contract/settings/config';
import { CONFIG_TYPES, type ConfigType } from '#domain/settings/config-item';
import { FailureError } from '#domain/base/failure';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const FACES = '/admin/auth.Admin/index';
const OPTIONS = 'a=A\nb=B';

interface Kind {
  /** What its input has after somebody chose something. */
  readonly typed: unknown;
  /** The same on the wire. */
  readonly wire?: unknown;
  /** What is refused, as the wire brings it. */
  readonly wrong: readonly unknown[];
  readonly needs?: { readonly content?: string; readonly inputExtend?: string };
}

/** Every type of setting: what is typed in, and what no page sends but anybody could. */
const KINDS: Readonly<Record<ConfigType, Kind>> = {
  string: { typed: 'Tea', wrong: [{ a: 1 }] },
  password: { typed: '', wrong: [{ a: 1 }] },
  number: { typed: 1.5, wire: '1.5', wrong: ['many'] },
  textarea: { typed: 'a\nb', wrong: [{ a: 1 }] },
  radio: { typed: 'a', wrong: ['c'], needs: { content: OPTIONS } },
  checkbox: { typed: ['a', 'b'], wrong: [['a', 'c'], 'a'], needs: { content: OPTIONS } },
  select: { typed: 'b', wrong: ['c'], needs: { content: OPTIONS } },
  selects: { typed: ['b'], wrong: [['c']], needs: { content: OPTIONS } },
  switch: { typed: true, wrong: [[1]] },
  array: { typed: [{ key: 'k', value: 'v' }], wrong: [['k']] },
  datetime: { typed: '2026-01-31 08:00:00', wrong: ['2026-02-30 08:00:00', '2026-01-31', '1769817600'] },
  date: { typed: '2026-01-31', wrong: ['2026-02-30', '2026-01-31 08:00:00'] },
  year: { typed: 2026, wire: '2026', wrong: ['soon', '10000'] },
  time: { typed: '08:30:00', wrong: ['24:00:00', '8:30'] },
  remoteSelect: { typed: 1, wire: '1', wrong: ['99', 'tea', '0', '1,1'], needs: { inputExtend: `remoteUrl=${FACES}` } },
  remoteSelects: { typed: [1], wire: ['1'], wrong: [['1', '99'], ['tea'], ['-1']], needs: { inputExtend: `remoteUrl=${FACES}\npk=id` } },
  city: {
    typed: ['11', '1101', '110101'],
    wrong: [[{}], ['110000', '110100'], ['99', '9999', '999999'], ['11', '3101'], ['1101'], ['11', '11'], ['tea']],
  },
  image: { typed: '/a.png', wrong: ['javascript:alert(1)', '//elsewhere.example/a.png'] },
  images: { typed: ['/a.png', 'https://example.org/b.png'], wire: '/a.png,https://example.org/b.png', wrong: [['/a.png', 'b.png']] },
  file: { typed: '/a.zip', wrong: ['data:text/html,x', ['/a.zip', '/b.zip']] },
  files: { typed: ['/a.zip', '/b.zip'], wire: '/a.zip,/b.zip', wrong: [['/a.zip', '/b,c.zip'], ['b.zip']] },
  icon: { typed: 'fa fa-cogs', wrong: [{ a: 1 }] },
  color: { typed: '#0b755e', wrong: ['red'] },
  editor: { typed: '<p>Tea</p>', wrong: [{ a: 1 }] },
};

const nameOf = (type: ConfigType): string => `of_${type}`;

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await createTestServer({ sampleData: false });
  ({ token } = await server.signIn());
  for (const type of CONFIG_TYPES)
    await server.call(addConfig, { group: 'basics', name: nameOf(type), title: type, type, ...KINDS[type].needs }, { token });
});
afterAll(() => server.close());

const items = async () => Object.values((await server.call(readConfig, {}, { token })).list).flatMap(({ list }) => list);
const valueOf = async (type: ConfigType) => (await items()).find(({ name }) => name === nameOf(type))?.value;

async function refusedFields(work: Promise<unknown>): Promise<readonly string[]> {
  const error = await work.catch((caught: unknown) => caught);
  if (!(error instanceof FailureError) || error.failure.kind !== 'rejected') throw new Error('was not refused', { cause: error });
  return Object.keys(error.failure.fields ?? {});
}

const call: Call = (endpoint, input) => server.call(endpoint, input as never, { token });

/** The page as a browser runs it. */
async function openPage() {
  const page = createActor(settingsBundle({ call, refreshed: () => {}, tabsOf: () => undefined, keep: () => () => {} }).config).start();
  await waitFor(page, (snapshot) => snapshot.matches('editing'));
  return page;
}

it('knows every type', () => {
  expect(Object.keys(KINDS)).toEqual([...CONFIG_TYPES]);
});

it('brings back of every type what was typed into its input, and carries it as the protocol has it', async () => {
  const page = await openPage();
  for (const type of CONFIG_TYPES) page.send({ type: 'settings.fieldChanged', field: nameOf(type), value: KINDS[type].typed });
  page.send({ type: 'settings.submitted' });
  const after = await waitFor(page, (snapshot) => snapshot.matches('editing') && snapshot.context.generation === 2);
  const typed = CONFIG_TYPES.map((type) => [type, KINDS[type].typed]);
  expect(CONFIG_TYPES.map((type) => [type, after.context.values[nameOf(type)]])).toEqual(typed);
  page.stop();
  const wire = await items();
  for (const type of CONFIG_TYPES)
    expect([type, wire.find(({ name }) => name === nameOf(type))?.value]).toEqual([type, KINDS[type].wire ?? KINDS[type].typed]);
  // What a stock client does: it sends a whole group as it has read it.
  await server.call(saveConfig, Object.fromEntries(wire.map(({ name, value }) => [name, value])), { token });
  // Pairs are written anew in one way; how often they were is nobody's value.
  const plain = (list: typeof wire) => list.map(({ version: _version, ...item }) => item);
  expect(plain(await items())).toEqual(plain(wire));
});

describe.each(CONFIG_TYPES.flatMap((type) => KINDS[type].wrong.map((wrong) => ({ type, wrong }))))('of type $type', ({ type, wrong }) => {
  it(`refuses ${JSON.stringify(wrong)} and keeps what it had`, async () => {
    const before = await valueOf(type);
    expect(await refusedFields(server.call(saveConfig, { [nameOf(type)]: wrong }, { token }))).toEqual([nameOf(type)]);
    expect(await valueOf(type)).toEqual(before);
  });
});

it.each(['remoteUrl=/admin/no.Where/index', 'pk=id', `remoteUrl=${FACES}\npk=username`, ''])(
  'offers no records of an address that is no section: %j',
  async (inputExtend) => {
    const wish = { group: 'basics', name: 'lost', title: 'Lost', type: 'remoteSelect', inputExtend };
    expect(await refusedFields(server.call(addConfig, wish, { token }))).toEqual(['inputExtend']);
  },
);

it('keeps a record that has gone, until another is chosen', async () => {
  const { id } = await server.addAdmin('passing', ['routine/config/index']);
  await server.call(saveConfig, { of_remoteSelects: ['1', String(id)] }, { token });
  await server.database.kysely.deleteFrom('admin').where('id', '=', id).execute();
  await server.call(saveConfig, { of_remoteSelects: [String(id), '1'] }, { token });
  expect(await valueOf('remoteSelects')).toEqual([String(id), '1']);
});
