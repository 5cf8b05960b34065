import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishSection } from '#api/contract/designer/designer';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { StepAct } from '#domain/designer/plan-step';
import { readCatalogue } from '#server/db/sections/catalogue';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createDesigning, labelled, TICKET, ticketDesign } from '#tests/support/sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const WARE = { kind: 'remoteSelect', of: 'goodsCategory', label: labelled('Ware') } as const;
const design = ticketDesign(
  {},
  { wareId: WARE, count: { kind: 'integer', label: labelled('Count') }, tags: { kind: 'tags', label: labelled('Tags') } },
  { unique: [['title']], indexes: [['colour', 'id']], foreignKeys: 'kept' },
);
const calls = resourceEndpoints(TICKET);

/** What was done by hand, and what both answers make of it. */
interface Case {
  readonly title: string;
  readonly hand: readonly string[];
  /** The questions that the plan asks. */
  readonly ids: readonly string[];
  /** Whether the table is as before once all is put back; of a column that was taken away the order of columns is another. */
  readonly back: 'same' | 'reordered' | 'waits';
  /** What the design says once all is taken over; null where that is not offered. */
  readonly over: ((fields: Readonly<Record<string, object>>, shape: { unique: unknown; indexes: unknown }) => unknown) | null;
  /** What that is to be. */
  readonly wanted?: unknown;
}

const CASES: readonly Case[] = [
  {
    title: 'a column that is gone',
    hand: ['alter table x_ticket drop column colour'],
    ids: ['drift:column:colour'],
    back: 'reordered',
    over: (fields, { indexes }) => [Object.keys(fields).includes('colour'), indexes],
    wanted: [false, [['id']]],
  },
  {
    title: 'a column that somebody added',
    hand: ['alter table x_ticket add column due_on date', 'alter table x_ticket add column score numeric(4,1) not null default 1'],
    ids: ['drift:column:due_on', 'drift:column:score'],
    back: 'waits',
    over: (fields) => [fields['dueOn'], Object.keys(fields).includes('score')],
    wanted: [{ kind: 'date', label: { en: 'due_on' } }, false],
  },
  {
    title: 'a text of another length',
    hand: ['alter table x_ticket alter column colour type varchar(60)'],
    ids: ['drift:column:colour'],
    back: 'same',
    over: (fields) => fields['colour'],
    wanted: { kind: 'string', maxLength: 60, label: labelled('Colour') },
  },
  {
    title: 'a number that became a text',
    hand: ['alter table x_ticket alter column count type text using count::text'],
    ids: ['drift:column:count'],
    back: 'reordered',
    over: (fields) => fields['count'],
    wanted: { kind: 'textarea', label: labelled('Count') },
  },
  {
    title: 'a type that no section has',
    hand: ['alter table x_ticket alter column count type double precision'],
    ids: ['drift:column:count'],
    back: 'waits',
    over: null,
  },
  {
    title: 'a value that has to be given, and another first value',
    hand: ['alter table x_ticket alter column count set default 5', 'alter table x_ticket alter column colour drop not null'],
    ids: ['drift:column:colour', 'drift:column:count'],
    back: 'same',
    over: (fields) => fields['count'],
    wanted: { kind: 'integer', label: labelled('Count') },
  },
  {
    title: 'a unique list, an index and a key to other records that are gone',
    hand: [
      'alter table x_ticket drop constraint x_ticket_title_unique',
      'drop index x_ticket_colour_id_index',
      'alter table x_ticket drop constraint x_ticket_ware_id_exists',
    ],
    ids: ['drift:constraint:x_ticket_title_unique', 'drift:constraint:x_ticket_ware_id_exists', 'drift:index:x_ticket_colour_id_index'],
    back: 'same',
    over: (fields, { unique, indexes }) => [unique, indexes, fields['wareId']],
    wanted: [[], [], { ...WARE, outlivesRecord: true }],
  },
  {
    title: 'options and lists that are judged no longer',
    hand: ['alter table x_ticket drop constraint x_ticket_size_check', 'alter table x_ticket drop constraint x_ticket_tags_check'],
    ids: ['drift:constraint:x_ticket_size_check', 'drift:constraint:x_ticket_tags_check'],
    back: 'same',
    over: null,
  },
  {
    title: 'a rule, an index and a trigger that somebody added',
    hand: [
      "alter table x_ticket add constraint own_rule check (title <> 'x')",
      'create index own_index on x_ticket (size)',
      'create trigger own_trigger before update on x_ticket for each row execute function suppress_redundant_updates_trigger()',
    ],
    ids: ['drift:constraint:own_rule', 'drift:index:own_index', 'drift:trigger:own_trigger'],
    back: 'same',
    over: (fields, { unique, indexes }) => [Object.keys(fields), unique, indexes],
    wanted: [Object.keys(design.declaration.fields), [['title']], [['colour', 'id']]],
  },
];

