import type { Kysely } from 'kysely';
import { carriedRenames } from '#domain/designer/lineage/carried-renames';
import { earlierNames, hasRenames, type EarlierNames, type Publication } from '#domain/designer/lineage/earlier-names';
import { storedNames } from '#domain/designer/lineage/stored-names';
import { NO_RENAMES, type Renames, type SectionDesign } from '#domain/designer/section-design';
import type { Row, Tables } from '../../../db/tables/tables.ts';
import type { Resources } from '../../../resources/registry.ts';
import { drawnInSource } from './in-source.ts';
import { folderPublication, markOf, publicationsOf } from './lineage.ts';

interface Ports {
  readonly kysely: Kysely<Tables>;
  readonly resources: Resources;
}

/** A design as it is carried elsewhere, with what was done to its names, where anything was. */
export interface CarriedOut extends SectionDesign {
  readonly earlier?: readonly EarlierNames[];
}

/** What a section is, and all that it was. */
async function lineOf({ kysely, resources }: Ports, section: Row<'section'>) {
  const published = await publicationsOf(kysely, section.name);
  const source = await drawnInSource(resources, section);
  if (!source) return { line: published, drawing: section.draft, standing: section.design };
  const { drawing, published: standing, written } = source;
  const last = storedNames((published.at(-1) ?? standing.declaration).fields);
  const lies: Publication = written
    ? folderPublication(standing, written, last)
    : { marks: [markOf(standing)], fields: standing.declaration.fields, renames: NO_RENAMES };
  return { line: [...published, lies], drawing, standing };
}

/** The draft, or what is published, on its way to another installation or into the source. */
export async function carriedOut(ports: Ports, section: Row<'section'>): Promise<CarriedOut> {
  const { line, drawing, standing } = await lineOf(ports, section);
  const { design, renames } = drawing ?? { design: standing, renames: NO_RENAMES };
  if (!design) throw new Error('a section has a draft or was published');
  const earlier = earlierNames([...line, { marks: [markOf(design)], fields: design.declaration.fields, renames }]);
  return { ...design, ...(hasRenames(earlier) && { earlier }) };
}

/** What a design that came from elsewhere does to the names of the section that is there. */
export async function renamesInto(
  ports: Ports,
  section: Row<'section'>,
  design: SectionDesign,
  earlier: readonly EarlierNames[],
): Promise<Renames> {
  const { line, standing } = await lineOf(ports, section);
  if (!standing) return NO_RENAMES;
  const last = { marks: [markOf(standing)], fields: standing.declaration.fields, renames: NO_RENAMES };
  return carriedRenames(design.declaration.fields, earlier, {
    fields: standing.declaration.fields,
    earlier: earlierNames([...line, last]),
  });
}
