import { type Kysely, sql } from 'kysely';

/**
 * What staff do with reports of problems: their state and a note. What a list shows of a journal stands beside it, and the journal in a
 * table of its own, so that nothing but a download reads it. And the section's menu rules, for databases that had their first start before.
 */
export const problemSection = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const text = (name: string, length: number): string => `add column ${name} varchar(${length}) not null default ''`;
const natural = (name: string): string => `add column ${name} bigint not null default 0 check (${name} >= 0)`;

const tables = [
  `create table problem_journal (report_id integer primary key references problem_report (id) on delete cascade, sealed text not null)`,
  'insert into problem_journal (report_id, sealed) select id, sealed_journal from problem_report',
  `alter table problem_report drop column sealed_journal, ${text('reporter', 50)}, ${text('app', 100)}, ${text('language', 10)},
     ${text('useragent', 255)}, ${text('fault_path', 255)}, ${text('fault_error', 500)}, ${natural('entries')}, ${natural('size')},
     add column status varchar(6) not null default 'new' check (status in ('new', 'seen', 'closed')),
     add column note varchar(1000) not null default '', add column version bigint not null default 1 check (version > 0)`,
  // Sealed bytes stand as four letters for three.
  `update problem_report set size = length(sealed) * 3 / 4 from problem_journal where report_id = id`,
  'update problem_report set reporter = admin.username from admin where admin.id = admin_id',
];

/** A new database gets these rows with its first data instead. */
const SEEDED = 'exists (select from admin_group)';
const NOW = 'extract(epoch from now())::bigint';
const NAME = 'routine/problemReport';

const rule = (id: number, pid: number, type: string, name: string, title: string, extra = '', values = ''): string =>
  `insert into admin_rule (id, pid, type, name, title, create_time, update_time${extra})
   select ${id}, ${pid}, '${type}', '${name}', '${title}', ${NOW}, ${NOW}${values} where ${SEEDED} on conflict do nothing`;

const rules = [
  rule(44, 0, 'menu_dir', 'routine', 'menu.routine', ', path, icon, weigh', ", 'routine', 'fa fa-cogs', 89"),
  rule(
    141,
    44,
    'menu',
    NAME,
    'menu.routine.problemReport',
    ', path, icon, weigh, menu_type, keepalive, component',
    `, '${NAME}', 'local-log', 79, 'tab', 1, '/src/views/backend/routine/problemReport/index.vue'`,
  ),
  ...['index', 'edit', 'del', 'download'].map((action, index) =>
    rule(142 + index, 141, 'button', `${NAME}/${action}`, `menu.action.${action}`),
  ),
];

const statements: readonly string[] = [...tables, ...rules];
