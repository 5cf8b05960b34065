import { textOrEmpty } from '#domain/base/plain-value';
import { sql, type Kysely } from 'kysely';
import type { readDashboard, saveDashboard } from '#api/contract/shell/dashboard';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { listQuery } from '#api/contract/table/resource-endpoints';
import { CHANGE_ACTIONS } from '#domain/changes/change';
import { knownLayout } from '#domain/shell/dashboard-layout';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { Resources } from '../../resources/registry.ts';
import { titlesFor, type NamingPorts } from '../base/call-titles.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { may, mayListOf } from '../../resources/access/permissions.ts';
import { lockOwnAccount } from '../../resources/access/own-account.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import { localText } from '#domain/base/zone-time';
import type { ChangeCount, ChangeFigures } from './change-figures.ts';
import { subjectsOfChanges } from './subjects-of-changes.ts';
import { beforeTrend, type TrendDays, daysUntil, placeAmong, TREND_DAYS, trendOf } from './trend-days.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'messages'>;
export type DashboardReply = OutputOf<typeof readDashboard>;
type Changes = NonNullable<DashboardReply['changes']>;
type Waiting = NonNullable<DashboardReply['waiting']>;

/** On sale with no more than so many pieces is a warning. */
const LOW_STOCK = 10;
const CATEGORIES = 8;
/** Long enough to put another token in its place. */
const TOKEN_NOTICE_SECONDS = 14 * 86_400;
const LAST_ROWS = 6;

const count = sql<number>`count(*)::integer`;

/** The figures of the first page: only of sections whose list the caller may open, and only of records they may see there. */
export async function readFigures(
  ports: Ports,
  { resources, changes: figures }: { readonly resources: Resources; readonly changes: ChangeFigures },
  remark: string,
  caller: AdminCaller,
): Promise<DashboardReply> {
  const { kysely } = ports.database;
  const { timeZone } = await readSiteSettings(kysely);
  const now = nowSeconds(ports);
  const days = daysUntil(now, timeZone);
  const maySeeMembers = may(caller, 'user/user/index');
  const goods = may(caller, 'goods/goods/index') ? await countGoods(kysely) : null;
  const changes = await changesByDay(figures, openTo(resources, caller), days, timeZone);
  return {
    remark,
    goods: goods && (await goodsFigures(kysely, goods.on, days)),
    members: maySeeMembers ? await memberFigures(kysely, days) : null,
    answers: may(caller, 'chat/usage/index') ? await answerFigures(kysely, days, timeZone) : null,
    waiting: await waitingFor(kysely, caller, goods, { now, timeZone }),
    sign_ins: maySeeMembers
      ? { members: await lastMembers(kysely), admins: caller.grants.isSuper ? await lastAdmins(kysely) : null }
      : null,
    changes: changes.shown,
    changes_before: changes.before,
    recent: await lastChanges(ports, resources, caller),
    actions: await lastActions({ ...ports, resources }, caller),
    layout: await layoutOf(kysely, caller),
  };
}

/** Keeps how somebody has arranged the page; what this version does not know is left out. */
export async function keepLayout(ports: Ports, layout: ParsedInputOf<typeof saveDashboard>, caller: AdminCaller): Promise<void> {
  const content = JSON.stringify(knownLayout(layout));
  const update_time = nowSeconds(ports);
  await ports.database.transaction(async (trx) => {
    await lockOwnAccount(trx, caller);
    await trx
      .insertInto('dashboard_layout')
      .values({ admin_id: caller.id, content, update_time })
      .onConflict((on) => on.column('admin_id').doUpdateSet({ content, update_time }))
      .execute();
  });
}

async function layoutOf(kysely: Kysely<Tables>, caller: AdminCaller): Promise<DashboardReply['layout']> {
  const row = await kysely.selectFrom('dashboard_layout').select('content').where('admin_id', '=', caller.id).executeTakeFirst();
  if (!row) return null;
  const { order, hidden, favourites } = knownLayout(row.content);
  return { order: [...order], hidden: [...hidden], favourites: [...favourites] };
}

/** The row of an account that was deleted stays for its ledgers, and is nobody's. */
const isNoEnded = sql<boolean>`username <> 'deleted-' || id`;

