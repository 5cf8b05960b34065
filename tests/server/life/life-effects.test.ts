import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLife, listSendable } from '#api/contract/life/life-rehearsal';
import { eventEndpoint, lifeEndpoint, placeEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { guardLives } from '#server/db/sections/guard-lives';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestMailServer, setUpMail } from '#tests/support/mail-server.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

/** A crate is sent with all that is in it, and is empty when the last thing has been taken out: each step leads others on. */
const crateLife: Life = {
  field: 'state',
  chart: {
    id: 'crate',
    initial: 'packed',
    states: {
      packed: { on: { ship: { target: 'sent', actions: ['mailBuyer', 'tellOwner', 'say', 'leadOn'] } } },
      sent: { on: { partTaken: [{ target: 'empty', guard: 'named' }], recall: 'packed' }, after: { due: 'empty' } },
      empty: { on: { recall: 'packed' }, meta: { holds: ['named'] } },
    },
  },
  events: { ship: { right: 'edit' }, recall: { right: 'edit' }, partTaken: { right: 'none' } },
  conditions: { named: { field: 'title', is: 'filled' } },
  delays: { due: { field: 'due' } },
  effects: {
    mailBuyer: {
      mail: { field: 'email' },
      title: { en: 'Crate {{title}} is on its way', 'zh-cn': '箱子 {{title}} 已发出' },
      text: { en: 'Worth {{price}}, due {{due}}.' },
    },
    tellOwner: { notify: { node: 'lab/crate/edit' }, title: { en: 'Sent: {{title}}' } },
    say: { comment: { en: 'Sent as a whole', 'zh-cn': '整体发出' } },
    leadOn: { send: 'crateSent', to: { referring: 'thing', by: 'crateId' } },
  },
};

const thingLife: Life = {
  field: 'state',
  chart: {
    id: 'thing',
    initial: 'inside',
    states: {
      inside: { on: { crateSent: { target: 'travelling', guard: 'whole' } } },
      travelling: { on: { take: { target: 'taken', actions: ['tellCrate'] } } },
      taken: { on: { crateSent: 'inside', putBack: 'inside' } },
    },
  },
  events: { crateSent: { right: 'none' }, take: { right: 'edit' }, putBack: { right: 'edit' } },
  conditions: { whole: { field: 'title', is: 'ne', value: 'broken' } },
  delays: {},
  effects: { tellCrate: { send: 'partTaken', to: { of: 'crateId' } } },
};

const common = { titleField: 'title', rowActions: ['edit', 'delete'], defaultOrder: { field: 'id', direction: 'asc' } } as const;
const stateOf = (life: Life) => ({ kind: 'select', options: Object.keys(life.chart.states), initial: life.chart.initial }) as const;
const crate: Resource = {
  ...common,
  name: 'crate',
  controller: 'lab.Crate',
  table: 'lab_crate',
  label: { en: 'Crates', 'zh-cn': '箱子' },
  fields: {
    id: { kind: 'id' },
    title: { kind: 'string', maxLength: 50 },
    email: { kind: 'email' },
    price: { kind: 'money', initial: null },
    due: { kind: 'dateTime' },
    state: stateOf(crateLife),
    version: { kind: 'version' },
  },
  life: crateLife,
};
const thing: Resource = {
  ...common,
  name: 'thing',
  controller: 'lab.Thing',
  table: 'lab_thing',
  label: { en: 'Things', 'zh-cn': '物件' },
  fields: {
    id: { kind: 'id' },
    title: { kind: 'string', maxLength: 50 },
    crateId: { kind: 'remoteSelect', of: 'crate' },
    state: stateOf(thingLife),
    version: { kind: 'version' },
  },
  life: thingLife,
};

