import { type Kysely, sql } from 'kysely';

/** The days on which members checked in, what that is worth, and what the site says of earning and spending points. */
export const dailyCheckIn = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const setting = (name: string, title: string, tip: string, type: string, value: string, rule: string, weigh: number): string =>
  `insert into config (name, "group", title, tip, type, value, rule, weigh)
   select '${name}', 'member', '${title}', '${tip}', '${type}', '${value}', '${rule}', ${weigh}
   where exists (select from admin_group) on conflict (name) do nothing`;

const statements: readonly string[] = [
  `create table daily_check_in (member_id bigint not null references member (id) on delete cascade, day varchar(10) not null,
     streak integer not null check (streak > 0), score integer not null check (score > 0), create_time bigint not null,
     primary key (member_id, day))`,
  'create index daily_check_in_time on daily_check_in (create_time)',
  setting('daily_score', 'Points for the daily check-in', '0 leaves the check-in out', 'number', '0', 'required', 94),
  setting('score_rules', 'How points are earned and spent, in Chinese', 'Shown above the list of points', 'textarea', '', '', 93),
  setting('score_rules_en', 'How points are earned and spent, in English', 'Shown above the list of points', 'textarea', '', '', 92),
];
