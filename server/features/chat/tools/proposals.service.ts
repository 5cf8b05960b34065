import { proposeChange, proposeEvent } from '#api/contract/chat/tool-inputs';
import { listQuery } from '#api/contract/table/resource-endpoints';
import { FailureError, rejection } from '#domain/base/failure';
import { titleKey, titleWireName } from '#domain/table/title-key';
import type { ProposalState } from '#domain/chat/answer';
import type { AdminCaller } from '../../../base/caller.ts';
import { FieldsRefused, notFound, RowsRefused } from '../../../base/refusal.ts';
import { LifeReplaced } from '../../../db/sections/life-hash.ts';
import type { StoredStep } from '../../../db/tables/chat-tables.ts';
import type { Row } from '../../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { WireRow } from '../../../resources/base/list-reply.ts';
import type { ResourceEngine } from '../../../resources/define-resource.ts';
import type { Resources } from '../../../resources/registry.ts';
import { postedValues } from '../../../resources/write/check-write.ts';
import { idempotencyOwner } from '../../../resources/write/idempotent.ts';
import { namesOfRelated } from '../../changes/describe-changes.ts';
import { CHAT_APPLYING_SECONDS, CHAT_PROPOSAL_SECONDS, CHAT_PROPOSALS } from '../base/limits.ts';
import { actionsOf, eventsOf, mayDo } from './proposed-rights.ts';
import { checkValues, stepFor } from './proposed-values.ts';
import type { Telling } from './told-fields.ts';
import { inputOf } from './tool-values.ts';

type Proposal = Row<'chat_proposal'>;
type Action = Proposal['action'];

/** What models propose, and what their administrators make of it. Proposals of others are not found. */
export interface Proposals {
  /** Keeps what a model would write. @returns what the model is told @throws the refusal where it could not be written */
  propose(engine: ResourceEngine, input: unknown, by: Proposer): Promise<unknown>;
  /** The same of an event of a record's life. */
  proposeStep(engine: ResourceEngine, input: unknown, by: Proposer): Promise<unknown>;
  /** Writes it as its administrator would, once, however often it is approved. */
  approve(uuid: string, caller: AdminCaller): Promise<ProposalReply>;
  decline(uuid: string, caller: AdminCaller): Promise<ProposalReply>;
  /** Takes the write back, for as long as nobody has touched the record since. */
  undo(uuid: string, caller: AdminCaller): Promise<ProposalReply>;
}

/** In whose name a model proposes, in which message, and what it is told. */
export interface Proposer {
  readonly caller: AdminCaller;
  readonly messageId: number;
  readonly telling: Telling;
}

export interface ProposalReply {
  readonly state: ProposalState;
  /** The number of the write in the journal; null before there is one. */
  readonly change: number | null;
}

/** One record as the list shows it to this administrator. @throws not found for none, and for what they may not see */
export async function recordOf(engine: ResourceEngine, id: number, caller: AdminCaller): Promise<WireRow> {
  const query = listQuery.parse({ search: [{ field: 'id', operator: 'eq', val: String(id) }], limit: 1 });
  const { list = [] } = await engine.list(query, caller);
  const found = list.find((row) => Number(row['id']) === id);
  if (!found) throw notFound();
  return found;
}

const TITLE_LENGTH = 200;
/** By which the write of a proposal is done once. */
const keyOf = (uuid: string): string => `proposal:${uuid}`;

