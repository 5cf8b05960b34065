import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeRecord } from '#api/contract/table/record-codec';
import { eventEndpoint, lifeEndpoint, placeEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { FailureError } from '#domain/base/failure';
import type { AnyRecord } from '#domain/fields/field';
import { arrowId, type ArrowPlace } from '#domain/life/drawing/life-parts';
import { edgesOf } from '#domain/life/life-check';
import { waysFrom, type Life } from '#domain/life/life';
import { unmet, type Facts } from '#domain/life/unmet';
import type { Resource } from '#domain/table/resource';
import { shippedResource } from '#server/base/shipped-resources';
import { noteBorn } from '#server/resources/life/life-steps';
import { dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

type Values = Readonly<Record<string, unknown>>;

const TEXT = { title: 'Told', body: '<p>Told</p>' };

/**
 * How a record of each section comes to be, and what it is set to by turns, column by column: so that every condition holds once and does not
 * hold once. What the program alone sends, and what a time does, is tried in tests of their own.
 */
const SECTIONS: Readonly<Record<string, { readonly row: Values; readonly turns: readonly Readonly<Record<string, string>>[] }>> = {
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
};

const MOMENTS = { EARLIER: -3600, LATER: 3600, LAST: 7200 } as const;

const at = (value: string, nowSeconds: number): string =>
  value.replace(/^(?:EARLIER|LATER|LAST)$/u, (moment) => String(nowSeconds + MOMENTS[moment as keyof typeof MOMENTS]));

/** Where an event leads by the life as it is written down, and along which arrow; null where it may not. */
function reference({ check }: Pick<Resource, 'check'>, life: Life, state: string, event: string, record: AnyRecord, nowSeconds: number) {
  const facts = (values: AnyRecord): Facts => ({
    values,
    nowSeconds,
    caller: { id: 1, groups: [1], isOwner: true },
    senders: {},
    sinceSeconds: nowSeconds,
    clock: { hour: 8, weekday: 1 },
  });
  const holds = (name: string, values: AnyRecord): boolean => unmet(life, { name }, facts(values)).length === 0;
  const ways = waysFrom(life, state, 'on', event);
  const index = ways.findIndex(({ guard }) => guard === undefined || holds(guard, record));
  const way = ways[index];
  if (!way) return null;
  const to = way.target ?? state;
  const set = (way.actions ?? []).flatMap((name) => {
    const effect = life.effects[name];
    if (!effect || !('set' in effect)) return [];
    return [[effect.set, 'value' in effect.to ? effect.to.value : nowSeconds] as const];
  });
  const after = { ...record, [life.field]: to, ...Object.fromEntries(set) };
  // What a section asks of all its records is asked of the record as it would be.
  const isFit = Object.keys(check?.(after) ?? {}).length === 0;
  return isFit && (life.chart.states[to]?.meta?.holds ?? []).every((name) => holds(name, after)) ? { to, index } : null;
}

/** Each of them walks some hundred ways; two in the short form, all of them in the long one. */
const WALKED = effort(Object.keys(SECTIONS).slice(0, 2), Object.keys(SECTIONS));

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

  it.each(WALKED)('%s goes along every arrow that a person may take, and no other way', async (name) => {
    const { row, turns } = SECTIONS[name]!;
    const resource = shippedResource(name);
    const life = resource.life!;
    const events = Object.entries(life.events).filter(([, { right }]) => right !== 'none');
    const id = await added(resource, row);
    const { kysely } = server.database;
    const nowSeconds = Math.floor(server.clock.nowMs() / 1000);
    const state = async () => (await call(lifeEndpoint(resource), { id })).state;
    const walked = new Set<string>();
    const set: Record<string, string> = {};
    for (const turn of turns) {
      Object.assign(set, turn);
      for (const from of Object.keys(life.chart.states))
        for (const [event, declared] of events) {
          if ((await state()) !== from) await call(placeEndpoint(resource), { ids: [id], state: from, comment: 'to be tried' });
          const columns = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${sql.raw(at(value, nowSeconds))}`);
          if (columns.length > 0) await sql`update ${sql.table(resource.table)} set ${sql.join(columns)} where id = ${id}`.execute(kysely);
          const record = decodeRecord(resource.fields, (await call(resourceEndpoints(resource).read, { id })).row).values;
          const expected = reference(resource, life, from, event, record, nowSeconds);
          const comment = declared.asks?.comment === 'required' ? { comment: 'because' } : {};
          const refusal = await call(eventEndpoint(resource, event, declared), { ids: [id], ...comment }).then(
            () => null,
            (error: unknown) => error,
          );
          const told = { from, event, set, to: await state(), isRefused: refusal instanceof FailureError };
          expect(told).toEqual({ from, event, set, to: expected?.to ?? from, isRefused: expected === null });
          if (expected) walked.add(arrowId({ from, by: 'on', name: event, index: expected.index }));
        }
    }
    const open = edgesOf(life).filter(({ by, name: event }) => by === 'on' && life.events[event]?.right !== 'none');
    expect([...walked].toSorted()).toEqual(open.map((edge: ArrowPlace) => arrowId(edge)).toSorted());
  });
});
