import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import type { Writer } from '../../base/caller.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import { heldRules, readGroups } from '../../resources/access/rights.ts';
import { asShown, withParents } from './rules-in-form.ts';

/**
 * The rules that a group is given, as they are stored: with every parent, and `*` when nothing is missing. Nobody gives what they do not
 * have themselves, nor as much as they have; only super administrators do. What the group above lacks is refused in
 * `permission-inheritance.ts`.
 * @param chosen ids, of which parents may be missing
 * @param before what the group holds today; saved as it was shown it stays as it is
 * @throws FieldsRefused at `rules`
 * Source: wire protocol §5.4; readings 6.9, 6.10.
 */
export async function rulesWithinOwn(
  trx: Transaction<Tables>,
  chosen: readonly string[],
  before: readonly string[],
  caller: Writer,
): Promise<readonly string[]> {
  if (chosen.includes('*')) {
    if (!caller.grants.isSuper) throw new FieldsRefused({ rules: { key: 'refusals.auth.beyondOwn' } });
    return ['*'];
  }
  const rules = await trx.selectFrom('admin_rule').select(['id', 'pid']).execute();
  const ids = withParents(chosen, rules);
  if (ids === null) throw new FieldsRefused({ rules: { key: 'validation.missingRecord' } });
  const shown = asShown(ids, before, rules);
  const sorted = ids.map(String);
  if (caller.grants.isSuper) return shown ?? (ids.length === rules.length ? ['*'] : sorted);
  const held = heldRules(await readGroups(trx), caller);
  if (shown) return shown.every((id) => held.has(Number(id))) ? shown : before;
  if (!ids.every((id) => held.has(id))) throw new FieldsRefused({ rules: { key: 'refusals.auth.beyondOwn' } });
  if ([...held].every((id) => ids.includes(id))) throw new FieldsRefused({ rules: { key: 'refusals.auth.equalsOwn' } });
  return sorted;
}
