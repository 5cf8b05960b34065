import { FailureError } from '#domain/base/failure';
import type { AdminCaller } from '../../../base/caller.ts';
import { notFound } from '../../../base/refusal.ts';
import type { ResourceEngine } from '../../../resources/define-resource.ts';
import { recordOf } from './listed-record.ts';
import type { StoredProposal } from './stored-proposals.ts';

/** Whether nobody has touched it since it was proposed. */
export async function isAsItWas(engine: ResourceEngine, proposal: StoredProposal, caller: AdminCaller): Promise<boolean> {
  if (proposal.record_id === null) return true;
  const row = await recordOf(engine, proposal.record_id, caller).catch((error: unknown) => {
    if (error instanceof FailureError) return null;
    throw error;
  });
  if (row === null || (proposal.version !== null && Number(row['version']) !== proposal.version)) return false;
  return Object.entries(proposal.before).every(([name, value]) => JSON.stringify(row[name] ?? null) === JSON.stringify(value ?? null));
}

/** Writes it as its administrator would. @returns the number of the write in the journal; null where nothing changed */
export async function applyProposal(engine: ResourceEngine, proposal: StoredProposal, caller: AdminCaller): Promise<number | null> {
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
