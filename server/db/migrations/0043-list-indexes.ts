import { type Kysely, sql } from 'kysely';

/** An index for each filter of the lists that grow without end, in the order that the list has unless somebody asks for another. */
export const listIndexes = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const ledger = (amount: 'money' | 'score'): string[] => [
  `create index ${amount}_log_amount on ${amount}_log (${amount}, id)`,
  `create index ${amount}_log_reason on ${amount}_log (reason, id desc)`,
  `create index ${amount}_log_admin on ${amount}_log (admin_id, id desc)`,
];

const statements: readonly string[] = [
  'create index goods_stock on goods (stock, id)',
  'create index member_status on member (status, id desc)',
  'create index member_gender on member (gender, id desc)',
  'create index member_money on member (money, id)',
  'create index member_score on member (score, id)',
  'create index member_last_login on member (last_login_time, id)',
  ...ledger('money'),
  ...ledger('score'),
  'create index admin_log_ip on admin_log (ip, id desc)',
  ...['admin_id', 'user_id', 'suffix', 'topic', 'storage'].map(
    (column) => `create index attachment_${column} on attachment (${column}, last_upload_time desc, id desc)`,
  ),
  'create index attachment_size on attachment (size, id)',
];
