import { createSecurityLog } from '#server/features/base/security-log';
import { sectionHooks } from '#server/features/base/section-hooks';
import { validateWebhook, noteWebhooksEnded, noteWebhookWrite } from '#server/features/programs/validate-webhook';
import { idsIn, rulesInForm } from '#server/features/rights/rules-in-form';
import { webhook } from './webhook.resource.ts';

/** A webhook is its owner's; what is done to it stands in the security log. */
export const webhookHooks = sectionHooks(webhook, ({ ports, resources }) => {
  const securityLog = createSecurityLog(ports);
  return {
    beforeWrite: (values, context) => validateWebhook(values, context, { resources, webhooks: ports.webhooks }),
    afterWrite: (record, context) => noteWebhookWrite(record, context, securityLog),
    async beforeRemove(ids, context) {
      await noteWebhooksEnded(ids, context, securityLog);
      return ids;
    },
    form: async (row) => {
      const rules = await ports.database.kysely.selectFrom('admin_rule').select(['id', 'pid']).execute();
      return { ...row, rules: rulesInForm(idsIn(row['rules']), rules) };
    },
  };
});
