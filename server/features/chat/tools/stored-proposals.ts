import { rejection } from '#domain/base/failure';
import type { ProposalState } from '#domain/chat/answer';
import { titleKey, titleWireName } from '#domain/table/title-key';
import type { AdminCaller } from '../../../base/caller.ts';
import { notFound } from '../../../base/refusal.ts';
import type { StoredStep } from '../../../db/tables/chat-tables.ts';
import type { Row } from '../../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { WireRow } from '../../../resources/base/list-reply.ts';
import type { ResourceEngine } from '../../../resources/define-resource.ts';
import type { Resources } from '../../../resources/registry.ts';
import { idempotencyOwner } from '../../../resources/write/idempotent.ts';
import { namesOfRelated } from '../../changes/describe-changes.ts';
import { CHAT_APPLYING_SECONDS, CHAT_PROPOSALS } from '../base/limits.ts';

export type StoredProposal = Row<'chat_proposal'>;

/** What a model would write, before it is kept. */
export interface ProposalWish {
  readonly action: StoredProposal['action'];
  readonly id: number | null;
  readonly row: WireRow;
  readonly values: Readonly<Record<string, unknown>>;
  /** The fields of which it is kept what stands there. */
  readonly shown: readonly string[];
  readonly step: StoredStep | null;
}

/** Proposals as the table has them. */
export interface StoredProposals {
  /** Keeps what a model would write. @returns its number @throws the refusal where its message has as many as it may */
  add(engine: ResourceEngine, wish: ProposalWish, caller: AdminCaller, messageId: number): Promise<string>;
  /** One of the caller's. @throws not found for none, and for those of others */
  find(uuid: string, caller: AdminCaller): Promise<StoredProposal>;
  /** @returns whether it was in this state, and is now in the other */
  move(proposal: StoredProposal, from: ProposalState, to: ProposalState): Promise<boolean>;
  /** Takes over what a killed server may have left while it was being written; the write itself is done once all the same. @returns whether it is taken over */
  takeUp(proposal: StoredProposal): Promise<boolean>;
  wasWritten(uuid: string, caller: AdminCaller): Promise<boolean>;
  /** @param change the number of the write in the journal */
  setApplied(proposal: StoredProposal, change: number | null): Promise<void>;
}

const TITLE_LENGTH = 200;
/** By which the write of a proposal is done once. */
export const proposalKey = (uuid: string): string => `proposal:${uuid}`;

const titleOf = ({ resource }: ResourceEngine, { row, values }: ProposalWish, { client: { language } }: AdminCaller): string => {
  const title = row[titleWireName(resource, row, language)] ?? values[titleKey(resource, values, language)];
  return typeof title === 'string' || typeof title === 'number' ? String(title).slice(0, TITLE_LENGTH).toWellFormed() : '';
};

export function createStoredProposals(ports: Pick<ServerPorts, 'database' | 'clock'>, resources: Resources): StoredProposals {
  const { kysely } = ports.database;
  const now = () => nowSeconds(ports);
  const contextOf = (name: string) => resources.get(name)?.context;

  return {
    async add(engine, wish, caller, messageId) {
      const { resource } = engine;
      const { action, id, row, values, shown, step } = wish;
      const { made } = await kysely
        .selectFrom('chat_proposal')
        .select((select) => select.fn.countAll<number>().as('made'))
        .where('message_id', '=', messageId)
        .executeTakeFirstOrThrow();
      if (made >= CHAT_PROPOSALS) throw rejection('refusals.chat.proposals', { count: CHAT_PROPOSALS });
      const version = row['version'];
      const before = Object.fromEntries(shown.map((name) => [name, row[name] ?? null]));
      const names = await namesOfRelated(kysely, contextOf, caller, { resource: resource.name, before, after: values });
      const uuid = crypto.randomUUID();
      await kysely
        .insertInto('chat_proposal')
        .values({
          uuid,
          message_id: messageId,
          admin_id: caller.id,
          resource: resource.name,
          action,
          record_id: id,
          title: titleOf(engine, wish, caller),
          input: JSON.stringify(values),
          before: JSON.stringify(before),
          names: JSON.stringify(names),
          step: step && JSON.stringify(step),
          version: version === undefined || version === null ? null : Number(version),
          write_id: null,
          create_time: now(),
          end_time: null,
        })
        .execute();
      return uuid;
    },

    async find(uuid, { id }) {
      const found = await kysely
        .selectFrom('chat_proposal')
        .innerJoin('chat_message', 'chat_message.id', 'message_id')
        .selectAll('chat_proposal')
        .where('chat_proposal.uuid', '=', uuid)
        .where('admin_id', '=', id)
        .where('chat_message.delete_time', 'is', null)
        .executeTakeFirst();
      if (!found) throw notFound();
      return found;
    },

    async move({ id }, from, to) {
      const changed = await kysely
        .updateTable('chat_proposal')
        .set({ state: to, end_time: now() })
        .where('id', '=', id)
        .where('state', '=', from)
        .returning('id')
        .executeTakeFirst();
      return changed !== undefined;
    },

    async takeUp({ id }) {
      const taken = await kysely
        .updateTable('chat_proposal')
        .set({ end_time: now() })
        .where('id', '=', id)
        .where('state', '=', 'applying')
        .where('end_time', '<', now() - CHAT_APPLYING_SECONDS)
        .returning('id')
        .executeTakeFirst();
      return taken !== undefined;
    },

    async wasWritten(uuid, caller) {
      const key = await kysely
        .selectFrom('idempotency_key')
        .select('key')
        .where('caller', '=', idempotencyOwner(caller))
        .where('key', '=', proposalKey(uuid))
        .executeTakeFirst();
      return key !== undefined;
    },

    async setApplied({ id }, change) {
      await kysely.updateTable('chat_proposal').set({ state: 'applied', write_id: change, end_time: now() }).where('id', '=', id).execute();
    },
  };
}
