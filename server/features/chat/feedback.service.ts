import type { ChatEndpoints } from '#api/contract/chat/chat';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { notFound } from '../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { ChatOwner, KnownOwner } from './base/owner.ts';
import { messageOf, pathTo } from './base/thread.ts';

type Input<Name extends 'rate' | 'report'> = ParsedInputOf<ChatEndpoints[Name]>;

/** What people say of answers. Staff see no conversation, but what somebody chose to show them. */
export interface Feedback {
  rate(rating: Input<'rate'>, owner: ChatOwner): Promise<void>;
  report(report: Input<'report'>, owner: ChatOwner): Promise<void>;
}

const EXCERPT_LENGTH = 4000;

export function createFeedback(ports: Pick<ServerPorts, 'database' | 'clock'>): Feedback {
  const { kysely } = ports.database;

  async function keep(
    owner: ChatOwner,
    uuid: string,
    told: Pick<Input<'rate'>, 'reasons' | 'note'>,
    kind: 'rating' | 'report',
    verdict: 'good' | 'bad',
  ) {
    const { message } = await messageOf(kysely, owner, uuid);
    if (message.role !== 'assistant') throw notFound();
    const question = kind === 'report' ? ((await pathTo(kysely, message.id, 2))[0]?.text ?? '') : '';
    const now = nowSeconds(ports);
    const said = {
      verdict,
      reasons: told.reasons.join(','),
      note: told.note.trim(),
      excerpt: kind === 'report' ? `${question}\n\n---\n\n${message.text}`.slice(0, EXCERPT_LENGTH).toWellFormed() : '',
      model_name: message.model_name,
      status: 'open',
      update_time: now,
    } as const;
    const { id, kind: ownerType } = owner as KnownOwner;
    await kysely
      .insertInto('chat_feedback')
      .values({ message_id: message.id, owner_type: ownerType, owner_id: id, kind, create_time: now, ...said })
      .onConflict((conflict) => conflict.columns(['message_id', 'kind']).doUpdateSet(said))
      .execute();
  }

  return {
    async rate({ message, verdict, ...told }, owner) {
      if (verdict !== null) return keep(owner, message, told, 'rating', verdict);
      const { message: rated } = await messageOf(kysely, owner, message);
      await kysely.deleteFrom('chat_feedback').where('message_id', '=', rated.id).where('kind', '=', 'rating').execute();
    },
    report: ({ message, ...told }, owner) => keep(owner, message, told, 'report', 'bad'),
  };
}
