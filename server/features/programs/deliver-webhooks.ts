import { sql, type RawBuilder } from 'kysely';
import type { DeliveryOutcome } from '#domain/programs/webhook';
import { webhook as webhookResource } from '#sections/webhook/webhook.resource.ts';
import type { JobRun } from '../../db/base/jobs.ts';
import type { Row } from '../../db/tables/tables.ts';
import { WebhookError } from '../../ports/webhook-port.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { WEBHOOK_DELIVER } from '../../resources/base/webhook-calls.ts';
import type { Resources } from '../../resources/registry.ts';
import { logChanges } from '../../resources/write/record-change.ts';
import { SERVER_CALLER } from '../../resources/write/server-caller.ts';
import { tellAdmin } from '../base/tell-admin.ts';
import {
  ATTEMPTS_KEPT,
  WEBHOOK_FAILURES_IN_TURN,
  WEBHOOK_HELD_SECONDS,
  WEBHOOK_PAUSES_SECONDS,
  WEBHOOK_REST_SECONDS,
  WEBHOOK_TURN_MS,
} from './limits.ts';
import { webhookMessage } from './webhook-message.ts';
import { readWebhookSecret, signedHeaders } from './webhook-secret.ts';
import { withholdWaiting } from './withhold-waiting.ts';

type Hook = Row<'webhook'>;
/** A message in the hand. @property accepted the last attempt that was accepted before, by its number; 0 where none was */
type Delivery = Row<'webhook_delivery'> & { readonly accepted: number };
type Sections = Pick<Resources, 'get'>;

/** Somebody who takes nothing any more says so by this. */
const GONE = 410;

const WITHHELD = { status: null, fault: 'withheld', durationMs: 0, answer: '' } as const satisfies DeliveryOutcome;

/** Posts a body, signed for the webhook. */
export async function postSigned(
  ports: ServerPorts,
  hook: Pick<Hook, 'id' | 'url'>,
  messageId: string,
  body: string,
  stopped?: AbortSignal,
): Promise<DeliveryOutcome> {
  const secret = await readWebhookSecret(ports.database.kysely, ports.encryptor, hook);
  if (secret === null || !ports.webhooks) return { ...WITHHELD, fault: 'unsigned' };
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Troupe-Webhooks/1',
    ...(await signedHeaders(secret, `msg_${messageId}`, nowSeconds(ports), body)),
  };
  const startedMs = performance.now();
  const took = () => Math.round(performance.now() - startedMs);
  try {
    const { status, answer } = await ports.webhooks.post(hook.url, headers, body, stopped);
    const fault = status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirected' : 'refused';
    return { status, fault, durationMs: took(), answer };
  } catch (error) {
    // A process that stops has tried nothing: the message is due again soon.
    if (error instanceof WebhookError && stopped?.aborted !== true)
      return { status: null, fault: error.fault, durationMs: took(), answer: '' };
    throw error;
  }
}