/** Rows of a table by the day on which they came to be. */
async function cameByDay(kysely: Kysely<Tables>, table: 'goods' | 'member', days: TrendDays) {
  const rows = await kysely
    .selectFrom(table)
    .select([placeAmong(days.starts, 'create_time').as('place'), count.as('count')])
    .where('create_time', '>=', days.starts[0] ?? 0)
    .$if(table === 'member', (members) => members.where(isNoEnded))
    .groupBy('place')
    .execute();
  return trendOf(rows, days);
}

/** Resources whose records the caller may all see. */
const openTo = (resources: Resources, caller: AdminCaller): string[] =>
  resources
    .all()
    .filter(({ resource }) => mayListOf(resource, caller) && (caller.grants.isSuper || !resource.dataLimit))
    .map(({ resource }) => resource.name);

interface GoodsCounts {
  readonly on: number;
  readonly draft: number;
  readonly low: number;
  readonly soldOut: number;
}

/** All that is counted of goods as they are, in one look at the table. */
const countGoods = (kysely: Kysely<Tables>): Promise<GoodsCounts> =>
  kysely
    .selectFrom('goods')
    .select([
      sql<number>`(count(*) filter (where status = 'on'))::integer`.as('on'),
      sql<number>`(count(*) filter (where status = 'draft'))::integer`.as('draft'),
      sql<number>`(count(*) filter (where status = 'on' and stock between 1 and ${LOW_STOCK}))::integer`.as('low'),
      sql<number>`(count(*) filter (where stock = 0))::integer`.as('soldOut'),
    ])
    .executeTakeFirstOrThrow();

async function goodsFigures(kysely: Kysely<Tables>, on: number, days: TrendDays): Promise<DashboardReply['goods']> {
  const categories = await kysely
    .selectFrom('goods')
    .innerJoin('goods_category as category', 'category.id', 'goods.category_id')
    .select(['category.id', 'category.name', 'category.name_en', count.as('count')])
    .groupBy(['category.id', 'category.name', 'category.name_en'])
    .orderBy('count', 'desc')
    .orderBy('category.id')
    .limit(CATEGORIES)
    .execute();
  return { on, low_limit: LOW_STOCK, ...(await cameByDay(kysely, 'goods', days)), categories };
}

async function memberFigures(kysely: Kysely<Tables>, days: TrendDays): Promise<DashboardReply['members']> {
  const figures = await kysely.selectFrom('member').select(count.as('total')).where(isNoEnded).executeTakeFirstOrThrow();
  return { ...figures, ...(await cameByDay(kysely, 'member', days)) };
}

/** Usage is kept by the site's day already. */
async function answerFigures(kysely: Kysely<Tables>, days: TrendDays, timeZone: string): Promise<DashboardReply['answers']> {
  const names = days.starts.map((day) => localText(day, timeZone).slice(0, 10));
  const rows = await kysely
    .selectFrom('chat_usage')
    .select([sql<string>`day::text`.as('day'), sql<number>`sum(answers)::integer`.as('count')])
    .where('day', '>=', names[0] ?? '')
    .groupBy('day')
    .execute();
  return trendOf(
    rows.map((row) => ({ place: names.indexOf(row.day) + 1, count: row.count })),
    days,
  );
}

/** What there is to do in the lists that the caller may open. */
async function waitingFor(kysely: Kysely<Tables>, caller: AdminCaller, goods: GoodsCounts | null, clock: SiteClock): Promise<Waiting> {
  const rowsIn = async (table: 'outbox_message' | 'problem_report' | 'chat_feedback', status: string): Promise<number> => {
    const inStatus = sql<boolean>`${sql.ref('status')} = ${status}`;
    return (await kysely.selectFrom(table).select(count.as('count')).where(inStatus).executeTakeFirstOrThrow()).count;
  };
  const waiting: Waiting = goods
    ? [
        { kind: 'goodsSoldOut', count: goods.soldOut },
        { kind: 'goodsLow', count: goods.low },
        { kind: 'goodsDraft', count: goods.draft },
      ]
    : [];
  if (may(caller, 'routine/outbox/index')) waiting.push({ kind: 'mailFailed', count: await rowsIn('outbox_message', 'failed') });
  if (may(caller, 'routine/problemReport/index')) waiting.push({ kind: 'reportsNew', count: await rowsIn('problem_report', 'new') });
  if (may(caller, 'chat/feedback/index')) waiting.push({ kind: 'feedbackOpen', count: await rowsIn('chat_feedback', 'open') });
  if (may(caller, 'auth/apiToken/index')) waiting.push(await tokensEnding(kysely, caller, clock));
  return waiting.filter((one) => one.count > 0);
}

