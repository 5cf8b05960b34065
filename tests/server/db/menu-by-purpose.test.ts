import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/base/database';
import { menuByPurpose } from '#server/db/migrations/0810-menu-by-purpose';
import { seedDatabase } from '#server/db/seed/seed';
import { emptyTestDatabase, openTestDatabase, testDatabaseKinds } from '#tests/support/database.ts';

/** Entries below “Permissions” as installations of before have them. */
const BEFORE = [
  ['auth/group', 'fa fa-group', 102],
  ['auth/admin', 'el-icon-UserFilled', 101],
  ['auth/rule', 'el-icon-Grid', 100],
  ['auth/adminLog', 'el-icon-List', 99],
  ['auth/securityLog', 'fa fa-shield', 98],
  ['auth/project', 'fa fa-folder', 97],
  ['auth/apiToken', 'el-icon-Lock', 96],
  ['auth/terminalRun', 'local-log', 95],
  ['auth/apiTrial', 'fa fa-terminal', 94],
  ['auth/webhook', 'el-icon-Connection', 93],
  ['auth/webhookDelivery', 'el-icon-Tickets', 92],
  ['auth/signInProvider', 'fa fa-globe', 91],
  ['auth/signInGroup', 'fa fa-random', 90],
] as const;

describe.each(testDatabaseKinds)('entries of the menu by their purpose on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  beforeEach(async () => {
    await emptyTestDatabase(database);
    await seedDatabase(database, { adminPasswordHash: '$argon2id$v=19$fake', sampleData: false, nowSeconds: 1_700_000_000 });
  });
  afterAll(() => database.close());

  const menu = async () =>
    (
      await database.kysely
        .selectFrom('admin_rule')
        .select(['name', 'icon', 'weigh'])
        .where('type', '=', 'menu')
        .where('name', 'like', 'auth/%')
        .orderBy('weigh', 'desc')
        .execute()
    ).map(({ name, icon, weigh }) => [name, icon, weigh]);
  const put = async (name: string, set: { readonly icon?: string; readonly weigh?: number }) =>
    database.kysely.updateTable('admin_rule').set(set).where('name', '=', name).execute();
  const putBack = async () => {
    for (const [name, icon, weigh] of BEFORE) await put(name, { icon, weigh });
    await put('auth', { icon: 'fa fa-group' });
  };

  test('an installation of before has them as a new one does', async () => {
    const ofNew = await menu();
    expect(ofNew.map(([name]) => name)).toEqual([
      'auth/group',
      'auth/admin',
      'auth/rule',
      'auth/signInProvider',
      'auth/signInGroup',
      'auth/project',
      'auth/adminLog',
      'auth/securityLog',
      'auth/terminalRun',
      'auth/apiToken',
      'auth/apiTrial',
      'auth/webhook',
      'auth/webhookDelivery',
    ]);
    expect(new Set(ofNew.map(([, icon]) => icon)).size).toBe(ofNew.length);
    await putBack();
    expect(await menu()).toEqual(BEFORE);
    await menuByPurpose.up(database.kysely as never);
    expect(await menu()).toEqual(ofNew);
  });

  test('whoever has moved one keeps the order, and whoever has chosen an icon keeps that', async () => {
    await putBack();
    await put('auth/webhook', { icon: 'fa fa-leaf', weigh: 200 });
    await menuByPurpose.up(database.kysely as never);
    const icons = { 'auth/apiToken': 'el-icon-Connection', 'auth/webhook': 'fa fa-leaf' } as Readonly<Record<string, string>>;
    const kept = BEFORE.filter(([name]) => name !== 'auth/webhook').map(([name, icon, weigh]) => [name, icons[name] ?? icon, weigh]);
    expect(await menu()).toEqual([['auth/webhook', 'fa fa-leaf', 200], ...kept]);
  });
});
