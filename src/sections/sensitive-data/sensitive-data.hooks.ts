import { textOrEmpty } from '#domain/base/plain-value';
import { plainText } from '#domain/base/plain-value';
import { wireNameOf } from '#domain/fields/field';
import { FieldsRefused } from '#server/base/refusal';
import { sectionHooks } from '#server/features/base/section-hooks';
import { coverChanges } from '#server/features/changes/earlier-changes';
import { aboutSection, findSection, ruleChoices } from '#server/features/changes/safety-rules';
import type { WireRow } from '#server/resources/base/list-reply';
import { mapReplyRows } from '#server/resources/base/list-reply';
import { sensitiveData } from './sensitive-data.resource.ts';

interface Pair {
  readonly key: string;
  readonly value: string;
}

/** Stock clients send `fields` as names with values, and beside it the columns alone. */
function pairsIn({ fields, data_fields: columns }: WireRow): readonly Pair[] | undefined {
  if (Array.isArray(fields))
    return fields.map((one: Readonly<Record<string, unknown>> | null) => ({
      key: textOrEmpty(one?.['key'] ?? one?.['name']),
      value: textOrEmpty(one?.['value']),
    }));
  if (Array.isArray(columns)) return columns.map((column) => ({ key: textOrEmpty(column), value: '' }));
  return undefined;
}

const pairsOf = (row: WireRow): readonly Pair[] => (Array.isArray(row['fields']) ? (row['fields'] as readonly Pair[]) : []);

/** A rule names a controller and its fields; lists tell their titles, a form the columns with them. Source: wire protocol §5.16. */
export const sensitiveDataHooks = sectionHooks(sensitiveData, ({ ports, resources }) => ({
  besideForm: (caller) => ruleChoices(ports, resources, 'save', caller),
  async afterWrite({ id, resource, status, fields }, { trx }) {
    const section = findSection(resources, resource);
    if (section && status) await coverChanges(trx, section, id, fields);
  },
  posted(row) {
    const pairs = pairsIn(row);
    return pairs === undefined ? row : { ...row, fields: pairs };
  },
  beforeWrite(values, { caller, before }) {
    const about = aboutSection(resources, values, caller);
    const section = findSection(resources, plainText(about.resource ?? before?.['resource']));
    const known = new Set(Object.entries(section?.fields ?? {}).map(([key, field]) => wireNameOf(key, field)));
    const pairs = values.fields ?? ((before?.['fields'] ?? []) as readonly Pair[]);
    const unknown = pairs.find(({ key }) => !known.has(key));
    if (unknown) throw new FieldsRefused({ fields: { key: 'refusals.safety.unknownColumn', params: { name: unknown.key.slice(0, 60) } } });
    const once = new Map(pairs.map(({ key, value }) => [key, { key, value: value || key }]));
    return Promise.resolve({ ...values, ...about, fields: [...once.values()] });
  },
  async list(query, _context, list) {
    return mapReplyRows(await list(query), (row) => ({ ...row, data_fields: pairsOf(row).map(({ value }) => value) }));
  },
  form: (row) => Promise.resolve({ ...row, data_fields: Object.fromEntries(pairsOf(row).map(({ key, value }) => [key, value])) }),
}));
