import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeRecord } from '#api/contract/table/record-codec';
import { eventEndpoint, lifeEndpoint, placeEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { FailureError } from '#domain/base/failure';
import type { AnyRecord } from '#domain/fields/field';
import { arrowId, type ArrowPlace } from '#domain/life/drawing/life-parts';
import { edgesOf } from '#domain/life/life-check';
import { waysFrom, type Life, type LifeEvent } from '#domain/life/life';
import { unmet, type Facts } from '#domain/life/unmet';
import { hasCall, type Resource } from '#domain/table/resource';
import { FieldsRefused } from '#server/base/refusal';
import { shippedResource } from '#server/base/shipped-resources';
import { pastLives } from '#server/db/sections/guard-lives';
import { armTimers, isTimed } from '#server/db/sections/life-timers';
import { noteBorn } from '#server/resources/life/life-steps';
import { sendByProgram } from '#server/resources/write/program-event';
import { runTimers } from '#server/resources/write/run-timers';
import { dealtKinds } from '#tests/support/dealt.ts';
import { LifePaths } from '#tests/support/lives/life-paths.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

type Values = Readonly<Record<string, unknown>>;

const TEXT = { title: 'Told', body: '<p>Told</p>' };

interface Section {
  readonly row: Values;
  readonly turns: readonly Readonly<Record<string, string>>[];
  /** What has ended is not put back by anybody: the test puts it back past everything. */
  readonly isFinal?: true;
}

/**
 * How a record of each section comes to be, and what it is set to by turns, column by column: so that every condition holds once and does not
 * hold once. What the program alone sends, and what a time does, is tried in tests of their own.
 */
const SECTIONS: Readonly<Record<string, Section>> = {
  goods: {
    row: { title: 'Cup', category_id: 1, price: '10.00', stock: 1, status: 'draft' },
    turns: [
      { images: `'["/a.png"]'`, price: '1000', publish_time: 'null', end_time: 'null' },
      { images: `'[]'` },
      { images: `'["/a.png"]'`, price: '0' },
      { price: '1000', publish_time: 'LATER', end_time: 'LAST' },
      { publish_time: 'null', end_time: 'EARLIER' },
      { publish_time: 'EARLIER', end_time: 'null' },
    ],
  },
  notice: {
    row: { ...TEXT, status: 'draft' },
    turns: [
      { title_en: `''`, body: `'<p>x</p>'`, publish_time: 'EARLIER', expire_time: 'null' },
      { body: `''` },
      { body: `'<p>x</p>'`, title_en: `'Told'`, body_en: `''` },
      { body_en: `'<p>x</p>'`, publish_time: 'LATER', expire_time: 'LAST' },
      { publish_time: 'null', expire_time: 'EARLIER' },
    ],
  },
  publicPage: {
    row: { ...TEXT, slug: 'told', status: 'draft' },
    turns: [{ title_en: `''`, body: `'<p>x</p>'` }, { body: `''` }, { body: `'<p>x</p>'`, title_en: `'Told'`, body_en: `''` }],
  },
  problemReport: { row: {}, turns: [{}] },
  chatFeedback: { row: {}, turns: [{}] },
  memberDeletion: {
    row: {},
    turns: [
      { remind_time: 'LATER', due_time: 'LAST' },
      { remind_time: 'EARLIER', due_time: 'LAST' },
      { remind_time: 'null', due_time: 'EARLIER' },
    ],
    isFinal: true,
  },
};

/** What the specification and the readings of it name: from, by what, to. An arrow more, less or elsewhere is a mistake. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  goods: ['draft publish on', 'draft takeOff off', 'draft publishTime on', 'on takeOff off', 'on revise draft', 'on revise draft',
    'on endTime off', 'off publish on', 'off revise draft', 'off revise draft'], // prettier-ignore
  notice: ['draft submit review', 'draft publish ready', 'draft publish on', 'review approve ready', 'review approve on', 'review return draft',
    'review withdraw draft', 'ready withdraw draft', 'ready publishNow on', 'ready publishTime on', 'on withdraw draft', 'on expireTime ended',
    'ended withdraw draft', 'ended publish on'], // prettier-ignore
  publicPage: ['draft publish on', 'on unpublish draft'],
  problemReport: ['new see seen', 'new close closed', 'seen close closed', 'seen reopen new', 'closed see seen', 'closed reopen new'],
  chatFeedback: ['open see seen', 'open close closed', 'seen close closed', 'seen reopen open', 'seen saidAgain open', 'closed see seen',
    'closed reopen open', 'closed saidAgain open'], // prettier-ignore
  memberDeletion: ['asked cancel cancelled', 'asked keep cancelled', 'asked end done', 'asked reminder asked', 'asked due done'],
};

const MOMENTS = { EARLIER: -3600, LATER: 3600, LAST: 7200 } as const;

const at = (value: string, nowSeconds: number): string =>
  value.replace(/^(?:EARLIER|LATER|LAST)$/u, (moment) => String(nowSeconds + MOMENTS[moment as keyof typeof MOMENTS]));

interface Tried {
  readonly state: string;
  readonly by: ArrowPlace['by'];
  readonly name: string;
  readonly record: AnyRecord;
  readonly nowSeconds: number;
}

/** Where an event or a time leads by the life as it is written down, and along which arrow: null where no condition holds. */
function reference({ check }: Pick<Resource, 'check'>, life: Life, { state, by, name, record, nowSeconds }: Tried) {
  const facts = (values: AnyRecord): Facts => ({
    values,
    nowSeconds,
    caller: { id: 1, groups: [1], isOwner: true },
    senders: {},
    sinceSeconds: nowSeconds,
    clock: { hour: 8, weekday: 1 },
  });
  const holds = (condition: string, values: AnyRecord): boolean => unmet(life, { name: condition }, facts(values)).length === 0;
  const ways = waysFrom(life, state, by, name);
  const index = ways.findIndex(({ guard }) => guard === undefined || holds(guard, record));
  const way = ways[index];
  if (!way) return null;
  const to = way.target ?? state;
  const set = (way.actions ?? []).flatMap((effectName) => {
    const effect = life.effects[effectName];
    if (!effect || !('set' in effect)) return [];
    return [[effect.set, 'value' in effect.to ? effect.to.value : nowSeconds] as const];
  });
  const after = { ...record, [life.field]: to, ...Object.fromEntries(set) };
  // What a section asks of all its records is asked of the record as it would be.
  const isFit = Object.keys(check?.(after) ?? {}).length === 0;
  const isOpen = isFit && (life.chart.states[to]?.meta?.holds ?? []).every((condition) => holds(condition, after));
  return { to, index, isOpen };
}

/** Where a record has come to when its times are looked at, the earliest first, and along which arrows. */
function settled(
  resource: Resource,
  life: Life,
  tried: Omit<Tried, 'by' | 'name'>,
  /** Times that have stayed in their state: they act once an entry. */
  stayed: readonly string[] = [],
): { readonly to: string; readonly arrows: readonly ArrowPlace[] } {
  const due = Object.keys(life.chart.states[tried.state]?.after ?? {}).flatMap((name) => {
    const delay = life.delays[name]!;
    const at = 'field' in delay ? tried.record[delay.field] : tried.nowSeconds + delay.seconds;
    return typeof at === 'number' && at <= tried.nowSeconds && !stayed.includes(name) ? [{ name, at }] : [];
  });
  for (const { name } of due.toSorted((a, b) => a.at - b.at)) {
    const found = reference(resource, life, { ...tried, by: 'after', name });
    if (!found?.isOpen) continue;
    const isStay = found.to === tried.state;
    const { to, arrows } = settled(resource, life, { ...tried, state: found.to }, isStay ? [...stayed, name] : []);
    return { to, arrows: [{ from: tried.state, by: 'after', name, index: found.index }, ...arrows] };
  }
  return { to: tried.state, arrows: [] };
}

describe.each(dealtKinds())('the lives of shipped sections on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const call: TestServer['call'] = (endpoint, input) => server.call(endpoint, input, { token });
  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  /** Nobody adds reports and what is said of answers: they come from outside. */
  async function added(resource: Resource, row: Values): Promise<number> {
    if (Object.keys(row).length > 0) return (await call(resourceEndpoints(resource).add, row))!.id;
    const { kysely } = server.database;
    const values = { create_time: 1, update_time: 1 } as const;
    const report = { number: 'P-1', area: 'admin', who: 'visitor', admin_id: null, page: '/', sentence: 'x', build: 'b', network: 'n', create_time: 1 } as const; // prettier-ignore
    const feedback = { message_id: null, kind: 'rating', verdict: 'bad', owner_type: 'visitor', owner_id: 1, ...values } as const;
    const { id } =
      resource.name === 'problemReport'
        ? await kysely.insertInto('problem_report').values(report).returning('id').executeTakeFirstOrThrow()
        : resource.name === 'memberDeletion'
          ? // Of nobody: what ends then ends nobody's account.
            await kysely
              .insertInto('member_deletion_request')
              .values({ member_id: 999_999, create_time: 1, due_time: 1, remind_time: null })
              .returning('id')
              .executeTakeFirstOrThrow()
          : await kysely
              .insertInto('chat_feedback')
              .values(feedback as never)
              .returning('id')
              .executeTakeFirstOrThrow();
    await kysely.transaction().execute((trx) => noteBorn(trx, resource, id, 1));
    return id;
  }

  it('names all sections that have one', () => {
    const lived = server.app.resources.all().flatMap(({ context: { resource } }) => (resource.life ? [resource.name] : []));
    expect(lived.toSorted()).toEqual(Object.keys(SECTIONS).toSorted());
  });

  it.each(Object.keys(ARROWS))('%s has the arrows that it is to have', (name) => {
    const edges = edgesOf(shippedResource(name).life!);
    expect(edges.map(({ from, name: by, transition }) => `${from} ${by} ${transition.target ?? from}`)).toEqual(ARROWS[name]);
  });

  it.each(Object.keys(SECTIONS))('%s goes along every arrow, whoever or whatever leads along it, and no other way', async (name) => {
    const { row, turns, isFinal } = SECTIONS[name]!;
    const resource = shippedResource(name);
    const life = resource.life!;
    const { context } = server.app.resources.get(name)!;
    const id = await added(resource, row);
    const { kysely } = server.database;
    const nowSeconds = Math.floor(server.clock.nowMs() / 1000);
    const state = async () => (await call(lifeEndpoint(resource), { id })).state;
    const place = async (to: string) => {
      if ((await state()) === to) return;
      if (!isFinal) await call(placeEndpoint(resource), { ids: [id], state: to, comment: 'to be tried' });
      else
        await kysely.transaction().execute(async (trx) => {
          await pastLives(trx);
          await sql`update ${sql.table(resource.table)} set ${sql.ref(life.field)} = ${to} where id = ${id}`.execute(trx);
          if (isTimed(resource)) await armTimers(trx, resource, [id], nowSeconds);
        });
    };
    const { read, list } = resourceEndpoints(resource);
    const rowOf = async () =>
      hasCall(resource, 'read')
        ? (await call(read, { id })).row
        : ((await call(list, { search: [{ field: 'id', operator: 'eq', val: String(id) }] })).list?.[0] ?? {});
    const stored = async () => decodeRecord(resource.fields, await rowOf()).values;
    const paths = new LifePaths(life);
    const set: Record<string, string> = {};
    const write = async () => {
      const columns = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${sql.raw(at(value, nowSeconds))}`);
      if (columns.length > 0) await sql`update ${sql.table(resource.table)} set ${sql.join(columns)} where id = ${id}`.execute(kysely);
    };
    const send = (event: string, declared: LifeEvent) =>
      declared.right === 'none'
        ? kysely.transaction().execute((trx) => sendByProgram(context, trx, { id, event, nowSeconds }))
        : call(eventEndpoint(resource, event, declared), {
            ids: [id],
            ...(declared.asks?.comment === 'required' && { comment: 'because' }),
          });
    for (const turn of turns) {
      Object.assign(set, turn);
      for (const from of Object.keys(life.chart.states)) {
        for (const [event, declared] of Object.entries(life.events)) {
          // The program sends nothing to a record whose state does not know it.
          if (declared.right === 'none' && waysFrom(life, from, 'on', event).length === 0) continue;
          await place(from);
          await write();
          const tried: Tried = { state: from, by: 'on', name: event, record: await stored(), nowSeconds };
          const expected = reference(resource, life, tried);
          const refusal = await send(event, declared).then(
            () => null,
            (error: unknown) => error,
          );
          const isRefused = refusal instanceof FailureError || refusal instanceof FieldsRefused;
          const told = { from, event, set, to: await state(), isRefused };
          expect(told).toEqual({ from, event, set, to: expected?.isOpen ? expected.to : from, isRefused: !expected?.isOpen });
          paths.tried({ ...tried, from }, expected?.index ?? null, expected?.isOpen ?? false);
        }
        if (!life.chart.states[from]?.after) continue;
        // Its times are those that it has when it comes into the state.
        await place(Object.keys(life.chart.states).find((one) => one !== from)!);
        await write();
        await place(from);
        const { to, arrows } = settled(resource, life, { state: from, record: await stored(), nowSeconds });
        await runTimers(server.ports, () => [context]);
        expect({ from, set, to: await state() }).toEqual({ from, set, to });
        for (const arrow of arrows) paths.gone(arrow);
      }
    }
    paths.record.write('model', `shipped life ${name} ${kind}`);
    expect(paths.arrows()).toEqual(
      edgesOf(life)
        .map((edge: ArrowPlace) => arrowId(edge))
        .toSorted(),
    );
  });
});
