import { type Kysely, sql } from 'kysely';

/**
 * Accounts say whether they have a second factor, so that lists show it and are searched by it. What is written under the account's lock is written
 * on the account too; codes that are used are not, for they take no such lock.
 */
export const knownFactors = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const column = "add column has_factor varchar(1) not null default '0' check (has_factor in ('0', '1'))";
const confirmed = (table: string, type: string) => `update ${table} set has_factor = '1'
   where exists (select from two_factor where account_type = '${type}' and account_id = ${table}.id and confirmed_at is not null)`;

const statements: readonly string[] = [
  `alter table admin ${column}`,
  `alter table member ${column}`,
  confirmed('admin', 'admin'),
  confirmed('member', 'user'),
  'create index member_has_factor on member (has_factor, id)',
  `create function tell_second_factor() returns trigger language plpgsql as $body$
   declare
     whose two_factor%rowtype;
     told varchar(1);
   begin
     if tg_op = 'DELETE' then
       whose := old;
       told := '0';
     else
       whose := new;
       told := case when new.confirmed_at is null then '0' else '1' end;
     end if;
     if whose.account_type = 'admin' then
       update admin set has_factor = told where id = whose.account_id and has_factor <> told;
     else
       update member set has_factor = told where id = whose.account_id and has_factor <> told;
     end if;
     return null;
   end $body$`,
  `create trigger two_factor_told after insert or delete or update of confirmed_at on two_factor
     for each row execute function tell_second_factor()`,
];
