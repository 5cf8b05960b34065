import { ACTOR_TYPES, CHANGE_ACTIONS, CHANGE_SOURCES, KEPT_OUT } from '#domain/changes/change';
import type { ListRow } from '#domain/table/row';
import { scalarText } from '#ui/kit/cells/scalar-text.ts';

const REASONS = [...KEPT_OUT, 'undone'] as const;

/** A line of the timeline, as its list has it. */
export interface Entry {
  readonly id: number;
  readonly at: unknown;
  readonly actorType: (typeof ACTOR_TYPES)[number];
  readonly actorId: string;
  readonly actorName: string;
  readonly resource: string;
  readonly title: string;
  readonly records: number;
  readonly action: (typeof CHANGE_ACTIONS)[number] | null;
  readonly source: (typeof CHANGE_SOURCES)[number];
  /** Why it cannot be taken back; null where it can. */
  readonly keptOut: (typeof REASONS)[number] | null;
}

const among = <T extends string>(known: readonly T[], value: unknown): T | undefined => known.find((one) => one === value);

/** A row of the list of writes. */
export const entryOf = (row: ListRow): Entry => ({
  id: row.id,
  at: row['at'],
  actorType: among(ACTOR_TYPES, row['actorType']) ?? 'server',
  actorId: scalarText(row['actorId']),
  actorName: scalarText(row['actorName']),
  resource: scalarText(row['resource']),
  title: scalarText(row['title']),
  records: Number(row['records']) || 0,
  action: among(CHANGE_ACTIONS, row['action']) ?? null,
  source: among(CHANGE_SOURCES, row['source']) ?? 'server',
  keptOut: among(REASONS, row['keptOut']) ?? null,
});
