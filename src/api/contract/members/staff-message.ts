import * as z from 'zod/mini';
import { STAFF_CHOSEN_MAX } from '#domain/members/staff-message';
import { endpoint, nothing } from '../base/endpoint.ts';

/** What administrators write to members. The protocol knows none of these calls. */

const right = 'message';
const id = z.number().check(z.int(), z.gte(1));
const words = z.optional(z.string());

export const readStaffAudience = endpoint({
  method: 'GET',
  path: '/admin/user.User/messageAudience',
  audience: 'permitted',
  right,
  input: nothing,
  output: z.object({
    /** How many members a message to all of them reaches: whose account is enabled. */
    all: z.number(),
    groups: z.array(z.object({ id: z.number(), name: z.string(), members: z.number() })),
  }),
  success: 'silent',
  summary: 'Whom a message to members can be for, and how many they are.',
});

export const sendStaffMessage = endpoint({
  method: 'POST',
  path: '/admin/user.User/message',
  audience: 'permitted',
  right,
  input: z.object({
    audience: z.enum(['all', 'group', 'chosen']),
    /** Of the audience `group`. */
    groupId: z.optional(id),
    /** Of the audience `chosen`. */
    ids: z.optional(z.array(id).check(z.maxLength(STAFF_CHOSEN_MAX))),
    title: words,
    text: words,
    titleEn: words,
    textEn: words,
  }),
  /** How many members it is for; those who want none of this kind are among them. */
  output: z.object({ members: z.number() }),
  success: 'silent',
  texts: 'byField',
  idempotent: true,
  summary: 'Writes to members: to all of them, to a group, or to chosen ones.',
});
