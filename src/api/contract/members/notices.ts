import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/**
 * Notices as members read them: those of the public site, and those that are for members or for their group alone. The protocol knows none
 * of these calls. Ids of notices that are not for the member are not found. Source: open content, "Member centre".
 */

const number = z.optional(z.union([z.number(), z.string()]));
const id = z.union([z.number().check(z.int(), z.gte(1)), z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/u)), z.transform(Number))]);
/** In the language of the call; `is_translated` is false for a text that is there in Chinese alone. */
const text = z.object({ text: z.string(), is_translated: z.boolean() });
const notice = {
  id: z.number(),
  title: text,
  is_pinned: z.boolean(),
  /** Whether it is for members alone. */
  is_for_members: z.boolean(),
  /** When it came, in Unix seconds. */
  time: z.number(),
};

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/account/notices',
  audience: 'signedIn',
  input: z.object({ page: number, limit: number }),
  output: z.object({
    /** Pinned ones first, then the newest. `is_new`: it came after the member had joined, and was not read yet. */
    list: z.array(z.object({ ...notice, excerpt: text, is_new: z.boolean() })),
    total: z.number(),
    unread: z.number(),
  }),
  success: 'silent',
  summary: 'Notices to the member.',
});

export const openNotice = endpoint({
  method: 'GET',
  path: '/api/account/notice',
  audience: 'signedIn',
  input: z.object({ id }),
  /** `body` is cleaned rich text. */
  output: z.object({ ...notice, body: text }),
  success: 'silent',
  summary: 'One notice as a whole. It is not marked as read by that.',
});

export const readNotices = endpoint({
  method: 'POST',
  path: '/api/account/readNotices',
  audience: 'signedIn',
  /** Without ids: all there are; a hundred at once. */
  input: z.object({ ids: z.optional(z.array(z.number().check(z.int(), z.gte(1))).check(z.minLength(1), z.maxLength(100))) }),
  output: z.object({ unread: z.number() }),
  success: 'silent',
  summary: 'Marks notices as read.',
});
