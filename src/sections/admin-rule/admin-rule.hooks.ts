import { textOrEmpty } from '#domain/base/plain-value';
import { listAdminRules } from '#api/contract/rights/rights';
import { rejection } from '#domain/base/failure';
import { isShippedRule } from '#server/db/seed/shipped-rules';
import type { Writer } from '#server/base/caller';
import { FieldsRefused } from '#server/base/refusal';
import { giveAbove, giveBack, giveToHolders, takeFromHolders } from '#server/features/base/rule-holders';
import { sectionHooks } from '#server/features/base/section-hooks';
import { ruleTitles } from '#server/features/rights/designed-titles';
import { listRules, ruleInForm } from '#server/features/rights/admin-rule-list';
import { refuseLoss, refuseHiding } from '#server/features/rights/protected-rules';
import { logWrite } from '#server/resources/write/record-change';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { adminRule } from './admin-rule.resource.ts';

const GROUPS = 'admin_group';

/** What menu rules have beside the engine. Source: wire protocol §5.6. */
export const adminRuleHooks = sectionHooks(adminRule, ({ ports: { messages }, nodes, resources }) => {
  const calledIn = ruleTitles(() => resources.all().map(({ resource }) => resource), messages);
  /** A rule stands for the node it is called by: a new name must not open what the caller may not. */
  function refuseForeignNode(name: string, { grants }: Writer): void {
    const node = name.toLowerCase();
    if (!grants.isSuper && nodes().has(node) && !grants.nodes.has(node))
      throw new FieldsRefused({ name: { key: 'refusals.auth.foreignNode' } });
  }

  return {
    endpoints: { list: listAdminRules },
    calledIn,
    list: (query, context, list) => listRules(query, context, list, calledIn(context.caller.client.language)),
    form: (row, context) => Promise.resolve(ruleInForm(row, calledIn(context.caller.client.language))),
    async beforeWrite(values, { caller, before }) {
      const merged = { ...before, ...values };
      if (values.name !== undefined && values.name !== before?.['name']) refuseForeignNode(values.name, caller);
      if (before) refuseLoss(values, before);
      if (!caller.grants.isSuper && 'parentId' in values && values.parentId === null && before?.['parentId'] !== null)
        throw new FieldsRefused({ pid: { key: 'validation.required' } });
      const next: Record<string, unknown> = { ...values };
      if (values.component !== undefined) next['component'] = values.component.replaceAll('\\', '/');
      if (before === null || 'menuType' in values || 'type' in values)
        next['menuType'] = merged.type === 'menu' ? textOrEmpty(merged.menuType) || 'tab' : null;
      // Who saves the title as they read it has not changed it; it stays translated.
      const stored = textOrEmpty(before?.['title']);
      const read = calledIn(caller.client.language)({ name: textOrEmpty(before?.['name']), title: stored });
      if (values.title !== undefined && values.title === read) next['title'] = stored;
      return next;
    },

    async afterWrite(record, context) {
      const { trx, before, restored } = context;
      const { id, parentId } = record;
      const held = restored?.[GROUPS];
      if (before) {
        await refuseHiding(trx, record, before);
        if (before['parentId'] !== parentId) await logWrite({ resource: adminGroup }, context, await giveAbove(context, GROUPS, id));
      } else if (held) await giveBack(context, GROUPS, id, held);
      else if (parentId !== null) await giveToHolders(context, GROUPS, id, parentId);
    },

    async beforeRemove(ids, context) {
      const { trx, keepBeside } = context;
      const rules = await trx
        .selectFrom('admin_rule')
        .select('name')
        .where('id', 'in', [...ids])
        .execute();
      if (rules.some(({ name }) => isShippedRule(name))) throw rejection('refusals.auth.shippedRuleStays');
      for (const id of ids) keepBeside(id, GROUPS, await takeFromHolders(context, GROUPS, id));
      return ids;
    },
  };
});
