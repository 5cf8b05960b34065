import type { AdminCaller } from '../../base/caller.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { sightOf } from '../../resources/changes/sight.ts';
import type { Resources } from '../../resources/registry.ts';
import { keptSince } from '../base/retention.ts';
import { countEarlierChanges, countEarlierDeletions } from './earlier-changes.ts';
import { aboutSection, findSection, ruleChoices } from './safety-rules.ts';

type All = Pick<Resources, 'all'>;
type Ports = Pick<ServerPorts, 'database' | 'clock'>;
type RuleKind = 'recycle' | 'sensitive';

const TABLE = { recycle: 'security_data_recycle', sensitive: 'security_sensitive_data' } as const;
const CALL = { recycle: 'remove', sensitive: 'save' } as const;

/** What a rule can be about, and which of it has a rule. */
export async function readChoices(
  { database, messages }: Pick<ServerPorts, 'database' | 'messages'>,
  resources: All,
  kind: RuleKind,
  caller: AdminCaller,
) {
  const choices = ruleChoices({ messages }, resources, CALL[kind], caller);
  const rules = await database.kysely.selectFrom(TABLE[kind]).select(['id', 'resource']).execute();
  const ruleOf = new Map(rules.map(({ id, resource }) => [resource, id]));
  return { ...choices, sections: choices.sections.map((one) => ({ ...one, rule: ruleOf.get(one.resource) ?? null })) };
}

/** How much of what was before it a rule would cover. Of records that the reader may not see all of, nothing is said. */
export async function readReach(
  ports: Ports,
  resources: All,
  kind: RuleKind,
  { controller, columns }: { readonly controller: string; readonly columns: string },
  caller: AdminCaller,
): Promise<{ readonly earlier: number }> {
  const section = findSection(resources, aboutSection(resources, { controller }, caller).resource ?? '');
  const { kysely } = ports.database;
  const sight = await sightOf(
    kysely,
    caller,
    resources.all().map(({ context }) => context),
  );
  if (!section || sight.isLimited(section.name)) return { earlier: 0 };
  if (kind === 'sensitive') return { earlier: await countEarlierChanges(kysely, section, columns.split(',').filter(Boolean)) };
  return { earlier: await countEarlierDeletions(kysely, section, await keptSince(ports, 'recycle_days')) };
}
