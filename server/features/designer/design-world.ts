import { sql, type Kysely } from 'kysely';
import type { DesignWorld, TakenPath } from '#domain/designer/design-rules';
import { pagePathOf, type Resource } from '#domain/table/resource';
import type { AdminCaller } from '../../base/caller.ts';
import { readUnownedTables } from '../../db/sections/standing-tables.ts';
import { isCoreTable } from '../../db/tables/table-names.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { mayListOf } from '../../resources/access/permissions.ts';
import type { Resources } from '../../resources/registry.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import { isInSource } from './source/in-source.ts';

/** Reads what a design stands beside: from the database, since another process may have published a moment ago. */
export type ReadWorld = (kysely: Kysely<Tables>, name: string, caller: AdminCaller) => Promise<DesignWorld>;

/** A joined record is shown whole: neither the right to its list nor the limit of its rows is asked again. */
const readsAll = (caller: AdminCaller, resource: Resource): boolean =>
  caller.grants.isSuper || (resource.dataLimit === undefined && mayListOf(resource, caller));

const lower = (text: string): string => text.toLowerCase();

export function createWorldReader(table: RouteTable, resources: Resources): ReadWorld {
  return async (kysely, name, caller) => {
    const sections = await kysely
      .selectFrom('section')
      .select(['name', 'design', 'state', 'table_name', 'rule_ids'])
      .where('design', 'is not', null)
      .execute();
    const own = sections.find((one) => one.name === name);
    const ids = own?.rule_ids ?? [];
    const others = othersIn(resources, sections).filter(({ resource }) => resource.name !== name);
    const controllers = controllersOf(table, new Set(others.map(({ resource }) => lower(resource.controller))), own?.design?.declaration);
    const rules = await kysely
      .selectFrom('admin_rule')
      .select(['name', 'type'])
      .$if(ids.length > 0, (all) => all.where(sql<boolean>`id not in (${sql.join(ids)})`))
      .execute();
    const places: readonly TakenPath[] = [
      ...rules.map((rule) => ({ path: lower(rule.name), isDirectory: rule.type === 'menu_dir' })),
      ...others.map(({ resource }) => ({ path: lower(pagePathOf(resource)), isDirectory: false })),
      ...controllers.ofAdmins.map((controller) => ({ path: controller.replaceAll('.', '/'), isDirectory: false })),
    ];
    return {
      // That of a section whose folder has taken over is the program's since, and its own.
      isCoreTable: (one) => isCoreTable(one) && !(one === own?.table_name && isInSource(resources, name)),
      // A section that is in the source is no other one to itself.
      others: others
        .filter(({ resource }) => !own?.design || resource.name !== own.name)
        .map(({ resource, isPaused }) => ({ ...resource, isPaused, isClosed: !readsAll(caller, resource) })),
      controllers: new Set(controllers.all),
      imported: new Set(await readUnownedTables(kysely, new Set(sections.flatMap((one) => (one === own ? [] : (one.table_name ?? [])))))),
      places,
      // One that comes back has its design and no rules yet: whatever lies at its address was put there meanwhile.
      ownPath: own?.design && ids.length > 0 ? lower(pagePathOf(own.design.declaration)) : null,
    };
  };
}

interface Other {
  readonly resource: Resource;
  readonly isPaused: boolean;
}

/** The program's sections, and those that were published here, also while they pause. */
export function othersIn(resources: Resources, sections: readonly Pick<Row<'section'>, 'design' | 'state'>[]): readonly Other[] {
  const shipped = resources
    .all()
    .map(({ resource }) => resource)
    .filter(({ name }) => resources.originOf(name) === 'shipped');
  return [
    ...shipped.map((resource) => ({ resource, isPaused: false })),
    ...sections.flatMap(({ design, state }) =>
      design && (state === 'live' || state === 'paused') ? [{ resource: design.declaration, isPaused: state === 'paused' }] : [],
    ),
  ];
}

/** Of calls that are no section's, in lower case. */
function controllersOf(table: RouteTable, sections: ReadonlySet<string>, own: Resource | undefined) {
  const calls = table.all().map(({ endpoint: { path } }) => {
    const [, area = '', controller = ''] = path.split('/');
    return { area, controller: lower(controller) };
  });
  const foreign = calls.filter(({ controller }) => !sections.has(controller) && controller !== lower(own?.controller ?? ''));
  return {
    all: foreign.map(({ controller }) => controller),
    ofAdmins: [...new Set(foreign.filter(({ area }) => area === 'admin').map(({ controller }) => controller))],
  };
}
