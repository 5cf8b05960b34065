import { type Kysely, sql } from 'kysely';

/**
 * One journal of changes: a set for each write, a change for each record of it, in blocks by month that are dropped as a whole. What was
 * recorded before is carried over as it was. Beside it the rules of the recycle bin and of watched fields, and what became of each entry.
 */
export const changes = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** Months since the end of 2024; an id is the month times this, and a number that counts on. */
const MONTH = 1_000_000_000;
/** The month of the first block. Ids of later months come when the calendar is there; earlier ones are what was before. */
const FIRST = 23;
const BELOW = FIRST * MONTH;

const block = (table: string): string =>
  `create table ${table}_${FIRST} partition of ${table} for values from (${BELOW}) to (${BELOW + MONTH})`;
const oldBlock = `for values from (minvalue) to (${BELOW})`;
const keyed = `id bigint primary key default nextval('journal_id')`;

const triggers = [
  `create function keep_journal() returns trigger language plpgsql as $body$
   begin
     if tg_op = 'DELETE' and current_setting('troupe.retention', true) = 'on' then return old; end if;
     -- Images can be erased, and nothing else can change.
     if tg_op = 'UPDATE' and tg_argv[0] = 'record_change' then
       if old.erased_at is null and new.erased_at is not null and new.title = '' and new.beside is null
         and new.before is not distinct from (case when old.before is null then null else '{}'::jsonb end)
         and new.after is not distinct from (case when old.after is null then null else '{}'::jsonb end)
         and to_jsonb(new) - array['erased_at', 'title', 'beside', 'before', 'after'] = to_jsonb(old) - array['erased_at', 'title', 'beside', 'before', 'after']
       then return new; end if;
     end if;
     raise exception '% is append-only', tg_argv[0] using errcode = 'restrict_violation', table = tg_argv[0], constraint = tg_name;
   end $body$`,
  ...['change_set', 'record_change'].map(
    (table) =>
      `create trigger ${table}_append_only before update or delete on ${table} for each row execute function keep_journal('${table}')`,
  ),
];

const sets = [
  `create sequence journal_id start with ${BELOW}`,
  `create table change_set (${keyed}, at bigint not null, actor_type varchar(6) not null check (actor_type in ('admin', 'member', 'server')),
     actor_id bigint not null, actor_name varchar(50) not null default '', ip varchar(50) not null default '', useragent varchar(255) not null default '',
     resource varchar(100) not null, action varchar(10) not null check (action in ('add', 'edit', 'del', 'sortable')),
     source varchar(10) not null check (source in ('form', 'list', 'bulk', 'import', 'undo', 'restore', 'rollback', 'rewind', 'time', 'life', 'chat',
       'api', 'settings', 'designer', 'module', 'server')),
     records bigint not null check (records > 0), kept_out varchar(10) check (kept_out in ('secret', 'elsewhere'))) partition by range (id)`,
  `alter sequence journal_id owned by change_set.id`,
  `create table change_set_old partition of change_set ${oldBlock}`,
  block('change_set'),
  'create index change_set_resource on change_set (resource, id desc)',
  'create index change_set_actor on change_set (actor_type, actor_id, id desc)',
  `create table change_set_undo (set_id bigint not null, undoes_id bigint not null, primary key (set_id, undoes_id))`,
  'create index change_set_undo_undone on change_set_undo (undoes_id, set_id)',
];

