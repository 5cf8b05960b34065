import type { ParsedInputOf } from '#api/contract/base/endpoint';
import type { generate, generateCheck } from '#api/contract/designer/wire-generator';
import { parseDesign, withSoundWords } from '#api/contract/designer/design-schema';
import { ResourceError } from '#api/contract/table/resource-schema';
import { rejection } from '#domain/base/failure';
import { sectionNameFrom } from '#domain/designer/proposal/found-design';
import type { SectionDesign } from '#domain/designer/section-design';
import { designOfWire, type OfWire, type WirePlace } from '#domain/designer/wire/design-of-wire';
import { controllerOfFile, controllerOfPath, sectionOfPath, sourcePathsOf } from '#domain/designer/wire/source-paths';
import { wireOfDesign } from '#domain/designer/wire/wire-of-design';
import type { WireDesign } from '#domain/designer/wire-design';
import { pagePathOf, resourceOfController, type Resource } from '#domain/table/resource';
import type { AdminCaller } from '../../base/caller.ts';
import { OutcomeRefused } from '../../base/refusal.ts';
import {
  plainName,
  readMeantTable,
  readSections,
  withoutBeginning,
  type Meant,
  type MeantSections,
} from '../../db/sections/meant-table.ts';
import { countRows, readStandingTables } from '../../db/sections/standing-tables.ts';
import { isCoreTable } from '../../db/tables/table-names.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { Resources } from '../../resources/registry.ts';
import { othersIn } from './design-world.ts';
import { noteRefusal } from './note-revision.ts';
import { reviewOf, type createPublisher, type Reviewed } from './publish.ts';
import { countReading } from './standing.service.ts';
import { refuseIssues } from './taken-table.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'messages'>;
type Publisher = ReturnType<typeof createPublisher>;

/** By the table, the file of the controller, or the address of the list. */
const sectionMeant = (all: readonly Resource[]) => (by: { readonly table: string; readonly file: string; readonly url: string }) => {
  const plain = plainName(by.table);
  const ofFile = sectionOfPath(by.file);
  const controller = controllerOfFile(by.file) ?? /^\/?admin\/([A-Za-z0-9_.]+)\//u.exec(by.url)?.[1];
  const found =
    (plain && all.find(({ table }) => table === plain || table === `x_${plain}`)) ||
    all.find(({ name }) => name === ofFile) ||
    (controller === undefined ? undefined : resourceOfController(all, controller));
  return found ? found.name : undefined;
};

function controllerFor({ table }: WireDesign, published: SectionDesign | null): string {
  // A client that chose the table from a list makes the path of its whole name.
  const path = withoutBeginning(table.generateRelativePath.trim());
  const before = published?.wire?.table.generateRelativePath ?? (published ? pagePathOf(published.declaration) : undefined);
  if (published && (path === '' || path === before || path === withoutBeginning(published.declaration.table)))
    return published.declaration.controller;
  return controllerOfFile(table.controllerFile) ?? controllerOfPath(path === '' ? withoutBeginning(table.name) : path);
}

/** As every design that comes from outside. */
function validated(design: SectionDesign): SectionDesign {
  try {
    return parseDesign(JSON.parse(JSON.stringify(design)));
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    throw rejection('refusals.designer.unreadable', { reason: error.message.slice(0, 300) });
  }
}

