import { sql, type Expression, type Kysely, type SqlBool } from 'kysely';
import type { DataLimit, Resource } from '#domain/resource';
import type { Tables } from '../db/tables.ts';
import type { AdminCaller } from '../services/caller.ts';

interface Group {
  readonly id: number;
  readonly pid: number;
  readonly rules: ReadonlySet<number> | '*';
}

async function readGroups(kysely: Kysely<Tables>): Promise<Group[]> {
  const rows = await kysely.selectFrom('admin_group').select(['id', 'pid', 'rules']).where('status', '=', '1').execute();
  return rows.map(({ id, pid, rules }) => ({
    id,
    pid,
    rules:
      rules?.trim() === '*'
        ? '*'
        : new Set(
            (rules ?? '')
              .split(',')
              .filter((rule) => rule !== '')
              .map(Number),
          ),
  }));
}

/** Groups below any of these, at any depth. */
function groupsBelow(groups: readonly Group[], ids: readonly number[]): number[] {
  const found = new Set<number>();
  for (let open = [...ids]; open.length > 0;) {
    const next = groups.filter((group) => open.includes(group.pid) && !found.has(group.id)).map((group) => group.id);
    for (const id of next) found.add(id);
    open = next;
  }
  return [...found];
}

function reachableGroups(rule: DataLimit['rule'], groups: readonly Group[], { grants }: AdminCaller): number[] {
  if (rule === 'parent') return groupsBelow(groups, grants.groupIds);
  const within = groups.filter((group) => group.rules !== '*' && [...group.rules].every((id) => grants.ruleIds.has(id)));
  if (rule === 'allAuth') return within.map((group) => group.id);
  const lacksOne = (group: Group): boolean =>
    group.rules !== '*' && [...grants.ruleIds].some((id) => group.rules !== '*' && !group.rules.has(id));
  return rule === 'allAuthAndOthers' ? within.filter(lacksOne).map((group) => group.id) : [];
}

/**
 * The administrators whose records the caller may see and touch.
 * @returns null when there is no limit
 * Source: wire protocol §4.9.
 */
async function visibleOwners(kysely: Kysely<Tables>, limit: DataLimit | undefined, caller: AdminCaller): Promise<readonly number[] | null> {
  if (!limit || caller.grants.isSuper) return null;
  if (limit.rule === 'personal') return [caller.id];
  if (typeof limit.rule === 'object') return caller.grants.groupIds.includes(limit.rule.group) ? null : [caller.id];
  const groupIds = reachableGroups(limit.rule, await readGroups(kysely), caller);
  if (groupIds.length === 0) return [caller.id];
  const members = await kysely.selectFrom('admin_group_access').select('uid').where('group_id', 'in', groupIds).execute();
  return [...new Set([caller.id, ...members.map((member) => member.uid)])];
}

/** The limit as part of a WHERE; always true when there is none. Source: security.md rule 10. */
export async function limitSql(
  kysely: Kysely<Tables>,
  resource: Resource,
  caller: AdminCaller,
  table: string,
): Promise<Expression<SqlBool>> {
  const owners = await visibleOwners(kysely, resource.dataLimit, caller);
  if (owners === null || !resource.dataLimit) return sql`true`;
  return sql`${sql.id(table, resource.dataLimit.ownerColumn)} in (${sql.join(owners)})`;
}
