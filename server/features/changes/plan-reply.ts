import { encodeRecord } from '#api/contract/table/record-codec';
import type { PlanReply, RefusedStep } from '#api/contract/changes/change';
import { MAX_SHOWN_STEPS } from '#domain/changes/change';
import { refKey, type Image } from '#domain/changes/journal';
import { nameInPart } from '#domain/changes/mask';
import { countSteps } from '#domain/changes/plan-step';
import { wireNameOf } from '#domain/fields/field';
import type { ServerPorts } from '../../ports/ports.ts';
import { fieldWords } from '../../resources/base/field-titles.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { recordFromStore } from '../../resources/base/row-codec.ts';
import { ownTitlesOfRecords, ownTitlesOfSets } from '../../resources/changes/own-titles.ts';
import { readRowsOf } from '../../resources/changes/plan-world.ts';
import { entriesOfSets, readSets } from '../../resources/changes/read-journal.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { createDescriber, describeSets } from './describe-changes.ts';
import { rowsInPart } from './personal-values.ts';
import type { Hindrance, Planned, Reader } from './plan-request.ts';
import { sentenceOf } from './refused-steps.ts';

interface Surroundings {
  readonly ports: Pick<ServerPorts, 'database' | 'messages'>;
  readonly contextOf: (name: string) => ResourceContext | undefined;
  readonly log: SecurityLog;
}

/** A plan as it is shown, in the words of its reader. */
export async function planReply(surroundings: Surroundings, planned: Planned, hash: string, reader: Reader): Promise<PlanReply> {
  const { ports, contextOf, log } = surroundings;
  const { caller, sight } = reader;
  const { kysely } = ports.database;
  const steps = planned.steps.slice(0, MAX_SHOWN_STEPS);
  const describer = await createDescriber(kysely, contextOf, caller, steps);
  const dependents = planned.dependents.slice(0, MAX_SHOWN_STEPS);
  const theirSets = await readSets(kysely, [...new Set(dependents.map(({ setId }) => setId))]);
  const theirEntries = Map.groupBy(
    await entriesOfSets(
      kysely,
      theirSets.map(({ id }) => id),
    ),
    ({ setId }) => setId,
  );
  const seenSets = theirSets.filter(({ id }) => theirEntries.get(id)?.every((entry) => sight.sees(entry)));
  const { language } = caller.client;
  const described = await describeSets(kysely, [...planned.sets, ...seenSets], sight);
  const sections = [...new Set(described.map(({ resource }) => resource))].flatMap((name) => contextOf(name) ?? []);
  const own = await ownTitlesOfSets(kysely, { sections, language }, described, sight);
  const facts = new Map(described.map((set) => [set.id, { ...set, title: own.get(set.id) ?? set.title }]));
  const named = [...steps, ...planned.refused.slice(0, MAX_SHOWN_STEPS).flatMap(({ record }) => record ?? [])];
  const contexts = [...new Set(named.map(({ resource }) => resource))].flatMap((name) => contextOf(name) ?? []);
  const called = await ownTitlesOfRecords(kysely, { sections: contexts, language }, named);
  const titles = new Map([...planned.titles].map(([key, title]) => [key, called.get(key) ?? title]));
  const titleOf = (key: string, image: Image | null, resource: string): string => {
    const context = contextOf(resource);
    const inLanguage = context?.resource.titleIn?.[language];
    const translated = context && inLanguage !== undefined ? image?.[wireNameOf(inLanguage, context.resource.fields[inLanguage])] : null;
    if (typeof translated === 'string' && translated !== '') return translated;
    return nameInPart(context?.columns.title.field.kind, (context && image?.[context.columns.title.name]) ?? titles.get(key));
  };
  const refused: RefusedStep[] = [];
  for (const one of planned.refused.slice(0, MAX_SHOWN_STEPS))
    refused.push(await refusedStep(surroundings, one, { ...planned, titles }, reader));
  const toldSteps = steps.map(({ resource, recordId, kind, before, after }) => ({
    resource,
    recordId,
    title: titleOf(refKey({ resource, recordId }), after ?? before, resource),
    kind,
    fields: [...describer.fields({ resource, recordId }, before, after)],
  }));
  await describer.tellShown(log);
  return {
    hash,
    sets: planned.sets.flatMap(({ id }) => facts.get(id) ?? []),
    steps: toldSteps,
    dependents: dependents.map(({ setId, why, resource, recordId, columns }) => {
      const set = facts.get(setId) ?? null;
      // Nothing is said of a record in a set that is not seen.
      return set ? { set, why, resource, recordId, fields: [...columns] } : { set, why, resource: '', recordId: 0, fields: [] };
    }),
    refused: [...(await rowsInPart(kysely, (name) => contextOf(name)?.resource, caller, refused))],
    leftOut: [...planned.leftOut],
    counts: { ...countSteps(planned.steps), refused: planned.refused.length, dependents: planned.dependents.length },
  };
}

