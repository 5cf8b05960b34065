import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planChanges } from '#api/contract/changes/change';
import { eventEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { guardLives } from '#server/db/sections/guard-lives';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { refusalMessageOf } from '#tests/support/refusals.ts';

/** Letters are signed, which takes a right of its own and closes their words, approved by another, withdrawn by an event, and sent for good. */
const life: Life = {
  field: 'state',
  chart: {
    id: 'letter',
    initial: 'draft',
    states: {
      draft: { on: { sign: { target: 'signed', actions: ['count'] }, shelve: 'shelved' } },
      signed: {
        on: {
          withdraw: { target: 'draft', actions: ['uncount'] },
          send: 'sent',
          seal: 'sealed',
          approve: { target: 'approved', guard: 'other' },
        },
        meta: { edits: [] },
      },
      approved: { on: { open: 'signed' } },
      sealed: { on: { open: 'signed', send: 'sent' } },
      shelved: { on: { open: 'draft' } },
      sent: { on: { open: 'signed' } },
    },
  },
  events: {
    sign: { right: 'own', undo: 'withdraw' },
    withdraw: { right: 'own' },
    seal: { right: 'own' },
    approve: { right: 'own' },
    open: { right: 'edit' },
    shelve: { right: 'edit' },
    send: { right: 'edit', undo: 'never', label: { 'zh-cn': '寄出', en: 'Send' } },
  },
  conditions: { other: { notWhoSent: 'sign' } },
  delays: {},
  effects: { count: { set: 'signatures', to: { value: 1 } }, uncount: { set: 'signatures', to: { value: -1 } } },
};

const letter: Resource = {
  name: 'letter',
  controller: 'lab.Letter',
  table: 'lab_letter',
  titleField: 'title',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  label: { 'zh-cn': '信', en: 'Letter' },
  fields: {
    id: { kind: 'id' },
    title: { kind: 'string', maxLength: 50 },
    signatures: { kind: 'integer', initial: 0 },
    state: { kind: 'select', options: Object.keys(life.chart.states), initial: 'draft' },
  },
  life,
};

const { add, save, read, remove } = resourceEndpoints(letter);
const { undo } = resourceWriteEndpoints(letter);

const nodes = (...rights: readonly string[]): readonly string[] => rights.map((right) => `lab/letter/${right}`);

describe.each(dealtKinds())('taking events back on %s', (kind) => {
  let server: TestServer;
  let [boss, clerk, signer, reader, checker] = ['', '', '', '', ''];
  const send = (token: string, event: string, ids: readonly number[]) =>
    server.call(eventEndpoint(letter, event, life.events[event]!), { ids: [...ids] }, { token });
  const takeBack = (token: string, change: number | undefined) => server.call(undo, { change: change ?? 0 }, { token });
  const make = async (): Promise<number> => (await server.call(add, { title: 'Dear' }, { token: boss }))?.id ?? 0;
  const rowOf = async (id: number) => {
    const { row } = await server.call(read, { id }, { token: boss });
    return [row['state'], row['signatures']];
  };
  const stepsOf = async (id: number): Promise<readonly string[]> => {
    const { rows } = await sql<{
      text: string;
    }>`select concat_ws(' ', kind, coalesce(event, '-'), coalesce(from_state, '-'), to_state) as text
      from life_step where resource = 'letter' and record_id = ${id} and kind <> 'created' order by id`.execute(server.database.kysely);
    return rows.map(({ text }) => text);
  };
  const journalOf = async (id: number): Promise<number> => {
    const { rows } = await sql<{ id: number }>`select set_id as id from life_step where resource = 'letter' and record_id = ${id}
      order by id desc limit 1`.execute(server.database.kysely);
    return Number(rows[0]?.id);
  };

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      resources: [letter],
      prepare: async (database) => {
        await createResourceTable(database, letter);
        await database.transaction((trx) => guardLives(trx, [letter]));
        const names = ['index', 'edit', 'add', 'del', 'sign', 'withdraw', 'seal', 'approve'].map((right) => `lab/letter/${right}`);
        for (const name of names)
          await sql`insert into admin_rule (pid, type, title, name, status, create_time, update_time)
            values (0, 'button', ${name}, ${name}, '1', 0, 0)`.execute(database.kysely);
      },
    });
    ({ token: boss } = await server.signIn());
    const changes = ['security/change', 'security/change/index', 'security/change/undo', 'security/change/rewind'];
    ({ token: clerk } = await server.addAdmin('clerk', [...nodes('index', 'edit', 'add', 'del'), ...changes]));
    ({ token: checker } = await server.addAdmin('checker', [...nodes('index', 'edit', 'approve'), ...changes]));
    ({ token: signer } = await server.addAdmin('signer', nodes('index', 'sign', 'withdraw', 'seal')));
    ({ token: reader } = await server.addAdmin('reader', nodes('index', 'seal')));
  });
  afterAll(() => server.close());

  it('sends the event that does so, with all that it does', async () => {
    const id = await make();
    const { change } = await send(boss, 'sign', [id]);
    expect(await rowOf(id)).toEqual(['signed', 1]);
    const back = await takeBack(boss, change);
    expect(await rowOf(id)).toEqual(['draft', -1]);
    expect(await stepsOf(id)).toEqual(['event sign draft signed', 'event withdraw signed draft']);
    // Taken back once more, the letter is as it was signed: withdrawing has no event of its own for that.
    await takeBack(boss, back.change);
    expect(await rowOf(id)).toEqual(['signed', 1]);
    expect((await stepsOf(id)).at(-1)).toBe('undone withdraw draft signed');
  });

  it('sends it to all records of a write, or to none', async () => {
    const ids = [await make(), await make()];
    const { change } = await send(boss, 'sign', ids);
    await send(boss, 'seal', ids.slice(0, 1));
    expect(await refusalMessageOf(takeBack(boss, change))).toBe(
      'These records have been changed again since, so this cannot be undone. Nothing was changed.',
    );
    expect(await rowOf(ids[1]!)).toEqual(['signed', 1]);
  });

  it('takes back by the right of the event, with or without the right to edit', async () => {
    const id = await make();
    const signed = await send(signer, 'sign', [id]);
    await takeBack(signer, signed.change);
    expect(await rowOf(id)).toEqual(['draft', -1]);
    await send(boss, 'sign', [id]);
    const sealed = await send(reader, 'seal', [id]);
    await takeBack(reader, sealed.change);
    expect(await stepsOf(id)).toContain('undone seal sealed signed');
    // Sealing again by taking that back asks for the same right.
    const again = await journalOf(id);
    expect(await refusedFor(clerk, { sets: [again] })).toEqual(['forbidden']);
    expect(await rowOf(id)).toEqual(['signed', 1]);
  });

  const refusedFor = async (token: string, wish: object) => {
    const { refused } = await server.call(planChanges, { withDependents: false, withoutColumns: false, ...wish }, { token });
    return refused.map(({ reason }) => reason);
  };

  const messagesFor = async (token: string, wish: object): Promise<readonly string[]> => {
    const { refused } = await server.call(planChanges, { withDependents: false, withoutColumns: false, ...wish }, { token });
    return refused.map(({ message, fields }) => [message, ...(fields ?? [])].join(' '));
  };

  it('leaves to nobody who may only edit what takes more to be done', async () => {
    const id = await make();
    const signed = await send(signer, 'sign', [id]);
    expect(await refusedFor(clerk, { sets: [signed.change!] })).toEqual(['forbidden']);
    const sealed = await send(boss, 'seal', [id]);
    expect(await refusedFor(clerk, { sets: [sealed.change!] })).toEqual(['forbidden']);
    expect(await refusedFor(clerk, { resource: 'letter', id, after: await firstSetOf(id) })).toEqual(['forbidden']);
    expect(await rowOf(id)).toEqual(['sealed', 1]);
  });

  const firstSetOf = async (id: number): Promise<number> => {
    const { rows } = await sql<{
      id: number;
    }>`select set_id as id from record_change where resource = 'letter' and record_id = ${id} order by id limit 1`.execute(
      server.database.kysely,
    );
    return Number(rows[0]?.id);
  };

  it('leaves it to nobody who deletes the record and brings it back as it was', async () => {
    const id = await make();
    const after = await firstSetOf(id);
    await send(boss, 'sign', [id]);
    await send(boss, 'seal', [id]);
    await server.call(remove, { ids: [id] }, { token: clerk });
    expect(await refusedFor(clerk, { resource: 'letter', id, after })).toEqual(['forbidden']);
    expect(await refusedFor(boss, { resource: 'letter', id, after })).toEqual([]);
  });

  it('puts nothing back that may not be changed in the state of today', async () => {
    const id = await make();
    const { change } = (await server.call(save, { id, title: 'My dear' }, { token: clerk })) ?? {};
    expect(await refusedFor(clerk, { sets: [change!] })).toEqual([]);
    const after = await journalOf(id);
    await send(signer, 'sign', [id]);
    await expect(takeBack(clerk, change)).rejects.toThrow('Cannot be changed in this state');
    expect(await messagesFor(clerk, { sets: [change!] })).toEqual(['A rule of the section refuses it (title). title']);
    expect((await server.call(read, { id }, { token: boss })).row['title']).toBe('My dear');
    // On a way that leads through a state in which it may, it may.
    expect(await refusedFor(boss, { resource: 'letter', id, after })).toEqual([]);
  });

  it('asks whoever takes a taking back back what the event itself asks', async () => {
    const id = await make();
    await send(boss, 'sign', [id]);
    const { change } = await send(checker, 'approve', [id]);
    const back = await takeBack(checker, change);
    expect(await messagesFor(boss, { sets: [back.change!] })).toEqual(['Somebody else has to do this']);
    expect(await messagesFor(boss, { resource: 'letter', id, after: change! })).toEqual(['Somebody else has to do this']);
    expect(await messagesFor(checker, { sets: [back.change!] })).toEqual([]);
    expect(await rowOf(id)).toEqual(['signed', 1]);
    await server.call(remove, { ids: [id] }, { token: boss });
    expect(await messagesFor(boss, { resource: 'letter', id, after: change! })).toEqual(['Somebody else has to do this']);
  });

  it('never takes back what is done for good, whoever asks', async () => {
    const id = await make();
    await send(boss, 'sign', [id]);
    const sent = await send(boss, 'send', [id]);
    expect(sent).toEqual({ count: 1 });
    expect(await refusalMessageOf(takeBack(boss, await journalOf(id)))).toBe('The record does not exist, or you may not use it.');
    expect(await refusedFor(boss, { sets: [await journalOf(id)] })).toEqual(['elsewhere']);
    // Nor does a save that says the same state.
    await send(boss, 'open', [id]);
    expect(await server.call(save, { id, state: 'sent' }, { token: boss })).toEqual({});
    expect(await rowOf(id)).toEqual(['sent', 1]);
  });

  it('asks the life of today, where the write was made by another', async () => {
    const id = await make();
    const { change } = await send(boss, 'shelve', [id]);
    await sql`update life_step set event = 'send' where set_id = ${change!}`.execute(server.database.kysely);
    expect(await refusalMessageOf(takeBack(boss, change))).toBe('“Send” cannot be undone.');
    expect(await rowOf(id)).toEqual(['shelved', 0]);
  });

  it('folds to the states that there are', async () => {
    const { rows } =
      await sql`with newest as (select distinct on (record_id) record_id, to_state from life_step where resource = 'letter' order by record_id, id desc)
      select one.id from lab_letter as one full join newest on newest.record_id = one.id where one.state is distinct from newest.to_state`.execute(
        server.database.kysely,
      );
    expect(rows).toEqual([]);
  });
});