/** Links push what is behind them; in a ring nothing would come to rest. */
const linkLife: Life = {
  field: 'state',
  chart: {
    id: 'link',
    initial: 'still',
    states: {
      still: { on: { push: { target: 'moved', actions: ['onward'] }, pass: { target: 'moved', actions: ['onward'] } } },
      moved: { on: { rest: 'still', pass: { actions: ['onward'] } } },
    },
  },
  events: { push: { right: 'edit' }, rest: { right: 'edit' }, pass: { right: 'none' } },
  conditions: {},
  delays: {},
  effects: { onward: { send: 'pass', to: { of: 'nextId' } } },
};
const link: Resource = {
  ...common,
  name: 'link',
  controller: 'lab.Link',
  table: 'lab_link',
  label: { en: 'Links', 'zh-cn': '环' },
  fields: {
    id: { kind: 'id' },
    title: { kind: 'string', maxLength: 50 },
    nextId: { kind: 'remoteSelect', of: 'link' },
    state: stateOf(linkLife),
  },
  life: linkLife,
};

const sections = [crate, thing, link];
const links = resourceEndpoints(link);
const crates = resourceEndpoints(crate);
const things = resourceEndpoints(thing);

describe.each(dealtKinds())('what steps do beside them on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const call: TestServer['call'] = (endpoint, input) => server.call(endpoint, input, { token });
  const send = (resource: Resource, event: string, ids: readonly number[]) =>
    call(eventEndpoint(resource, event, resource.life!.events[event]!), { ids: [...ids] });
  const states = async (table: string): Promise<readonly string[]> => {
    const { rows } = await sql<{ state: string }>`select state from ${sql.table(table)} order by id`.execute(server.database.kysely);
    return rows.map(({ state }) => state);
  };
  const told = (resource: Resource, id: number) => call(lifeEndpoint(resource), { id });
  const mails = () => server.database.kysely.selectFrom('outbox_message').select(['target', 'subject', 'text']).orderBy('id').execute();
  const waiting = async (): Promise<number> => (await server.ports.jobs.counts()).waiting;
  let [first, second] = [0, 0];
  const mail = createTestMailServer();

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      ports: { mailer: mail.mailer },
      sampleData: false,
      resources: sections,
      prepare: async (database) => {
        for (const section of sections) await createResourceTable(database, section);
        await database.transaction((trx) => guardLives(trx, sections));
      },
    });
    ({ token } = await server.signIn());
    // Somebody else who may edit crates is told; whoever sends one knows.
    await server.addAdmin('ann', []);
    await sql`update admin set email = 'ann@shop.test' where username = 'ann'`.execute(server.database.kysely);
    await sql`insert into admin_group_access (uid, group_id) select id, 1 from admin where username = 'ann'`.execute(
      server.database.kysely,
    );
    first = (await call(crates.add, { title: 'Cups', email: 'buyer@shop.test', price: '12.50', state: 'packed' }))!.id;
    second = (await call(crates.add, { title: 'Pots', state: 'packed' }))!.id;
    for (const title of ['cup', 'mug', 'broken'])
      await call(things.add, { title, crate_id: title === 'broken' ? second : first, state: 'inside' });
  });
  afterAll(() => server.close());

  it('is done with the step or not at all, and each record is led on once', async () => {
    await expect(send(crate, 'ship', [second])).rejects.toThrow('broken');
    expect([await states('lab_crate'), await states('lab_thing'), await waiting()]).toEqual([
      ['packed', 'packed'],
      ['inside', 'inside', 'inside'],
      0,
    ]);
    await send(crate, 'ship', [first]);
    expect([await states('lab_crate'), await states('lab_thing')]).toEqual([
      ['sent', 'packed'],
      ['travelling', 'travelling', 'inside'],
    ]);
    const [step] = (await told(crate, first)).steps;
    expect(step).toMatchObject({ event: 'ship', comment: 'Sent as a whole', mailed: ['Crate {{title}} is on its way', 'Sent: {{title}}'] });
    const inner = await told(thing, 1);
    expect(inner.steps[0]).toMatchObject({ event: 'crateSent', by: 'admin' });
    expect(inner.offers.map(({ event }) => event)).toEqual(['take']);
  });

  it('tells whoever draws a life which steps of which sections they may send, as the check of the life takes them', async () => {
    const { sections: told } = await call(listSendable, {});
    expect(told).toEqual([
      { name: 'crate', events: [{ name: 'partTaken', label: { 'zh-cn': expect.any(String), en: expect.any(String) } }] },
      { name: 'thing', events: [{ name: 'crateSent', label: { 'zh-cn': expect.any(String), en: expect.any(String) } }] },
      { name: 'link', events: [{ name: 'pass', label: { 'zh-cn': expect.any(String), en: expect.any(String) } }] },
    ]);
    const events = ['partTaken', 'crateSent', ...Object.keys(crateLife.events), 'none'];
    for (const event of events) {
      const life = { ...thingLife, effects: { tellCrate: { send: event, to: { of: 'crateId' } } } };
      const { findings } = await call(checkLife, { resource: 'thing', life });
      const isOffered = told.find(({ name }) => name === 'crate')?.events.some(({ name }) => name === event) ?? false;
      expect([event, findings.some(({ what }) => what === 'sentUnknown')]).toEqual([event, !isOffered]);
    }
  });

  it('mails once what the record says when it leaves, to the field alone, in the languages that there are', async () => {
    expect(await mails()).toEqual([]);
    await server.ports.jobs.runDue();
    await server.ports.jobs.runDue();
    const kept = await mails();
    expect(kept.map(({ target, subject }) => [target, subject.includes('Sent: Cups')])).toEqual([
      ['buyer@shop.test', false],
      ['ann@shop.test', true],
    ]);
    expect(kept[0]?.subject).toContain('箱子 Cups 已发出');
    expect(kept[0]?.text).toContain('Crate Cups is on its way');
    expect(kept[0]?.text).toContain('Worth 12.50');
  });

  it('leads the record on that a field names, where its state has the event', async () => {
    await send(thing, 'take', [1]);
    expect([await states('lab_crate'), await states('lab_thing')]).toEqual([
      ['empty', 'packed'],
      ['taken', 'travelling', 'inside'],
    ]);
    // It is empty already: nothing of it is asked.
    const { change } = await send(thing, 'take', [2]);
    expect(await states('lab_crate')).toEqual(['empty', 'packed']);
    await call(resourceWriteEndpoints(thing).undo, { change: change! });
    expect(await states('lab_thing')).toEqual(['taken', 'travelling', 'inside']);
  });

  it('is not mailed again by what takes the step back, which names what has left', async () => {
    const third = (await call(crates.add, { title: 'Jars', email: 'jars@shop.test', state: 'packed' }))!.id;
    const { change } = await send(crate, 'ship', [third]);
    await server.ports.jobs.runDue();
    const before = (await mails()).length;
    await call(resourceWriteEndpoints(crate).undo, { change: change! });
    await server.ports.jobs.runDue();
    expect((await mails()).length).toBe(before);
    expect((await told(crate, third)).steps[0]).toMatchObject({
      kind: 'undone',
      comment: expect.stringContaining('Crate {{title}}') as string,
    });
  });

  it('is told to an administrator who may still see the record when the mail leaves, and is not locked out by then', async () => {
    const bowls = (await call(crates.add, { title: 'Bowls', state: 'packed' }))!.id;
    await send(crate, 'ship', [bowls]);
    await server.ports.jobs.runDue();
    const { kysely } = server.database;
    const { id: admin } = await kysely.selectFrom('admin').select('id').where('username', '=', 'ann').executeTakeFirstOrThrow();
    const steps = kysely.selectFrom('life_step').select('id').where('resource', '=', 'crate').where('record_id', '=', bowls);
    const { id: step } = await steps.where('event', '=', 'ship').executeTakeFirstOrThrow();
    const tell = async (): Promise<number> => {
      const before = (await mails()).length;
      const job = { step, effect: 'tellOwner', admin };
      await server.database.transaction((trx) => server.ports.jobs.send(trx, 'life.mailAdmin', job, 'again'));
      await server.ports.jobs.runDue();
      return (await mails()).length - before;
    };
    const lock = (status: '0' | '1') => kysely.updateTable('admin').set({ status }).where('id', '=', admin).execute();
    const place = (group: number, from: number) =>
      kysely.updateTable('admin_group_access').set({ group_id: group }).where('uid', '=', admin).where('group_id', '=', from).execute();
    expect(await tell()).toBe(1);
    await lock('0');
    expect(await tell()).toBe(0);
    await lock('1');
    await place(2, 1);
    expect(await tell()).toBe(0);
    await place(1, 2);
    expect(await tell()).toBe(1);
  });

  it('goes on from record to record, and in no circle: what would come round is refused whole', async () => {
    const ids: number[] = [];
    for (const title of ['a', 'b', 'c']) ids.unshift((await call(links.add, { title, next_id: ids[0] ?? '', state: 'still' }))!.id);
    const [head, , tail] = ids as [number, number, number];
    await send(link, 'push', [head]);
    expect(await states('lab_link')).toEqual(['moved', 'moved', 'moved']);
    await send(link, 'rest', [head]);
    await call(links.save, { id: tail, next_id: String(head) });
    await expect(send(link, 'push', [head])).rejects.toThrow('same event again');
    expect(await states('lab_link')).toEqual(['moved', 'moved', 'still']);
  });

  it('places records past the chart with a reason alone, by a right of its own, and says what is led on at once', async () => {
    const place = (input: { ids: number[]; state: string; comment: string }) => call(placeEndpoint(crate), input);
    const late = (await call(crates.add, { title: '', email: '', state: 'packed', due: String(TEST_START_SECONDS - 60) }))!.id;
    await expect(place({ ids: [late], state: 'empty', comment: ' ' })).rejects.toMatchObject({ failure: { kind: 'rejected' } });
    await expect(place({ ids: [late], state: 'nowhere', comment: 'x' })).rejects.toThrow('nowhere');
    await expect(place({ ids: [late, 999], state: 'empty', comment: 'x' })).rejects.toMatchObject({ failure: { kind: 'rejected' } });
    // What has to hold there does not.
    const before = (await mails()).length;
    expect(await place({ ids: [late], state: 'empty', comment: ' Found so ' })).toMatchObject({ count: 1, atOnce: 0 });
    expect(await place({ ids: [late, second], state: 'sent', comment: 'Both' })).toMatchObject({ count: 2, atOnce: 1 });
    await server.ports.jobs.runDue();
    expect((await mails()).length).toBe(before);
    expect((await told(crate, late)).steps.slice(0, 2)).toMatchObject([
      { kind: 'placed', from: 'empty', to: 'sent', comment: 'Both' },
      { kind: 'placed', from: 'packed', to: 'empty', comment: 'Found so' },
    ]);
    await expect(place({ ids: [second], state: 'sent', comment: 'x' })).rejects.toThrow('already');
  });

  it('places rows of a file whose state no one event reaches, where somebody says why', async () => {
    const { importRows } = resourceWriteEndpoints(crate);
    const columns = ['title', 'state'];
    const rows = [
      ['a', 'sent'],
      ['b', 'empty'],
      ['c', 'packed'],
    ];
    expect(await call(importRows, { columns, rows, isDryRun: true })).toMatchObject({ refusedRows: 1, count: 2 });
    expect(await call(importRows, { columns, rows, isDryRun: true, place: 'From the old shop' })).toMatchObject({
      count: 3,
      placed: 1,
      atOnce: 0,
    });
    expect(await call(importRows, { columns, rows, isDryRun: false, place: 'From the old shop' })).toMatchObject({ count: 3, placed: 1 });
    const { rows: placed } = await sql<{ to_state: string; comment: string }>`select to_state, comment from life_step
      where resource = 'crate' and kind = 'placed' order by id desc limit 1`.execute(server.database.kysely);
    expect(placed).toEqual([{ to_state: 'empty', comment: 'From the old shop' }]);
  });

  it('mails what it has to when the mail server is back, however many attempts have failed', async () => {
    await server.ports.jobs.runDue();
    await setUpMail(server);
    mail.fault = 'unreachable';
    const id = (await call(crates.add, { title: 'Bowls', email: 'bowls@shop.test', state: 'packed' }))!.id;
    await send(crate, 'ship', [id]);
    for (let round = 0; round < 9; round += 1) {
      await server.ports.jobs.runDue();
      await sql`update pgboss.job set start_after = now() - interval '1 second' where state in ('created', 'retry')`.execute(
        server.database.kysely,
      );
    }
    mail.fault = null;
    await server.ports.jobs.runDue();
    expect(mail.posted.map(({ to }) => to).toSorted()).toEqual(['ann@shop.test', 'bowls@shop.test']);
  });
});
