import * as z from 'zod/mini';
import { FINISH_REASONS } from '#domain/chat/answer';
import { endpoint } from '../base/endpoint.ts';

/** What came of trying a model out. What went wrong is told in more words than readers of the chat hear. */
export const modelTrial = z.object({
  isAnswered: z.boolean(),
  /** The beginning of what it said. */
  text: z.string(),
  /** Why there is no answer, or no whole one; `private`: its address leads where the server does not ask. */
  reason: z.nullable(z.enum([...FINISH_REASONS, 'private'])),
  /** The provider's answer in HTTP, where there was one. */
  status: z.nullable(z.number()),
  /** The provider's own words for it, without the key; '' for none. */
  detail: z.string(),
  firstWordMs: z.nullable(z.number()),
  totalMs: z.number(),
  inputTokens: z.nullable(z.number()),
  outputTokens: z.nullable(z.number()),
});

/** Asks a model for one sentence, once, without counting it as anybody's question. */
export const tryModel = endpoint({
  method: 'POST',
  path: '/admin/chat.Model/try',
  audience: 'permitted',
  input: z.object({ id: z.number().check(z.int(), z.gte(1)) }),
  output: modelTrial,
  success: 'silent',
  summary: 'Asks a model of the chat for one sentence, and says what came of it.',
});