/** The last attempt of a message that was accepted. */
const acceptedOf = (id: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(select coalesce(max(number), 0)::integer from webhook_attempt where delivery_id = ${id} and fault is null)`;

/** The next message that is due, taken into the hand: where this process dies, it is due again soon. */
async function takeDue(ports: ServerPorts, webhookId: number): Promise<Delivery | undefined> {
  const now = nowSeconds(ports);
  const { rows } =
    await sql<Delivery>`update webhook_delivery set next_time = ${now + WEBHOOK_HELD_SECONDS}::bigint, attempts = attempts + 1
    where id = (select id from webhook_delivery where webhook_id = ${webhookId} and state = 'waiting' and next_time <= ${now}::bigint
      order by next_time, id limit 1 for update skip locked) returning *, ${acceptedOf(sql`webhook_delivery.id`)} as accepted`.execute(
      ports.database.kysely,
    );
  return rows[0];
}

/** The same of one, whether it is due or not, for somebody who sends it by hand. */
export async function takeByHand(ports: ServerPorts, id: number): Promise<Delivery | undefined> {
  return ports.database.kysely
    .updateTable('webhook_delivery')
    .set((set) => ({
      next_time: nowSeconds(ports) + WEBHOOK_HELD_SECONDS,
      attempts: set('attempts', '+', 1),
      uncounted: set('uncounted', '+', 1),
    }))
    .where('id', '=', id)
    .returningAll()
    .returning(acceptedOf(sql`webhook_delivery.id`).as('accepted'))
    .executeTakeFirst();
}

/** What a stop has broken off was no attempt: nobody knows whether the receiver would have taken it. */
const giveBack = (ports: ServerPorts, { id }: Delivery) =>
  ports.database.kysely
    .updateTable('webhook_delivery')
    .set((set) => ({ uncounted: set('uncounted', '+', 1) }))
    .where('id', '=', id)
    .execute();

/**
 * Sends a message that is in the hand, and keeps what came of it. What nobody accepts is tried again later; where nothing has been accepted
 * from its first attempt to its last, the webhook is switched off, and its owner told.
 */
export async function attemptDelivery(
  ports: ServerPorts,
  resources: Sections,
  hook: Hook,
  delivery: Delivery,
  { stopped, isByHand = false }: { readonly stopped?: AbortSignal; readonly isByHand?: boolean } = {},
): Promise<DeliveryOutcome> {
  const body = await webhookMessage(ports, resources, hook, delivery);
  const outcome = body === null ? WITHHELD : await postSigned(ports, hook, delivery.message_id, body, stopped);
  await keepOutcome(ports, hook, delivery, outcome, isByHand);
  return outcome;
}

async function keepOutcome(
  ports: ServerPorts,
  hook: Hook,
  { id, attempts, uncounted, state: stateBefore, accepted: acceptedBefore }: Delivery,
  { status, fault, durationMs, answer }: DeliveryOutcome,
  isByHand: boolean,
): Promise<void> {
  const now = nowSeconds(ports);
  const pause = WEBHOOK_PAUSES_SECONDS[Math.max(attempts - uncounted, 1) - 1];
  const isOver = pause === undefined || status === GONE || (isByHand && stateBefore !== 'waiting');
  const state = fault === null ? 'delivered' : fault === 'withheld' ? 'withheld' : isOver ? 'failed' : 'waiting';
  await ports.database.transaction(async (trx) => {
    // Writes that tell the webhook something go on meanwhile.
    const current = await trx
      .selectFrom('webhook')
      .select(['status', 'failing_time'])
      .where('id', '=', hook.id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!current) return;
    const { rows } = await sql<{ accepted: number }>`select ${acceptedOf(sql`${id}::bigint`)} as accepted`.execute(trx);
    await trx
      .insertInto('webhook_attempt')
      .values({ delivery_id: id, number: attempts, at: now, status, duration_ms: durationMs, fault, answer })
      .execute();
    await trx
      .deleteFrom('webhook_attempt')
      .where('delivery_id', '=', id)
      .where('number', '<=', attempts - ATTEMPTS_KEPT)
      .execute();
    // Somebody sent it once more while a job did, and one of both was accepted: whoever took it may say of the other that they have it already.
    if (fault !== null && rows[0]?.accepted !== acceptedBefore) return;
    await trx
      .updateTable('webhook_delivery')
      .set({ state, status, fault, duration_ms: durationMs, next_time: now + (state === 'waiting' ? (pause ?? 0) : 0) })
      .where('id', '=', id)
      .execute();
    if (fault === 'withheld') return;
    const failing = fault === null ? null : (current.failing_time ?? now);
    await trx
      .updateTable('webhook')
      .set({ failing_time: failing, ...(fault === null && { delivered_time: now }) })
      .where('id', '=', hook.id)
      .execute();
    if (isByHand || state !== 'failed' || failing === null || current.status === '0') return;
    const { first } = await trx
      .selectFrom('webhook_attempt')
      .select((select) => select.fn.min('at').as('first'))
      .where('delivery_id', '=', id)
      .executeTakeFirstOrThrow();
    if (status === GONE || failing <= first) await switchOff(ports, trx, hook, now, status === GONE ? 'webhookGone' : 'webhookStopped');
  });
}

type Trx = Parameters<Parameters<ServerPorts['database']['transaction']>[0]>[0];

async function switchOff(
  ports: ServerPorts,
  trx: Trx,
  { id, admin_id: adminId, name }: Hook,
  now: number,
  why: 'webhookGone' | 'webhookStopped',
): Promise<void> {
  await trx
    .updateTable('webhook')
    .set((set) => ({ status: '0', version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  const write = {
    resource: webhookResource,
    caller: SERVER_CALLER,
    nowSeconds: now,
    action: 'edit',
    source: 'server',
    jobs: ports.jobs,
  } as const;
  const row = { id, name, admin_id: adminId };
  await logChanges(trx, write, [{ recordId: id, before: { status: '1' }, after: { status: '0' }, row }]);
  await withholdWaiting(trx, id);
  await tellAdmin(ports, trx, adminId, { name: why, resource: 'webhook', recordId: id, key: `webhook:${id}` }, 'zh-cn');
}

/** Sends what is due of one webhook, one message after the other. @returns how many seconds it is left alone then */
async function takeTurn(ports: ServerPorts, resources: Sections, webhookId: number, { signal }: Pick<JobRun, 'signal'>): Promise<number> {
  const { database, jobs } = ports;
  // Each write while a receiver kept this process waiting may have left one: this turn is theirs too.
  await jobs.absorb(WEBHOOK_DELIVER, String(webhookId));
  const endMs = performance.now() + WEBHOOK_TURN_MS;
  let failures = 0;
  while (performance.now() < endMs && failures < WEBHOOK_FAILURES_IN_TURN && !signal.aborted) {
    const hook = await database.kysely.selectFrom('webhook').selectAll().where('id', '=', webhookId).executeTakeFirst();
    if (!hook) return 1;
    if (hook.status === '0') {
      await withholdWaiting(database.kysely, webhookId);
      return 1;
    }
    const delivery = await takeDue(ports, webhookId);
    if (!delivery) break;
    const { fault } = await attemptDelivery(ports, resources, hook, delivery, { stopped: signal }).catch(async (error: unknown) => {
      if (signal.aborted) await giveBack(ports, delivery);
      throw error;
    });
    failures += fault === 'timedOut' ? WEBHOOK_FAILURES_IN_TURN : 1;
    if (fault === null || fault === 'withheld') failures = 0;
  }
  return failures < WEBHOOK_FAILURES_IN_TURN ? 1 : WEBHOOK_REST_SECONDS;
}

/** For what of a webhook waits still. */
async function leaveJob({ database, jobs, clock }: ServerPorts, webhookId: number, rest: number): Promise<void> {
  await database.transaction(async (trx) => {
    const { next } = await trx
      .selectFrom('webhook_delivery')
      .select((select) => select.fn.min('next_time').as('next'))
      .where('webhook_id', '=', webhookId)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow();
    if (next === null) return;
    await jobs.send(trx, WEBHOOK_DELIVER, { webhook: webhookId }, `${webhookId}:later`, Math.max(rest, next - nowSeconds({ clock })));
  });
}

/**
 * Jobs that tell other programs. Several webhooks have a turn at once, each of them one: a receiver that lets wait holds up nobody but itself.
 * Whatever a write leaves while its webhook has a turn is that turn's.
 */
export function handleDeliveries(ports: ServerPorts, resources: Sections): void {
  /** Who has a turn here, and whether somebody came for it meanwhile. */
  const atWork = new Map<number, { isWanted: boolean }>();
  const inTurn = async (webhookId: number, job: JobRun): Promise<void> => {
    const current = atWork.get(webhookId);
    if (current) {
      current.isWanted = true;
      return;
    }
    const own = { isWanted: false };
    atWork.set(webhookId, own);
    try {
      const rest = await takeTurn(ports, resources, webhookId, job);
      // Whoever came was sent away, also after the last look for what is due.
      do {
        own.isWanted = false;
        await leaveJob(ports, webhookId, rest);
      } while (own.isWanted);
    } finally {
      atWork.delete(webhookId);
    }
  };
  ports.jobs.handle(WEBHOOK_DELIVER, { lane: 'outside', run: ({ webhook }, job) => inTurn(Number(webhook), job) });
}
