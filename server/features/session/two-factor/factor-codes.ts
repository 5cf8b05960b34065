import { FACTOR_GUESSES, FACTOR_GUESSES_A_DAY } from '../../../base/limits.ts';
import type { Client } from '../../../base/caller.ts';
import { networkOf } from '../../../base/network.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { Account } from '../../../resources/access/locked-account.ts';
import type { ThrottleKey } from '../../base/throttle.ts';
import { isPlaceOf } from '../base/sign-in-places.ts';
import { totpStepOf } from './totp.ts';

const UNREADABLE = { factorCode: { key: 'refusals.account.factorUnreadable' } } as const;
export const WRONG_CODE = { factorCode: { key: 'refusals.account.codeWrong' } } as const;

/** What a secret is encrypted as, so that it can be decrypted for this account only. */
export const aboutFactor = ({ area, accountId }: Account): string => `two-factor of ${area} ${accountId}`;

/** What a guess at a code is counted under: over all addresses of strangers, for whoever guesses codes knows the password already. */
const guessKeys = ({ area, accountId }: Account, place: string): readonly [ThrottleKey, ThrottleKey] => [
  { key: `factor:${area}:${accountId}:${place}`, limit: FACTOR_GUESSES },
  { key: `factor:${area}:${accountId}:${place}:day`, limit: FACTOR_GUESSES_A_DAY },
];

/** Recovery codes cannot be guessed; where codes of the app are no longer judged, they still open the door. */
export const recoveryGuessKeys = (account: Account, { ip }: Client) => guessKeys(account, `recovery:${networkOf(ip)}`);

/** Where the account has signed in of late, strangers' guesses do not count. */
export const appGuessKeys = async (ports: Pick<ServerPorts, 'database' | 'clock'>, account: Account, { ip }: Client) =>
  guessKeys(account, (await isPlaceOf(ports, account, ip)) ? networkOf(ip) : '*');

/**
 * Which step of the app's clock a code belongs to.
 * @returns null where the code fits no step near now
 * @throws FieldsRefused where the server cannot read the secret any more
 */
export async function stepOfCode(
  ports: Pick<ServerPorts, 'clock' | 'encryptor' | 'logger'>,
  account: Account,
  encrypted: string,
  code: string,
): Promise<number | null> {
  const secret = await ports.encryptor.decrypt(encrypted, aboutFactor(account)).catch((error: unknown) => {
    ports.logger.error('twoFactor.unreadable', { area: account.area, accountId: account.accountId, error });
    throw new FieldsRefused(UNREADABLE);
  });
  return totpStepOf(secret, code, nowSeconds(ports));
}
