import { type Kysely, sql, type Transaction } from 'kysely';
import type { ChatCharge } from '#domain/chat/answer';
import { COST_IN_A_CENT } from '#domain/chat/cost';
import { textFromCents } from '#domain/base/money';
import { rejection } from '#domain/base/failure';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { addToLedger } from '../members/ledger.ts';
import type { KnownOwner } from './base/owner.ts';
import { costOf } from './models.service.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock'>;
type Held = Pick<Row<'chat_run'>, 'charge' | 'held'>;

const NOTHING: Held = { charge: 'free', held: 0 };
const AT_ONCE = 200;

/** Whole points or cents; what begins one is one. */
const wholeOf = (cost: number): number => Math.ceil(cost / COST_IN_A_CENT);

/** The most that an answer of a model can take: as much as it can read, and as much as it may say. */
export const highestCharge = (model: Row<'chat_model'>): number =>
  wholeOf(costOf(model)({ inputTokens: model.context_tokens, outputTokens: model.max_output_tokens }));

/** What answers of a model take from this reader. */
export const chargeFor = ({ charge, protocol }: Row<'chat_model'>, { kind }: Pick<KnownOwner, 'kind'>): ChatCharge =>
  kind === 'member' && protocol !== 'builtIn' ? charge : 'free';

/** Points and cents of a member, without what running answers have reserved. */
export async function balanceOf(kysely: Kysely<Tables>, memberId: number): Promise<{ score: number; money: number }> {
  const member = await kysely.selectFrom('member').select(['score', 'money']).where('id', '=', memberId).executeTakeFirst();
  return member ?? { score: 0, money: 0 };
}

/**
 * What an answer reserves of its member's balance, under the lock of their row: of answers that begin together, each finds what the others
 * have reserved. @throws the refusal where there is too little
 */
export async function chargeToHold(trx: Transaction<Tables>, owner: KnownOwner, model: Row<'chat_model'>): Promise<Held> {
  const charge = chargeFor(model, owner);
  const highest = highestCharge(model);
  if (charge === 'free' || highest === 0) return NOTHING;
  const member = await trx.selectFrom('member').select(['score', 'money']).where('id', '=', owner.id).forUpdate().executeTakeFirstOrThrow();
  const { held } = await trx
    .selectFrom('chat_run')
    .select(sql<number>`coalesce(sum(held), 0)::bigint`.as('held'))
    .where('owner_type', '=', 'member')
    .where('owner_id', '=', owner.id)
    .where('charge', '=', charge)
    .where('held', '>', 0)
    .executeTakeFirstOrThrow();
  const left = Math.max(0, member[charge] - held);
  if (left >= highest) return { charge, held: highest };
  const said = (amount: number): string => (charge === 'money' ? textFromCents(amount) : String(amount));
  throw rejection(`refusals.chat.${charge}Short`, { need: said(highest), left: said(left) });
}

/**
 * Says what an answer takes that has ended, in the transaction that ends it: no more than it has reserved, and nothing where its reader had none of it.
 * It is booked afterwards: here the run's row is locked, and whoever erases a member locks theirs before it.
 */
export async function setCharge(trx: Transaction<Tables>, runId: number, messageId: number, cost: number): Promise<void> {
  const run = await trx
    .updateTable('chat_run')
    .set({ held: sql`least(held, ${wholeOf(cost)}::bigint)` })
    .where('id', '=', runId)
    .where('held', '>', 0)
    .returning(['charge', 'held'])
    .executeTakeFirst();
  if (!run || run.held === 0 || run.charge === 'free') return;
  const column = run.charge === 'score' ? 'charged_score' : 'charged_money';
  await trx
    .updateTable('chat_message')
    .set({ [column]: sql`${sql.ref(column)} + ${run.held}` })
    .where('id', '=', messageId)
    .execute();
}

/**
 * Books what answers have taken that have ended, each once, whoever books it: the number of its run is the deed. What a killed server has
 * left is booked by the next tidying.
 */
export async function bookCharges(ports: Ports, memberId?: number): Promise<void> {
  const { kysely } = ports.database;
  const ended = kysely
    .selectFrom('chat_run')
    .select(['id', 'owner_id'])
    .where('held', '>', 0)
    .where('status', '<>', 'running')
    .where('owner_type', '=', 'member')
    .orderBy('id')
    .limit(AT_ONCE);
  const rows = await (memberId === undefined ? ended : ended.where('owner_id', '=', memberId)).execute();
  for (const { id, owner_id: owner } of rows) await ports.database.transaction((trx) => book(trx, id, owner, nowSeconds(ports)));
  if (rows.length === AT_ONCE) await bookCharges(ports, memberId);
}

async function book(trx: Transaction<Tables>, runId: number, memberId: number, now: number): Promise<void> {
  const member = await trx.selectFrom('member').select(['score', 'money']).where('id', '=', memberId).forUpdate().executeTakeFirst();
  const run = await trx
    .selectFrom('chat_run')
    .innerJoin('chat_message', 'chat_message.id', 'chat_run.message_id')
    .select(['chat_run.uuid', 'charge', 'held', 'model_name'])
    .where('chat_run.id', '=', runId)
    .forUpdate('chat_run')
    .executeTakeFirst();
  if (!run || run.held === 0) return;
  if (member && run.charge !== 'free') {
    // Somebody may have taken of the balance meanwhile; it never falls below nought.
    const amount = Math.min(run.held, member[run.charge]);
    const deed = { reason: 'chat', ref: run.uuid, adminId: 0, ip: '', memo: `AI · ${run.model_name}` };
    if (amount > 0) await addToLedger(trx, run.charge, { ...deed, memberId, amount: -amount }, now);
  }
  await trx.updateTable('chat_run').set({ held: 0 }).where('id', '=', runId).execute();
}
