import { proposeChange, proposeEvent } from '#api/contract/chat/tool-inputs';
import { FailureError, rejection } from '#domain/base/failure';
import type { ProposalState } from '#domain/chat/answer';
import type { AdminCaller } from '../../../base/caller.ts';
import { FieldsRefused, notFound, RowsRefused } from '../../../base/refusal.ts';
import { LifeReplaced } from '../../../db/sections/life-hash.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { ResourceEngine } from '../../../resources/define-resource.ts';
import type { Resources } from '../../../resources/registry.ts';
import { postedValues } from '../../../resources/write/check-write.ts';
import { CHAT_PROPOSAL_SECONDS } from '../base/limits.ts';
import { applyProposal, isAsItWas } from './apply-proposal.ts';
import { recordOf } from './listed-record.ts';
import { proposableActions, eventsOf, mayDo } from './proposed-rights.ts';
import { checkProposedValues, stepFor } from './proposed-values.ts';
import { createStoredProposals, proposalKey, type StoredProposal, type ProposalWish } from './stored-proposals.ts';
import type { Telling } from './told-fields.ts';
import { inputOf } from './tool-values.ts';

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

export function createProposals(ports: Pick<ServerPorts, 'database' | 'clock'>, resources: Resources): Proposals {
  const stored = createStoredProposals(ports, resources);
  const now = () => nowSeconds(ports);
  const isPast = ({ create_time: at }: StoredProposal) => now() - at > CHAT_PROPOSAL_SECONDS;

  /** @returns what the model is told */
  const keep = async (engine: ResourceEngine, wish: ProposalWish, { caller, messageId }: Pick<Proposer, 'caller' | 'messageId'>) => {
    const proposal = await stored.add(engine, wish, caller, messageId);
    return { proposal, state: 'proposed', note: 'It waits for the administrator.' };
  };

  const stateOf = async (uuid: string, caller: AdminCaller): Promise<ProposalReply> => replyOf(await stored.find(uuid, caller));

  return {
    async propose(engine, input, { caller, messageId, telling }) {
      const { action, id, values } = inputOf(proposeChange, input);
      if (!proposableActions(engine, caller).includes(action)) throw rejection('refusals.forbidden');
      const fields = checkProposedValues(engine, values, telling);
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
      checkProposedValues(engine, values, telling);
      const row = await recordOf(engine, id, caller);
      const step = await stepFor(engine, { event, id, values, comment }, row, caller);
      return keep(
        engine,
        { action: 'step', id, row, values, shown: [...Object.keys(step.sets), ...Object.keys(values)], step },
        { caller, messageId },
      );
    },

    async approve(uuid, caller) {
      const proposal = await stored.find(uuid, caller);
      if (proposal.state !== 'proposed' && proposal.state !== 'applying') return replyOf(proposal);
      if (proposal.state === 'proposed' && isPast(proposal)) {
        await stored.move(proposal, 'proposed', 'expired');
        return stateOf(uuid, caller);
      }
      const engine = resources.get(proposal.resource);
      if (!engine || !mayDo(engine, proposal, caller)) throw rejection('refusals.forbidden');
      const isFirst = await stored.move(proposal, 'proposed', 'applying');
      if (!isFirst && !(await stored.takeUp(proposal))) return stateOf(uuid, caller);
      // What was written before a server was killed, or a line broke, is found by its key, and only told; everything else is looked at again.
      const isWritten = await stored.wasWritten(uuid, caller);
      if (!isWritten && isPast(proposal)) {
        await stored.move(proposal, 'applying', 'expired');
        return stateOf(uuid, caller);
      }
      if (!isWritten && !(await isAsItWas(engine, proposal, caller))) {
        await stored.move(proposal, 'applying', 'conflicted');
        return { state: 'conflicted', change: null };
      }
      try {
        const once = { key: proposalKey(uuid), requestHash: uuid };
        const change = await applyProposal(engine, proposal, { ...caller, idempotencyKey: once, via: 'chat' });
        await stored.setApplied(proposal, change);
        return { state: 'applied', change };
      } catch (error) {
        const isBehind = error instanceof LifeReplaced;
        const isRefused = !isBehind && (error instanceof FailureError || error instanceof FieldsRefused || error instanceof RowsRefused);
        await stored.move(proposal, 'applying', isRefused ? 'refused' : 'proposed');
        throw error;
      }
    },

    async decline(uuid, caller) {
      await stored.move(await stored.find(uuid, caller), 'proposed', 'declined');
      return stateOf(uuid, caller);
    },

    async undo(uuid, caller) {
      const proposal = await stored.find(uuid, caller);
      const engine = resources.get(proposal.resource);
      if (proposal.state !== 'applied' || proposal.write_id === null || !engine) throw notFound();
      await engine.undo({ change: proposal.write_id }, { ...caller, idempotencyKey: null });
      await stored.move(proposal, 'applied', 'undone');
      return stateOf(uuid, caller);
    },
  };
}

const replyOf = ({ state, write_id: change }: StoredProposal): ProposalReply => ({ state, change });
