import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';

/** Of ours: the chat as the first page of the member centre tells of it. Source: open content, "Member centre". */
export const readRecentChats = endpoint({
  method: 'GET',
  path: '/api/account/chats',
  audience: 'permitted',
  right: 'overview',
  input: nothing,
  output: z.object({
    /** Whether members may chat at all; nothing else counts where they may not. */
    is_on: z.boolean(),
    /** The three in which something was said last; Unix seconds. */
    list: z.array(z.object({ uuid: z.string(), title: z.string(), time: z.number() })),
    /** Questions of a day and night, and how many of them are left; null where nothing limits. */
    messages_a_day: z.nullable(z.number()),
    messages_left: z.nullable(z.number()),
  }),
  success: 'silent',
  summary: "The member's last conversations, and what is left of the quota.",
});
