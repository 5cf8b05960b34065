import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSetInfo, planChanges, recordHistory } from '#api/contract/changes/change';
import { deletedInfo, revealSensitive } from '#api/contract/changes/data-safety';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { dataRecycleLog } from '#sections/data-recycle-log/data-recycle-log.resource.ts';
import { sensitiveDataLog } from '#sections/sensitive-data-log/sensitive-data-log.resource.ts';
import { member } from '#sections/member/member.resource.ts';
import { sensitiveData } from '#sections/sensitive-data/sensitive-data.resource.ts';
import { personalColumns } from '#server/db/migrations/0770-personal-columns';
import { namesOfPersons } from '#server/db/migrations/0800-names-of-persons';
import { keepPersonalColumns } from '#server/features/base/personal-columns';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createDesigning, labelled, ticketDesign } from '#tests/support/sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const BIN = resourceEndpoints(dataRecycleLog);
const LOG = resourceEndpoints(sensitiveDataLog);
const LOOKING = [
  'security',
  'security/dataRecycleLog',
  'security/dataRecycleLog/index',
  'security/dataRecycleLog/info',
  'security/sensitiveDataLog',
  'security/sensitiveDataLog/index',
  'security/sensitiveDataLog/info',
  'security/change',
  'security/change/index',
  'routine',
  'x/ticket',
  'x/ticket/index',
];
const REVEAL = 'security/sensitiveDataLog/reveal';

const PHONE: Field = { kind: 'mobile', label: labelled('Phone') };
const NUMBER: Field = { kind: 'idNumber', label: labelled('Number') };
const PERSONAL = ticketDesign({}, { phone: PHONE, cardNo: NUMBER });
/** What becomes of both fields: one goes, and the other is of another kind. */
const PLAIN = ticketDesign({}, { cardNo: { kind: 'string', maxLength: 40, label: labelled('Number') } });
const WHOLE = { phone: '13800000001', card_no: '11010519491231002X' };
const MASKED = { phone: '13***01', card_no: '11***2X' };

const tickets = resourceEndpoints(PERSONAL.declaration);

async function binEntry(as: TestServer['call']) {
  const { list } = await as(BIN.list, {});
  const row = list?.find((one) => one['resource'] === 'ticket');
  return { id: Number(row?.['id']), image: JSON.parse(String(row?.['data'])) as Record<string, unknown> };
}

/** Both fields in the history of a record. */
async function told(as: TestServer['call'], id: number) {
  const { versions } = await as(recordHistory, { resource: 'ticket', id });
  return versions.flatMap(({ fields }) =>
    fields.flatMap(({ name, before, after, isMasked }) => (name in WHOLE ? [{ name, before, after, isMasked }] : [])),
  );
}

/** What everything says of a record that was added and deleted. */
const calledBy = (word: string) => ({ deleted: word, history: [word, word], set: word, records: [word], found: 0 });

const courier = (phone: Field) =>
  ticketDesign({ name: 'courier', table: 'x_courier', controller: 'x.Courier', titleField: 'phone' }, { phone });

const ordered = (all: readonly object[]): string[] => all.map((one) => JSON.stringify(one)).toSorted();