async function refusedStep(
  surroundings: Surroundings,
  { reason, columns, record, message, params }: Hindrance,
  planned: Planned,
  { caller }: Reader,
): Promise<RefusedStep> {
  const { ports, contextOf } = surroundings;
  const key = record && refKey(record);
  const { language } = caller.client;
  const named = message && message !== '' ? message : `refusals.changes.${sentenceOf(reason, columns)}`;
  const entry = record && (await entryOf(surroundings, reason, record, columns, planned));
  const resource = record ? contextOf(record.resource)?.resource : undefined;
  const words = { messages: ports.messages, language };
  return {
    reason,
    message: ports.messages.text(language, named, {
      title: (key && planned.titles.get(key)) ?? '',
      fields: columns.map((name) => fieldWords(resource, name, words)).join(', '),
      ...params,
    }),
    resource: record?.resource ?? null,
    recordId: record?.recordId ?? null,
    title: (key && planned.titles.get(key)) ?? null,
    fields: [...columns],
    entry,
    row: record && reason === 'taken' ? await rowOf(surroundings, record, planned) : null,
  };
}

/** The entry of the recycle bin that helps: of the record which is named and gone, or of the one that comes back with another value. */
async function entryOf(
  { ports, contextOf }: Surroundings,
  reason: Hindrance['reason'],
  record: NonNullable<Hindrance['record']>,
  columns: readonly string[],
  { steps }: Planned,
): Promise<number | null> {
  const step = steps.find((one) => refKey(one) === refKey(record));
  if (reason === 'taken') return step?.kind === 'created' ? await keptEntry(ports, record.resource, record.recordId) : null;
  if (reason !== 'parentGone' && reason !== 'relationGone') return null;
  const context = contextOf(record.resource);
  const [column = ''] = columns;
  const of =
    context?.columns.parent?.name === column ? record.resource : context?.columns.relations.find((one) => one.column.name === column)?.of;
  return of === undefined ? null : await keptEntry(ports, of, Number(step?.after?.[column] ?? 0));
}

async function keptEntry(ports: Surroundings['ports'], resource: string, recordId: number): Promise<number | null> {
  const found = await ports.database.kysely
    .selectFrom('recycle_entry')
    .select('id')
    .where('resource', '=', resource)
    .where('record_id', '=', recordId)
    .where('state', '=', 'kept')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** The record as it would be, for its form. */
async function rowOf(
  { ports, contextOf }: Surroundings,
  record: NonNullable<Hindrance['record']>,
  { steps }: Planned,
): Promise<Record<string, unknown> | null> {
  const step = steps.find((one) => refKey(one) === refKey(record));
  const context = contextOf(record.resource);
  if (!step || !context) return null;
  const now = (await readRowsOf({ kysely: ports.database.kysely, contextOf, isLocked: false }, [record])).get(refKey(record));
  const image = { ...now, ...step.after };
  const row = encodeRecord(context.resource.fields, recordFromStore(context.columns.readable, image));
  const { version } = context.columns;
  return version ? { ...row, [wireNameOf(version.key, version.field)]: now?.[version.name] ?? null } : row;
}
