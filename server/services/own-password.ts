import { LOGIN_PER_ACCOUNT_AND_ADDRESS } from '../limits.ts';
import type { ServerPorts } from '../ports.ts';
import type { AdminCaller } from './caller.ts';
import { FieldsRefused } from './refusal.ts';
import { countAttempt } from './throttle.ts';

/**
 * Asks for the caller's own password again, where an unlocked desk must not be enough. Guesses are counted.
 * @param field its wire name, at which a wrong one is refused
 */
export async function provePassword(
  ports: Pick<ServerPorts, 'database' | 'clock' | 'passwords'>,
  caller: AdminCaller,
  password: string,
  field: string,
): Promise<void> {
  const { kysely } = ports.database;
  const refused = (key: string) => new FieldsRefused({ [field]: { key } }, { [field]: 'settings.profile.fields.oldPassword' });
  if (password === '') throw refused('validation.required');
  const key = `password:admin:${caller.id}`;
  await countAttempt(ports, [{ key, limit: LOGIN_PER_ACCOUNT_AND_ADDRESS }]);
  const stored = await kysely.selectFrom('admin_password').select('hash').where('admin_id', '=', caller.id).executeTakeFirstOrThrow();
  if (!(await ports.passwords.verify(password, stored.hash))) throw refused('refusals.oldPassword');
}
