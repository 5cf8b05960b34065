import { type Kysely, sql } from 'kysely';

/** The settings of the chat as rows; a second quota of one group refused at its field; and what the log of operations kept of questions. */
export const chatSettings = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** A new database gets these rows with its first data instead. */
const setting = (name: string, title: string, tip: string, type: 'switch' | 'number', value: string, weigh: number): string =>
  `insert into config (name, "group", title, tip, type, value, rule, weigh)
   select '${name}', 'chat', '${title}', '${tip}', '${type}', '${value}', '${type === 'number' ? 'required' : ''}', ${weigh}
   where exists (select from admin_group) on conflict (name) do nothing`;

const statements: readonly string[] = [
  `update config set value = (value::jsonb || '[{"key":"chat","value":"AI chat"}]')::text
   where name = 'config_group' and not value::jsonb @> '[{"key":"chat"}]'`,
  setting('chat_visitors', 'Visitors may ask', 'Anybody, without a sign-in', 'switch', '1', 99),
  setting('chat_members', 'Members may ask', '', 'switch', '1', 98),
  setting('chat_staff', 'Staff may ask', 'In the back office, with the right to it', 'switch', '1', 97),
  setting(
    'chat_label',
    'Mark answers as AI-generated',
    'Stands at conversations, and at what is copied and shared of them',
    'switch',
    '1',
    96,
  ),
  setting('chat_visitor_days', 'Keep conversations of visitors', 'Days since the last message; 0 keeps them for ever', 'number', '7', 95),
  setting(
    'chat_member_days',
    'Keep conversations of members and staff',
    'Days since the last message; 0 keeps them for ever',
    'number',
    '0',
    94,
  ),
  setting('chat_temporary_hours', 'Keep temporary conversations', 'Hours since the last message', 'number', '24', 93),
  // The name says at which field the refusal belongs.
  'alter index chat_quota_whose rename to chat_quota_group_id_unique',
  // Questions of administrators are their own.
  `update admin_log set data = null where url ilike '%/admin/chat.chat/%'`,
];
