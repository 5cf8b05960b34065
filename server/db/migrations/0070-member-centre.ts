import { type Kysely, sql } from 'kysely';

/**
 * What members prove and take back, an index for the days of the ledgers, and the settings of the member centre. Where people work already
 * the centre stays closed until somebody opens it. Source: security.md rules 1, 6, 8, 30.
 */
export const memberCentre = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const ofMember = 'member_id bigint not null references member (id) on delete cascade';
const kind = "kind varchar(6) not null check (kind in ('email', 'mobile'))";

const tables = [
  `create table member_proof (family_id varchar(64) primary key, ${ofMember}, how varchar(10) not null check (how in ('password', 'factor')),
     expire_time bigint not null)`,
  'create index member_proof_expired on member_proof (expire_time)',
  'create index member_proof_member on member_proof (member_id)',
  `create table address_pass (${ofMember}, ${kind}, hash varchar(64) not null, family_id varchar(64) not null, expire_time bigint not null,
     primary key (member_id, kind))`,
  'create index address_pass_expired on address_pass (expire_time)',
  `create table address_undo (id bigint generated always as identity primary key, hash varchar(64) not null constraint address_undo_hash unique,
     ${ofMember}, ${kind}, old_address varchar(254) not null, expire_time bigint not null)`,
  'create index address_undo_member on address_undo (member_id, kind, id)',
  'create index address_undo_expired on address_undo (expire_time)',
];

/** A number that takes a change back is longer than a code. */
const outbox = 'alter table outbox_message alter column code type varchar(40)';

const ledgers = ['money', 'score'].map((name) => `create index ${name}_log_member_days on ${name}_log (user_id, create_time)`);

/** A new database gets these rows with its first data instead. */
const SEEDED = 'exists (select from admin_group)';
const setting = (name: string, title: string, tip: string, type: string, value: string, more: string, weigh: number): string =>
  `insert into config (name, "group", title, tip, type, value, content, rule, weigh)
   select '${name}', 'member', '${title}', '${tip}', '${type}', '${value}', ${more}, '${type === 'number' ? 'required' : ''}', ${weigh}
   where ${SEEDED} on conflict (name) do nothing`;

const settings = [
  `update config set value = (value::jsonb || '[{"key":"member","value":"Member centre"}]')::text
   where name = 'config_group' and not value::jsonb @> '[{"key":"member"}]'`,
  setting('open_member_center', 'Member centre is open', 'Members may sign in and see their accounts', 'switch', '0', 'null', 99),
  setting(
    'member_registration',
    'Registration of members',
    'Whether new members may join by themselves',
    'select',
    'open',
    `'{"open":"open","closed":"closed"}'`,
    98,
  ),
  setting(
    'member_login_captcha',
    'Captcha at the sign-in of members',
    'Ask for the click captcha when a member signs in',
    'switch',
    '0',
    'null',
    97,
  ),
  setting('member_file_megabytes', 'Files of one member', 'In megabytes; 0 lets no member store any', 'number', '100', 'null', 96),
];

const statements: readonly string[] = [...tables, outbox, ...ledgers, ...settings];
