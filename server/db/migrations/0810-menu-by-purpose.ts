import { type Kysely, sql } from 'kysely';

/**
 * Below “Permissions” those who may do something come first, then what they did, then what other programs are given; and entries that were hard to
 * tell apart have icons of their own. Who has moved an entry, or chosen another icon, keeps that.
 */
export const menuByPurpose = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [name, from, to] of ICONS)
      await sql`update admin_rule set icon = ${to} where name = ${name} and icon = ${from} and type in ('menu', 'menu_dir')`.execute(db);
    const moved = await sql`select 1 from admin_rule
      join jsonb_to_recordset(${JSON.stringify(PLACES.map(([name, weigh]) => ({ name, weigh })))}::jsonb) as shipped (name text, weigh integer)
        on shipped.name = admin_rule.name
      where admin_rule.type = 'menu' and admin_rule.weigh <> shipped.weigh`.execute(db);
    // One that was moved stands where it is wanted among the others as they are.
    if (moved.rows.length > 0) return;
    for (const [name, , to] of PLACES) await sql`update admin_rule set weigh = ${to} where name = ${name} and type = 'menu'`.execute(db);
  },
};

const ICONS: readonly (readonly [name: string, from: string, to: string])[] = [
  ['auth', 'fa fa-group', 'el-icon-Lock'],
  ['auth/apiToken', 'el-icon-Lock', 'el-icon-Connection'],
  ['auth/webhook', 'el-icon-Connection', 'fa fa-bullhorn'],
  ['chat/word', 'el-icon-Lock', 'fa fa-shield'],
];

const PLACES: readonly (readonly [name: string, from: number, to: number])[] = [
  ['auth/signInProvider', 91, 99],
  ['auth/signInGroup', 90, 98],
  ['auth/adminLog', 99, 96],
  ['auth/securityLog', 98, 95],
  ['auth/terminalRun', 95, 94],
  ['auth/apiToken', 96, 93],
  ['auth/apiTrial', 94, 92],
  ['auth/webhook', 93, 91],
  ['auth/webhookDelivery', 92, 90],
];
