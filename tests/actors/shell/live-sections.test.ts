import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { waitFor } from 'xstate';
import type { Troupe } from '#actors/app/create-app';
import { findResource, knownResources, setLiveResources } from '#actors/base/resource-book';
import { SHIPPED_RESOURCES } from '#tests/support/all-sections.ts';
import { readLive, withOwnTitles } from '#actors/shell/live-sections';
import * as designer from '#api/contract/designer/designer';
import { Secret } from '#domain/base/secret';
import { PLAIN_SHAPE, type SectionDesign } from '#domain/designer/section-design';
import { FailureError, failureOf, type Failure } from '#domain/base/failure';
import type { Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { selectAdminShell } from '#machines/app/app.machine';
import { selectRoute } from '#machines/app/navigation.machine';
import { selectMenuItems, selectTabsRef, type AdminShellRef } from '#machines/shell/admin-shell.machine';
import { selectSection, selectTabs } from '#machines/shell/tabs.machine';
import { selectRecordForm, type CollectionRef } from '#machines/table/collection.selectors';
import { selectRecordFormValues } from '#machines/table/record-form.machine';
import { createTestWorld, startTestApp } from '#tests/support/app.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

const GOODS = '/admin/goods/goods';
const TICKETS = '/admin/x/ticket';
const label = (en: string, zh: string) => ({ en, 'zh-cn': zh });
const TICKET: Resource = {
  name: 'ticket',
  controller: 'x.Ticket',
  table: 'x_ticket',
  titleField: 'title',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'asc' },
  label: label('Tickets', '工单'),
  menu: { under: 'routine', icon: 'el-icon-Tickets', sortOrder: 10 },
  fields: {
    id: { kind: 'id' },
    title: { kind: 'string', maxLength: 40, required: true, search: 'text', label: label('Title', '标题') },
  },
};
const COLOUR: Field = { kind: 'string', maxLength: 20, search: 'text', initial: 'green', label: label('Colour', '颜色') };
const designOf = (fields: Resource['fields'] = {}): SectionDesign => ({
  declaration: { ...TICKET, fields: { ...TICKET.fields, ...fields } },
  shape: PLAIN_SHAPE,
});

const keysOf = (name: string) => Object.keys(findResource(name)?.fields ?? {});

describe('the book of declarations', () => {
  afterAll(() => setLiveResources([]));

  it('knows what was published last beside what is shipped, which nothing replaces', () => {
    const [shipped] = SHIPPED_RESOURCES;
    setLiveResources([TICKET, { ...shipped!, table: 'x_other' }]);
    expect(findResource('ticket')).toBe(TICKET);
    expect(findResource(shipped!.name)).toBe(shipped);
    setLiveResources([]);
    expect(knownResources()).toEqual(SHIPPED_RESOURCES);
  });

  it('leaves out what is told to editors alone, where somebody may not edit', () => {
    setLiveResources([TICKET], ({ name }) => name !== 'admin');
    expect([keysOf('admin').includes('hasFactor'), keysOf('member').includes('hasFactor')]).toEqual([false, true]);
    const shipped = SHIPPED_RESOURCES.find(({ name }) => name === 'admin');
    expect(keysOf('admin')).toEqual(Object.keys(shipped?.fields ?? {}).filter((key) => key !== 'hasFactor'));
    expect(findResource('ticket')).toBe(TICKET);
    setLiveResources([]);
    expect(findResource('admin')).toBe(shipped);
  });
});

describe('the menu item of a published section', () => {
  const item = { id: 1, name: 'x/ticket', title: '工单', icon: '', kind: 'tab', path: TICKETS, children: [] } as const;
  const route = { ...item, url: '', component: 'x' };
  const live = [{ resource: TICKET, revision: 1 }];
  const titles = (title: string, language: string) => {
    const directory = { ...item, id: 2, name: 'routine', title: 'menu.routine', path: '', kind: 'directory', children: [{ ...item, title }] } as const; // prettier-ignore
    const { items, routes } = withOwnTitles({ items: [directory], routes: [{ ...route, title }], nodes: {} }, live, language);
    return [items[0]?.title, items[0]?.children[0]?.title, routes[0]?.title];
  };

  it('speaks the language of the page, and keeps a name that somebody gave it', () => {
    expect(titles('工单', 'en')).toEqual(['menu.routine', 'Tickets', 'Tickets']);
    expect(titles('工单', 'zh-cn')).toEqual(['menu.routine', '工单', '工单']);
    expect(titles('Helpdesk', 'en')).toEqual(['menu.routine', 'Helpdesk', 'Helpdesk']);
  });
});
const http = (status: number): Failure => ({ kind: 'http', status, url: '/admin/ajax/sections' });
const answered = (failure: Failure) =>
  readLive(() => Promise.reject(new FailureError(failure)), new AbortController().signal).catch((error: unknown) => failureOf(error));

describe('the declarations of published sections', () => {
  const refused = { kind: 'rejected', code: 0, message: 'No' } as const;

  it.each([http(404), refused, { ...refused, code: 401 }, { kind: 'malformed', url: '/admin/ajax/sections' } as const])(
    'are none on a server that knows no such call: %j',
    async (failure) => expect(await answered(failure)).toEqual([]),
  );

  it.each([http(500), http(502), http(503), { ...refused, isPassing: true } as const, { kind: 'timeout' } as const])(
    'stay what they were where a server is busy: %j',
    async (failure) => expect(await answered(failure)).toEqual(failure),
  );
});

