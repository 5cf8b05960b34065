import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pauseSection } from '#api/contract/designer/designer';
import { apiDocument, liveSections } from '#api/contract/designer/live-sections';
import { adminInit } from '#api/contract/session/session';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { listSavedViews, saveView } from '#api/contract/table/saved-view';
import { dataRecycle } from '#sections/data-recycle/data-recycle.resource.ts';
import { sensitiveData } from '#sections/sensitive-data/sensitive-data.resource.ts';
import type { AdminCaller } from '#server/base/caller';
import { createRecordSearch } from '#server/features/chat/built-in/records';
import type { Resource } from '#domain/table/resource';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createDesigning, labelled, TICKET, ticketDesign } from '#tests/support/sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const calls = resourceEndpoints(TICKET);
const searchable = { colour: { kind: 'string', maxLength: 20, search: 'text', sortable: true, label: labelled('Colour') } } as const;
const quick = { title: { kind: 'string', maxLength: 40, required: true, quickSearch: true, label: labelled('Title') } } as const;
const design = ticketDesign({}, { ...quick, ...searchable });
const ORDER = { name: 'order', controller: 'x.Order', table: 'x_order' } as const;
const order = ticketDesign(ORDER, { ticketId: { kind: 'remoteSelect', of: 'ticket', shows: ['colour'], label: labelled('Ticket') } });

/** Calls of the section, by their last word. */
const ofTicket = (paths: readonly string[]) => paths.filter((path) => path.includes('/x.Ticket/')).map((path) => path.split('/').at(-1));

