import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Beside } from '#domain/changes/change';
import type { Resource } from '#domain/table/resource';
import type { Tables } from '../../db/tables/tables.ts';
import type { Author } from '../../base/caller.ts';
import type { SafetyRules } from '../base/write-meta.ts';
import type { StoredRow } from '../base/row-codec.ts';

interface KeptChange {
  readonly recordId: number;
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
  readonly beside?: Beside;
}

const isDeleted = ({ after }: KeptChange): boolean => after === null;
const isChanged = ({ before, after }: KeptChange): boolean => before !== null && after !== null;

/** Which rules a write has to know: those of deletions, or of changes. */
export type RuleKind = keyof SafetyRules;
export const ruleKindsOf = ({ bin, images }: Pick<Resource, 'bin' | 'images'>, changes: readonly KeptChange[]): readonly RuleKind[] => [
  ...(images !== 'never' && bin !== 'never' && changes.some(isDeleted) ? (['bin'] as const) : []),
  ...(images !== 'never' && changes.some(isChanged) ? (['watched'] as const) : []),
];

const RULES_SQL: Readonly<Record<RuleKind, (resource: string) => RawBuilder<unknown>>> = {
  bin: (
    resource,
  ) => sql`(select json_build_object('id', rule.id, 'status', rule.status, 'all', (select value from config where name = 'recycle_all'))
    from (select 1) as one left join security_data_recycle as rule on rule.resource = ${resource} limit 1) as bin`,
  watched: (resource) => sql`(select json_build_object('id', id, 'fields', fields) from security_sensitive_data
    where resource = ${resource} and status = '1' limit 1) as watched`,
};

interface RuleRow {
  readonly number: string | number | null;
  readonly bin?: { readonly id: number | null; readonly status: string | null; readonly all: string | null };
  readonly watched?: SafetyRules['watched'];
}

/**
 * The number of a write that has none yet, and the rules that are in force in its transaction, at once. A deletion that no rule covers is
 * kept where the settings keep all of them. Source: wire protocol §5.14, §5.16.
 */
export async function readNumberAndRules(
  trx: Transaction<Tables>,
  resource: string,
  wanted: { readonly hasNumber: boolean; readonly kinds: readonly RuleKind[] },
): Promise<{ readonly number: number | null; readonly rules: Partial<SafetyRules> }> {
  if (wanted.hasNumber && wanted.kinds.length === 0) return { number: null, rules: {} };
  // From the same sequence as the changes, so that no two writes ever share a number.
  const number = wanted.hasNumber ? sql`null::bigint as number` : sql`nextval('journal_id') as number`;
  const { rows } = await sql<RuleRow>`select ${sql.join([number, ...wanted.kinds.map((kind) => RULES_SQL[kind](resource))])}`.execute(trx);
  const [row] = rows as [RuleRow];
  const { bin, watched } = row;
  const isKept = bin?.status === '1' || (bin?.status !== '0' && bin?.all !== '0');
  return {
    number: row.number === null ? null : Number(row.number),
    rules: {
      ...(wanted.kinds.includes('bin') && { bin: isKept ? { id: bin?.status === '1' ? bin.id : null } : null }),
      ...(wanted.kinds.includes('watched') && { watched: watched ?? null }),
    },
  };
}

interface Kept {
  readonly caller: Author;
  readonly nowSeconds: number;
  readonly rules: Partial<SafetyRules>;
}

/**
 * What of a write is shown in the recycle bin and in the log of watched fields, as further parts of the statement that keeps it: `kept`
 * are the changes as they were inserted, one for each record.
 */
export function entriesSql({ caller, nowSeconds, rules }: Kept, changes: readonly KeptChange[]): readonly RawBuilder<unknown>[] {
  // Whoever is no administrator is named by the change set.
  const adminId = caller.kind === 'admin' ? caller.id : 0;
  const columns = sql`change_id, set_id, resource, record_id, title, owner_id, admin_id, ip, useragent, create_time`;
  const values = sql`kept.id, kept.set_id, kept.resource, kept.record_id, kept.title, kept.owner_id, ${adminId}::bigint,
    ${caller.client.ip.slice(0, 50)}::text, ${caller.client.userAgent.slice(0, 255)}::text, ${nowSeconds}::bigint`;
  const parts: RawBuilder<unknown>[] = [];
  if (rules.bin && changes.some(isDeleted))
    parts.push(sql`binned as (insert into recycle_entry (${columns}, recycle_id)
      select ${values}, ${rules.bin.id}::bigint from kept where kind = 'deleted' order by kept.id)`);
  const entries = watchedFields(rules.watched ?? null, changes);
  if (entries.length > 0)
    parts.push(sql`watched as (insert into sensitive_entry (${columns}, sensitive_id, data_field, data_comment)
      select ${values}, ${rules.watched?.id}::bigint, one.field, one.title
      from rows from (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as (id bigint, field text, title text)) with ordinality
        as one (id, field, title, place) join kept on kept.record_id = one.id order by place)`);
  return parts;
}

function watchedFields(rule: SafetyRules['watched'], changes: readonly KeptChange[]) {
  if (!rule) return [];
  return changes.filter(isChanged).flatMap(({ recordId: id, after, beside }) => {
    const written = new Set([...Object.keys(after ?? {}), ...(beside?.secrets ?? [])]);
    return rule.fields.filter(({ key }) => written.has(key)).map(({ key, value }) => ({ id, field: key, title: value.slice(0, 100) }));
  });
}
