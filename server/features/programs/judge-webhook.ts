import { sql, type Transaction } from 'kysely';
import { isForPrograms } from '#domain/programs/api-token';
import { WEBHOOKS_OF_AN_ADMIN } from '#domain/programs/webhook';
import { rejection } from '#domain/base/failure';
import type { AnyRecord } from '#domain/fields/field';
import { pagePathOf } from '#domain/table/resource';
import type { AdminCaller } from '../../base/caller.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { WriteContext } from '../../resources/base/hooks.ts';
import type { Resources } from '../../resources/registry.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { rulesOf } from '../rights/group-rules.ts';
import { withinOwn } from './judge-token.ts';
import { forgetWebhookSecret } from './webhook-secret.ts';

/** What whoever is not its owner may do to a webhook: end it. */
const endsIt = (key: string, values: AnyRecord): boolean => key === 'status' && values[key] === false;

/**
 * What a webhook may become: its owner alone says what leaves and where to, and nobody lets more leave than they may see. For another address
 * it needs another secret, which asks for the password: until then nothing leaves.
 * @returns what is stored
 */
export async function judgeWebhook(
  values: AnyRecord,
  { trx, caller, before }: WriteContext,
  resources: Pick<Resources, 'all'>,
): Promise<AnyRecord> {
  const isOwn = before === null || before['adminId'] === caller.id;
  const changed = Object.keys(values).filter((key) => before === null || JSON.stringify(values[key]) !== JSON.stringify(before[key]));
  if (!isOwn && changed.some((key) => !endsIt(key, values) && key !== 'updateTime')) throw rejection('refusals.webhook.ofAnother');
  if (before === null) await refuseTooMany(trx, caller);
  const own: Record<string, unknown> = before === null ? { ...values, adminId: caller.id } : { ...values };
  if (before !== null && changed.includes('url')) {
    await forgetWebhookSecret(trx, Number(before['id']));
    Object.assign(own, { issuedAt: null, failingAt: null });
  }
  if (changed.includes('status')) own['failingAt'] = null;
  const chosen = values['rules'];
  if (!Array.isArray(chosen) || !changed.includes('rules')) return own;
  const rules = await withinOwn(trx, chosen.map(String), rulesOf(before), caller);
  return { ...own, rules, sections: await sectionsOf(trx, rules, resources) };
}

/** Those that are added at once are counted one after the other. */
async function refuseTooMany(trx: Transaction<Tables>, caller: AdminCaller): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('webhook'), hashtext(${String(caller.id)}))`.execute(trx);
  const { count } = await trx
    .selectFrom('webhook')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('admin_id', '=', caller.id)
    .executeTakeFirstOrThrow();
  if (count >= WEBHOOKS_OF_AN_ADMIN) throw rejection('refusals.webhook.tooMany', { count: WEBHOOKS_OF_AN_ADMIN });
}

/** The sections whose lists are among the rights: of these it is told. */
async function sectionsOf(
  trx: Transaction<Tables>,
  rules: readonly string[],
  resources: Pick<Resources, 'all'>,
): Promise<readonly string[]> {
  if (rules.includes('*')) return ['*'];
  if (rules.length === 0) return [];
  const found = await trx.selectFrom('admin_rule').select('name').where('id', 'in', rules.map(Number)).execute();
  const nodes = new Set(found.map(({ name }) => name.toLowerCase()));
  return resources
    .all()
    .filter(({ resource }) => isForPrograms(resource, true) && nodes.has(`${pagePathOf(resource)}/index`.toLowerCase()))
    .map(({ resource }) => resource.name);
}

/** What the security log tells of a webhook that was written: that it was ended, or that something else leaves, or to elsewhere. */
export async function noteWebhookWrite(record: AnyRecord, { trx, caller, before }: WriteContext, securityLog: SecurityLog): Promise<void> {
  const isEnded = before?.['status'] === true && record['status'] === false;
  const whose = {
    accountType: 'admin',
    accountId: Number(record['adminId']),
    detail: { resource: 'webhook', id: Number(record['id']), by: caller.id },
  } as const;
  await securityLog.write(isEnded ? 'webhook.ended' : 'webhook.changed', caller.client, whose, trx);
}

/** The same of webhooks that are deleted. */
export async function noteWebhooksEnded(
  ids: readonly number[],
  { trx, caller }: Pick<WriteContext, 'trx' | 'caller'>,
  securityLog: SecurityLog,
): Promise<void> {
  const webhooks = await trx.selectFrom('webhook').select(['id', 'admin_id']).where('id', 'in', ids).execute();
  for (const { id, admin_id: accountId } of webhooks) {
    const whose = { accountType: 'admin', accountId, detail: { resource: 'webhook', id, by: caller.id } } as const;
    await securityLog.write('webhook.ended', caller.client, whose, trx);
  }
}
