import { LOGIN_PER_ACCOUNT_AND_ADDRESS } from '../../../base/limits.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import type { AdminCaller, MemberCaller } from '../../../base/caller.ts';
import type { Guesses } from '../../base/guesses.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import type { ProvedPassword } from '../../../resources/access/own-account.ts';

export interface PasswordPorts extends Pick<ServerPorts, 'database' | 'clock' | 'passwords'> {
  readonly guesses: Pick<Guesses, 'validateOrRefuse'>;
}

/**
 * Asks for the caller's own password again, where an unlocked desk must not be enough. Wrong ones are counted.
 * @param field its wire name, at which a wrong one is refused
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
    const stored =
      caller.kind === 'admin'
        ? await kysely.selectFrom('admin_password').select('hash').where('admin_id', '=', caller.id).executeTakeFirstOrThrow()
        : await kysely.selectFrom('member_password').select('hash').where('member_id', '=', caller.id).executeTakeFirstOrThrow();
    return (await passwords.verify(password, stored.hash)) ? stored : null;
  });
  if (right === null) throw refusal('refusals.oldPassword');
  return { hash: right.hash, refusal: refusal('refusals.oldPassword') };
}
