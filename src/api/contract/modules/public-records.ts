import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/** What modules show to anybody and take from anybody. Both are also found as `/api/m/<uid>/<section>`. */
const uid = z.string().check(z.maxLength(21));
const section = z.string().check(z.maxLength(60));

const number = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^[1-9]\d{0,8}$/u))]),
  z.pipe(z.transform(Number), z.int().check(z.gte(1))),
);

export const readPublicRecords = endpoint({
  method: 'GET',
  path: '/api/m/records',
  audience: 'anyone',
  input: z.object({
    uid,
    section,
    id: z.optional(number),
    /** Behind the thousandth there is nothing. */
    page: z._default(number, 1),
    /** At most a hundred. */
    limit: z._default(number, 20),
  }),
  output: z.object({
    /** The fields that the module shows, by their keys, and the id. */
    list: z.array(z.record(z.string(), z.unknown())),
    total: z.number(),
  }),
  success: 'silent',
  summary: 'Records of a module that anybody may read.',
});

export const sendPublicRecord = endpoint({
  method: 'POST',
  path: '/api/m/records',
  audience: 'anyone',
  input: z.object({
    uid,
    section,
    /** By the keys of the fields. */
    values: z.record(z.string().check(z.maxLength(60)), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    /** Of the sender's making: sent again, the same words are taken once. */
    key: z.string().check(z.minLength(8), z.maxLength(64)),
    captchaId: z._default(z.string().check(z.maxLength(64)), ''),
    captchaInfo: z._default(z.string().check(z.maxLength(200)), ''),
  }),
  output: z.null(),
  named: true,
  success: 'announced',
  summary: 'Sends a form of a module: what is typed in, and the answer to a captcha for `uid/section`.',
});