const choosing = (ids: readonly string[], act: StepAct) => Object.fromEntries(ids.map((id) => [id, { act }]));

describe.each(dealtKinds())('a table that was changed by hand, on %s', (kind) => {
  let server: TestServer;
  let token = '';
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const { draft, plan, publish, read, remove } = createDesigning((...all) => call(...all));
  const run = async (statement: string): Promise<readonly Record<string, unknown>[]> =>
    (await sql.raw<Record<string, unknown>>(statement).execute(server.database.kysely)).rows;
  const catalogue = () => readCatalogue(server.database.kysely, 'x_ticket');
  const sorted = (found: Awaited<ReturnType<typeof catalogue>>) =>
    found && { ...found, columns: found.columns.toSorted((a, b) => a.name.localeCompare(b.name)) };
  const version = async () => (await read('ticket')).section.version;

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advanceSeconds(60);
    await publish(design);
    await call(calls.add, { title: 'Cup', colour: 'green', size: 's', count: 7 });
    return async () => {
      await remove('ticket');
      for (const { table_name: waiting } of await run("delete from section_kept where table_name like 'gone%' returning table_name"))
        await run(`drop table if exists ${String(waiting)}`);
    };
  });

  /** What the plan asks about, before anybody has chosen. */
  async function asked(hand: readonly string[]) {
    for (const statement of hand) await run(statement);
    const { steps, hash } = await plan('ticket');
    // Nothing is published before somebody has said what is to become of it.
    await expect(call(publishSection, { name: 'ticket', version: await version(), hash, choices: {} })).rejects.toThrow('changed by hand');
    return steps.flatMap(({ id, kind: of, acts, stopping }) => (of === 'settle' ? [{ id, acts, stopping }] : []));
  }

  it.each(CASES.filter(({ over }) => over))('is taken over: $title', async ({ hand, ids, over, wanted }) => {
    expect(await asked(hand)).toEqual(ids.map((id) => ({ id, acts: ['refuse', 'putBack', 'takeOver'], stopping: 1 })));
    const choices = choosing(ids, 'takeOver');
    expect((await plan('ticket', choices)).steps.filter(({ stopping }) => stopping > 0)).toEqual([]);
    await publish(design, undefined, choices);
    const taken = await read('ticket');
    expect(taken.drift).toEqual([]);
    const { declaration, shape } = taken.design as typeof design;
    expect(over?.(declaration.fields as never, shape)).toEqual(wanted);
    expect((await call(resourceEndpoints(declaration).list, {})).list).toHaveLength(1);
    // The design as it was is published again: an ordinary change of the table.
    await draft(design);
    expect((await plan('ticket')).steps.filter((step) => step.kind === 'settle')).toEqual([]);
  });

  it.each(CASES.filter(({ over }) => !over))('is not taken over where the section could not work: $title', async ({ hand, ids }) => {
    expect(await asked(hand)).toEqual(ids.map((id) => ({ id, acts: ['refuse', 'putBack'], stopping: 1 })));
    const { steps } = await plan('ticket', choosing(ids, 'takeOver'));
    expect(steps.flatMap(({ id, stopping }) => (stopping > 0 ? [id] : []))).toEqual(ids);
  });

  it.each(CASES)('is as it was once it is put back: $title', async ({ hand, ids, back }) => {
    const before = await catalogue();
    const [row = {}] = await run('select * from x_ticket');
    for (const statement of hand) await run(statement);
    await publish(design, undefined, choosing(ids, 'putBack'));
    expect((await read('ticket')).drift).toEqual([]);
    const isSame = back === 'same';
    const [found, [now = {}]] = [await catalogue(), await run('select * from x_ticket')];
    expect(isSame ? found : sorted(found)).toEqual(isSame ? before : sorted(before));
    expect(isSame ? now : { id: now['id'], title: now['title'], size: now['size'] }).toEqual(
      isSame ? row : { id: 1, title: 'Cup', size: 's' },
    );
    const waiting = await run(
      `select column_name from section_kept where section = 'ticket' and table_name = 'x_ticket' order by column_name`,
    );
    const expected = back === 'waits' ? ids.map((id) => `gone_${id.split(':')[2]}_2`) : [];
    expect(waiting.map((one) => one['column_name'])).toEqual(expected);
    expect(Object.keys(now)).toEqual(expect.arrayContaining(expected));
  });

  it('asks once for a column and what went with it, and refuses rows that stand against what is put back', async () => {
    await run('alter table x_ticket drop column title');
    const { drift } = await read('ticket');
    expect(drift.map(({ name }) => name)).toEqual(['title', 'x_ticket_title_unique', 'x_ticket_title_unique']);
    const { steps } = await plan('ticket');
    expect(steps.filter((step) => step.kind === 'settle').map(({ id }) => id)).toEqual(['drift:column:title']);
    await publish(design, undefined, choosing(['drift:column:title'], 'putBack'));
    await run('alter table x_ticket drop constraint x_ticket_size_check');
    await run("update x_ticket set size = 'xl'");
    const id = 'drift:constraint:x_ticket_size_check';
    const put = choosing([id], 'putBack');
    const refused = (await plan('ticket', put)).steps.find((step) => step.id === 'setOptions:size');
    expect(refused).toMatchObject({ rows: 1, stopping: 1, examples: [1], acts: ['refuse', 'empty', 'value'] });
    await expect(publish(design, undefined, put)).rejects.toThrow('1 record conflicts with the change of size');
    await publish(design, undefined, { ...put, 'setOptions:size': { act: 'empty' } });
    expect(await run('select size from x_ticket')).toEqual([{ size: '' }]);
  });

  it('is made anew where it is gone, or goes with its section', async () => {
    await run('drop table x_ticket');
    expect((await plan('ticket')).steps.map(({ id, acts }) => [id, acts])).toEqual([
      ['drift:table:x_ticket', ['refuse', 'putBack']],
      ['createTable:x_ticket', []],
    ]);
    await expect(call(calls.list, {})).rejects.toThrow('has changed meanwhile');
    await publish(design, undefined, choosing(['drift:table:x_ticket'], 'putBack'));
    expect((await read('ticket')).drift).toEqual([]);
    expect((await call(calls.list, {})).list).toEqual([]);
    await run('drop table x_ticket');
    await remove('ticket');
    await publish(design);
    await run('alter table x_ticket drop constraint x_ticket_title_unique');
    await remove('ticket');
    await publish(design);
  });

  it('says so in a sentence where what a step speaks of is not there', async () => {
    await run('alter table x_ticket drop constraint x_ticket_title_unique');
    // As if the change had been noted as the last publishing's own.
    const found = JSON.stringify(await catalogue());
    await server.database.kysely.updateTable('section').set({ catalogue: found }).where('name', '=', 'ticket').execute();
    await draft({ ...design, shape: { ...design.shape, unique: [] } });
    await expect(plan('ticket')).rejects.toThrow('The table is not as the plan takes it to be: title');
  });
});
