import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { MAIL_EVENTS, SMS_TEMPLATES } from './verification.ts';

/** The click captcha. The record is chosen by the client's id; where its targets lie never leaves the server. Source: wire protocol §2.7. */

const id = z.string().check(z.minLength(1), z.maxLength(64));

export const readClickCaptcha = endpoint({
  method: 'GET',
  path: '/api/common/clickCaptcha',
  audience: 'anyone',
  input: z.object({ id }),
  output: z.object({
    id: z.string(),
    /** What to click, in this order. */
    text: z.array(z.string()),
    /** The picture as a data address. */
    base64: z.string(),
    width: z.number(),
    height: z.number(),
  }),
  success: 'silent',
  summary: 'Draws a new click captcha for an id.',
});

/** What an answer opens: a sign-in, a code of one purpose to one address, one form of a module, or the chat for one visitor. */
export const CAPTCHA_PURPOSES = [
  'sign_in_admin',
  'sign_in_user',
  'module_form',
  'chat',
  ...new Set([...MAIL_EVENTS, ...SMS_TEMPLATES]),
] as const;
export type CaptchaPurpose = (typeof CAPTCHA_PURPOSES)[number];

/** Before the answer in `captchaInfo`, where a click record stands otherwise. */
export const WORK_ANSWER = 'work:';

/**
 * Of ours: work for the browser in the place of a picture. Of the numbers from 0 on, below `candidates`, one has the `target` as its hash:
 * argon2id of its decimal digits with `salt`, one lane, 16 bytes. The call that it was asked for takes `captchaId` and, as `captchaInfo`,
 * `work:` and the number.
 */
export const beginCaptchaWork = endpoint({
  method: 'POST',
  path: '/api/common/captchaWork',
  audience: 'anyone',
  input: z.object({
    id,
    purpose: z.enum(CAPTCHA_PURPOSES),
    /** Who signs in, where the code goes to, or the form as `uid/section`. */
    subject: z.string().check(z.minLength(1), z.maxLength(254)),
  }),
  output: z.object({
    id: z.string(),
    /** Hexadecimal digits. */
    salt: z.string(),
    target: z.string(),
    candidates: z.number(),
    memoryKib: z.number(),
    passes: z.number(),
    /** How long the answer counts. */
    seconds: z.number(),
  }),
  success: 'silent',
  summary: 'Gives work to a browser, in the place of a click captcha.',
});

export const checkClickCaptcha = endpoint({
  method: 'POST',
  path: '/api/common/checkClickCaptcha',
  audience: 'anyone',
  input: z.object({
    id,
    /** `x,y-x,y;width;height` of the shown picture. */
    info: z.string(),
    /** Whether a right answer is used up by this check. */
    unset: z._default(z.union([z.boolean(), z.string(), z.number(), z.null()]), false),
  }),
  output: z.null(),
  success: 'silent',
  summary: 'Whether the clicks on a captcha are right.',
});