describe('a section that is published while a back office is open', () => {
  let server: TestServer;
  let token: string;
  let troupe: Troupe;

  beforeAll(async () => {
    server = await createTestServer();
    ({ token } = await server.signIn());
    troupe = startTestApp(createTestWorld({ href: GOODS, fetch: (request) => server.app.fetch(request) }));
    await waitFor(navigation(), (one) => one.matches('settled') && selectRoute(one)?.path === '/admin/login');
    const { adminSession } = troupe.app.getSnapshot().children;
    adminSession!.send({ type: 'session.signInRequested', username: 'admin', password: new Secret(TEST_PASSWORD), keep: true });
    await waitFor(navigation(), (one) => one.matches('settled') && selectRoute(one)?.path === GOODS);
    await loaded(GOODS);
  });
  afterAll(async () => {
    troupe.app.stop();
    setLiveResources([]);
    await server.close();
  });

  const navigation = () => troupe.app.getSnapshot().children.navigation!;
  const shell = () => selectAdminShell(troupe.app.getSnapshot()) as AdminShellRef;
  const section = (path: string): CollectionRef | undefined => {
    const tabs = selectTabsRef(shell().getSnapshot())?.getSnapshot();
    const tab = tabs && selectTabs(tabs).find((one) => one.path === path);
    return tabs && tab && selectSection(tabs, tab);
  };
  async function loaded(path: string): Promise<CollectionRef> {
    await vi.waitFor(() => expect(section(path)?.getSnapshot().context.rows ?? null).not.toBeNull(), { timeout: 10_000 });
    return section(path)!;
  }

  async function publish(design: SectionDesign): Promise<void> {
    const { list } = await server.call(designer.listSections, {}, { token });
    const version = list.find(({ name }) => name === 'ticket')?.version ?? 0;
    const renames = { columns: {}, options: {} };
    const draft = await server.call(designer.saveDraft, { design, renames, version }, { token });
    const { hash } = await server.call(designer.planSection, { name: 'ticket', choices: {} }, { token });
    await server.call(designer.publishSection, { name: 'ticket', version: draft.version, hash, choices: {} }, { token });
  }
  const titlesInMenu = () => selectMenuItems(shell().getSnapshot()).flatMap(({ children }) => children.map(({ title }) => title));

  it('stands in the menu after the next call, and opens', async () => {
    expect(titlesInMenu()).not.toContain('工单');
    await publish(designOf());
    section(GOODS)!.send({ type: 'collection.refreshed' });
    await waitFor(shell(), () => titlesInMenu().includes('工单'));
    navigation().send({ type: 'navigation.requested', to: `${TICKETS}?title=cup`, mode: 'push' });
    const tickets = await loaded(TICKETS);
    expect(tickets.getSnapshot().context).toMatchObject({ rows: [], newRecord: { title: '' }, revision: 1 });
    expect(tickets.getSnapshot().context.query.search).toEqual([{ field: 'title', operator: 'LIKE', value: 'cup' }]);
  });

  it('gives an open form the fields that are new, keeps what was typed, and saves both', async () => {
    const tickets = section(TICKETS)!;
    tickets.send({ type: 'collection.addRequested', key: 'k' });
    const form = selectRecordForm(tickets.getSnapshot())!;
    form.send({ type: 'form.fieldChanged', field: 'title', value: 'Cup is broken' });
    await publish(designOf({ colour: COLOUR }));
    tickets.send({ type: 'collection.refreshed' });
    await waitFor(tickets, ({ context }) => context.revision === 2);
    expect(selectRecordFormValues(form.getSnapshot())).toEqual({ title: 'Cup is broken', colour: 'green' });
    expect(findResource('ticket')?.fields['colour']).toEqual(COLOUR);
    form.send({ type: 'form.submitted' });
    await waitFor(tickets, ({ context }) => context.form === null && context.rows?.length === 1);
    expect(tickets.getSnapshot().context.rows).toEqual([expect.objectContaining({ title: 'Cup is broken', colour: 'green' })]);
  });

  it('lists on without a field that is gone, also where it was searched for', async () => {
    const tickets = section(TICKETS)!;
    tickets.send({ type: 'collection.searched', search: [{ field: 'colour', operator: 'eq', value: 'green' }] });
    await publish(designOf());
    tickets.send({ type: 'collection.refreshed' });
    await waitFor(tickets, ({ context }) => context.revision === 3 && context.rows !== null);
    expect(tickets.getSnapshot().context.query.search).toEqual([]);
    expect(tickets.getSnapshot().context.rows).toEqual([{ id: 1, title: 'Cup is broken' }]);
    expect(tickets.getSnapshot().matches({ list: { browsing: 'ready' } })).toBe(true);
  });

  it('leaves the menu when it is paused', async () => {
    await server.call(designer.pauseSection, { name: 'ticket', isPaused: true }, { token });
    section(GOODS)!.send({ type: 'collection.refreshed' });
    await waitFor(shell(), () => !titlesInMenu().includes('工单'));
    expect(findResource('ticket')).toBeUndefined();
  });
});