describe.each(dealtKinds())('what the journal keeps of persons, on %s', (kind) => {
  let server: TestServer;
  let admin: string;
  let viewer: string;
  let revealer: string;
  let kept = 0;
  const calls =
    (token: () => string): TestServer['call'] =>
    (endpoint, input, options) =>
      server.call(endpoint, input, { token: token(), ...options });
  const call = calls(() => admin);
  const asViewer = calls(() => viewer);
  const asRevealer = calls(() => revealer);

  const revealed = async () =>
    (await server.database.kysely.selectFrom('security_log').select('id').where('kind', '=', 'sensitive.revealed').execute()).length;

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token: admin } = await server.signIn());
    const { publish } = createDesigning(call);
    await publish(PERSONAL);
    const rule = { name: 'Tickets', controller: 'x/Ticket', data_fields: ['phone', 'card_no'] };
    await call(resourceEndpoints(sensitiveData).add, rule);
    kept = (await call(tickets.add, { title: 'Kept', ...WHOLE }))?.id ?? 0;
    await call(tickets.save, { id: kept, phone: '13900000002', card_no: '' });
    const gone = (await call(tickets.add, { title: 'Gone', ...WHOLE }))?.id ?? 0;
    await call(tickets.remove, { ids: [gone] });
    await server.database.kysely.updateTable('security_sensitive_data').set({ status: '0' }).execute();
    await server.addAdmin('viewer', LOOKING);
    await server.addAdmin('revealer', [...LOOKING, REVEAL]);
    ({ token: viewer } = await server.signIn('viewer'));
    ({ token: revealer } = await server.signIn('revealer'));
    await publish(PLAIN);
  });
  afterAll(() => server.close());

  it('is shown in part in the bin when its field is gone or of another kind, and a whole look is written down', async () => {
    for (const as of [asViewer, asRevealer, call]) expect((await binEntry(as)).image).toMatchObject({ title: 'Gone', ...MASKED });
    const { id } = await binEntry(asViewer);
    const { row } = await asViewer(deletedInfo, { id });
    expect([row['data'], row['is_masked']]).toEqual([expect.objectContaining({ title: 'Gone', ...MASKED }), true]);
    const before = await revealed();
    expect((await call(deletedInfo, { id })).row['data']).toMatchObject(WHOLE);
    expect(await revealed()).toBe(before + 1);
  });

  it('is shown in part in the history of the record likewise', async () => {
    const before = await revealed();
    const parts = [
      { name: 'phone', before: '13***01', after: '13***02', isMasked: true },
      { name: 'card_no', before: '11***2X', after: '', isMasked: true },
      { name: 'phone', before: null, after: '13***01', isMasked: true },
      { name: 'card_no', before: null, after: '11***2X', isMasked: true },
    ];
    expect(ordered(await told(asViewer, kept))).toEqual(ordered(parts));
    expect(await revealed()).toBe(before);
    const whole = await told(call, kept);
    expect(whole).toContainEqual({ name: 'phone', before: '13800000001', after: '13900000002', isMasked: false });
    expect(await revealed()).toBe(before + 1);
  });

  it('is shown in part in the log of watched fields to everybody, until somebody asks for one value', async () => {
    for (const as of [asViewer, asRevealer, call]) {
      const { list } = await as(LOG.list, {});
      expect(list?.map((row) => [row['data_field'], row['before'], row['masked']]).toSorted()).toEqual([
        ['card_no', '11***2X', '1'],
        ['phone', '13***01', '1'],
      ]);
    }
    const { list } = await call(LOG.list, {});
    const id = Number(list?.find((row) => row['data_field'] === 'phone')?.['id']);
    const before = await revealed();
    expect(await asRevealer(revealSensitive, { id })).toMatchObject({ before: '13800000001', after: '13900000002' });
    expect(await revealed()).toBe(before + 1);
  });

  it('is shown in part where records are called by it, and is not found by it either', async () => {
    const { publish } = createDesigning(call);
    await publish(courier({ kind: 'string', maxLength: 20, label: labelled('Phone') }));
    const couriers = resourceEndpoints(courier(PHONE).declaration);
    const plain = (await call(couriers.add, { title: 'Plain', phone: '13700000003' }))?.id ?? 0;
    await call(couriers.remove, { ids: [plain] });
    await publish(courier(PHONE));
    const personal = (await call(couriers.add, { title: 'Personal', phone: '13600000004' }))?.id ?? 0;
    await call(couriers.remove, { ids: [personal] });
    const shown = async (id: number, number: string) => {
      const { list } = await call(BIN.list, {});
      const { versions } = await call(recordHistory, { resource: 'courier', id });
      const { set, records } = await call(changeSetInfo, { id: versions[0]?.set.id ?? 0, page: 1 });
      const plan = await call(planChanges, { sets: [set.id] });
      return {
        deleted: list?.find((row) => row['record_id'] === id)?.['title'],
        history: versions.map(({ title }) => title),
        set: set.title,
        records: records.map(({ title }) => title),
        planned: plan.steps.map(({ title }) => title),
        found: (await call(BIN.list, { quickSearch: number })).list?.length,
      };
    };
    expect(await shown(plain, '13700000003')).toEqual({ ...calledBy('13***03'), planned: ['13***03'] });
    expect(await shown(personal, '13600000004')).toEqual({ ...calledBy('13***04'), planned: ['13***04'] });
  });

  it('is shortened where the journal of an older version called records by it, and nothing else of the journal gives way', async () => {
    const { publish } = createDesigning(call);
    const rider: Partial<Resource> = { name: 'rider', table: 'x_rider', controller: 'x.Rider' };
    const riders = ticketDesign({ ...rider, titleField: 'phone' }, { phone: PHONE });
    await publish(ticketDesign(rider, { phone: PHONE }));
    const add = resourceEndpoints(riders.declaration).add;
    await call(add, { title: '13500000005', phone: '13500000005' });
    await call(add, { title: 'Li', phone: '13500000006' });
    const { kysely } = server.database;
    const design = { declaration: riders.declaration };
    await kysely
      .updateTable('section')
      .set({ design: JSON.stringify(design) })
      .where('name', '=', 'rider')
      .execute();
    for (let round = 0; round < 2; round += 1) await namesOfPersons.up(kysely as unknown as Kysely<unknown>);
    const titles = (table: 'record_change' | 'change_set') =>
      kysely.selectFrom(table).select('title').where('resource', '=', 'rider').orderBy('id').execute();
    expect([await titles('record_change'), await titles('change_set')]).toEqual([
      [{ title: '13***05' }, { title: '***' }],
      [{ title: '13***05' }, { title: '***' }],
    ]);
    const rename = kysely.updateTable('record_change').set({ title: 'Another' }).where('resource', '=', 'rider').execute();
    await expect(rename).rejects.toThrow('record_change is append-only');
  });

  it('is known of what was published before anybody remembered it, and of the sections of the program from each start on', async () => {
    const { kysely } = server.database;
    const known = () =>
      kysely
        .selectFrom('personal_column')
        .selectAll()
        .where('resource', 'in', ['ticket', 'member'])
        .orderBy('resource')
        .orderBy('name')
        .execute();
    await kysely.deleteFrom('personal_column').execute();
    // Of what the section says nothing of it cannot be known whose it is.
    expect((await binEntry(asViewer)).image).toMatchObject({ phone: MASKED.phone, card_no: WHOLE.card_no });
    await sql`drop table personal_column`.execute(kysely);
    await personalColumns.up(kysely as unknown as Kysely<unknown>);
    const ofTickets = [
      { resource: 'ticket', name: 'card_no' },
      { resource: 'ticket', name: 'phone' },
    ];
    expect(await known()).toEqual(ofTickets);
    await keepPersonalColumns(kysely, [member]);
    await keepPersonalColumns(kysely, [member]);
    expect(await known()).toEqual([{ resource: 'member', name: 'email' }, { resource: 'member', name: 'mobile' }, ...ofTickets]);
  });
});
