import type { Kysely } from 'kysely';
import { LOGIN_PER_ACCOUNT_AND_ADDRESS } from '../../../base/limits.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import type { AdminCaller, MemberCaller } from '../../../base/caller.ts';
import type { Guesses } from '../../base/guesses.ts';
import { FieldsRefused, SessionEnded } from '../../../base/refusal.ts';
import type { ProvedPassword } from '../../../resources/access/own-account.ts';

export interface PasswordPorts extends Pick<ServerPorts, 'database' | 'clock' | 'passwords'> {
  readonly guesses: Pick<Guesses, 'validateOrRefuse'>;
}

/**
 * Asks for the caller's own password again, where an unlocked desk must not be enough. Wrong ones are counted.
 * @param field its wire name, at which a wrong one is refused
 * @throws FieldsRefused for a wrong one, as for an account without any; SessionEnded where the account is gone
 * @returns what it was judged by; whoever writes asks under the account's lock whether that still counts
 */
export async function provePassword(
  { database: { kysely }, passwords, guesses }: PasswordPorts,
  caller: AdminCaller | MemberCaller,
  password: string,
  field: string,
): Promise<ProvedPassword> {
  const refusal = (key: string) => new FieldsRefused({ [field]: { key } }, { [field]: 'settings.profile.fields.oldPassword' });
  if (password === '') throw refusal('validation.required');
  const keys = [{ key: `password:${caller.kind}:${caller.id}`, limit: LOGIN_PER_ACCOUNT_AND_ADDRESS }];
  const right = await guesses.validateOrRefuse(keys, async () => {
    const hash = await ownHash(kysely, caller);
    return hash !== null && (await passwords.verify(password, hash)) ? { hash } : null;
  });
  if (right === null) throw refusal('refusals.oldPassword');
  return { hash: right.hash, refusal: refusal('refusals.oldPassword') };
}

async function ownHash(kysely: Kysely<Tables>, { kind, id }: AdminCaller | MemberCaller): Promise<string | null> {
  const account =
    kind === 'admin'
      ? kysely.selectFrom('admin').leftJoin('admin_password', 'admin_id', 'admin.id').select('hash').where('admin.id', '=', id)
      : kysely.selectFrom('member').leftJoin('member_password', 'member_id', 'member.id').select('hash').where('member.id', '=', id);
  return (await account.executeTakeFirstOrThrow(() => new SessionEnded(kind))).hash;
}