interface SiteClock {
  readonly now: number;
  readonly timeZone: string;
}

/** Tokens of the caller, or of everybody for super administrators, that open doors today and soon will not. */
async function tokensEnding(kysely: Kysely<Tables>, caller: AdminCaller, { now, timeZone }: SiteClock): Promise<Waiting[number]> {
  const until = now + TOKEN_NOTICE_SECONDS;
  const { count: ending } = await kysely
    .selectFrom('api_token')
    .select(count.as('count'))
    .where('status', '=', '1')
    .where('end_time', '>=', now)
    .where('end_time', '<=', until)
    .$if(!caller.grants.isSuper, (own) => own.where('admin_id', '=', caller.id))
    .executeTakeFirstOrThrow();
  return { kind: 'tokensEnding', count: ending, period: `${localText(now, timeZone)},${localText(until, timeZone)}` };
}

type People = NonNullable<DashboardReply['sign_ins']>['members'];

async function lastMembers(kysely: Kysely<Tables>): Promise<People> {
  const rows = await kysely
    .selectFrom('member')
    .select(['id', 'nickname', 'username', 'last_login_time'])
    .where('last_login_time', 'is not', null)
    .orderBy('last_login_time', 'desc')
    .limit(LAST_ROWS)
    .execute();
  return rows.map(personOf);
}

async function lastAdmins(kysely: Kysely<Tables>): Promise<People> {
  const rows = await kysely
    .selectFrom('admin')
    .select(['id', 'nickname', 'username', 'last_login_time'])
    .where('last_login_time', 'is not', null)
    .orderBy('last_login_time', 'desc')
    .limit(LAST_ROWS)
    .execute();
  return rows.map(personOf);
}

const personOf = (row: {
  readonly id: number;
  readonly nickname: string;
  readonly username: string;
  readonly last_login_time: number | null;
}) => ({
  id: row.id,
  name: row.nickname || row.username,
  at: row.last_login_time ?? 0,
});

async function changesByDay(figures: ChangeFigures, names: readonly string[], days: TrendDays, timeZone: string) {
  const seen = new Set(names);
  const counted = names.length === 0 ? [] : await figures.byDay(days.starts);
  const of = (counts: readonly ChangeCount[] = [], kind?: string): number =>
    counts.filter((one) => seen.has(one.resource) && (kind === undefined || one.kind === kind)).reduce((sum, one) => sum + one.count, 0);
  const shown: Changes = days.starts.slice(TREND_DAYS).map((start, index) => {
    const counts = counted[TREND_DAYS + index];
    return {
      day: localText(start, timeZone).slice(0, 10),
      created: of(counts, 'created'),
      changed: of(counts, 'changed'),
      deleted: of(counts, 'deleted'),
    };
  });
  return {
    shown,
    before: beforeTrend(
      counted.map((counts) => of(counts)),
      days,
    ),
  };
}

/** The newest lines of the timeline, as its list shows them to the caller. */
async function lastChanges({ database }: Ports, resources: Resources, caller: AdminCaller): Promise<DashboardReply['recent']> {
  const timeline = resources.get('changeSet');
  if (!timeline || !mayListOf(timeline.resource, caller)) return null;
  const { list = [] } = await timeline.list(listQuery.parse({ limit: LAST_ROWS }), caller);
  const told = list.map((row) => ({
    id: Number(row['id']),
    at: Number(row['at']),
    actor_name: textOrEmpty(row['actor_name']),
    resource: textOrEmpty(row['resource']),
    title: textOrEmpty(row['title']),
    records: Number(row['records']),
    action: CHANGE_ACTIONS.find((action) => action === row['action']) ?? null,
  }));
  const subjects = await subjectsOfChanges(database.kysely, resources, told, caller);
  return told.map((change) => ({ ...change, subject: subjects.get(change.id) ?? '' }));
}

async function lastActions(ports: NamingPorts, caller: AdminCaller): Promise<DashboardReply['actions']> {
  const actions = await ports.database.kysely
    .selectFrom('admin_log')
    .select(['id', 'title', 'url', 'create_time as at'])
    .where('admin_id', '=', caller.id)
    .orderBy('id', 'desc')
    .limit(LAST_ROWS)
    .execute();
  return titlesFor(ports, caller.client.language, actions);
}
