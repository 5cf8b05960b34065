import type { Kysely, Transaction } from 'kysely';
import { admin } from '#sections/admin/admin.resource.ts';
import type { readOwnProfile, saveOwnProfile } from '#api/contract/session/own-profile';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { isPictureAddress } from '#domain/base/addresses/picture-address';
import { hasIssues, type Issue, type Issues } from '#domain/base/issue';
import { checkPassword } from '#domain/session/password-rules';
import { isEmail, isInvisible, isMobile, lengthInCodePoints } from '#domain/base/validation';
import type { Jobs } from '../../db/base/jobs.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { titlesFor, type NamingPorts } from '../base/call-titles.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { chosenAvatar } from '#domain/session/default-avatar';
import { tellAdmin, tellSafety } from '../base/tell-admin.ts';
import { keepAdminAddress } from './admin-address-undo.ts';
import { requireFreshSignIn } from './base/fresh-sign-in.ts';
import { type PasswordPorts, provePassword } from './base/own-password.ts';
import { FieldsRefused, SessionEnded } from '../../base/refusal.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { readAdminInfo } from './admin-info.ts';
import type { LockedAccount } from '../../resources/access/locked-account.ts';
import { lockOwnAccount, ownAccountOf, storedHashOf } from '../../resources/access/own-account.ts';
import { findToken, revokeAccount } from '../../resources/access/token-store.ts';
import { rowDifference, logChanges } from '../../resources/write/record-change.ts';

type Change = ParsedInputOf<typeof saveOwnProfile>;

const LOG_ROWS = 12;
const LIMITS = { nickname: 50, email: 50, mobile: 11, motto: 255 } as const;
const AVATAR_LENGTH = 255;
const TITLES = Object.fromEntries(
  ['avatar', 'nickname', 'email', 'mobile', 'motto', 'oldPassword', 'password'].map((name) => [name, `settings.profile.fields.${name}`]),
);
const refusedAt = (issues: Issues): FieldsRefused => new FieldsRefused(issues, TITLES);

/** The caller's own account, and the last things they did. Source: wire protocol §5.11. */
export async function readProfile(ports: NamingPorts, caller: AdminCaller): Promise<OutputOf<typeof readOwnProfile>> {
  const { kysely } = ports.database;
  const account = await kysely
    .selectFrom('admin')
    .select(['email', 'mobile', 'motto', 'avatar as own_avatar'])
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow(() => new SessionEnded('admin'));
  const log = await kysely
    .selectFrom('admin_log')
    .select(['id', 'title', 'url', 'ip', 'create_time'])
    .where('admin_id', '=', caller.id)
    .orderBy('id', 'desc')
    .limit(LOG_ROWS)
    .execute();
  return {
    info: { ...(await readAdminInfo(ports, caller.id)), ...account, token: '', refresh_token: '' },
    log: await titlesFor(ports, caller.client.language, log),
  };
}

type Ports = PasswordPorts & Pick<ServerPorts, 'jobs' | 'encryptor' | 'randomBytes'>;

/** Changes the caller's own account, whatever id was sent along. */
export async function saveProfile(ports: Ports, securityLog: SecurityLog, change: Change, caller: AdminCaller): Promise<void> {
  const { avatar: wanted, ...others } = change;
  const avatar = chosenAvatar(wanted?.trim() ?? '');
  // Stock clients send an empty avatar with everything else; one that comes alone is taken away.
  const isAlone = typeof wanted === 'string' && Object.values(others).every((value) => value === undefined || value === null);
  if (avatar !== '' || isAlone) {
    await saveAvatar(ports, avatar, caller);
    return;
  }
  const values = valuesOf(change);
  const password = change.password ?? '';
  check(values, password, caller.username);
  const movesMail = await isOtherEmail(ports.database.kysely, values, caller.id);
  const oldPassword = change.oldPassword ?? '';
  const isProved = password !== '' || (movesMail && (oldPassword !== '' || (await canAsk(ports.database.kysely, caller))));
  const proof = isProved ? await presence(ports, caller, oldPassword, password !== '') : null;
  const hash = password === '' ? null : await ports.passwords.hash(password);
  await ports.database.transaction(async (trx) => {
    const account = await (proof ? proof(trx) : lockOwnAccount(trx, caller));
    await refuseTaken(trx, values, caller.id);
    // Before it is stored: whoever is told so reads the old one.
    await tellOldEmail(ports, trx, values, caller);
    const now = nowSeconds(ports);
    await storeProfile({ trx, jobs: ports.jobs }, values, caller, now, hash === null ? [] : ['password']);
    if (hash === null) return;
    await trx.updateTable('admin_password').set({ hash, update_time: now }).where('admin_id', '=', caller.id).execute();
    // The session that changed the password goes on.
    await revokeAccount(account, now, caller.tokens.admin);
    await securityLog.write('password.changed', caller.client, { accountType: 'admin', accountId: caller.id }, trx);
    await tellSafety(ports)(trx, caller.id, 'passwordChanged', caller.client);
  });
}

/** With what takes the change back, where the old address can be written to. */
async function tellOldEmail(ports: Ports, trx: Transaction<Tables>, values: Values, caller: AdminCaller): Promise<void> {
  if (!(await isOtherEmail(trx, values, caller.id))) return;
  const { email } = await trx.selectFrom('admin').select('email').where('id', '=', caller.id).executeTakeFirstOrThrow();
  const { ip, language } = caller.client;
  const isMailed = isEmail(email);
  await tellAdmin(ports, trx, caller.id, { name: 'emailChanged', params: { ip }, ...(isMailed && { isMailedApart: true }) }, language);
  if (isMailed) await keepAdminAddress(ports, trx, caller, email);
}

