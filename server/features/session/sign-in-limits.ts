import {
  CAPTCHA_WANTED,
  LOGIN_PER_ACCOUNT,
  LOGIN_PER_ACCOUNT_AND_ADDRESS,
  LOGIN_PER_ADDRESS,
  LOGIN_SETTING_MEMORY_MS,
} from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { Client } from '../../base/caller.ts';
import type { CaptchaService } from './captcha/captcha.service.ts';
import type { Guesses, Validate } from '../base/guesses.ts';
import { networkOf } from '../../base/network.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import { isPlaceOf } from './base/sign-in-places.ts';
import { memoizeTtl } from '../../base/memoize-ttl.ts';
import { count, type Counted, forgetAttempts, isAnyCounted, isCounted, isSpent, type ThrottleKey } from '../base/throttle.ts';
import type { Account } from '../../resources/access/locked-account.ts';

export interface SignInAttempt {
  readonly area: Account['area'];
  /** As it was typed. */
  readonly username: string;
  /** Null where nobody is called so. */
  readonly accountId: number | null;
  readonly client: Client;
  /** Whether this attempt has cost a captcha already, or is the second step of one whose password was right. */
  readonly isPaid: boolean;
  readonly captchaId?: string | undefined;
  readonly captchaInfo?: string | undefined;
}

/**
 * How many wrong passwords are judged, in either area. Beyond a limit each attempt costs a captcha, and no door is closed: what strangers
 * do keeps nobody out. Who has signed in from an address of late has counters of their own there, beside that of the address.
 * Source: security.md rule 7, goal C13.
 */
export interface SignInLimits {
  /** Whether an attempt from this address was lately refused for want of a captcha, so that the page shows one. */
  wantsCaptcha(area: SignInAttempt['area'], client: Client): Promise<boolean>;
  /** @returns null for a wrong password; @throws FieldsRefused at `captchaInfo` where a captcha is wanted, or the given one is wrong */
  validate<Outcome extends object | number>(attempt: SignInAttempt, validate: Validate<Outcome>): Promise<Outcome | null>;
  /** Forgets the wrong passwords of somebody who has signed in, at the address they did it from. */
  forget(attempt: Pick<SignInAttempt, 'area' | 'username' | 'accountId' | 'client'>): Promise<void>;
}

type Who = Pick<SignInAttempt, 'area' | 'username' | 'accountId' | 'client'>;

/** One counter for an account whichever of its names is typed; a name that nobody has is counted as an account is. */
const subjectOf = ({ username, accountId }: Who): string => (accountId === null ? `name:${username.toLowerCase()}` : `id:${accountId}`);

/** Who is guessed stands behind the first space: addresses have none. */
const keyOf = (who: Who, where: string, limit: ThrottleKey['limit']): ThrottleKey => ({
  key: `guess:${who.area}:${where} ${subjectOf(who)}`,
  limit,
});
const here = ({ client }: Who): string => networkOf(client.ip);

/** Of the address over all names, whoever has signed in there: otherwise, beyond it, the answer would tell who has. */
const addressKey = (who: Who): ThrottleKey => ({ key: `guess:${who.area}:${here(who)}`, limit: LOGIN_PER_ADDRESS });

const strangerKeys = (who: Who): readonly ThrottleKey[] => [
  keyOf(who, here(who), LOGIN_PER_ACCOUNT_AND_ADDRESS),
  addressKey(who),
  keyOf(who, '*', LOGIN_PER_ACCOUNT),
];
const knownKeys = (who: Who): readonly ThrottleKey[] => [
  keyOf(who, `known:${here(who)}`, LOGIN_PER_ACCOUNT_AND_ADDRESS),
  addressKey(who),
  keyOf(who, `known-all-day:${here(who)}`, LOGIN_PER_ACCOUNT),
];
const WANTED = 'captcha-wanted:';
const wantedKey = (area: Who['area'], client: Client): ThrottleKey => ({
  key: `${WANTED}${area}:${networkOf(client.ip)}`,
  limit: CAPTCHA_WANTED,
});

export function createSignInLimits(
  ports: Pick<ServerPorts, 'database' | 'clock' | 'logger'>,
  guesses: Pick<Guesses, 'validate'>,
  captcha: Pick<CaptchaService, 'consume'>,
): SignInLimits {
  // Anybody may ask for the sign-in page as often as they like, and hardly ever is a captcha wanted of somebody.
  const isAnyWanted = memoizeTtl(() => isAnyCounted(ports, WANTED, CAPTCHA_WANTED), LOGIN_SETTING_MEMORY_MS, ports.clock);
  let wantedHereAt = -Infinity;
  const isWantedHere = (): boolean => nowSeconds(ports) - wantedHereAt < CAPTCHA_WANTED.windowSeconds + CAPTCHA_WANTED.bucketSeconds;

  async function payWithCaptcha({ area, username, accountId, client, captchaId, captchaInfo }: SignInAttempt): Promise<Counted> {
    if (captchaId !== undefined && captchaId !== '')
      return captcha.consume(captchaId, captchaInfo, client, { purpose: `sign_in_${area}`, subject: username });
    await count(ports, [wantedKey(area, client)]);
    wantedHereAt = nowSeconds(ports);
    // Into the technical log only: knocking must not fill the database. A name that nobody has may be a password in the wrong field.
    ports.logger.warn('session.captchaWanted', { ip: client.ip, area, accountId });
    throw new FieldsRefused({ captchaInfo: { key: 'refusals.captchaWanted' } });
  }

  return {
    wantsCaptcha: async (area, client) => (isWantedHere() || (await isAnyWanted())) && isCounted(ports, wantedKey(area, client)),

    async validate(attempt, validate) {
      const { area, accountId, client } = attempt;
      const isKnown = await isPlaceOf(ports, { area, accountId: accountId ?? 0 }, client.ip);
      const outcome = await guesses.validate(isKnown ? knownKeys(attempt) : strangerKeys(attempt), validate);
      if (!isSpent(outcome)) return outcome;
      const paid = attempt.isPaid ? null : await payWithCaptcha(attempt);
      const validated = await validate();
      if (validated !== null) await paid?.takeBack();
      return validated;
    },

    async forget(who) {
      for (const keys of [strangerKeys(who), knownKeys(who)]) if (keys[0]) await forgetAttempts(ports.database.kysely, keys[0].key);
    },
  };
}
