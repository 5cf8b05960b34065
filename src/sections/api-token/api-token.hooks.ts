import { createSecurityLog } from '#server/features/base/security-log';
import { sectionHooks } from '#server/features/base/section-hooks';
import { validateToken, noteTokensEnded, noteTokenWrite } from '#server/features/programs/validate-token';
import { idsIn, rulesInForm } from '#server/features/rights/rules-in-form';
import { apiToken } from './api-token.resource.ts';

/** A token is its owner's; what is done to it stands in the security log. */
export const apiTokenHooks = sectionHooks(apiToken, ({ ports }) => {
  const securityLog = createSecurityLog(ports);
  return {
    beforeWrite: (values, context) => validateToken(values, context),
    afterWrite: (record, context) => noteTokenWrite(record, context, securityLog),
    async beforeRemove(ids, context) {
      await noteTokensEnded(ids, context, securityLog);
      return ids;
    },
    form: async (row) => {
      const rules = await ports.database.kysely.selectFrom('admin_rule').select(['id', 'pid']).execute();
      return { ...row, rules: rulesInForm(idsIn(row['rules']), rules) };
    },
  };
});
