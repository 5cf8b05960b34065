import * as z from 'zod/mini';
import { PROPOSAL_STATES } from '#domain/chat/answer';
import { endpoint } from '../base/endpoint.ts';
import { chatUuid } from './chat-shapes.ts';

/** What an administrator makes of what a model proposed in their conversation; proposals of others are not found. */
const call = (name: string, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/admin/chat.Chat/${name}`,
    audience: 'permitted',
    right: 'index',
    input: z.object({ proposal: chatUuid }),
    /** `change`: the number of the write in the journal, once there is one. */
    output: z.object({ state: z.enum(PROPOSAL_STATES), change: z.nullable(z.number()) }),
    success: 'silent',
    summary,
  });

/** Asks for the right to the write itself, and does it once, however often it is called. */
export const approveProposal = call('approve', 'Writes what a model has proposed.');
export const declineProposal = call('decline', 'Leaves undone what a model has proposed.');
export const undoProposal = call('undoProposal', 'Takes back what was written for a proposal.');
