import { type Kysely, sql } from 'kysely';

/**
 * How long logs are kept: what is append-only may be forgotten in one way, which housekeeping alone takes. Repeated entries of the
 * security log are folded into one that counts them. And the settings that say how long. A captcha's answer is not bound to a
 * purpose any more: it is used up by the first door where it is tried.
 */
export const retention = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const appendOnly = (table: string, guard: string): string =>
  `create trigger ${table}_append_only before update or delete on ${table} for each row execute function ${guard}()`;

const refusal = `raise exception '% is append-only', tg_table_name
  using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;`;
const forgetting = `if tg_op = 'DELETE' and current_setting('troupe.retention', true) = 'on' then return old; end if;`;

const triggers = [
  `create function keep_history() returns trigger language plpgsql as $body$
   begin
     ${forgetting}
     ${refusal}
   end $body$`,
  // An entry may count further ones of its kind, and change in nothing else.
  `create function keep_security_log() returns trigger language plpgsql as $body$
   begin
     ${forgetting}
     if tg_op = 'UPDATE' and new.count > old.count and new.last_at >= old.last_at
       and to_jsonb(new) - 'count' - 'last_at' = to_jsonb(old) - 'count' - 'last_at' then return new; end if;
     ${refusal}
   end $body$`,
  'drop trigger record_change_append_only on record_change',
  appendOnly('record_change', 'keep_history'),
  'drop trigger security_log_append_only on security_log',
  `alter table security_log add column count bigint not null default 1 check (count > 0), add column last_at bigint not null default 0,
     add column fold_key varchar(64) constraint security_log_fold unique`,
  'update security_log set last_at = at',
  'alter table security_log alter column last_at drop default',
  appendOnly('security_log', 'keep_security_log'),
];

/** A new database gets these rows with its first data instead. */
const SEEDED = 'exists (select from admin_group)';

const setting = (name: string, group: string, title: string, tip: string, type: string, value: string, weigh: number): string =>
  `insert into config (name, "group", title, tip, type, value, rule, weigh)
   select '${name}', '${group}', '${title}', '${tip}', '${type}', '${value}', '${type === 'number' ? 'required' : ''}', ${weigh}
   where ${SEEDED} on conflict (name) do nothing`;
const FOR_EVER = 'In days; 0 keeps it for ever';

const settings = [
  `update config set value = (value::jsonb || '[{"key":"retention","value":"Retention"}]')::text
   where name = 'config_group' and not value::jsonb @> '[{"key":"retention"}]'`,
  setting('admin_log_days', 'retention', 'Keep the log of operations', FOR_EVER, 'number', '365', 99),
  setting('security_log_days', 'retention', 'Keep the security log', FOR_EVER, 'number', '365', 98),
  setting('changes_days', 'retention', 'Keep records of changes', FOR_EVER, 'number', '365', 97),
  setting('problem_days', 'retention', 'Keep problem reports', FOR_EVER, 'number', '30', 96),
  setting('report_faults', 'basics', 'Report faults by themselves', 'A page that breaks sends a report without asking', 'switch', '0', 0),
];

// One answer opens one door whatever it is for.
const captcha = 'alter table captcha drop column purpose';

const statements: readonly string[] = [...triggers, ...settings, captcha];
