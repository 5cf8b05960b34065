import { type Kysely, sql } from 'kysely';

/** Keys of the models of others, apart from them, and who may use which model. Source: security.md rule 39. */
export const chatProviders = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const list = (name: string, standard: string): string =>
  `alter table chat_model add column ${name} jsonb not null default '${standard}' check (jsonb_typeof(${name}) = 'array')`;

const statements: readonly string[] = [
  list('audiences', '["visitor", "member", "admin"]'),
  list('member_groups', '[]'),
  "alter table chat_model add column key_state varchar(7) not null default 'none' check (key_state in ('none', 'set', 'missing'))",
  `create table chat_model_secret (model_id integer primary key references chat_model (id) on delete cascade,
     encrypted text not null, update_time bigint not null)`,
];
