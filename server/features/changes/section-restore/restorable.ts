import { hasCall, keptOutOf, resourceOfController } from '#domain/table/resource';
import type { DatabaseCopy } from '../../../db/copies/database-copy.ts';
import { copiedColumns as columnsOfTable } from '../../../db/copies/table-columns.ts';
import type { ResourceContext } from '../../../resources/base/resource-context.ts';
import type { Resources } from '../../../resources/registry.ts';
import { imageNames } from '../../../resources/write/unit-of-work.ts';

/** A section whose rows can come from a backup, with the columns that do. */
export interface Restorable {
  readonly context: ResourceContext;
  /** Columns that both have, and that the journal keeps; the id is one of them. */
  readonly names: readonly string[];
  /** Those of them by which a row differs: who wrote last, and how often, is no difference. */
  readonly compared: readonly string[];
  /** Columns of the backup that today's table lacks, or has with values of another type. */
  readonly left: readonly string[];
  /** Columns of today that the backup lacks: what comes back has their defaults. */
  readonly fresh: readonly string[];
}

/**
 * Why a section cannot come from a backup by itself; null where it can. What is written has to be seen in the journal and taken back like any
 * other write, so what the journal does not hold stays where it is.
 */
function obstacle({ resource }: ResourceContext): string | null {
  if (!hasCall(resource, 'save') || !hasCall(resource, 'remove')) return 'its records are made by the program and never written again';
  if (resource.images === 'never') return 'the journal of changes does not keep what its records hold';
  if (resource.bin === 'never') return 'more belongs to a record than the row that would come back';
  const reason = keptOutOf(resource, 'add') ?? keptOutOf(resource, 'edit');
  if (reason === 'secret') return 'its records hold secrets, of which the journal of changes has nothing';
  return reason === null ? null : 'a write to it does more than can be taken back';
}

/** Sections that can come from a backup by themselves, by their names. */
export const restorableNames = (resources: Pick<Resources, 'all'>): readonly string[] =>
  resources
    .all()
    .flatMap(({ context }) => (obstacle(context) === null ? [context.resource.name] : []))
    .toSorted();

/** The backup is older than the section. */
export class MadeLaterError extends Error {
  override readonly name = 'MadeLaterError';
}

/** @throws Error naming those that can, where this one cannot or is none */
export async function restorable(resources: Pick<Resources, 'all' | 'get'>, copy: DatabaseCopy, wished: string): Promise<Restorable> {
  const all = resources.all();
  const engine =
    resources.get(wished) ??
    resources.get(
      resourceOfController(
        all.map(({ resource }) => resource),
        wished,
      )?.name ?? '',
    );
  if (!engine) {
    throw new Error(
      `There is no section ${wished} today. Sections that can be restored: ${restorableNames(resources).join(', ')}. One that was taken away has to be made again in the section designer first.`,
    );
  }
  const { context } = engine;
  const { resource } = context;
  const why = obstacle(context);
  if (why !== null)
    throw new Error(`${resource.name} cannot be restored by itself: ${why}. Nothing was changed. Restore the whole backup instead.`);
  const then = await copy.columns(resource.table);
  if (Object.keys(then).length === 0)
    throw new MadeLaterError(`The backup has no section ${resource.name}: it was made later. Nothing was changed.`);
  const now = new Map((await columnsOfTable(context.ports.database.kysely, resource.table)).map(({ name, type }) => [name, type]));
  const kept = imageNames(context);
  const isInBoth = (name: string): boolean => then[name] !== undefined && then[name] === now.get(name);
  const names = kept.filter(isInBoth);
  const { id, version, updateTime } = context.columns;
  if (!names.includes(id.name)) throw new Error(`The records of ${resource.name} have no ids in the backup. Nothing was changed.`);
  const stamps = new Set([id.name, version?.name, updateTime?.name]);
  return {
    context,
    names,
    compared: names.filter((name) => !stamps.has(name)),
    left: Object.keys(then).filter((name) => !isInBoth(name)),
    fresh: kept.filter((name) => now.has(name) && then[name] === undefined),
  };
}
