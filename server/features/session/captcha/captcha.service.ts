import type { InputOf, OutputOf } from '#api/contract/base/endpoint';
import type { readClickCaptcha } from '#api/contract/session/captcha';
import { CAPTCHA_DRAWS_PER_ADDRESS, CAPTCHA_LOOKS, CAPTCHA_SECONDS } from '../../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { Client } from '../../../base/caller.ts';
import { base64Of } from '../../../base/platform/bytes.ts';
import { base64url, sha256 } from '../../../base/digest.ts';
import { networkOf } from '../../../base/network.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import { countAttempt, type Counted } from '../../base/throttle.ts';
import { hitsTargets, parseClickRecord } from './click-record.ts';
import { createRandom } from './random.ts';
import { composePicture, PICTURE } from './picture.ts';
import { createCaptchaWork, isWorkAnswer, type CaptchaSubject, type CaptchaWorkService } from './captcha-work.ts';

/** Pictures on which people click what is asked for, and work for the browser of whoever cannot. Source: wire protocol §2.7; security.md rule 8. */
export interface CaptchaService {
  /** Draws a picture; an earlier one under the same id no longer counts. */
  draw(id: InputOf<typeof readClickCaptcha>['id'], client: Client): Promise<OutputOf<typeof readClickCaptcha>>;
  /** @param isSpent whether a right answer is used up; a wrong one always is, with its picture */
  check(id: string, info: string, isSpent: boolean, client: Client): Promise<boolean>;
  /** Gives work to a browser; an earlier one under the same id no longer counts. */
  beginWork: CaptchaWorkService['begin'];
  /**
   * Uses an answer up, so that one picture, or one piece of work, opens one door once.
   * @returns what may be taken back for somebody who has proved who they are
   * @throws FieldsRefused at `captchaInfo` for a wrong, missing, old or used answer
   */
  consume(id: string | undefined, info: string | undefined, client: Client, door: CaptchaSubject): Promise<Counted>;
}

/** Pictures are not counted here. */
const NOTHING_COUNTED: Counted = { takeBack: () => Promise.resolve() };

const DRAWING_BYTES = 16;

export function createCaptchaService(ports: ServerPorts): CaptchaService {
  const { kysely } = ports.database;
  const random = createRandom(ports.randomBytes);
  const work = createCaptchaWork(ports, random);

  /** Answers that come together are judged one after the other. */
  async function isRight(id: string, info: string, isSpent: boolean, client: Client): Promise<boolean> {
    const clicks = parseClickRecord(info);
    const idHash = await sha256(id);
    return ports.database.transaction(async (trx) => {
      const record = await trx
        .selectFrom('captcha')
        .select(['targets', 'width', 'height', 'tries'])
        .where('id_hash', '=', idHash)
        .where('network', '=', networkOf(client.ip))
        .where('expire_time', '>', nowSeconds(ports))
        .forUpdate()
        .executeTakeFirst();
      if (!record) return false;
      const isHit = clicks !== null && hitsTargets(clicks, record.targets, record);
      const tries = record.tries + 1;
      if (!isHit || isSpent || tries >= CAPTCHA_LOOKS) await trx.deleteFrom('captcha').where('id_hash', '=', idHash).execute();
      else await trx.updateTable('captcha').set({ tries }).where('id_hash', '=', idHash).execute();
      return isHit;
    });
  }

  return {
    async draw(id, client) {
      const network = networkOf(client.ip);
      await countAttempt(ports, [{ key: `captcha:${network}`, limit: CAPTCHA_DRAWS_PER_ADDRESS }]);
      const { svg, targets } = composePicture(random);
      const png = await ports.rasterise(svg);
      const record = {
        drawing: base64url(ports.randomBytes(DRAWING_BYTES)),
        network,
        targets: JSON.stringify(targets.map(({ box }) => box)),
        ...PICTURE,
        tries: 0,
        expire_time: nowSeconds(ports) + CAPTCHA_SECONDS,
      };
      await kysely
        .insertInto('captcha')
        .values({ id_hash: await sha256(id), ...record })
        .onConflict((on) => on.column('id_hash').doUpdateSet(record))
        .execute();
      const text = targets.map(({ icon }) => `<${ports.messages.text(client.language, `captcha.icons.${icon}`)}>`);
      return { id, text, base64: `data:image/png;base64,${base64Of(png)}`, ...PICTURE };
    },

    check: (id, info, isSpent, client) => isRight(id, info, isSpent, client),

    beginWork: (id, door, client) => work.begin(id, door, client),

    async consume(id, info, client, door) {
      const isAnswered = id !== undefined && id !== '' && info !== undefined && info !== '';
      if (isAnswered && isWorkAnswer(info)) return work.consume(id, info, client, door);
      if (!isAnswered || !(await isRight(id, info, true, client)))
        throw new FieldsRefused({ captchaInfo: { key: 'refusals.captchaWrong' } });
      return NOTHING_COUNTED;
    },
  };
}
