import { type Kysely, sql } from 'kysely';

/**
 * Registries elsewhere that somebody added, with the list that each of them told last; and by whom a module was signed when it was first
 * installed, which later versions are compared with.
 */
export const moduleRegistries = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `create table module_registry (id bigint generated always as identity primary key, address varchar(300) not null unique,
     public_key varchar(43) not null, offered_key varchar(43) not null default '', serial bigint not null, index text not null,
     fetched_at bigint not null, asked_at bigint not null, failure varchar(20) not null default '', added_at bigint not null, added_by bigint not null)`,
  `create table module_publisher (uid varchar(21) primary key, fingerprint varchar(64) not null, pinned_at bigint not null)`,
  `alter table module_package drop constraint module_package_trust_check`,
  `alter table module_package add constraint module_package_trust_check check (trust in ('shipped', 'trusted', 'listed'))`,
  `alter table module_package add column public_key varchar(43) not null default ''`,
  `alter table module_run drop constraint module_run_kind_check`,
  `alter table module_run add constraint module_run_kind_check
     check (kind in ('install', 'update', 'rollback', 'pause', 'resume', 'keep', 'delete', 'purge'))`,
  `insert into module_publisher (uid, fingerprint, pinned_at)
     select uid, coalesce((select publisher from module_package where trust <> 'shipped' and module_package.uid = module.uid and module_package.version = module.version), ''),
       installed_at from module`,
];
