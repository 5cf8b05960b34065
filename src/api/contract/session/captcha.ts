import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

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
