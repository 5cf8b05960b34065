import { type Kysely, sql } from 'kysely';

/** Entries of the menu that stand beside each other have icons of their own, and what belongs together stands together. */
export const distinctIcons = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [name, from, to] of ICONS)
      await sql`update admin_rule set icon = ${to} where name = ${name} and icon = ${from} and type in ('menu', 'menu_dir')`.execute(db);
    for (const [name, from, to] of PLACES)
      await sql`update admin_rule set weigh = ${to} where name = ${name} and weigh = ${from} and type = 'menu'`.execute(db);
  },
};

// Who has chosen others keeps them.
const ICONS: readonly (readonly [name: string, from: string, to: string])[] = [
  ['goods', 'el-icon-Goods', 'el-icon-ShoppingBag'],
  ['goods/goods', 'el-icon-ShoppingBag', 'el-icon-Goods'],
  ['auth/project', 'el-icon-Box', 'fa fa-folder'],
  ['auth/signInProvider', 'fa fa-id-card-o', 'fa fa-globe'],
  ['auth/apiTrial', 'el-icon-Connection', 'fa fa-terminal'],
  ['content/notice', 'el-icon-Message', 'fa fa-bullhorn'],
  ['chat/model', 'el-icon-Setting', 'el-icon-Box'],
  ['chat/quota', 'fa fa-bar-chart', 'el-icon-Money'],
  ['security/dataRecycleLog', 'fa fa-database', 'fa fa-recycle'],
  ['security/sensitiveDataLog', 'fa fa-expeditedssl', 'local-log'],
  ['crud/crud', 'el-icon-Grid', 'fa fa-wpforms'],
];

const PLACES: readonly (readonly [name: string, from: number, to: number])[] = [
  ['auth/webhook', 94, 93],
  ['auth/webhookDelivery', 93, 92],
  ['auth/signInProvider', 94, 91],
  ['auth/signInGroup', 93, 90],
];
