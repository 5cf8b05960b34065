import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseChanges, planErasure } from '#api/contract/changes/change';
import { readLifeWaiting } from '#api/contract/changes/life-figures';
import { approveRequest, declineRequest, listRequests, withdrawRequest } from '#api/contract/changes/life-requests';
import { boardEndpoint, eventEndpoint, lifeEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { guardLives } from '#server/db/sections/guard-lives';
import { sweepRequests } from '#server/features/changes/sweep-changes';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { refusalMessageOf } from '#tests/support/refusals.ts';

const DAY = 86_400;

/** Payments are released by two people, and the amount comes with the release. */
const life: Life = {
  field: 'state',
  chart: {
    id: 'payment',
    initial: 'draft',
    states: {
      draft: { on: { release: { target: 'paid', guard: 'positive' }, shelve: 'shelved' } },
      paid: { on: { reopen: 'draft' }, meta: { holds: ['named'] } },
      shelved: { on: { reopen: 'draft' } },
    },
  },
  events: {
    release: {
      right: 'own',
      second: { days: 7 },
      asks: { comment: 'required', fields: ['amount'] },
      label: { 'zh-cn': '付款', en: 'Release' },
    },
    shelve: { right: 'edit' },
    reopen: { right: 'edit' },
  },
  conditions: { positive: { field: 'amount', is: 'gt', value: 0 }, named: { field: 'title', is: 'filled' } },
  delays: {},
  effects: {},
};

const payment: Resource = {
  name: 'payment',
  controller: 'lab.Payment',
  table: 'lab_payment',
  titleField: 'title',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  label: { 'zh-cn': '付款单', en: 'Payment' },
  fields: {
    id: { kind: 'id' },
    title: { kind: 'string', maxLength: 50 },
    amount: { kind: 'money', initial: null },
    note: { kind: 'string', maxLength: 50 },
    state: { kind: 'select', options: ['draft', 'paid', 'shelved'], initial: 'draft' },
    version: { kind: 'version' },
  },
  life,
};

/** The same of records that everybody sees of themselves alone. */
const claim: Resource = {
  ...payment,
  name: 'claim',
  controller: 'lab.Claim',
  table: 'lab_claim',
  label: { 'zh-cn': '报销单', en: 'Claim' },

  dataLimit: { rule: 'personal', ownerColumn: 'admin_id' },
};

const { add, save, read, remove } = resourceEndpoints(payment);
const { undo, saveMany } = resourceWriteEndpoints(payment);
const nodes = (...rights: readonly string[]): readonly string[] => rights.map((right) => `lab/payment/${right}`);
const OF_CLAIMS = ['index', 'add', 'release', 'releaseApprove'].map((right) => `lab/claim/${right}`);

/** The sentence of a refusal, whichever state the event leads to. */
const saidWithoutState = async (work: Promise<unknown>) => (await refusalMessageOf(work)).replace(/leads to \S+\. C/u, 'leads to paid. C');

describe.each(dealtKinds())('a second person on %s', (kind) => {
  let server: TestServer;
  let [boss, clerk, checker, reader] = ['', '', '', ''];
  const again = async (): Promise<void> => {
    ({ token: boss } = await server.signIn());
  };
  const ask = (token: string, ids: readonly number[], more: object = { amount: '12.00', comment: 'invoice 7' }) =>
    server.call(eventEndpoint(payment, 'release', life.events['release']!), { ids: [...ids], ...more }, { token });
  const event = (token: string, name: string, id: number) =>
    server.call(eventEndpoint(payment, name, life.events[name]!), { ids: [id] }, { token });
  const make = async (row: object = { title: 'Rent' }): Promise<number> => (await server.call(add, { ...row }, { token: boss }))?.id ?? 0;
  const rowOf = async (id: number) => (await server.call(read, { id }, { token: boss })).row;
  const asked = async (token = clerk): Promise<{ id: number; request: number }> => {
    const id = await make();
    return { id, request: (await ask(token, [id])).request! };
  };
  const approve = (token: string, id: number, version?: number) => server.call(approveRequest, { id, version }, { token });
  const stateOf = async (request: number): Promise<string> => {
    const { rows } = await sql<{ state: string }>`select state from life_request where id = ${request}`.execute(server.database.kysely);
    return rows[0]!.state;
  };

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      resources: [payment, claim],
      prepare: async (database) => {
        for (const one of [payment, claim]) await createResourceTable(database, one);
        await database.transaction((trx) => guardLives(trx, [payment, claim]));
        for (const name of [...nodes('index', 'edit', 'add', 'del', 'release', 'releaseApprove'), ...OF_CLAIMS])
          await sql`insert into admin_rule (pid, type, title, name, status, create_time, update_time)
            values (0, 'button', ${name}, ${name}, '1', 0, 0)`.execute(database.kysely);
      },
    });
    await again();
    ({ token: clerk } = await server.addAdmin('clerk', nodes('index', 'edit', 'add', 'del', 'release')));
    ({ token: checker } = await server.addAdmin('checker', nodes('index', 'release', 'releaseApprove')));
    ({ token: reader } = await server.addAdmin('reader', nodes('index', 'edit')));
  });
  afterAll(() => server.close());

  it('approves what the first has sent, with what came with it', async () => {
    const { id, request } = await asked();
    expect(await rowOf(id)).toMatchObject({ state: 'draft', amount: '', version: 1 });
    const { requests } = await server.call(listRequests, {}, { token: checker });
    // The first page of both says how many wait.
    const open = async (token: string) => (await server.call(readLifeWaiting, {}, { token })).requests;
    expect([await open(checker), await open(clerk), await open(reader)]).toEqual([
      { forMe: 1, mine: 0 },
      { forMe: 0, mine: 1 },
      { forMe: 0, mine: 0 },
    ]);
    expect(requests[0]).toMatchObject({
      id: request,
      section: 'Payment',
      recordId: id,
      title: 'Rent',
      event: 'release',
      label: 'Release',
      from: { name: 'draft' },
      state: 'open',
      version: 1,
      comment: 'invoice 7',
      values: [{ name: 'amount', after: '12.00' }],
      changed: [],
      asked: { by: { name: 'clerk' } },
      may: { approve: true, decline: true, withdraw: false },
    });
    const told = await server.call(lifeEndpoint(payment), { id }, { token: checker });
    expect(told.request).toMatchObject({ id: request, label: 'Release', by: 'clerk', mayApprove: true });
    expect(told.offers[0]).toMatchObject({
      event: 'release',
      second: 7,
      unmet: [{ message: expect.stringContaining('clerk has asked for') }],
    });
    const { change, title } = await approve(checker, request, 1);
    expect(title).toBe('Rent');
    expect(await rowOf(id)).toMatchObject({ state: 'paid', amount: '12.00', version: 2 });
    const { steps, request: waiting } = await server.call(lifeEndpoint(payment), { id }, { token: reader });
    expect(waiting).toBeNull();
    expect(steps[0]).toMatchObject({ event: 'release', from: 'draft', to: 'paid', by: 'clerk', second: 'checker', comment: 'invoice 7' });
    const { rows } = await sql`select request.state, request.step_id = step.id as is_step, step.set_id = ${change ?? 0}::bigint as is_set
      from life_request as request join life_step as step on step.record_id = request.record_id and step.event = 'release'
      where request.id = ${request}`.execute(server.database.kysely);
    expect(rows).toEqual([{ state: 'approved', is_step: true, is_set: true }]);
    const list = await server.call(listRequests, { which: 'record', resource: 'payment', recordId: id }, { token: clerk });
    expect(list.requests).toMatchObject([
      { state: 'approved', settled: { by: { name: 'checker' } }, may: { approve: false, withdraw: false } },
    ]);
  });

  it('is never whoever has sent it, also where they may do anything, and never one without the right', async () => {
    const { id, request } = await asked(boss);
    expect((await server.call(lifeEndpoint(payment), { id }, { token: boss })).request).toMatchObject({ id: request, mayApprove: false });
    expect(await refusalMessageOf(approve(boss, request, 1))).toBe('You have sent this yourself: somebody else has to approve it.');
    expect(await refusalMessageOf(server.call(declineRequest, { id: request }, { token: boss }))).toContain('somebody else');
    expect(await refusalMessageOf(approve(clerk, request, 1))).toContain('permission');
    expect((await server.call(listRequests, {}, { token: clerk })).requests).toEqual([]);
    expect((await server.call(listRequests, {}, { token: boss })).requests.map(({ id }) => id)).not.toContain(request);
    const { requests } = await server.call(listRequests, { which: 'record', resource: 'payment', recordId: id }, { token: boss });
    expect(requests.map(({ may }) => may)).toEqual([{ approve: false, decline: false, withdraw: true }]);
    await approve(checker, request, 1);
    expect(await refusalMessageOf(approve(checker, request, 1))).toBe('This request is settled already.');
  });

  it('is waited for in the list, for whoever sees the record and in their words, until it is settled', async () => {
    const [{ id, request }, other] = [await asked(), await make({ title: 'Rent too' })];
    const waiting = async (token: string, language: 'en' | 'zh-cn' = 'en') => {
      const { list = [] } = await server.call(resourceEndpoints(payment).list, {}, { token, language });
      return [id, other].map((one) => list.find((row) => row['id'] === one)?.['open_request']);
    };
    const words = 'clerk has asked for “Release”. It waits for somebody else to approve it.';
    expect([await waiting(clerk), await waiting(reader)]).toEqual([
      [words, undefined],
      [words, undefined],
    ]);
    expect(await waiting(reader, 'zh-cn')).toEqual(['clerk 已发起“付款”，正在等待他人复核。', undefined]);
    const cards = async () => {
      const { columns } = await server.call(boardEndpoint(payment), {}, { token: reader });
      return columns.flatMap((column) => column.cards).filter(({ row }) => row['open_request'] !== undefined);
    };
    expect((await cards()).map(({ id: card, row }) => [card, row['open_request']])).toContainEqual([id, words]);
    // What a remote select is offered are names.
    const { list: options = [] } = await server.call(resourceEndpoints(payment).list, { select: true }, { token: reader });
    expect(options.filter((row) => row['open_request'] !== undefined)).toEqual([]);
    await server.call(declineRequest, { id: request }, { token: checker });
    expect(await waiting(clerk)).toEqual([undefined, undefined]);
    expect((await cards()).map(({ id: card }) => card)).not.toContain(id);
  });

  it('is one who may open the section, and sees the record', async () => {
    const { request } = await asked();
    const { token: outsider } = await server.addAdmin('outsider', nodes('releaseApprove'));
    expect(await refusalMessageOf(approve(outsider, request, 1))).toBe(await refusalMessageOf(approve(outsider, 999_999, 1)));
    expect(await stateOf(request)).toBe('open');
    const claims = resourceEndpoints(claim);
    const [{ token: owner }, { token: other }] = [await server.addAdmin('owner', OF_CLAIMS), await server.addAdmin('other', OF_CLAIMS)];
    const id = (await server.call(claims.add, { title: 'Taxi' }, { token: owner }))?.id ?? 0;
    const release = eventEndpoint(claim, 'release', life.events['release']!);
    await server.call(release, { ids: [id], amount: '3.00', comment: 'receipt' }, { token: owner });
    const told = async (token: string) =>
      (await server.call(listRequests, {}, { token })).requests.filter(({ resource }) => resource === 'claim').map(({ title }) => title);
    expect([await told(other), await told(boss)]).toEqual([[], ['Taxi']]);
    expect((await server.call(readLifeWaiting, {}, { token: other })).requests).toEqual({ forMe: 0, mine: 0 });
  });

  it('cannot be gone round: by a save, a bulk change, a new record, or an undo', async () => {
    const id = await make({ title: 'Rent', amount: '5.00' });
    const byEvent = 'Only “Release” leads to paid. Choose that step.';
    expect(await saidWithoutState(server.call(save, { id, state: 'paid' }, { token: boss }))).toBe(byEvent);
    const born = await saidWithoutState(server.call(add, { title: 'New', amount: '5.00', state: 'paid' }, { token: boss }));
    expect(born).toMatch(/^A new record begins as \S+\. Add it, then choose “Release”, which leads to \S+$/u);
    const unsaid = await server.call(add, { title: 'New', amount: '5.00', state: '' }, { token: boss });
    expect(await rowOf(unsaid?.id ?? 0)).toMatchObject({ state: 'draft' });
    expect(await refusalMessageOf(server.call(save, { id, state: '' }, { token: boss }))).toContain(' to no state, ');
    await expect(server.call(saveMany, { ids: [id], values: { state: 'paid' } }, { token: boss })).rejects.toThrow(
      'cannot take these values',
    );
    const request = (await ask(clerk, [id])).request!;
    const { change } = await approve(checker, request, 1);
    const back = await server.call(undo, { change: change! }, { token: checker });
    expect(await rowOf(id)).toMatchObject({ state: 'draft', amount: '5.00' });
    expect(await refusalMessageOf(server.call(undo, { change: back.change! }, { token: checker }))).toContain('approved by another person');
  });

  it('is asked for nothing that would be refused, once a record, and whole', async () => {
    const id = await make();
    expect(await refusalMessageOf(ask(clerk, [id], { amount: '1.00' }))).not.toBe('');
    expect(await refusalMessageOf(ask(clerk, [id], { comment: 'x' }))).not.toBe('');
    expect(await refusalMessageOf(ask(clerk, [id], { amount: '0', comment: 'x' }))).toContain('above 0');
    expect(await refusalMessageOf(ask(reader, [id]))).toContain('permission');
    const nameless = await make({ title: '' });
    expect(await refusalMessageOf(ask(clerk, [nameless]))).toContain('filled in');
    const other = await make();
    expect(await refusalMessageOf(ask(clerk, [other, nameless]))).not.toBe('');
    const none = await server.call(listRequests, { which: 'record', resource: 'payment', recordId: other }, { token: clerk });
    expect(none.requests).toEqual([]);
    const { count, request } = await ask(clerk, [id, other]);
    expect(count).toBe(2);
    expect(await refusalMessageOf(ask(checker, [id]))).toContain('clerk has asked for “Release”');
    expect(request).toBeGreaterThan(0);
  });

  it('sees what has changed since, and approves what is there now', async () => {
    const id = await make();
    await server.call(save, { id, note: 'early' }, { token: boss });
    const request = (await ask(clerk, [id])).request!;
    await server.call(save, { id, title: 'Rent of May', note: 'late' }, { token: boss });
    expect(await refusalMessageOf(approve(checker, request, 2))).not.toBe('');
    expect(await refusalMessageOf(approve(checker, request))).not.toBe('');
    const { requests } = await server.call(listRequests, {}, { token: checker });
    const mine = requests.find((one) => one.id === request);
    expect(mine?.changed.map(({ name, before, after }) => [name, before, after])).toEqual([
      ['note', 'early', 'late'],
      ['title', 'Rent', 'Rent of May'],
    ]);
    await approve(checker, request, mine!.version!);
    expect(await rowOf(id)).toMatchObject({ state: 'paid', title: 'Rent of May' });
  });

  it('finds the conditions and the right of whoever has sent it judged again', async () => {
    const { id, request } = await asked();
    await server.call(save, { id, title: '' }, { token: boss });
    expect(await refusalMessageOf(approve(checker, request, 2))).toContain('filled in');
    expect(await stateOf(request)).toBe('open');
    await server.call(save, { id, title: 'Rent' }, { token: boss });
    await sql`update admin set status = '0' where username = 'clerk'`.execute(server.database.kysely);
    expect(await refusalMessageOf(approve(checker, request, 3))).toBe('The person who sent this is no longer allowed to do it.');
    await sql`update admin set status = '1' where username = 'clerk'`.execute(server.database.kysely);
    await approve(checker, request, 3);
  });

  it('is overtaken by events and deletions, and can decline; whoever has sent it can withdraw', async () => {
    const [first, second, third, fourth] = [await asked(), await asked(), await asked(), await asked()];
    await event(boss, 'shelve', first.id);
    await server.call(remove, { ids: [second.id] }, { token: boss });
    expect([await stateOf(first.request), await stateOf(second.request)]).toEqual(['overtaken', 'overtaken']);
    expect(await refusalMessageOf(approve(checker, first.request, 2))).toContain('moved on');
    // Of a record that is out of sight others hear what they hear of a request that never was; who has sent it hears what became of it.
    expect(await refusalMessageOf(approve(checker, second.request, 1))).toBe(await refusalMessageOf(approve(checker, 999_999, 1)));
    expect(await refusalMessageOf(server.call(withdrawRequest, { id: second.request }, { token: clerk }))).toContain('moved on');
    await server.call(declineRequest, { id: third.request, comment: 'no' }, { token: checker });
    expect(await refusalMessageOf(server.call(withdrawRequest, { id: fourth.request }, { token: checker }))).toContain('Only the person');
    await server.call(withdrawRequest, { id: fourth.request }, { token: clerk });
    expect([await stateOf(third.request), await stateOf(fourth.request)]).toEqual(['declined', 'withdrawn']);
    const { requests } = await server.call(listRequests, { which: 'mine' }, { token: clerk });
    expect(requests.find(({ id }) => id === third.request)?.settled).toMatchObject({ by: { name: 'checker' }, comment: 'no' });
    // Then it can be asked for anew.
    expect((await ask(clerk, [third.id])).request).toBeGreaterThan(third.request);
  });

  it('comes once of two at a time', async () => {
    const { request } = await asked();
    const results = await Promise.allSettled([
      approve(checker, request, 1),
      approve(checker, request, 1),
      server.call(withdrawRequest, { id: request }, { token: clerk }),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('does not wait any longer for a request whose values are erased with the history of its record', async () => {
    const { id, request: declined } = await asked();
    await server.call(declineRequest, { id: declined, comment: 'Ask Mr Lin first' }, { token: checker });
    const request = (await ask(clerk, [id])).request!;
    expect(await server.call(planErasure, { resource: 'payment', id }, { token: boss })).toMatchObject({ requests: 1 });
    const settled = await asked();
    await approve(checker, settled.request, 1);
    await server.call(eraseChanges, { resource: 'payment', id, title: 'Rent' }, { token: boss });
    await server.call(eraseChanges, { resource: 'payment', id: settled.id, title: 'Rent' }, { token: boss });
    // What somebody wrote to a step or a request may name anybody.
    const { rows: left } = await sql<{
      said: string;
    }>`select comment as said from life_step where record_id in (${id}, ${settled.id}) and comment <> ''
      union all select comment || settled_comment || "values"::text from life_request where record_id in (${id}, ${settled.id})`.execute(
      server.database.kysely,
    );
    expect(left).toEqual([{ said: '{}' }, { said: '{}' }, { said: '{}' }]);
    expect(await stateOf(settled.request)).toBe('approved');
    expect(await server.call(planErasure, { resource: 'payment', id: settled.id }, { token: boss }).catch(() => 'gone')).toBe('gone');
    expect(await stateOf(request)).toBe('overtaken');
    expect(await refusalMessageOf(approve(checker, request))).toBe('The record has moved on since, so there is nothing left to approve.');
    expect((await ask(clerk, [id])).request).toBeGreaterThan(request);
  });

  it('comes in time, or not at all', async () => {
    const { id, request } = await asked();
    server.clock.advanceSeconds(7 * DAY);
    await again();
    ({ token: clerk } = await server.signIn('clerk'));
    ({ token: checker } = await server.signIn('checker'));
    expect((await server.call(lifeEndpoint(payment), { id }, { token: clerk })).request).toBeNull();
    // Before any sweep has said so.
    expect((await server.call(listRequests, {}, { token: checker })).requests).toEqual([]);
    const list = await server.call(listRequests, { which: 'record', resource: 'payment', recordId: id }, { token: checker });
    expect(list.requests).toMatchObject([{ id: request, state: 'expired', may: { approve: false, decline: false, withdraw: false } }]);
    expect(await refusalMessageOf(server.call(withdrawRequest, { id: request }, { token: clerk }))).toBe(
      'The request has expired. It has to be sent again.',
    );
    await sweepRequests(server.ports);
    expect(await stateOf(request)).toBe('expired');
    expect((await ask(clerk, [id])).request).toBeGreaterThan(request);
  });
});