/** The code generator of clients of the family over drafts, plans and publications. Source: wire protocol §5.18. */
export function createGenerator(ports: Ports, resources: Resources, publisher: Publisher) {
  const { kysely } = ports.database;

  const running = (sections: MeantSections): readonly Resource[] => othersIn(resources, sections).map(({ resource }) => resource);

  async function drawn(wire: WireDesign, type: string, sections: MeantSections, caller: AdminCaller): Promise<OfWire & Meant> {
    const found = await readMeantTable(kysely, wire.table.name, sections, type !== 'create');
    const { section, table, stands } = found;
    const published = section?.published ?? null;
    const names = new Set(sections.map(({ name }) => name));
    const place: WirePlace = {
      name: section?.name ?? sectionNameFrom(plainName(wire.table.name), (one) => names.has(one) || resources.get(one) !== undefined),
      controller: controllerFor(wire, published),
      table,
      published,
      takesTable: published?.takesTable === true || (published === null && stands && type !== 'create'),
    };
    const all = running(sections);
    const of = designOfWire(wire, place, {
      language: caller.client.language,
      sectionMeant: sectionMeant(all),
      fieldsOf: (name) => all.find((one) => one.name === name)?.fields ?? {},
    });
    return { ...found, ...of };
  }

  return {
    /** @returns the revision */
    async generate({ type, table, fields, confirm, choices }: ParsedInputOf<typeof generate>, caller: AdminCaller): Promise<number> {
      const wire = { table, fields } as unknown as WireDesign;
      const { design: read, renames, issues, section, stands } = await drawn(wire, type, await readSections(kysely), caller);
      refuseIssues(issues);
      const design = validated(read);
      const { name } = design.declaration;
      if (resources.originOf(name) === 'shipped') throw rejection('refusals.designer.shipped');
      const isRebuilt = section?.published !== null && section !== null && stands && (type === 'create' || table.rebuild === 'Yes');
      const wish = { name, choices, drawn: { design, renames, ...(isRebuilt && { isRebuilt: true as const }) } };
      try {
        const reviewed = await publisher.review(wish, caller);
        if (reviewed.hash !== confirm && (section?.hasDraft === true || losses(reviewed).length > 0))
          throw needsConsent(reviewed, section?.hasDraft === true);
        return await publisher.publish({ ...wish, hash: reviewed.hash }, caller);
      } catch (error) {
        await noteRefusal(ports, design, error, caller);
        throw error;
      }
    },

    /** @throws OutcomeRefused with code -1 where one of the two is there */
    async check({ table, controllerFile }: ParsedInputOf<typeof generateCheck>): Promise<null> {
      const sections = await readSections(kysely);
      const { stands } = await readMeantTable(kysely, table ?? '', sections, false);
      const ofFile = sectionOfPath(controllerFile ?? '');
      const controller = controllerOfFile(controllerFile ?? '');
      const all = running(sections);
      const isTaken =
        all.some(({ name }) => name === ofFile) || (controller !== undefined && resourceOfController(all, controller) !== undefined);
      if (stands || isTaken) throw new OutcomeRefused({ code: -1, key: '', data: { table: stands, controller: isTaken } });
      return null;
    },

    async paths(table: string) {
      const sections = await readSections(kysely);
      const { section } = await readMeantTable(kysely, table, sections, false);
      const all = running(sections);
      const files = (of: 'controllerFile' | 'modelFile') =>
        Object.fromEntries(all.map(({ name }) => [sourcePathsOf(name)[of], sourcePathsOf(name)[of]]));
      const name = section?.name ?? sectionNameFrom(plainName(table), () => false);
      return { ...sourcePathsOf(name), controllerFileList: files('controllerFile'), modelFileList: files('modelFile') };
    },

    async lastLog(name: string): Promise<number> {
      const { table } = await readMeantTable(kysely, name, await readSections(kysely), true);
      const log = await kysely
        .selectFrom('section_revision')
        .select(['id', 'status'])
        .where('table_name', '=', table)
        .orderBy('id', 'desc')
        .executeTakeFirst();
      return log?.status === 'success' ? log.id : 0;
    },

    /** A design of the log with whether its table has rows. */
    async fromLog(id: number, caller: AdminCaller) {
      const log = await kysely.selectFrom('section_revision').select(['design']).where('id', '=', id).executeTakeFirst();
      if (!log) throw rejection('refusals.recordNotFound');
      const { table } = log.design.declaration;
      const { table: said, fields } = wireOf(log.design, caller);
      const [standing] = isCoreTable(table) ? [] : await readStandingTables(kysely, [table]);
      return {
        table: { ...said, empty: !standing || (await countRows(kysely, table, 1)) === 0 },
        fields: fields.map((field) => ({ ...field })),
      };
    },

    wireOf,

    /** The section goes that the log is of, with its menu and rights; the table stays, and the log says so. */
    async remove(id: number, caller: AdminCaller): Promise<void> {
      const log = await kysely.selectFrom('section_revision').select(['section', 'table_name']).where('id', '=', id).executeTakeFirst();
      if (!log) throw rejection('refusals.recordNotFound');
      await publisher.removeLogged({ id, section: log.section, table: log.table_name }, caller);
    },

    async tables(caller: AdminCaller): Promise<Record<string, string>> {
      await countReading(ports, caller);
      const all = (await readStandingTables(kysely)).filter(
        ({ name, relation }) => relation === 'r' && !isCoreTable(name) && !name.startsWith('gone_'),
      );
      return Object.fromEntries(all.map(({ name, comment }) => [name, comment === '' ? name : `${name} - ${comment}`]));
    },
  };

  function wireOf(design: SectionDesign, caller: AdminCaller): WireDesign {
    return wireOfDesign(withSoundWords(design), { language: caller.client.language, resourceOf: (name) => resources.get(name)?.resource });
  }
}

/** Steps after which something is gone, or reads otherwise: those that were counted and touch no row do not. */
function losses({ steps, counts, isRehearsed }: Reviewed) {
  return steps.filter(({ id, class: risk }) => {
    if (risk !== 'mayLose' && risk !== 'loses') return false;
    const count = counts.find((one) => one.id === id);
    return !isRehearsed || !count || (count.rows ?? 0) > 0 || count.converted > 0;
  });
}

function needsConsent(reviewed: Reviewed, hasDraft: boolean): OutcomeRefused {
  const names = losses(reviewed).map(({ subject }) => subject);
  const key = names.length > 0 ? 'refusals.designer.needsConsent' : 'refusals.designer.replacesDraft';
  return new OutcomeRefused({ code: 0, key, params: { names: names.join(', ') }, data: { plan: reviewOf(reviewed), hasDraft } });
}
