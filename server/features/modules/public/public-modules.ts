import type { Kysely } from 'kysely';
import { columnsOf, type ColumnMap } from '../../../resources/base/columns.ts';
import type { Resource } from '#domain/table/resource';
import type { ModuleManifest } from '#domain/modules/module-manifest';
import type { ModuleParts, PublicRead } from '#domain/modules/module-parts';
import type { Tables } from '../../../db/tables/tables.ts';

/** A section of a module with its columns. */
export interface PublicSection {
  readonly resource: Resource;
  readonly columns: ColumnMap;
  /** Columns that name records of other sections which anybody reads: a record is shown while the one that it names is. */
  readonly under: readonly { readonly column: string; readonly section: PublicSection; readonly rule: PublicRead }[];
}

/** The sections of a module as anybody reads them. */
export function publicSections(declarations: readonly Resource[], { read }: Pick<ModuleParts, 'read'>): ReadonlyMap<string, PublicSection> {
  const all = new Map(declarations.map((resource) => [resource.name, { resource, columns: columnsOf(resource), under: [] as Under[] }]));
  for (const [name, { columns, under }] of all)
    for (const { column, of } of columns.relations) {
      const [section, rule] = [all.get(of), read[of]];
      if (section && rule && of !== name) under.push({ column: column.name, section, rule });
    }
  return all;
}

type Under = PublicSection['under'][number];

/** A module that is at work, as far as the site has to know it. */
export interface PublicModule {
  readonly uid: string;
  readonly manifest: ModuleManifest;
  /** Of its package. */
  readonly sha256: string;
  readonly parts: ModuleParts;
  readonly sections: ReadonlyMap<string, PublicSection>;
}

const EMPTY = '{"settings":[],"read":{},"write":{},"pages":[]}';

/** Modules that bring something beside their sections, as the database says now; paused ones are not among them, where they are not asked for. */
export async function readPublicModules(
  kysely: Kysely<Tables>,
  states: readonly ('installed' | 'paused')[] = ['installed'],
): Promise<readonly PublicModule[]> {
  const modules = await kysely
    .selectFrom('module')
    .select(['uid', 'manifest', 'sha256', 'parts'])
    .where('state', 'in', states)
    .where((e) => e(e.cast<string>('parts', 'text'), '<>', EMPTY))
    .orderBy('uid')
    .execute();
  if (modules.length === 0) return [];
  const rows = await kysely
    .selectFrom('section')
    .select(['module_uid', 'design'])
    .where('design', 'is not', null)
    .where(
      'module_uid',
      'in',
      modules.map(({ uid }) => uid),
    )
    .execute();
  const designs = Map.groupBy(rows, (row) => row.module_uid);
  return modules.map((module) => ({
    ...module,
    sections: publicSections(
      (designs.get(module.uid) ?? []).flatMap(({ design }) => (design ? [design.declaration] : [])),
      module.parts,
    ),
  }));
}

/**
 * The same, read once for each state of the site: whatever changes a module changes the number of that state.
 * @returns what takes the number, and tells the modules
 */
export function createPublicModules({ database }: { readonly database: { readonly kysely: Kysely<Tables> } }) {
  let known: { readonly version: string; readonly modules: readonly PublicModule[] } | null = null;
  return async (version: string): Promise<readonly PublicModule[]> => {
    if (known?.version === version) return known.modules;
    const modules = await readPublicModules(database.kysely);
    known = { version, modules };
    return modules;
  };
}