export function createProposals(ports: Pick<ServerPorts, 'database' | 'clock'>, resources: Resources): Proposals {
  const { kysely } = ports.database;
  const now = () => nowSeconds(ports);
  const contextOf = (name: string) => resources.get(name)?.context;

  async function own(uuid: string, { id }: AdminCaller): Promise<Proposal> {
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
  }

  /** @returns whether it was in this state, and is now in the other */
  async function moved({ id }: Proposal, from: ProposalState, to: ProposalState): Promise<boolean> {
    const changed = await kysely
      .updateTable('chat_proposal')
      .set({ state: to, end_time: now() })
      .where('id', '=', id)
      .where('state', '=', from)
      .returning('id')
      .executeTakeFirst();
    return changed !== undefined;
  }

  /** A killed server may have left it while it was being written; the write itself is done once all the same. */
  const takenUp = async (proposal: Proposal): Promise<boolean> =>
    (await kysely
      .updateTable('chat_proposal')
      .set({ end_time: now() })
      .where('id', '=', proposal.id)
      .where('state', '=', 'applying')
      .where('end_time', '<', now() - CHAT_APPLYING_SECONDS)
      .returning('id')
      .executeTakeFirst()) !== undefined;

  const wasWritten = async (uuid: string, caller: AdminCaller): Promise<boolean> =>
    (await kysely
      .selectFrom('idempotency_key')
      .select('key')
      .where('caller', '=', idempotencyOwner(caller))
      .where('key', '=', keyOf(uuid))
      .executeTakeFirst()) !== undefined;

  /** @returns what the model is told */
  async function keep(engine: ResourceEngine, wish: Wish, { caller, messageId }: Pick<Proposer, 'caller' | 'messageId'>): Promise<unknown> {
    const { resource } = engine;
    const { action, id, row, values, shown, step } = wish;
    const { made } = await kysely
      .selectFrom('chat_proposal')
      .select((select) => select.fn.countAll<number>().as('made'))
      .where('message_id', '=', messageId)
      .executeTakeFirstOrThrow();
    if (made >= CHAT_PROPOSALS) throw rejection('refusals.chat.proposals', { count: CHAT_PROPOSALS });
    const { language } = caller.client;
    const title = row[titleWireName(resource, row, language)] ?? values[titleKey(resource, values, language)];
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
        title: typeof title === 'string' || typeof title === 'number' ? String(title).slice(0, TITLE_LENGTH).toWellFormed() : '',
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
    return { proposal: uuid, state: 'proposed', note: 'It waits for the administrator.' };
  }

  const stateOf = async (uuid: string, caller: AdminCaller): Promise<ProposalReply> => replyOf(await own(uuid, caller));

  return {
    async propose(engine, input, { caller, messageId, telling }) {
      const { action, id, values } = inputOf(proposeChange, input);
      if (!actionsOf(engine, caller).includes(action)) throw rejection('refusals.forbidden');
      const fields = checkValues(engine, values, telling);
      if ((action === 'add') !== (id === undefined)) throw rejection('refusals.parameter', { name: 'id' });
      if ((action === 'del') !== (Object.keys(values).length === 0)) throw rejection('refusals.parameter', { name: 'values' });
      if (action !== 'del') postedValues(engine.context, values);
      const row = id === undefined ? {} : await recordOf(engine, id, caller);
      // Whoever approves a deletion sees what goes.
      const shown = action === 'del' ? [...fields.keys()].filter((name) => name in row) : Object.keys(values);
      return keep(engine, { action, id: id ?? null, row, values, shown, step: null }, { caller, messageId });
    },

    async proposeStep(engine, input, { caller, messageId, telling }) {
      const { event, id, values, comment } = inputOf(proposeEvent, input);
      if (!eventsOf(engine, caller).includes(event)) throw rejection('refusals.forbidden');
      checkValues(engine, values, telling);
      const row = await recordOf(engine, id, caller);
      const step = await stepFor(engine, { event, id, values, comment }, row, caller);
      return keep(
        engine,
        { action: 'step', id, row, values, shown: [...Object.keys(step.sets), ...Object.keys(values)], step },
        { caller, messageId },
      );
    },

    async approve(uuid, caller) {
      const proposal = await own(uuid, caller);
      if (proposal.state !== 'proposed' && proposal.state !== 'applying') return replyOf(proposal);
      if (proposal.state === 'proposed' && now() - proposal.create_time > CHAT_PROPOSAL_SECONDS) {
        await moved(proposal, 'proposed', 'expired');
        return stateOf(uuid, caller);
      }
      const engine = resources.get(proposal.resource);
      if (!engine || !mayDo(engine, proposal, caller)) throw rejection('refusals.forbidden');
      const isFirst = await moved(proposal, 'proposed', 'applying');
      if (!isFirst && !(await takenUp(proposal))) return stateOf(uuid, caller);
      // What was written before a server was killed, or a line broke, is found by its key, and only told; everything else is looked at again.
      const isWritten = await wasWritten(uuid, caller);
      if (!isWritten && now() - proposal.create_time > CHAT_PROPOSAL_SECONDS) {
        await moved(proposal, 'applying', 'expired');
        return stateOf(uuid, caller);
      }
      if (!isWritten && !(await isAsItWas(engine, proposal, caller))) {
        await moved(proposal, 'applying', 'conflicted');
        return { state: 'conflicted', change: null };
      }
      try {
        const once = { key: keyOf(uuid), requestHash: uuid };
        const change = await write(engine, proposal, { ...caller, idempotencyKey: once, via: 'chat' });
        await kysely
          .updateTable('chat_proposal')
          .set({ state: 'applied', write_id: change, end_time: now() })
          .where('id', '=', proposal.id)
          .execute();
        return { state: 'applied', change };
      } catch (error) {
        const isBehind = error instanceof LifeReplaced;
        const isRefused = !isBehind && (error instanceof FailureError || error instanceof FieldsRefused || error instanceof RowsRefused);
        await moved(proposal, 'applying', isRefused ? 'refused' : 'proposed');
        throw error;
      }
    },

    async decline(uuid, caller) {
      await moved(await own(uuid, caller), 'proposed', 'declined');
      return stateOf(uuid, caller);
    },

    async undo(uuid, caller) {
      const proposal = await own(uuid, caller);
      const engine = resources.get(proposal.resource);
      if (proposal.state !== 'applied' || proposal.write_id === null || !engine) throw notFound();
      await engine.undo({ change: proposal.write_id }, { ...caller, idempotencyKey: null });
      await moved(proposal, 'applied', 'undone');
      return stateOf(uuid, caller);
    },
  };
}

