import type { OutputOf } from '#api/contract/base/endpoint';
import type { listSections, readSection } from '#api/contract/designer/designer';
import type { liveSections } from '#api/contract/designer/live-sections';
import { parseCarried } from '#api/contract/designer/carried-schema';
import { parseDesign } from '#api/contract/designer/design-schema';
import { ResourceError } from '#api/contract/table/resource-schema';
import { isSameValue } from '#domain/base/same-value';
import { rejection } from '#domain/base/failure';
import { designIssues } from '#domain/designer/design-rules';
import { isSameDrawing } from '#domain/designer/drawing/design-merge';
import { NO_RENAMES, type Renames, type SectionDesign } from '#domain/designer/section-design';
import type { EarlierNames } from '#domain/designer/lineage/earlier-names';
import type { Resource } from '#domain/table/resource';
import type { AdminCaller } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import { readCatalogue, type Catalogue } from '../../db/sections/catalogue.ts';
import { differencesOf } from '../../db/sections/drift.ts';
import type { Row } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { requireSession } from '../../resources/access/own-account.ts';
import { mayListOf } from '../../resources/access/permissions.ts';
import type { Resources } from '../../resources/registry.ts';
import { readDesignLog, readLoggedDesign, readRevisions, wireRenames } from './design-log.ts';
import type { ReadWorld } from './design-world.ts';
import { refuseTooMany } from './drawn-section.ts';
import { carriedOut, renamesInto } from './source/carried-design.ts';
import { drawnInSource, isInSource, readWritten } from './source/in-source.ts';
import { openDraft } from './source/manifest.ts';
import type { LiveSections } from './live-sections.ts';
import { refuseOfModule } from './of-module.ts';
import { drawnDraft } from './planner.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'messages'>;

/** @param draft what is left of it to write */
const ejectedSummary = (section: Row<'section'>, draft: ReturnType<typeof openDraft>) => ({
  ...summaryOf(section),
  state: 'ejected' as const,
  hasDraft: draft !== null,
});

/** Designs that are worked on, and what is told of those that are published. */
export function createDrafts(ports: Ports, resources: Resources, live: LiveSections, readWorld: ReadWorld) {
  const { kysely } = ports.database;
  const surroundings = { ports, resources };

  async function find(name: string): Promise<Row<'section'>> {
    const section = await kysely.selectFrom('section').selectAll().where('name', '=', name).executeTakeFirst();
    if (!section) throw rejection('refusals.designer.unknown', { name });
    return section;
  }

  /** What somebody has said of names counts; else it is what the design brought with it, for the names that are here. */
  async function renamesOf(design: SectionDesign, told: Renames, earlier?: readonly EarlierNames[]): Promise<Renames> {
    if (!earlier || !isSameValue(told, NO_RENAMES)) return told;
    const section = await kysely.selectFrom('section').selectAll().where('name', '=', design.declaration.name).executeTakeFirst();
    return section ? renamesInto({ kysely, resources }, section, design, earlier) : NO_RENAMES;
  }

  const isTakenOver = ({ name, design }: Row<'section'>) => design !== null && isInSource(resources, name);

  const summary = async (section: Row<'section'>) =>
    isTakenOver(section)
      ? ejectedSummary(section, section.draft && openDraft(section.draft, await readWritten(section.name)))
      : summaryOf(section);

  return {
    async list(): Promise<OutputOf<typeof listSections>> {
      const rows = await kysely.selectFrom('section').selectAll().orderBy('name').execute();
      return { list: await Promise.all(rows.map(summary)) };
    },

    async read(name: string): Promise<OutputOf<typeof readSection>> {
      const section = await find(name);
      const source = await drawnInSource(resources, section);
      if (source) {
        const { drawing, published, open } = source;
        return {
          section: ejectedSummary(section, open),
          design: drawing.design,
          renames: wireRenames(drawing.renames),
          published,
          drift: [],
        };
      }
      const { design, renames } = drawnDraft(section);
      const found = section.table_name === null ? null : await readCatalogue(kysely, section.table_name);
      const drift = section.catalogue === null ? [] : differencesOf(section.catalogue as Catalogue, found);
      return { section: await summary(section), design, renames: wireRenames(renames), published: section.design, drift: [...drift] };
    },

    /** @param json a design, with what was done to its names where it came from elsewhere */
    async save(json: unknown, told: Renames, version: number, caller: AdminCaller) {
      const { design: drawn, renames = told, earlier } = readable(() => parseCarried(json));
      const design = read(drawn);
      const saved = await saveDraft(surroundings, design, await renamesOf(design, renames, earlier), version, caller);
      const say = (key: string, params?: Readonly<Record<string, string | number>>) =>
        ports.messages.text(caller.client.language, key, params);
      const issues = designIssues(design, await readWorld(kysely, design.declaration.name, caller)).map(({ at, key, params }) => ({
        at,
        message: say(key, params),
      }));
      return { version: saved, issues };
    },

    async copy(
      { from, name, controller, table }: { from: string; name: string; controller: string; table: string },
      caller: AdminCaller,
    ): Promise<number> {
      const { design } = drawnDraft(await find(from));
      const { wire: _wire, takesTable: _taken, ...own } = design;
      return saveDraft(
        surroundings,
        read({ ...own, declaration: { ...design.declaration, name, controller, table } }),
        NO_RENAMES,
        0,
        caller,
      );
    },

    async revert(name: string, version: number, caller: AdminCaller): Promise<number> {
      const section = await find(name);
      const [last, former] = await kysely
        .selectFrom('section_revision')
        .select(['design', 'renames'])
        .where('section', '=', name)
        .where('status', '=', 'success')
        .orderBy('id', 'desc')
        .limit(2)
        .execute();
      if (!section.design || !last || !former) throw rejection('refusals.designer.noFormer');
      return saveDraft(surroundings, former.design, backwards(last.renames), version, caller);
    },

    revisions: (name: string) => readRevisions(kysely, name),
    log: () => readDesignLog(kysely),
    logged: (id: number) => readLoggedDesign(kysely, id),

    async exported(name: string) {
      const section = await find(name);
      const design = await carriedOut({ kysely, resources }, section);
      return { design, revision: section.revision, hash: await sha256(JSON.stringify(design)) };
    },

    /** Of the lists that the caller may open. */
    declarations(names: readonly string[], caller: AdminCaller): OutputOf<typeof liveSections> {
      const list = resources.all().flatMap(({ resource }) => {
        const revision = live.revisionOf(resource.name);
        const isAsked = names.length === 0 || names.includes(resource.name);
        return revision !== undefined && isAsked && mayListOf(resource, caller)
          ? [{ declaration: seenByBrowsers(resource), revision }]
          : [];
      });
      return { list };
    },
  };
}