describe.each(dealtKinds())('a section that is published at run time, on %s', (kind) => {
  let server: TestServer;
  let token = '';
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const { draft, plan, publish, read } = createDesigning((...all) => call(...all));
  const pathsOf = async (own: string): Promise<readonly string[]> => {
    const document = (await call(apiDocument, {}, { token: own })) as { readonly paths: Readonly<Record<string, object>> };
    return Object.keys(document.paths);
  };
  const rows = async (statement: string): Promise<readonly Record<string, unknown>[]> =>
    (await sql.raw<Record<string, unknown>>(statement).execute(server.database.kysely)).rows;

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
    await publish(design);
    await call(calls.add, { title: 'Teacup', colour: 'green', size: 's' });
  });
  afterAll(() => server.close());

  it('stands in the API document of those who may use it, call by call, and in no other', async () => {
    const reader = await server.addAdmin('reader', ['x/ticket/index']);
    const clerk = await server.addAdmin('clerk', ['dashboard']);
    const writer = await server.addAdmin('writer', ['x/ticket/index', 'x/ticket/del']);
    expect(ofTicket(await pathsOf(token))).toEqual(expect.arrayContaining(['index', 'add', 'edit', 'del', 'export', 'import', 'bulk']));
    expect(new Set(ofTicket(await pathsOf(reader.token)))).toEqual(new Set(['index', 'export']));
    expect(new Set(ofTicket(await pathsOf(writer.token)))).toEqual(new Set(['index', 'export', 'del', 'undo']));
    expect(ofTicket(await pathsOf(clerk.token))).toEqual([]);
    const open = (await server.request('/api/openapi.json')).body as unknown as { readonly paths: Readonly<Record<string, object>> };
    expect(ofTicket(Object.keys(open.paths))).toEqual([]);
    expect(new Set(await pathsOf(clerk.token))).toEqual(new Set(Object.keys(open.paths)));
  });

  it('is found by the chat for those who may open it', async () => {
    const search = createRecordSearch(server.ports, server.app.resources);
    const asked = async (grants: object) => {
      const client = { language: 'en', ip: '127.0.0.1', userAgent: '' };
      const caller = { kind: 'admin', id: 1, grants, client, tokens: {} } as unknown as AdminCaller;
      return search.find('teacup', { caller });
    };
    expect(await asked({ isSuper: true, groupIds: [], nodes: new Set() })).toEqual({
      title: 'Tickets in which “teacup” is found:',
      table: expect.stringContaining('| 1 | Teacup |'),
      sources: [{ kind: 'record', title: 'Tickets', address: '/admin/x/ticket' }],
    });
    expect(await asked({ isSuper: false, groupIds: [], nodes: new Set() })).toBeNull();
  });

  it('is watched, and its deletions wait, by rules that follow its names, and so do views of its list', async () => {
    const watch = { name: 'Tickets', controller: 'x/Ticket', fields: [{ key: 'colour', value: 'Colour' }], status: '1' };
    await call(resourceEndpoints(sensitiveData).add, watch);
    await call(resourceEndpoints(dataRecycle).add, { name: 'Tickets', controller: 'x/Ticket', status: '1' });
    await call(calls.save, { id: 1, colour: 'red' });
    const doomed = await call(calls.add, { title: 'Old', colour: 'blue', size: 'm' });
    await call(calls.remove, { ids: [doomed?.id ?? 0] });
    expect(await rows("select data_field from sensitive_entry where resource = 'ticket' and data_field = 'colour'")).not.toEqual([]);
    expect(await rows("select record_id from recycle_entry where resource = 'ticket'")).toEqual([{ record_id: doomed?.id }]);

    const view = {
      resource: 'ticket',
      name: 'Mine',
      scope: 'own',
      is_default: true,
      params: { colour: 'red', '2.colour.eq': 'green', size: 's,m', order: 'colour,desc', quickSearch: 'colour' },
      columns: { order: ['colour', 'title'], shown: ['colour'], hidden: [], pinned: ['colour'], widthsPx: { colour: 120 } },
    } as const;
    await call(saveView, {
      ...view,
      params: { ...view.params },
      columns: { ...view.columns, order: ['colour', 'title'], shown: ['colour'], hidden: [], pinned: ['colour'] },
    });
    expect((await call(adminInit, {})).openingViews).toHaveProperty('ticket');

    const renamed = ticketDesign(
      { controller: 'x.Call', table: 'x_call' },
      { ...quick, colour: null, tint: searchable.colour, size: { kind: 'select', options: ['small', 'm', 'l'], label: labelled('Size') } },
    );
    const renames = { columns: { colour: 'tint' }, options: { size: { s: 'small' } } };
    await publish(renamed, renames);
    const [kept] = (await call(listSavedViews, { resource: 'ticket' })).list;
    expect(kept).toMatchObject({
      params: { tint: 'red', '2.tint.eq': 'green', size: 'small,m', order: 'tint,desc', quickSearch: 'colour' },
      columns: { order: ['tint', 'title'], shown: ['tint'], hidden: [], pinned: ['tint'], widthsPx: { tint: 120 } },
    });
    const about = { controller: 'x/Call', controller_as: 'x/call', data_table: 'x_call', resource: 'ticket' };
    expect(
      await rows("select controller, controller_as, data_table, resource, fields from security_sensitive_data where resource = 'ticket'"),
    ).toEqual([{ ...about, fields: [{ key: 'tint', value: 'Colour' }] }]);
    expect(
      await rows("select controller, controller_as, data_table, resource from security_data_recycle where resource = 'ticket'"),
    ).toEqual([about]);
    await call(resourceEndpoints(renamed.declaration).save, { id: 1, tint: 'blue' });
    expect(await rows("select count(*)::int as times from sensitive_entry where resource = 'ticket' and data_field = 'tint'")).toEqual([
      { times: 1 },
    ]);
    await publish(design, { columns: { tint: 'colour' }, options: { size: { small: 's' } } });
    expect((await call(listSavedViews, { resource: 'ticket' })).list[0]).toMatchObject({ params: view.params });
  });

  it('is shown by other sections under its new names, and loses no field that they show', async () => {
    await publish(order);
    const { name } = TICKET;
    await draft(ticketDesign({}, { ...quick, colour: null }));
    await expect(plan(name)).rejects.toThrow('Fields of other sections show what would no longer be there: order.ticketId');
    await publish(ticketDesign({}, { ...quick, colour: null, tint: searchable.colour }), { columns: { colour: 'tint' }, options: {} });
    const found = await read('order');
    expect([found.section.revision, (found.published as typeof order).declaration.fields['ticketId']]).toEqual([
      2,
      { ...order.declaration.fields['ticketId'], shows: ['tint'] },
    ]);
    const orders = resourceEndpoints(order.declaration);
    await call(orders.add, { title: 'One', ticket_id: 1 });
    expect((await call(orders.list, {})).list).toEqual([expect.objectContaining({ ticket: expect.objectContaining({ tint: 'blue' }) })]);
    const { list } = await call(liveSections, { names: 'order' });
    expect(list[0]?.revision).toBe(2);
    await publish(design, { columns: { tint: 'colour' }, options: {} });
  });

  it('does not come back from its pause while what it names does not run', async () => {
    await call(pauseSection, { name: 'order', isPaused: true });
    await expect(call(pauseSection, { name: 'ticket', isPaused: true })).rejects.toThrow('order');
    // As a database from before may have it.
    await server.database.kysely.updateTable('section').set({ state: 'paused' }).where('name', '=', 'ticket').execute();
    await expect(call(pauseSection, { name: 'order', isPaused: false })).rejects.toThrow('paused or gone: ticket');
    await call(pauseSection, { name: 'ticket', isPaused: false });
    await call(pauseSection, { name: 'order', isPaused: false });
    expect((await call(liveSections, { names: '' })).list.map(({ declaration }) => (declaration as Resource).name)).toEqual(
      expect.arrayContaining(['ticket', 'order']),
    );
  });

  it('shows everybody their own records alone where it is limited so', async () => {
    const diary = ticketDesign({
      name: 'diary',
      controller: 'x.Diary',
      table: 'x_diary',
      dataLimit: { rule: 'personal', ownerColumn: 'admin_id' },
    });
    await publish(diary);
    const nodes = ['x/diary', 'x/diary/index', 'x/diary/add', 'x/diary/edit', 'x/diary/del'];
    const [anna, berta] = [await server.addAdmin('anna', nodes), await server.addAdmin('berta', nodes)];
    const own = resourceEndpoints(diary.declaration);
    const hers = await call(own.add, { title: 'Hers' }, { token: anna.token });
    await call(own.add, { title: 'Other' }, { token: berta.token });
    expect((await call(own.list, {}, { token: anna.token })).list?.map(({ title }) => title)).toEqual(['Hers']);
    await expect(call(own.save, { id: hers?.id ?? 0, title: 'Taken' }, { token: berta.token })).rejects.toThrow('does not exist');
    await expect(call(own.remove, { ids: [hers?.id ?? 0] }, { token: berta.token })).rejects.toThrow('does not exist');
    expect((await call(own.list, {})).list).toHaveLength(2);
  });
});