/** Writes that could not be taken back had no number: each of their changes is a set of its own. */
const carryOver = [
  'drop trigger record_change_append_only on record_change',
  'alter table record_change alter column id drop identity',
  `alter table record_change add column set_id bigint, add column title varchar(200) not null default '', add column owner_id bigint,
     add column beside jsonb, add column erased_at bigint`,
  'update record_change set set_id = coalesce(write_id, id)',
  `insert into change_set (id, at, actor_type, actor_id, actor_name, ip, resource, action, source, records, kept_out)
     select set_id, min(at), 'admin', min(admin_id), coalesce((select username from admin where admin.id = min(record_change.admin_id)), ''),
       min(ip), min(resource), coalesce(min(action), case min(kind) when 'created' then 'add' when 'changed' then 'edit' else 'del' end),
       case when max(undoes) is not null then 'undo' when min(resource) = 'config' then 'settings' else 'form' end,
       count(distinct (resource, record_id)), case when min(action) is null then 'elsewhere' end
     from record_change group by set_id`,
  'insert into change_set_undo (set_id, undoes_id) select distinct set_id, undoes from record_change where undoes is not null',
  'alter table record_change alter column set_id set not null',
  `alter table record_change drop column admin_id, drop column ip, drop column write_id, drop column undoes, drop column action`,
  'drop index record_change_newest',
  'alter table record_change rename to record_change_old',
  'alter table record_change_old rename constraint record_change_pkey to record_change_old_pkey',
  'alter index record_change_record rename to record_change_old_record',
  `alter table record_change_old alter column id set default nextval('journal_id')`,
  // A block and its table must have the same rules under the same names.
  'create table record_change (like record_change_old including defaults including constraints) partition by range (id)',
  'alter table record_change add primary key (id)',
  `alter table record_change attach partition record_change_old ${oldBlock}`,
  block('record_change'),
  'create index record_change_record on record_change (resource, record_id, id desc)',
  'create index record_change_set on record_change (set_id, id)',
  'create index record_change_newest on record_change (at desc, id desc)',
  "create index record_change_deleted on record_change (resource, id desc) where kind = 'deleted'",
];

const id = 'id bigint generated by default as identity primary key';
const ruleTable = (table: string, more = ''): string =>
  `create table ${table} (${id}, name varchar(50) not null check (name <> ''), resource varchar(100) not null constraint ${table}_resource_unique unique,
     controller varchar(100) not null constraint ${table}_controller_unique unique, controller_as varchar(100) not null, data_table varchar(100) not null,
     connection varchar(100) not null default '', primary_key varchar(50) not null, ${more}
     status varchar(1) not null default '1' check (status in ('0', '1')), version bigint not null default 1 check (version > 0),
     create_time bigint not null, update_time bigint not null)`;

const entry = `change_id bigint not null, set_id bigint not null, resource varchar(100) not null, record_id bigint not null,
  title varchar(200) not null default '', owner_id bigint, admin_id bigint not null, ip varchar(50) not null, useragent varchar(255) not null,
  create_time bigint not null, settled_at bigint, settled_by bigint, settled_set bigint`;

const entryIndexes = (table: string, columns: readonly string[]): readonly string[] => [
  ...columns.map((column) => `create index ${table}_${column} on ${table} (${column}, id desc)`),
  `create index ${table}_kept on ${table} (id desc) where state = 'kept'`,
];

const safety = [
  ruleTable('security_data_recycle'),
  ruleTable('security_sensitive_data', "data_fields jsonb not null check (jsonb_typeof(data_fields) = 'object'),"),
  `create table recycle_entry (${id}, ${entry}, recycle_id bigint,
     state varchar(10) not null default 'kept' check (state in ('kept', 'restored', 'purged')),
     constraint recycle_entry_change foreign key (change_id) references record_change (id), constraint recycle_entry_change_unique unique (change_id))`,
  `create table sensitive_entry (${id}, ${entry}, sensitive_id bigint not null, data_field varchar(64) not null, data_comment varchar(100) not null default '',
     state varchar(10) not null default 'kept' check (state in ('kept', 'rolledBack', 'removed')),
     constraint sensitive_entry_change unique (change_id, data_field))`,
  ...entryIndexes('recycle_entry', ['resource', 'record_id', 'admin_id', 'set_id', 'recycle_id', 'ip', 'create_time']),
  ...entryIndexes('sensitive_entry', ['resource', 'record_id', 'admin_id', 'set_id', 'sensitive_id', 'ip', 'create_time']),
  ...['recycle_entry', 'sensitive_entry'].map(
    (table) => `create index ${table}_search on ${table} using gin (search_grams(coalesce(title, '')))`,
  ),
];

const statements: readonly string[] = [...sets, ...carryOver, ...triggers, ...safety];
