import type { Transaction } from 'kysely';
import { isAccount, isEmail } from '#domain/base/validation';
import { isNickname } from '#domain/members/profile-rules';
import { admin as adminResource } from '#sections/admin/admin.resource.ts';
import { member as memberResource } from '#sections/member/member.resource.ts';
import type { Client } from '../../base/caller.ts';
import { DEFAULT_MEMBER_GROUP } from '../../db/seed/shipped-members.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ProvedIdentity } from '../../ports/identity-port.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { logChanges } from '../../resources/write/record-change.ts';
import type { AccountType } from '../../resources/access/locked-account.ts';

const MAX_NICKNAME = 50;
const MAX_EMAIL = 50;
const MAX_NAME = 15;

interface Person {
  readonly username: string;
  readonly nickname: string;
  /** '' where the provider has not looked whether it is theirs. */
  readonly email: string;
}

const textAt = (claims: ProvedIdentity['claims'], name: string): string => {
  const value = claims[name];
  return typeof value === 'string' ? seenText(value) : '';
};

/** What a database takes and a reader sees: no half signs, none that steer and none that hide. */
const seenText = (said: string): string =>
  said
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();

/** An address that the provider says it has verified; any other proves nothing about whose it is. */
function verifiedEmail(claims: ProvedIdentity['claims']): string {
  const email = textAt(claims, 'email').toLowerCase();
  return claims['email_verified'] === true && isEmail(email) && email.length <= MAX_EMAIL ? email : '';
}

/** What somebody is known by at the provider. */
export function identityLabel({ claims, subject }: ProvedIdentity): string {
  const said = [textAt(claims, 'email'), textAt(claims, 'preferred_username'), textAt(claims, 'name'), seenText(subject)];
  const name = said.find((one) => one !== '');
  return Array.from(name ?? '')
    .slice(0, 200)
    .join('');
}

function wishedName(claims: ProvedIdentity['claims']): string {
  const said = textAt(claims, 'preferred_username') || textAt(claims, 'email');
  const plain = (said.split('@', 1)[0] ?? '').replaceAll(/[^a-zA-Z0-9_]/gu, '_').replace(/^[^a-zA-Z]+/u, '');
  const name = plain.slice(0, MAX_NAME);
  return isAccount(name) ? name : 'user';
}

async function isTaken(trx: Transaction<Tables>, area: AccountType, column: 'username' | 'email', value: string): Promise<boolean> {
  const lower = value.toLowerCase();
  const found =
    area === 'admin'
      ? trx
          .selectFrom('admin')
          .select('id')
          .where((where) => where(where.fn<string>('lower', [column]), '=', lower))
      : trx
          .selectFrom('member')
          .select('id')
          .where((where) => where(where.fn<string>('lower', [column]), '=', lower));
  return (await found.executeTakeFirst()) !== undefined;
}

/** A name that nobody has: the one wished for, or that with a number of chance behind it. */
async function freeName(trx: Transaction<Tables>, area: AccountType, wished: string, draw: () => string): Promise<string> {
  if (wished !== 'user' && !(await isTaken(trx, area, 'username', wished))) return wished;
  return `${wished.slice(0, MAX_NAME - 7)}_${draw()}`;
}

/**
 * Who a new account is for. @param draw six letters or digits of chance
 * @returns null where somebody has the address here already: whose account that is, is proved on its own page and not by an address
 */
export async function newPersonOf(
  trx: Transaction<Tables>,
  area: AccountType,
  { claims }: ProvedIdentity,
  draw: () => string,
): Promise<Person | null> {
  const email = verifiedEmail(claims);
  if (email !== '' && (await isTaken(trx, area, 'email', email))) return null;
  const username = await freeName(trx, area, wishedName(claims), draw);
  const wished = Array.from(textAt(claims, 'name')).slice(0, MAX_NICKNAME).join('');
  // A name is for people to tell each other by: members are called as those are who register.
  const isFit = area === 'admin' ? wished !== '' : isNickname(wished);
  return { username, nickname: isFit ? wished : username, email };
}

interface Birth extends Pick<ServerPorts, 'jobs'> {
  readonly client: Client;
  readonly now: number;
}

export async function makeAdmin(
  trx: Transaction<Tables>,
  person: Person,
  groupIds: readonly number[],
  { client, now, jobs }: Birth,
): Promise<number> {
  const { id } = await trx
    .insertInto('admin')
    .values({ ...person, create_time: now, update_time: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('admin_group_access')
    .values(groupIds.map((groupId) => ({ uid: id, group_id: groupId })))
    .execute();
  const row = await trx.selectFrom('admin').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const caller = { kind: 'admin', id, username: person.username, client } as const;
  const write = { resource: adminResource, caller, nowSeconds: now, action: 'add', source: 'server', jobs } as const;
  await logChanges(trx, write, [{ recordId: id, before: null, after: row }]);
  return id;
}

export async function makeMember(trx: Transaction<Tables>, person: Person, { client, now, jobs }: Birth): Promise<number> {
  const stamps = { join_ip: client.ip.slice(0, 50), join_time: now, create_time: now, update_time: now };
  const row = await trx
    .insertInto('member')
    .values({ group_id: DEFAULT_MEMBER_GROUP.id, ...person, ...stamps })
    .returningAll()
    .executeTakeFirstOrThrow();
  const caller = { kind: 'member', id: row.id, username: person.username, client } as const;
  const write = { resource: memberResource, caller, nowSeconds: now, action: 'add', source: 'server', jobs } as const;
  await logChanges(trx, write, [{ recordId: row.id, before: null, after: row }]);
  return row.id;
}
