import { type Kysely, sql } from 'kysely';

/**
 * Sections that are designed in the browser: what each is, what it was, what was dropped of its table and waits, and a counter that
 * tells other processes of a change. Designs are kept as they came: the order of their fields is that of the form. Beside it the rights to look at designs, to publish them and to take sections away.
 */
export const sectionDesigner = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const RIGHTS = [
  [85, 'crud/crud/index'],
  [86, 'crud/crud/generate'],
  [87, 'crud/crud/delete'],
] as const;

/** A new database gets these rows with its first data instead. */
const right = ([id, name]: readonly [id: number, name: string]): string =>
  `insert into admin_rule (id, pid, type, title, name, create_time, update_time)
   select ${id}, (select id from admin_rule where name = 'routine/config'), 'button', 'menu.action.${name.replaceAll('/', '.')}', '${name}',
     extract(epoch from now())::bigint, extract(epoch from now())::bigint
   where exists (select from admin_group) and not exists (select from admin_rule where lower(name) = '${name}')`;

const statements: readonly string[] = [
  `create table section (name varchar(41) primary key, controller varchar(100), table_name varchar(63), design json, draft json,
     revision bigint not null default 0, state varchar(10) not null default 'draft' check (state in ('draft', 'live', 'paused', 'ejected')),
     origin varchar(10) not null default 'blank' check (origin in ('blank', 'table', 'statement', 'history', 'shipped', 'module')),
     module_uid varchar(64), catalogue json, shape_hash varchar(64) not null default '', version bigint not null default 1,
     create_time bigint not null, update_time bigint not null,
     constraint section_controller_unique unique (controller), constraint section_table_name_unique unique (table_name),
     check (state in ('draft', 'ejected') or (design is not null and controller is not null and table_name is not null)))`,
  `create table section_revision (id bigint generated always as identity primary key, section varchar(41) not null, revision bigint not null,
     status varchar(10) not null check (status in ('start', 'success', 'error', 'delete')), design json not null, renames json not null,
     plan json not null, error text not null default '', admin_id bigint not null, create_time bigint not null)`,
  'create index section_revision_section on section_revision (section, id desc)',
  `create table section_kept (id bigint generated always as identity primary key, section varchar(41) not null, revision bigint not null,
     table_name varchar(63) not null, column_name varchar(63), shape json, until bigint not null)`,
  'create index section_kept_until on section_kept (until)',
  'create table section_clock (id bigint primary key check (id = 1), counter bigint not null)',
  'insert into section_clock values (1, 0)',
  ...RIGHTS.map(right),
];
