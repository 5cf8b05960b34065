import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import type { Author } from '../../base/caller.ts';
import type { JournalChange, SafetyRules } from '../base/write-meta.ts';

/** Which rules a change has to know: that of deletions, or that of changes. What holds no image is shown nowhere else. */
export type RuleKind = keyof SafetyRules;
export const ruleKindOf = ({ kind, erased_at: erasedAt }: JournalChange): RuleKind | null =>
  erasedAt !== null || kind === 'created' ? null : kind === 'deleted' ? 'bin' : 'watched';

const RULES_SQL: Readonly<Record<RuleKind, (resource: string) => RawBuilder<unknown>>> = {
  bin: (
    resource,
  ) => sql`(select json_build_object('id', rule.id, 'status', rule.status, 'all', (select value from config where name = 'recycle_all'))
    from (select 1) as one left join security_data_recycle as rule on rule.resource = ${resource}::text limit 1)`,
  watched: (resource) => sql`(select json_build_object('id', id, 'fields', fields) from security_sensitive_data
    where resource = ${resource}::text and status = '1' limit 1)`,
};

export interface WantedRule {
  readonly resource: string;
  readonly kind: RuleKind;
}

/** The rules that are in force in the transaction, as one array in the order in which they are wanted. */
export const rulesSql = (wanted: readonly WantedRule[]): RawBuilder<unknown> =>
  sql`json_build_array(${sql.join(wanted.map(({ resource, kind }) => RULES_SQL[kind](resource)))})`;

interface BinRule {
  readonly id: number | null;
  readonly status: string | null;
  readonly all: string | null;
}

/** A deletion that no rule covers is kept where the settings keep all of them. Source: wire protocol §5.14, §5.16. */
export function readRule(kind: RuleKind, read: unknown): Partial<SafetyRules> {
  if (kind === 'watched') return { watched: read as SafetyRules['watched'] };
  const { id, status, all } = read as BinRule;
  const isKept = status === '1' || (status !== '0' && all !== '0');
  return { bin: isKept ? { id: status === '1' ? id : null } : null };
}

interface KeptIn {
  readonly setId: number;
  readonly caller: Author;
  readonly nowSeconds: number;
  readonly rules: ReadonlyMap<string, Partial<SafetyRules>>;
}

export interface KeptChange {
  /** Of the change in the journal. */
  readonly id: number;
  readonly change: JournalChange;
}

const COLUMNS = sql.raw('change_id, resource, record_id, title, owner_id, set_id, admin_id, ip, useragent, create_time');
const TYPES = sql.raw('change_id bigint, resource text, record_id bigint, title text, owner_id bigint');

/** Shows what was kept in the recycle bin and in the log of watched fields as well, where rules say so. */
export async function keepEntries(trx: Transaction<Tables>, { setId, caller, nowSeconds, rules }: KeptIn, kept: readonly KeptChange[]) {
  const about = ({ id, change: { resource, record_id, title, owner_id } }: KeptChange) => ({
    change_id: id,
    resource,
    record_id,
    title,
    owner_id,
  });
  const binned = kept.flatMap((one) => {
    const rule = ruleKindOf(one.change) === 'bin' && rules.get(one.change.resource)?.bin;
    return rule ? [{ ...about(one), recycle_id: rule.id }] : [];
  });
  const watched = kept.flatMap((one) => {
    const rule = ruleKindOf(one.change) === 'watched' && rules.get(one.change.resource)?.watched;
    if (!rule) return [];
    const written = new Set([...Object.keys(one.change.after ?? {}), ...(one.change.beside?.secrets ?? [])]);
    return rule.fields
      .filter(({ key }) => written.has(key))
      .map(({ key, value }) => ({
        ...about(one),
        sensitive_id: rule.id,
        data_field: key,
        data_comment: value.slice(0, 100).toWellFormed(),
      }));
  });
  // Whoever is no administrator is named by the change set.
  const adminId = caller.kind === 'admin' ? caller.id : 0;
  const common = sql`one.change_id, one.resource, one.record_id, one.title, one.owner_id, ${setId}::bigint, ${adminId}::bigint,
    ${caller.client.ip.slice(0, 50)}::text, ${caller.client.userAgent.slice(0, 255)}::text, ${nowSeconds}::bigint`;
  if (binned.length > 0)
    await sql`insert into recycle_entry (${COLUMNS}, recycle_id) select ${common}, one.recycle_id
      from jsonb_to_recordset(${JSON.stringify(binned)}::jsonb) as one (${TYPES}, recycle_id bigint)`.execute(trx);
  if (watched.length > 0)
    await sql`insert into sensitive_entry (${COLUMNS}, sensitive_id, data_field, data_comment)
      select ${common}, one.sensitive_id, one.data_field, one.data_comment
      from jsonb_to_recordset(${JSON.stringify(watched)}::jsonb) as one (${TYPES}, sensitive_id bigint, data_field text, data_comment text)`.execute(
      trx,
    );
}