/** @returns the version under which it was kept */
async function saveDraft(
  { ports, resources }: { readonly ports: Ports; readonly resources: Resources },
  design: SectionDesign,
  renames: Renames,
  version: number,
  caller: AdminCaller,
): Promise<number> {
  const { name } = design.declaration;
  const now = nowSeconds(ports);
  const draft = JSON.stringify({ design, renames });
  return ports.database.transaction(async (trx) => {
    await requireSession(trx, caller, ports);
    const standing = await trx
      .selectFrom('section')
      .select(['module_uid', 'design'])
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirst();
    if (standing) refuseOfModule(standing);
    // One that was designed here and is in the source by now is drawn on; the program's own are not.
    if (isInSource(resources, name) && !standing?.design) throw rejection('refusals.designer.shipped');
    if (version === 0) {
      await refuseTooMany(trx);
      const added = await trx
        .insertInto('section')
        .values({ name, draft, create_time: now, update_time: now })
        .onConflict((on) => on.column('name').doNothing())
        .returning('version')
        .executeTakeFirst();
      if (!added) throw rejection('refusals.designer.conflict');
      return added.version;
    }
    const saved = await trx
      .updateTable('section')
      .set({ draft, version: version + 1, update_time: now })
      .where('name', '=', name)
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst();
    if (!saved) throw rejection('refusals.designer.conflict');
    return saved.version;
  });
}

/** Browsers know of a life by its field alone, as they know of those that are shipped: what comes next they ask for. */
const seenByBrowsers = ({ life, ...declaration }: Resource): Resource => (life ? { ...declaration, lifeField: life.field } : declaration);

const read = (json: unknown): SectionDesign => readable(() => parseDesign(json));

/** @throws FailureError with the first thing that is wrong */
function readable<Value>(parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    // The first thing that is wrong, and where, of which the second is the shorter.
    const [what = '', where = ''] = error.message.split('\n');
    throw rejection('refusals.designer.unreadable', { reason: [what.slice(0, 200), where.trim()].filter(Boolean).join(' ') });
  }
}

const turned = (map: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(map).map(([a, b]) => [b, a]));

/** What leads back from the new names to the old ones. */
const backwards = ({ columns, options }: Renames): Renames => ({
  columns: turned(columns),
  options: Object.fromEntries(Object.entries(options).map(([column, map]) => [turned(columns)[column] ?? column, turned(map)])),
});

/** Whether something is kept that publishing would change. */
const hasDraft = ({ draft, design }: Row<'section'>): boolean =>
  draft !== null && (draft.isRebuilt === true || design === null || !isSameDrawing(draft, { design, renames: NO_RENAMES }));

function summaryOf(section: Row<'section'>) {
  const { declaration } = drawnDraft(section).design;
  return {
    name: section.name,
    label: { ...declaration.label },
    table: declaration.table,
    controller: declaration.controller,
    state: section.state,
    origin: section.origin,
    revision: section.revision,
    hasDraft: hasDraft(section),
    version: section.version,
    update_time: section.update_time,
  };
}
