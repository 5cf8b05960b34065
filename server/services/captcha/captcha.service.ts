import type { InputOf, OutputOf } from '#api/contract/endpoint';
import type { readClickCaptcha } from '#api/contract/captcha';
import { CAPTCHA_DRAWS_PER_ADDRESS, CAPTCHA_SECONDS, CAPTCHA_TRIES } from '../../limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports.ts';
import type { Client } from '../caller.ts';
import { base64url, sha256 } from '../digest.ts';
import { networkOf } from '../network.ts';
import { FieldsRefused } from '../refusal.ts';
import { countAttempt } from '../throttle.ts';
import { hitsTargets, parseClickRecord } from './click-record.ts';
import { createDice } from './dice.ts';
import { composePicture, PICTURE } from './picture.ts';

/** Pictures on which people click what is asked for. Source: wire protocol §2.7; security.md rule 8. */
export interface CaptchaService {
  /** Draws a picture; an earlier one under the same id no longer counts. */
  draw(id: InputOf<typeof readClickCaptcha>['id'], client: Client): Promise<OutputOf<typeof readClickCaptcha>>;
  /** @param isSpent whether a right answer is used up; a wrong one only costs a try */
  check(id: string, info: string, isSpent: boolean, client: Client): Promise<boolean>;
  /**
   * Uses a right answer up, so that one answer opens one door once. The first door where an answer is tried is the only one it opens.
   * @throws FieldsRefused at `captchaInfo` for a wrong, missing, old or used answer
   */
  consume(id: string | undefined, info: string | undefined, purpose: string, client: Client): Promise<void>;
}

const DRAWING_BYTES = 16;

export function createCaptchaService(ports: ServerPorts): CaptchaService {
  const { kysely } = ports.database;
  const dice = createDice(ports.randomBytes);

  /** @param purpose empty where it is only looked at */
  async function isRight(id: string, info: string, isSpent: boolean, purpose: string, client: Client): Promise<boolean> {
    // The try is counted before it is judged, so that answers sent together cannot be more than the limit.
    const record = await kysely
      .updateTable('captcha')
      .set((set) => ({ tries: set('tries', '+', 1), ...(purpose !== '' && { purpose }) }))
      .where('id_hash', '=', await sha256(id))
      .where('network', '=', networkOf(client.ip))
      .where('expire_time', '>', nowSeconds(ports))
      .$if(purpose !== '', (query) => query.where('purpose', 'in', ['', purpose]))
      .where('tries', '<', CAPTCHA_TRIES)
      .returning(['drawing', 'targets', 'width', 'height'])
      .executeTakeFirst();
    if (!record) return false;
    const clicks = parseClickRecord(info);
    if (!clicks || !hitsTargets(clicks, record.targets, record)) return false;
    if (!isSpent) return true;
    const spent = await kysely.deleteFrom('captcha').where('drawing', '=', record.drawing).executeTakeFirst();
    return spent.numDeletedRows === 1n;
  }

  return {
    async draw(id, client) {
      const network = networkOf(client.ip);
      await countAttempt(ports, [{ key: `captcha:${network}`, limit: CAPTCHA_DRAWS_PER_ADDRESS }]);
      const { svg, targets } = composePicture(dice);
      const png = await ports.rasterise(svg);
      const record = {
        drawing: base64url(ports.randomBytes(DRAWING_BYTES)),
        network,
        targets: JSON.stringify(targets.map(({ box }) => box)),
        ...PICTURE,
        purpose: '',
        tries: 0,
        expire_time: nowSeconds(ports) + CAPTCHA_SECONDS,
      };
      await kysely
        .insertInto('captcha')
        .values({ id_hash: await sha256(id), ...record })
        .onConflict((on) => on.column('id_hash').doUpdateSet(record))
        .execute();
      const text = targets.map(({ icon }) => `<${ports.messages.text(client.language, `captcha.icons.${icon}`)}>`);
      return { id, text, base64: `data:image/png;base64,${Buffer.from(png).toString('base64')}`, ...PICTURE };
    },

    check: (id, info, isSpent, client) => isRight(id, info, isSpent, '', client),

    async consume(id, info, purpose, client) {
      const isAnswered = id !== undefined && id !== '' && info !== undefined && info !== '';
      if (!isAnswered || !(await isRight(id, info, true, purpose, client)))
        throw new FieldsRefused({ captchaInfo: { key: 'refusals.captchaWrong' } });
    },
  };
}