async function saveAvatar(ports: Ports, avatar: string, caller: AdminCaller): Promise<void> {
  if (avatar.length > AVATAR_LENGTH) throw refusedAt({ avatar: { key: 'validation.maxLength', params: { max: AVATAR_LENGTH } } });
  if (avatar !== '' && !isPictureAddress(avatar)) throw refusedAt({ avatar: { key: 'validation.url' } });
  await ports.database.transaction(async (trx) => {
    await lockOwnAccount(trx, caller);
    await storeProfile({ trx, jobs: ports.jobs }, { avatar }, caller, nowSeconds(ports));
  });
}

/** Stores values of the caller's own account, which is locked, and keeps what changed. */
async function storeProfile(
  { trx, jobs }: { readonly trx: Transaction<Tables>; readonly jobs: Jobs },
  values: Partial<Values & { readonly avatar: string }>,
  caller: AdminCaller,
  now: number,
  secrets: readonly string[] = [],
): Promise<void> {
  const columns = ['username', 'avatar', 'nickname', 'email', 'mobile', 'motto'] as const;
  const before = await trx.selectFrom('admin').select(columns).where('id', '=', caller.id).executeTakeFirstOrThrow();
  await trx
    .updateTable('admin')
    .set((set) => ({ ...values, update_time: now, version: set('version', '+', 1) }))
    .where('id', '=', caller.id)
    .execute();
  const images = rowDifference(before, { ...before, ...values }) ?? { before: {}, after: {} };
  if (Object.keys(images.after).length === 0 && secrets.length === 0) return;
  const keptOut = secrets.length > 0 ? 'secret' : 'elsewhere';
  const write = { resource: admin, caller, nowSeconds: now, action: 'edit', source: 'form', keptOut, jobs } as const;
  await logChanges(trx, write, [{ recordId: caller.id, ...images, row: before, ...(secrets.length > 0 && { beside: { secrets } }) }]);
}

type Values = Partial<Readonly<Record<keyof typeof LIMITS, string>>>;

/** What is left out stays as it is stored: whoever changes one thing does not put back what the others were when they looked. */
const valuesOf = (change: Change): Values =>
  Object.fromEntries(
    (Object.keys(LIMITS) as (keyof typeof LIMITS)[])
      .filter((name) => change[name] !== undefined)
      .map((name) => [name, change[name]?.trim() ?? '']),
  );

function check(values: Values, password: string, username: string): void {
  const issues: Record<string, Issue> = {};
  for (const [name, max] of Object.entries(LIMITS) as [keyof Values, number][])
    if (lengthInCodePoints(values[name] ?? '') > max) issues[name] = { key: 'validation.maxLength', params: { max } };
  if (values.nickname !== undefined && isInvisible(values.nickname)) issues['nickname'] = { key: 'validation.required' };
  if (values.email && !isEmail(values.email)) issues['email'] = { key: 'validation.email' };
  if (values.mobile && !isMobile(values.mobile)) issues['mobile'] = { key: 'validation.mobile' };
  const weak = checkPassword(password, username);
  if (weak) issues['password'] = weak;
  if (hasIssues(issues)) throw refusedAt(issues);
}

/** Whether warnings would go elsewhere. */
async function isOtherEmail(kysely: Kysely<Tables>, { email }: Values, adminId: number): Promise<boolean> {
  if (email === undefined) return false;
  const row = await kysely.selectFrom('admin').select('email').where('id', '=', adminId).executeTakeFirst();
  return row !== undefined && row.email.toLowerCase() !== email.toLowerCase();
}

/**
 * Whether the caller's program has a field for the current password. Stock clients have none: there another address is stored, and the old one is
 * told of it. A session that our client began is never taken for one of theirs, whatever a call of it leaves out.
 */
async function canAsk(kysely: Kysely<Tables>, { client, tokens }: AdminCaller): Promise<boolean> {
  return client.knowsRotation === true || (await findToken(kysely, tokens.admin ?? ''))?.rotates !== false;
}

/**
 * Whoever finds an unlocked desk must not be able to keep its owner out, nor from hearing of it. An account without a password has to have signed
 * in just now for another address; a first password it is given by another administrator.
 */
async function presence(
  ports: Ports,
  caller: AdminCaller,
  oldPassword: string,
  isForPassword: boolean,
): Promise<(trx: Transaction<Tables>) => Promise<LockedAccount>> {
  const hasPassword = (await storedHashOf(ports.database.kysely, ownAccountOf(caller))) !== undefined;
  if (!hasPassword && !isForPassword) return (trx) => requireFreshSignIn(trx, caller, nowSeconds(ports));
  const proved = await provePassword(ports, caller, oldPassword, 'oldPassword');
  return (trx) => lockOwnAccount(trx, caller, proved);
}

async function refuseTaken(trx: Transaction<Tables>, { email, mobile }: Values, ownId: number): Promise<void> {
  const issues: Record<string, Issue> = {};
  for (const [name, value] of [
    ['email', email],
    ['mobile', mobile],
  ] as const) {
    if (!value) continue;
    const other = await trx
      .selectFrom('admin')
      .select('id')
      .where((where) => where(where.fn<string>('lower', [name]), '=', value.toLowerCase()))
      .where('id', '<>', ownId)
      .executeTakeFirst();
    if (other) issues[name] = { key: 'refusals.takenContact' };
  }
  if (hasIssues(issues)) throw refusedAt(issues);
}