/** What a model would write, before it is kept. */
interface Wish {
  readonly action: Action;
  readonly id: number | null;
  readonly row: WireRow;
  readonly values: Readonly<Record<string, unknown>>;
  /** The fields of which it is kept what stands there. */
  readonly shown: readonly string[];
  readonly step: StoredStep | null;
}

/** Whether nobody has touched it since it was proposed. */
async function isAsItWas(engine: ResourceEngine, proposal: Proposal, caller: AdminCaller): Promise<boolean> {
  if (proposal.record_id === null) return true;
  const row = await recordOf(engine, proposal.record_id, caller).catch((error: unknown) => {
    if (error instanceof FailureError) return null;
    throw error;
  });
  if (row === null || (proposal.version !== null && Number(row['version']) !== proposal.version)) return false;
  return Object.entries(proposal.before).every(([name, value]) => JSON.stringify(row[name] ?? null) === JSON.stringify(value ?? null));
}

async function write(engine: ResourceEngine, proposal: Proposal, caller: AdminCaller): Promise<number | null> {
  const { action, input, record_id: id, version: known, step } = proposal;
  if (action === 'add') return (await engine.add(input, caller)).change ?? null;
  if (id === null) throw notFound();
  const version = known ?? undefined;
  if (step) {
    const { event, comment } = step;
    const sent = await engine.send(event, { ids: [id], version, values: input, ...(comment !== '' && { comment }) }, caller);
    return sent.change ?? null;
  }
  if (action === 'del') return (await engine.remove({ ids: [id] }, caller)).change ?? null;
  return (await engine.save({ ...input, id, ...(version !== undefined && { version }) }, caller)).change ?? null;
}

const replyOf = ({ state, write_id: change }: Proposal): ProposalReply => ({ state, change });
