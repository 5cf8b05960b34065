import { sql, type Kysely } from 'kysely';
import type { readDashboard } from '#api/contract/shell/dashboard';
import type { OutputOf } from '#api/contract/base/endpoint';
import { pagePathOf } from '#domain/table/resource';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { Resources } from '../../resources/registry.ts';
import { titlesFor } from '../base/admin-log.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { may } from '../../resources/access/permissions.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import { localText, unixSecondsOf } from '#domain/base/zone-time';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'messages'>;
export type Dashboard = OutputOf<typeof readDashboard>;
type Changes = NonNullable<Dashboard['changes']>;

/** On sale with no more than so many pieces is a warning. */
const LOW_STOCK = 10;
const CATEGORIES = 8;
const CHANGE_DAYS = 14;
const JOIN_DAYS = 7;
const LAST_ROWS = 6;
const DAY_SECONDS = 86_400;

const count = sql<number>`count(*)::integer`;

/** The figures of the first page: only of sections whose list the caller may open, and only of records they may see there. */
export async function readFigures(ports: Ports, resources: Resources, remark: string, caller: AdminCaller): Promise<Dashboard> {
  const { kysely } = ports.database;
  const { timeZone } = await readSiteSettings(kysely);
  const now = nowSeconds(ports);
  const maySeeMembers = may(caller, 'user/user/index');
  return {
    remark,
    goods: may(caller, 'goods/goods/index') ? await goodsFigures(kysely) : null,
    members: maySeeMembers ? await memberFigures(kysely, dayStart(now - (JOIN_DAYS - 1) * DAY_SECONDS, timeZone), timeZone) : null,
    sign_ins: maySeeMembers
      ? { members: await lastMembers(kysely), admins: caller.grants.isSuper ? await lastAdmins(kysely) : null }
      : null,
    changes: await changesByDay(kysely, openTo(resources, caller), now, timeZone),
    actions: await lastActions(ports, caller),
  };
}

/** Midnight of the day in the site's time. */
const dayStart = (seconds: number, timeZone: string): number =>
  unixSecondsOf(localText(seconds, timeZone).slice(0, 10), timeZone) ?? seconds;

/** Resources whose records the caller may all see. */
const openTo = (resources: Resources, caller: AdminCaller): string[] =>
  resources
    .all()
    .filter(({ resource }) => may(caller, `${pagePathOf(resource)}/index`) && (caller.grants.isSuper || !resource.dataLimit))
    .map(({ resource }) => resource.name);

async function goodsFigures(kysely: Kysely<Tables>): Promise<Dashboard['goods']> {
  const figures = await kysely
    .selectFrom('goods')
    .select([
      sql<number>`(count(*) filter (where status = 'draft'))::integer`.as('draft'),
      sql<number>`(count(*) filter (where status = 'on'))::integer`.as('on'),
      sql<number>`(count(*) filter (where status = 'off'))::integer`.as('off'),
      sql<number>`(count(*) filter (where status = 'on' and stock between 1 and ${LOW_STOCK}))::integer`.as('low'),
      sql<number>`(count(*) filter (where stock = 0))::integer`.as('sold_out'),
    ])
    .executeTakeFirstOrThrow();
  const categories = await kysely
    .selectFrom('goods')
    .innerJoin('goods_category as category', 'category.id', 'goods.category_id')
    .select(['category.id', 'category.name', 'category.name_en', count.as('count')])
    .groupBy(['category.id', 'category.name', 'category.name_en'])
    .orderBy('count', 'desc')
    .orderBy('category.id')
    .limit(CATEGORIES)
    .execute();
  return { ...figures, low_limit: LOW_STOCK, categories };
}

async function memberFigures(kysely: Kysely<Tables>, since: number, timeZone: string): Promise<Dashboard['members']> {
  const figures = await kysely
    .selectFrom('member')
    .select([count.as('total'), sql<number>`(count(*) filter (where create_time >= ${since}))::integer`.as('joined')])
    .executeTakeFirstOrThrow();
  return { ...figures, since: localText(since, timeZone) };
}

type People = NonNullable<Dashboard['sign_ins']>['members'];

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

async function changesByDay(kysely: Kysely<Tables>, names: readonly string[], now: number, timeZone: string): Promise<Changes> {
  // Days may be 23 or 25 hours long; noon of each is in it all the same.
  const noon = dayStart(now, timeZone) + DAY_SECONDS / 2;
  const starts = Array.from({ length: CHANGE_DAYS }, (_, index) => dayStart(noon - (CHANGE_DAYS - 1 - index) * DAY_SECONDS, timeZone));
  const rows =
    names.length === 0
      ? []
      : await kysely
          .selectFrom('record_change')
          .select([
            sql<number>`width_bucket(at, array[${sql.join(starts.map((start) => sql`${start}::bigint`))}])`.as('place'),
            'kind',
            count.as('count'),
          ])
          .where('at', '>=', starts[0] ?? 0)
          .where('resource', 'in', names)
          .groupBy(['place', 'kind'])
          .execute();
  return starts.map((start, index) => {
    const of = (kind: string): number => rows.find((row) => row.place === index + 1 && row.kind === kind)?.count ?? 0;
    return { day: localText(start, timeZone).slice(0, 10), created: of('created'), changed: of('changed'), deleted: of('deleted') };
  });
}

async function lastActions(ports: Ports, caller: AdminCaller): Promise<Dashboard['actions']> {
  const actions = await ports.database.kysely
    .selectFrom('admin_log')
    .select(['id', 'title', 'url', 'create_time as at'])
    .where('admin_id', '=', caller.id)
    .orderBy('id', 'desc')
    .limit(LAST_ROWS)
    .execute();
  return titlesFor(ports, caller.client.language, actions);
}
