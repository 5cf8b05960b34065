import { sql, type Transaction } from 'kysely';
import { listAdminRules } from '#api/contract/rights/rights';
import { rejection } from '#domain/base/failure';
import { isShippedRule } from '#server/db/seed/shipped-rules';
import type { Tables } from '#server/db/tables/tables';
import type { AdminCaller } from '#server/base/caller';
import { titleFor } from '#server/base/messages';
import { FieldsRefused } from '#server/base/refusal';
import { sectionHooks } from '#server/features/base/section-hooks';
import { listRules, ruleInForm } from '#server/features/rights/admin-rule-list';
import { refuseLoss, refuseHiding } from '#server/features/rights/protected-rules';
import { adminRule } from './admin-rule.resource.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Every group that has the parent has the new rule too; `*` has it anyway. Source: wire protocol §5.6. */
const giveToHolders = (trx: Transaction<Tables>, id: number, parentId: number) =>
  sql`update admin_group set rules = rules || ',' || ${String(id)}::text
    where trim(rules) <> '*' and ${String(parentId)}::text = any(string_to_array(replace(rules, ' ', ''), ','))`.execute(trx);

/** A number that no rule has any more would keep groups from being compared. */
const takeFromGroups = (trx: Transaction<Tables>, id: number) =>
  sql`update admin_group set rules = array_to_string(array_remove(string_to_array(replace(rules, ' ', ''), ','), ${String(id)}::text), ',')
    where ${String(id)}::text = any(string_to_array(replace(rules, ' ', ''), ','))`.execute(trx);

/** What menu rules have beside the engine. Source: wire protocol §5.6. */
export const adminRuleHooks = sectionHooks(adminRule, ({ ports: { messages }, nodes }) => {
  /** A rule stands for the node it is called by: a new name must not open what the caller may not. */
  function refuseForeignNode(name: string, { grants }: AdminCaller): void {
    const node = name.toLowerCase();
    if (!grants.isSuper && nodes().has(node) && !grants.nodes.has(node))
      throw new FieldsRefused({ name: { key: 'refusals.auth.foreignNode' } });
  }

  return {
    endpoints: { list: listAdminRules },
    list: listRules,
    form: (row, context) => Promise.resolve(ruleInForm(row, context)),
    async beforeWrite(values, { caller, before }) {
      const merged = { ...before, ...values };
      if (values.name !== undefined && values.name !== before?.['name']) refuseForeignNode(values.name, caller);
      if (before) refuseLoss(values, before);
      if (!caller.grants.isSuper && 'parentId' in values && values.parentId === null && before?.['parentId'] !== null)
        throw new FieldsRefused({ pid: { key: 'validation.required' } });
      const next: Record<string, unknown> = { ...values };
      if (values.component !== undefined) next['component'] = values.component.replaceAll('\\', '/');
      if (before === null || 'menuType' in values || 'type' in values)
        next['menuType'] = merged.type === 'menu' ? text(merged.menuType) || 'tab' : null;
      // Who saves the title as they read it has not changed it; it stays translated.
      const stored = text(before?.['title']);
      if (values.title !== undefined && values.title === titleFor(messages, caller.client.language, stored)) next['title'] = stored;
      return next;
    },

    async afterWrite(record, { trx, before }) {
      const { id, parentId } = record;
      if (before) await refuseHiding(trx, record, before);
      else if (parentId !== null) await giveToHolders(trx, id, parentId);
    },

    async beforeRemove(ids, { trx }) {
      const rules = await trx
        .selectFrom('admin_rule')
        .select('name')
        .where('id', 'in', [...ids])
        .execute();
      if (rules.some(({ name }) => isShippedRule(name))) throw rejection('refusals.auth.shippedRuleStays');
      for (const id of ids) await takeFromGroups(trx, id);
      return ids;
    },
  };
});
