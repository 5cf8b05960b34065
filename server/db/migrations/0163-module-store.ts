import { type Kysely, sql } from 'kysely';

/**
 * Modules: which are installed, the packages that are kept for going back, and what was done with them. A package is kept as it came.
 */
export const moduleStore = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `create table module_package (uid varchar(21) not null, version varchar(40) not null, sha256 varchar(64) not null, bytes bytea not null,
     manifest json not null, trust varchar(10) not null check (trust in ('shipped', 'trusted')), publisher varchar(64) not null default '',
     fetched_at bigint not null, primary key (uid, version))`,
  `create table module (uid varchar(21) primary key, version varchar(40) not null,
     state varchar(10) not null check (state in ('installed', 'paused')), manifest json not null, sha256 varchar(64) not null,
     pinned boolean not null default false, directory_id bigint, installed_at bigint not null, installed_by bigint not null)`,
  `create table module_run (id bigint generated always as identity primary key, uid varchar(21) not null, kind varchar(10) not null
     check (kind in ('install', 'update', 'rollback', 'pause', 'resume', 'keep', 'delete')), from_version varchar(40), to_version varchar(40),
     report json not null, admin_id bigint not null, at bigint not null)`,
  'create index module_run_at on module_run (at)',
];
