import type { ChatEndpoints } from '#api/contract/chat/chat';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { sql } from 'kysely';
import { notFound } from '../../base/refusal.ts';
import { shippedResource } from '../../base/shipped-resources.ts';
import { holdLife } from '../../db/sections/life-hash.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { forgetSteps, noteBorn } from '../../resources/life/life-steps.ts';
import type { Resources } from '../../resources/registry.ts';
import { sendByProgram } from '../../resources/write/program-event.ts';
import type { ChatOwner, KnownOwner } from './base/owner.ts';
import { ownMessage, pathTo } from './base/thread.ts';

type Input<Name extends 'rate' | 'report'> = ParsedInputOf<ChatEndpoints[Name]>;

/** What people say of answers. Staff see no conversation, but what somebody chose to show them. */
export interface Feedback {
  rate(rating: Input<'rate'>, owner: ChatOwner): Promise<void>;
  report(report: Input<'report'>, owner: ChatOwner): Promise<void>;
}

const EXCERPT_LENGTH = 4000;
/** Of which an answer has so much, however long its question is; and what the one does not need is the other's. */
const ANSWER_LENGTH = 2500;
const BETWEEN = '\n\n---\n\n';

/** What whoever looks at a report reads of a question and its answer. */
function excerptOf(question: string, answer: string): string {
  const room = EXCERPT_LENGTH - BETWEEN.length;
  const answerLength = Math.min(answer.length, Math.max(ANSWER_LENGTH, room - question.length));
  return [question.slice(0, room - answerLength), answer.slice(0, answerLength)].map((text) => text.toWellFormed()).join(BETWEEN);
}

export function createFeedback(ports: Pick<ServerPorts, 'database' | 'clock'>, resources: Pick<Resources, 'get'>): Feedback {
  const { kysely } = ports.database;
  const section = shippedResource('chatFeedback');

  async function keep(
    owner: ChatOwner,
    uuid: string,
    told: Pick<Input<'rate'>, 'reasons' | 'note'>,
    about: 'rating' | 'report',
    verdict: 'good' | 'bad',
  ) {
    const { message } = await ownMessage(kysely, owner, uuid);
    if (message.role !== 'assistant') throw notFound();
    const question = about === 'report' ? ((await pathTo(kysely, message.id, 2))[0]?.text ?? '') : '';
    const now = nowSeconds(ports);
    const said = {
      verdict,
      reasons: told.reasons.join(','),
      note: told.note.trim(),
      excerpt: about === 'report' ? excerptOf(question, message.text) : '',
      model_name: message.model_name,
      update_time: now,
    } as const;
    const { id, kind } = owner as KnownOwner;
    // Whoever was a visitor when they first said something of it may have signed in since.
    const whose = { owner_type: kind, owner_id: id };
    await ports.database.transaction(async (trx) => {
      // Before the record, as everybody does who writes to a section with a life.
      await holdLife(trx, section);
      const kept = await trx
        .insertInto('chat_feedback')
        .values({ message_id: message.id, kind: about, create_time: now, ...whose, ...said })
        .onConflict((conflict) => conflict.columns(['message_id', 'kind']).doUpdateSet({ ...whose, ...said }))
        .returning(['id', 'status', sql<boolean>`xmax = 0`.as('isNew')])
        .executeTakeFirstOrThrow();
      if (kept.isNew) return noteBorn(trx, section, kept.id, now);
      // What is said once more is looked at once more.
      const context = resources.get(section.name)?.context;
      if (context && kept.status !== 'open') await sendByProgram(context, trx, { id: kept.id, event: 'saidAgain', nowSeconds: now });
    });
  }

  return {
    async rate({ message, verdict, ...told }, owner) {
      if (verdict !== null) return keep(owner, message, told, 'rating', verdict);
      const { message: rated } = await ownMessage(kysely, owner, message);
      await ports.database.transaction(async (trx) => {
        const gone = await trx
          .deleteFrom('chat_feedback')
          .where('message_id', '=', rated.id)
          .where('kind', '=', 'rating')
          .returning('id')
          .execute();
        await forgetSteps(
          trx,
          section,
          gone.map(({ id }) => id),
        );
      });
    },
    report: ({ message, ...told }, owner) => keep(owner, message, told, 'report', 'bad'),
  };
}
