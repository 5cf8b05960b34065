import type { Transaction } from 'kysely';
import { isForPrograms } from '#domain/programs/api-token';
import { WEBHOOKS_OF_AN_ADMIN } from '#domain/programs/webhook';
import type { AnyRecord } from '#domain/fields/field';
import { pagePathOf } from '#domain/table/resource';
import type { Tables } from '../../db/tables/tables.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import type { WebhookSender } from '../../ports/webhook-port.ts';
import type { WriteContext } from '../../resources/base/hooks.ts';
import type { Resources } from '../../resources/registry.ts';
import { rulesOf } from '../rights/group-rules.ts';
import { withinOwn } from './validate-token.ts';
import { ownEntries } from './own-entries.ts';
import { forgetWebhookSecret } from './webhook-secret.ts';
import { withholdWaiting } from './withhold-waiting.ts';

const webhooks = ownEntries({
  resource: 'webhook',
  table: 'webhook',
  most: WEBHOOKS_OF_AN_ADMIN,
  refusals: { ofAnother: 'refusals.webhook.ofAnother', tooMany: 'refusals.webhook.tooMany' },
  events: { changed: 'webhook.changed', ended: 'webhook.ended' },
});

export const { noteWrite: noteWebhookWrite, noteEnded: noteWebhooksEnded } = webhooks;

/**
 * What a webhook may become: its owner alone says what leaves and where to, and nobody lets more leave than they may see. For another address
 * it needs another secret, which asks for the password: until then nothing leaves.
 * @returns what is stored
 */
export async function validateWebhook(
  values: AnyRecord,
  context: WriteContext,
  {
    resources,
    webhooks: sender,
  }: { readonly resources: Pick<Resources, 'all'>; readonly webhooks: Pick<WebhookSender, 'refusalOf'> | undefined },
): Promise<AnyRecord> {
  const { trx, caller, before } = context;
  const changed = await webhooks.changed(values, context);
  // Nobody waits for what will never leave.
  const refusal = changed.includes('url') && typeof values['url'] === 'string' ? sender?.refusalOf(values['url']) : null;
  if (refusal) throw new FieldsRefused({ url: { key: `resources.webhook.refused.${refusal}` } });
  const own: Record<string, unknown> = before === null ? { ...values, adminId: caller.id } : { ...values };
  if (before !== null && changed.includes('url')) {
    await forgetWebhookSecret(trx, Number(before['id']));
    Object.assign(own, { issuedAt: null, failingAt: null });
  }
  if (changed.includes('status')) own['failingAt'] = null;
  // At once, and not when a job finds it off: it may be on again by then.
  if (before !== null && changed.includes('status') && values['status'] === false) await withholdWaiting(trx, Number(before['id']));
  const chosen = values['rules'];
  if (!Array.isArray(chosen) || !changed.includes('rules')) return own;
  const rules = await withinOwn(trx, chosen.map(String), rulesOf(before), caller);
  return { ...own, rules, sections: await sectionsOf(trx, rules, resources) };
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
