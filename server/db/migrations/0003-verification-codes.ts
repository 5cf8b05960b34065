import { type Kysely, sql } from 'kysely';

/** Verification codes, the outbox, the mail server's settings, and the outbox's menu rules for databases that had their first start before. Source: wire-protocol.md §2.9, §7.6. */
export const verificationCodes = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const tables = [
  `create table verification_code (id bigint generated always as identity primary key, purpose varchar(50) not null, target varchar(254) not null,
     asked_at bigint not null, requester varchar(100) not null default '', salt varchar(64) not null default '', hash varchar(64) not null default '',
     tries integer not null default 0 check (tries >= 0), expire_time bigint not null default 0, used_at bigint,
     constraint verification_code_unique unique (purpose, target))`,
  `create table outbox_message (id bigint generated always as identity primary key, channel varchar(10) not null check (channel in ('email', 'mobile')),
     target varchar(254) not null, purpose varchar(50) not null, subject varchar(255) not null default '', text text not null default '',
     code varchar(10) not null default '', status varchar(10) not null check (status in ('waiting', 'sent', 'failed')),
     fault varchar(20) not null default '', create_time bigint not null, end_time bigint, check (code = '' or status = 'waiting'))`,
  'create index outbox_message_newest on outbox_message (create_time desc, id desc)',
  `create table config_secret (name varchar(50) primary key, value varchar(255) not null)`,
];

/** A new database gets these rows with its first data instead. */
const SEEDED = 'exists (select from admin_group)';
const NOW = 'extract(epoch from now())::bigint';

const setting = (name: string, title: string, value: string, weigh: number, type = 'string', content = '', rule = ''): string =>
  `insert into config (name, "group", title, type, value, content, rule, weigh)
   select '${name}', 'mail', '${title}', '${type}', nullif('${value}', ''), nullif('${content}', ''), '${rule}', ${weigh} where ${SEEDED}
   on conflict (name) do nothing`;

const config = [
  setting('smtp_server', 'Smtp server', 'smtp.qq.com', 9),
  setting('smtp_port', 'Smtp port', '465', 8),
  setting('smtp_user', 'Smtp user', '', 7),
  setting('smtp_pass', 'Smtp pass', '', 6, 'password'),
  setting('smtp_verification', 'Smtp verification', 'SSL', 5, 'select', '{"SSL":"SSL","TLS":"TLS"}'),
  setting('smtp_sender_mail', 'Smtp sender mail', '', 4, 'string', '', 'email'),
  `update config set value = (value::jsonb || '[{"key":"mail","value":"Mail"}]')::text
   where name = 'config_group' and not value::jsonb @> '[{"key":"mail"}]'`,
];

const rule = (id: number, pid: number, type: string, name: string, title: string, extra = '', values = ''): string =>
  `insert into admin_rule (id, pid, type, name, title, create_time, update_time${extra})
   select ${id}, ${pid}, '${type}', '${name}', '${title}', ${NOW}, ${NOW}${values} where ${SEEDED} on conflict do nothing`;

const rules = [
  rule(44, 0, 'menu_dir', 'routine', 'menu.routine', ', path, icon, weigh', ", 'routine', 'fa fa-cogs', 89"),
  rule(
    113,
    44,
    'menu',
    'routine/outbox',
    'menu.routine.outbox',
    ', path, icon, weigh, menu_type, keepalive, component',
    ", 'routine/outbox', 'el-icon-Message', 80, 'tab', 1, '/src/views/backend/routine/outbox/index.vue'",
  ),
  rule(114, 113, 'button', 'routine/outbox/index', 'menu.action.index'),
  rule(115, 113, 'button', 'routine/outbox/del', 'menu.action.del'),
];

const statements: readonly string[] = [...tables, ...config, ...rules];
