import type { InputOf, OutputOf } from '#api/contract/base/endpoint';
import { WORK_ANSWER, type beginCaptchaWork } from '#api/contract/session/captcha';
import { rejection } from '#domain/base/failure';
import { CAPTCHA_SECONDS, CAPTCHA_WORK, CAPTCHA_WORK_ANSWERS, CAPTCHA_WORK_AT_DOOR, CAPTCHA_WORK_DRAWS } from '../../../base/limits.ts';
import type { Client } from '../../../base/caller.ts';
import { hexOf } from '../../../base/platform/bytes.ts';
import { sha256 } from '../../../base/digest.ts';
import { memoryHash } from '../../../base/platform/memory-hash.ts';
import { networkOf } from '../../../base/network.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { count, countAttempt, countedUnder, isSpent, type Counted, type ThrottleKey } from '../../base/throttle.ts';
import type { Random } from './random.ts';

/** What an answer is for; it opens nothing else. */
export type CaptchaSubject = Pick<InputOf<typeof beginCaptchaWork>, 'purpose' | 'subject'>;

/**
 * Work for the browser of whoever cannot see a picture or aim at it. No cheaper for those who guess: it is bound to what it opens, each
 * answer makes the next ones dearer, and a network has few a day. Source: security.md rule 8, goal C13.
 */
export interface CaptchaWorkService {
  /** @throws the refusal where this network has begun too much, or has no answer left today */
  begin(id: string, door: CaptchaSubject, client: Client): Promise<OutputOf<typeof beginCaptchaWork>>;
  /**
   * Uses an answer up; it is over, right or wrong.
   * @returns what it was counted under
   * @throws FieldsRefused at `captchaInfo` for one that is wrong, old, used, of another network or for another door
   */
  consume(id: string, info: string, client: Client, door: CaptchaSubject): Promise<Counted>;
}

const SALT_BYTES = 16;
const ANSWER = new RegExp(`^${WORK_ANSWER}(\\d{1,7})$`, 'u');

export const isWorkAnswer = (info: string): boolean => info.startsWith(WORK_ANSWER);

/** Names are compared as the sign-in does, whatever their case. */
const hashOf = ({ purpose, subject }: CaptchaSubject): Promise<string> => sha256(`${purpose} ${subject.trim().toLowerCase()}`);

const ofNetwork = (network: string): ThrottleKey => ({ key: `work:${network}`, limit: CAPTCHA_WORK_ANSWERS });
const ofDoor = (doorHash: string): ThrottleKey => ({ key: `work-at:${doorHash}`, limit: CAPTCHA_WORK_AT_DOOR });

export function createCaptchaWork(ports: Pick<ServerPorts, 'database' | 'clock' | 'randomBytes'>, random: Random): CaptchaWorkService {
  const { kysely } = ports.database;

  async function candidatesFor(network: string, doorHash: string): Promise<number> {
    const [here, there] = await Promise.all([countedUnder(ports, ofNetwork(network)), countedUnder(ports, ofDoor(doorHash))]);
    if (here >= CAPTCHA_WORK_ANSWERS.count) throw rejection('refusals.captchaWorkSpent');
    const { candidates, doublings, answersToDouble, answersAtDoorToDouble } = CAPTCHA_WORK;
    const wanted = Math.max(Math.floor(here / answersToDouble), Math.floor(there / answersAtDoorToDouble));
    return candidates * 2 ** Math.min(wanted, doublings);
  }

  return {
    async begin(id, door, { ip }) {
      const network = networkOf(ip);
      await countAttempt(ports, [{ key: `work-begun:${network}`, limit: CAPTCHA_WORK_DRAWS }]);
      const doorHash = await hashOf(door);
      const candidates = await candidatesFor(network, doorHash);
      const answer = Math.floor(random.share() * candidates);
      const salt = ports.randomBytes(SALT_BYTES);
      const { memoryKib, passes } = CAPTCHA_WORK;
      const target = await memoryHash(String(answer), salt, CAPTCHA_WORK);
      const record = { network, door_hash: doorHash, answer, expire_time: nowSeconds(ports) + CAPTCHA_SECONDS };
      await kysely
        .insertInto('captcha_work')
        .values({ id_hash: await sha256(id), ...record })
        .onConflict((on) => on.column('id_hash').doUpdateSet(record))
        .execute();
      return { id, salt: hexOf(salt), target, candidates, memoryKib, passes, seconds: CAPTCHA_SECONDS };
    },

    async consume(id, info, { ip }, door) {
      const network = networkOf(ip);
      const doorHash = await hashOf(door);
      const begun = await kysely
        .deleteFrom('captcha_work')
        .where('id_hash', '=', await sha256(id))
        .where('network', '=', network)
        .returning(['door_hash', 'answer', 'expire_time'])
        .executeTakeFirst();
      const wrong = new FieldsRefused({ captchaInfo: { key: 'refusals.captchaWrong' } });
      if (!begun || begun.expire_time <= nowSeconds(ports)) throw wrong;
      // Counted before it is judged, so that those sent together cannot pass together.
      const here = await count(ports, [ofNetwork(network)]);
      if (isSpent(here)) throw new FieldsRefused({ captchaInfo: { key: 'refusals.captchaWorkSpent' } });
      const isRight = begun.door_hash === doorHash && ANSWER.exec(info)?.[1] === String(begun.answer);
      if (!isRight) throw wrong;
      // Only what has cost work makes it dearer for others.
      const there = await count(ports, [ofDoor(doorHash)]);
      return {
        async takeBack() {
          await here.takeBack();
          if (!isSpent(there)) await there.takeBack();
        },
      };
    },
  };
}
