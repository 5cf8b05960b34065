import { sql, type Kysely } from 'kysely';
import { isAccount } from '#domain/base/validation';
import { COMMAND_LINE } from '#domain/session/security-event';
import { SUPER_GROUP_ID } from '../../db/seed/shipped-groups.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { createSecurityLog } from '../../features/base/security-log.ts';
import { type Doors, voidDoors } from '../../features/session/base/void-doors.ts';
import { lockAccount } from '../../resources/access/locked-account.ts';
import { revokeAccount } from '../../resources/access/token-store.ts';

/** Help for administrators who are shut out, from the owner of the machine. */

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'logger'>;

/** Who is helped, as they are found. */
interface HelpedAccount {
  readonly id: number;
  /** As it is stored, whichever way it was typed. */
  readonly username: string;
  /** Whether an administrator has switched the account off: then it cannot sign in all the same. */
  readonly isOff: boolean;
}

/** Somebody is helped who does not exist. */
export class NoSuchAdmin extends Error {
  override readonly name = 'NoSuchAdmin';
}

/** Whoever has the machine tells whom they help themselves. */
const tellNobody = (): Promise<void> => Promise.resolve();

const ON_THE_MACHINE = { ip: '', userAgent: COMMAND_LINE, language: 'en' } as const;

async function find({ database: { kysely } }: Ports, name: string): Promise<HelpedAccount> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('admin') is not null as exists`.execute(kysely);
  if (rows[0]?.exists !== true) throw new NoSuchAdmin('This database has no administrators yet. Start Troupe once.');
  const account = await kysely
    .selectFrom('admin')
    .select(['id', 'username', 'status'])
    .where((where) => where(where.fn<string>('lower', ['username']), '=', name.toLowerCase()))
    .executeTakeFirst();
  if (!account) throw new NoSuchAdmin(`There is no administrator called ${JSON.stringify(name)}.`);
  return { id: account.id, username: account.username, isOff: account.status !== '1' };
}

/** @returns how many counters were forgotten */
async function forgetGuesses(kysely: Kysely<Tables>, { id }: HelpedAccount): Promise<number> {
  const space = sql`position(' ' in key)`;
  const forgotten = await kysely
    .deleteFrom('throttle_counter')
    .where(
      sql<boolean>`(starts_with(key, 'guess:admin:') and ${space} > 0 and substr(key, ${space} + 1) = ${`id:${id}`})
        or starts_with(key, ${`factor:admin:${id}:`}) or key = ${`password:admin:${id}`}`,
    )
    .returning('count')
    .execute();
  return forgotten.filter(({ count }) => count > 0).length;
}

/** Forgets the wrong passwords and codes that were counted against an administrator. @throws NoSuchAdmin */
export async function unlockAdmin(ports: Ports, name: string): Promise<HelpedAccount & { readonly counters: number }> {
  const account = await find(ports, name);
  const counters = await ports.database.transaction(async (trx) => {
    const forgotten = await forgetGuesses(trx, account);
    await createSecurityLog(ports).write('account.unlocked', ON_THE_MACHINE, { accountType: 'admin', accountId: account.id }, trx);
    return forgotten;
  });
  return { ...account, counters };
}

/**
 * Gives an administrator a new password, ends their sessions, passkeys and links, and forgets what was counted against them.
 * @returns also how many tokens programs go on calling with. Why: docs/decisions/215-recovery-closes-what-was-added.md
 * @throws NoSuchAdmin
 */
export async function resetPassword(
  ports: Ports & Pick<ServerPorts, 'passwords'>,
  name: string,
  password: string,
): Promise<HelpedAccount & Doors & { readonly programs: number }> {
  const account = await find(ports, name);
  const hash = await ports.passwords.hash(password);
  const now = nowSeconds(ports);
  const doors = await ports.database.transaction(async (trx) => {
    const locked = await lockAccount(trx, { area: 'admin', accountId: account.id });
    await trx
      .insertInto('admin_password')
      .values({ admin_id: account.id, hash, update_time: now })
      .onConflict((conflict) => conflict.column('admin_id').doUpdateSet({ hash, update_time: now }))
      .execute();
    await revokeAccount(locked, now);
    await trx.deleteFrom('sign_in_step').where('account_type', '=', 'admin').where('account_id', '=', account.id).execute();
    await forgetGuesses(trx, account);
    const securityLog = createSecurityLog(ports);
    await securityLog.write('password.reset', ON_THE_MACHINE, { accountType: 'admin', accountId: account.id }, trx);
    const gone = await voidDoors({ ports, securityLog, tell: tellNobody }, locked, ON_THE_MACHINE);
    const { programs } = await trx
      .selectFrom('api_token')
      .innerJoin('api_token_secret', 'token_id', 'api_token.id')
      .select((select) => select.fn.countAll<number>().as('programs'))
      .where('admin_id', '=', account.id)
      .where('status', '=', '1')
      .where('end_time', '>', now)
      .executeTakeFirstOrThrow();
    return { ...gone, programs };
  });
  return { ...account, ...doors };
}

/** Takes the second factor, the passkeys and the links of an administrator away, for somebody who has lost device and recovery codes. @throws NoSuchAdmin */
export async function switchFactorOff(ports: Ports, name: string): Promise<HelpedAccount & Doors & { readonly hadOne: boolean }> {
  const account = await find(ports, name);
  const gone = await ports.database.transaction(async (trx) => {
    const accountId = account.id;
    const locked = await lockAccount(trx, { area: 'admin', accountId });
    const securityLog = createSecurityLog(ports);
    const doors = await voidDoors({ ports, securityLog, tell: tellNobody }, locked, ON_THE_MACHINE);
    const removed = await trx
      .deleteFrom('two_factor')
      .where('account_type', '=', 'admin')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) return { hadOne: false, ...doors };
    await trx.deleteFrom('sign_in_step').where('account_type', '=', 'admin').where('account_id', '=', accountId).execute();
    await securityLog.write('twoFactor.reset', ON_THE_MACHINE, { accountType: 'admin', accountId }, trx);
    return { hadOne: true, ...doors };
  });
  return { ...account, ...gone };
}

/**
 * Makes a super administrator, for whoever has the machine and no account that can.
 * @throws Error in plain words where the name is none, or taken
 */
export async function createAdmin(ports: Ports & Pick<ServerPorts, 'passwords'>, username: string, password: string): Promise<void> {
  if (!isAccount(username)) throw new Error('A user name has 3 to 15 letters, digits and underscores, and begins with a letter.');
  const isTaken = await find(ports, username).then(
    () => true,
    (error: unknown) => {
      if (error instanceof NoSuchAdmin && error.message.startsWith('There is no')) return false;
      throw error;
    },
  );
  if (isTaken) throw new Error(`There is an administrator called ${JSON.stringify(username)} already.`);
  const hash = await ports.passwords.hash(password);
  const now = nowSeconds(ports);
  await ports.database.transaction(async (trx) => {
    const stamps = { create_time: now, update_time: now };
    const { id } = await trx
      .insertInto('admin')
      .values({ username, nickname: username, ...stamps })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('admin_password').values({ admin_id: id, hash, update_time: now }).execute();
    await trx.insertInto('admin_group_access').values({ uid: id, group_id: SUPER_GROUP_ID }).execute();
    await createSecurityLog(ports).write(
      'password.reset',
      ON_THE_MACHINE,
      { accountType: 'admin', accountId: id, detail: { made: true } },
      trx,
    );
  });
}
