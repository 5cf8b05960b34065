import type { Transaction } from 'kysely';
import type { ListQuery } from '#api/contract/table/resource-endpoints';
import { FailureError, rejection } from '#domain/base/failure';
import { initialValueOf, wireNameOf, type Field } from '#domain/fields/field';
import { describedKind, type FieldKind } from '#domain/fields/kinds/registry';
import type { Resource } from '#domain/table/resource';
import type { AdminCaller } from '../../base/caller.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import { rehearse } from '../../db/base/rehearse.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { Resources } from '../../resources/registry.ts';

const FIRST_PAGE: ListQuery = { page: 1, limit: 10, order: '', quickSearch: '', select: false, isTree: false };

/** What fits a kind that is not satisfied with any text. */
const EXAMPLES: Partial<Record<FieldKind, string>> = {
  email: 'a@example.com',
  mobile: '13800000000',
  date: '2026-01-01',
  time: '08:00:00',
  dateTime: '2026-01-01 08:00:00',
  localDateTime: '2026-01-01 08:00:00',
  color: '#336699',
};

const exampleOf = (field: Field): unknown => {
  const initial = initialValueOf(field);
  if (initial !== null && initial !== '') return initial;
  if ('options' in field) return field.options[0];
  if (EXAMPLES[field.kind] !== undefined) return EXAMPLES[field.kind];
  return describedKind(field).shape === 'number' ? ('min' in field ? (field.min ?? 1) : 1) : 'Example';
};

/** The made-up record is not to the section's taste, or there already: that says nothing against the section. */
const isOfExample = (error: unknown): boolean =>
  error instanceof FieldsRefused || (error instanceof FailureError && error.message === 'errors.duplicate');

/** The first record there is of what a field names; nothing where there is none. */
type FirstOf = (section: string) => Promise<number | undefined>;

async function exampleRow({ fields }: Resource, firstOf: FirstOf): Promise<Record<string, unknown> | null> {
  const row: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    if (!('required' in field) || !field.required) continue;
    const value = 'of' in field ? await firstOf(field.of) : exampleOf(field);
    if (value === undefined) return null;
    row[wireNameOf(key, field)] = value;
  }
  return row;
}

/**
 * Whether sections work: each lists, takes a record, tells it and lets it go. What was tried is taken back. Where a record cannot be made up, since
 * it needs one of a section that has none or a value that only people know, the list alone is tried.
 * @throws FailureError naming the section that does not
 */
export async function trySections(
  { database }: Pick<ServerPorts, 'database'>,
  resources: Resources,
  names: readonly string[],
  caller: AdminCaller,
): Promise<void> {
  const engineOf = (name: string) => {
    const engine = resources.get(name);
    if (!engine) throw new Error(`${name} does not run`);
    return engine;
  };
  const listed = async (name: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const reply = await engineOf(name).list(FIRST_PAGE, caller);
    return reply.list as readonly Readonly<Record<string, unknown>>[];
  };
  const inTransaction = (work: (trx: Transaction<Tables>) => Promise<never>): Promise<never> => database.transaction(work);
  for (const name of names) {
    try {
      await rehearse(inTransaction, async () => {
        await listed(name);
        const row = await exampleRow(
          engineOf(name).resource,
          async (of) => Number((await listed(of))[0]?.['id'] ?? Number.NaN) || undefined,
        );
        if (row) await addAndRemove(row, name);
      });
    } catch (error) {
      if (!isOfExample(error))
        throw rejection('refusals.modules.unwell', { name, reason: error instanceof Error ? error.message.slice(0, 200) : '' });
    }
  }

  async function addAndRemove(row: Record<string, unknown>, name: string): Promise<void> {
    const { id } = await engineOf(name).add(row, caller);
    const read = await engineOf(name).read(id, caller);
    if (read.row['id'] !== id) throw new Error('the record that was added is another');
    await engineOf(name).remove({ ids: [id] }, caller);
  }
}
