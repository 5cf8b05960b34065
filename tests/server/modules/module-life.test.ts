import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as store from '#api/contract/modules/modules';
import { planChanges } from '#api/contract/changes/change';
import { eventEndpoint, lifeEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { Resource } from '#domain/table/resource';
import { runTimers } from '#server/resources/write/run-timers';
import { dealtKinds } from '#tests/support/dealt.ts';
import { changedFile, readFile, shelfOf, sourceOf } from '#tests/support/packages.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const SECTION = 'sections/feedbackMessage.json';
const FEEDBACK = sourceOf('feedback');
/** As it was before its messages had a life. */
const FORMER = changedFile(
  changedFile(FEEDBACK, 'module.json', (manifest) => {
    manifest.version = '1.0.0';
    delete manifest.asks.mailPeople;
  }),
  SECTION,
  (file) => {
    delete file.became;
    delete file.declaration.life;
    const label = { 'zh-cn': '状态', en: 'State' };
    const options = ['new', 'open', 'done', 'spam'];
    Object.assign(file.declaration.fields.state, {
      options,
      optionLabels: Object.fromEntries(options.map((one) => [one, label])),
      optionColors: {},
    });
  },
);
const message = readFile(FEEDBACK, SECTION).declaration as Resource;
const { add, list, save } = resourceEndpoints(message);
const DAY = 86_400;

describe.each(dealtKinds())('a module whose records have a life, on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const send = (event: string, id: number, more: object = {}, as = token) =>
    call(eventEndpoint(message, event, message.life!.events[event]!), { ids: [id], ...more }, { token: as });
  async function apply(version: string, act: 'install' | 'update' | 'rollback', records: 'new' | 'kept' = 'new') {
    const wish = { uid: 'feedback', version, act, records } as const;
    const plan = await call(store.planModule, wish);
    await call(store.applyModule, { ...wish, hash: plan.hash, isConsented: true, ticked: [] });
    return plan;
  }
  const states = async () =>
    ((await call(list, {})).list ?? [])
      .map((row) => [row['title'], row['state']])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b)));
  const life = (id: number) => call(lifeEndpoint(message), { id });
  const mails = async () => {
    await server.ports.jobs.runDue();
    await server.ports.jobs.runDue();
    const rows = await server.database.kysely.selectFrom('outbox_message').select(['target', 'subject', 'text']).orderBy('id').execute();
    return rows;
  };
  const write = async (title: string, more: object = {}) =>
    (await call(add, { form_id: 1, title, text: `${title}?`, email: 'a@example.com', ...more }))!.id;

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false, modules: { shelf: await shelfOf(FEEDBACK, FORMER) } });
    ({ token } = await server.signIn());
    await apply('1.0.0', 'install');
  });
  afterAll(() => server.close());

  it('is updated from a version without one: each message is in the state that its own has become', async () => {
    for (const state of ['new', 'open', 'done', 'spam']) await write(state, { state });
    await apply('1.1.0', 'update');
    expect(await states()).toEqual([
      ['done', 'closed'],
      ['new', 'new'],
      ['open', 'new'],
      ['spam', 'spam'],
    ]);
    const rows = (await call(list, {})).list ?? [];
    for (const { id, state } of rows)
      expect((await life(Number(id))).steps.map(({ kind: step, to }) => [step, to])).toEqual([['found', state]]);
    await expect(sql`update m_feedback_message set state = 'closed'`.execute(server.database.kysely)).rejects.toThrow('by its life alone');
  });

  it('answers by mail, for whoever may edit, once; closes what is answered after thirty days; and takes no answer back', async () => {
    const id = await write('Opening hours');
    const clerk = await server.addAdmin('clerk', ['feedback', 'feedback/message', 'feedback/message/index']);
    await expect(send('answer', id, { answer: 'No' }, clerk.token)).rejects.toThrow('do not have permission');
    await expect(send('answer', id)).rejects.toMatchObject({ failure: { fields: { answer: expect.anything() } } });
    const before = (await mails()).length;
    await send('answer', id, { answer: 'From nine to five' });
    const sent = (await mails()).slice(before);
    expect(sent).toMatchObject([{ target: 'a@example.com' }]);
    expect(JSON.stringify(sent)).toContain('From nine to five');
    expect((await life(id)).steps[0]).toMatchObject({ event: 'answer', to: 'answered', mailed: ['Answer to “{{title}}”'] });
    await expect(call(save, { id, state: 'new' })).resolves.toBeDefined();
    await send('answer', id, { answer: 'From ten' });
    const {
      rows: [set],
    } = await sql<{ id: number }>`select max(set_id) as id from life_step where event = 'answer' and record_id = ${id}`.execute(
      server.database.kysely,
    );
    const { refused } = await call(planChanges, { sets: [set!.id], withDependents: false, withoutColumns: false });
    expect(refused).not.toEqual([]);
    const silent = await write('Without address', { email: '' });
    const told = (await mails()).length;
    await send('answer', silent, { answer: 'By telephone' });
    expect([(await life(silent)).state, (await mails()).length]).toEqual(['answered', told]);
    server.clock.advanceSeconds(30 * DAY);
    await runTimers(server.ports, () => server.app.resources.all().map(({ context }) => context));
    ({ token } = await server.signIn());
    expect([(await life(id)).state, (await life(silent)).state]).toEqual(['closed', 'closed']);
    await send('reopen', id);
    await send('markSpam', id);
    expect((await life(id)).state).toBe('spam');
  });

  it('goes back to a version without that state only once no message is in it', async () => {
    const id = await write('Answered');
    await send('answer', id, { answer: 'Yes' });
    const refusals = [];
    for (const language of ['en', 'zh-cn'] as const)
      refusals.push(
        await call(store.planModule, { uid: 'feedback', version: '1.0.0', act: 'rollback', records: 'new' }, { language }).catch(
          (error: unknown) => String(error),
        ),
      );
    const { rows } = await sql<{
      id: number;
    }>`select id from ${sql.table(message.table)} where state in ('answered', 'closed') order by id`.execute(server.database.kysely);
    const ids = rows.map((row) => row.id);
    expect(ids).toContain(id);
    expect(refusals).toEqual([
      `FailureError: ${ids.length} records in Messages have a value in State that version 1.0.0 does not have (Answered, Closed), for example no. ${ids.join(', ')}. Give them another value or delete them, then try again`,
      `FailureError: “留言”中有 ${ids.length} 条记录的“状态”是版本 1.0.0 没有的值（已回复、已关闭），例如编号 ${ids.join(', ')}。请先改为其他值或删除这些记录，再重试`,
    ]);
    await expect(apply('1.0.0', 'rollback')).rejects.toThrow('Answered, Closed');
    expect((await life(id)).state).toBe('answered');
  });

  it('gives records that waited since a version without a life the states that theirs have become', async () => {
    await call(store.removeModule, { uid: 'feedback', records: 'delete', typed: 'feedback' });
    await apply('1.0.0', 'install');
    for (const state of ['open', 'done']) await write(state, { state });
    await call(store.removeModule, { uid: 'feedback', records: 'keep' });
    await apply('1.1.0', 'install', 'kept');
    expect(await states()).toEqual([
      ['done', 'closed'],
      ['open', 'new'],
    ]);
    const id = Number((await call(list, {})).list?.find((row) => row['title'] === 'open')?.['id']);
    await send('close', id);
    await call(store.removeModule, { uid: 'feedback', records: 'keep' });
    await apply('1.1.0', 'install', 'kept');
    expect(await states()).toEqual([
      ['done', 'closed'],
      ['open', 'closed'],
    ]);
    expect((await life(id)).steps.map(({ kind: step, to }) => [step, to])).toEqual([['found', 'closed']]);
  });
});
