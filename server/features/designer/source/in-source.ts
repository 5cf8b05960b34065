import { rejection } from '#domain/base/failure';
import { isSameValue } from '#domain/base/same-value';
import { NO_RENAMES, type SectionDesign } from '#domain/designer/section-design';
import { renamesSince } from '#domain/designer/source/renames-since';
import { fromShipped } from '#domain/designer/source/from-shipped';
import { folderNameOf } from '#domain/table/section-folder';
import type { MenuPlace, Resource } from '#domain/table/resource';
import type { SectionDraft } from '../../../db/tables/designer-tables.ts';
import type { Row } from '../../../db/tables/tables.ts';
import type { Resources } from '../../../resources/registry.ts';
import { SECTION_MANIFEST, openDraft, readSectionManifest, type Manifest } from './manifest.ts';
import { drawnMenu } from './read-design.ts';
import { readSectionFolder } from './read-folder.ts';
import { PROJECT, sectionFolder } from './source-tree.ts';

/** Whether a section's folder has taken over: it was designed here, and came with the program at the last start. */
export const isInSource = (resources: Pick<Resources, 'originOf'>, name: string): boolean => resources.originOf(name) === 'shipped';

/**
 * What is in the source changes there: its table by its steps, its menu with the program. What is drawn of it is kept, and written there.
 * @throws FailureError naming its folder
 */
export function refuseInSource(resources: Pick<Resources, 'originOf'>, name: string): void {
  if (isInSource(resources, name)) throw rejection('refusals.designer.inSource', { folder: `src/sections/${folderNameOf(name)}` });
}

/** What the folder of a section was written from, where a design was. */
export async function readWritten(name: string, project = PROJECT): Promise<Manifest | null> {
  const { texts } = await readSectionFolder(sectionFolder(name, project), folderNameOf(name));
  return texts[SECTION_MANIFEST] === undefined ? null : readSectionManifest(texts[SECTION_MANIFEST]);
}

/**
 * A section in the source as a design to go on from: with what somebody changed in its declaration and its words by hand, and what its
 * folder was written from says of its table.
 * @param published as it was published last
 */
export async function designInSource(resource: Resource, published: SectionDesign, project = PROJECT): Promise<SectionDesign> {
  const { name, menu, ...declared } = resource;
  const { texts, words } = await readSectionFolder(sectionFolder(name, project), folderNameOf(name));
  const written = texts[SECTION_MANIFEST] === undefined ? published : readSectionManifest(texts[SECTION_MANIFEST]).design;
  // A place in the menu that nobody has drawn is the printer's, and no place that a design could name.
  const hasPlace = menu && written.declaration.menu;
  const drawn = { name, ...declared, ...(hasPlace && { menu: drawnMenu(menu) as MenuPlace }) };
  return fromShipped(drawn, { 'zh-cn': words['zh-cn'] ?? {}, en: words.en ?? {} }, written.shape);
}

/** A section in the source, and what is drawn of it beside that. */
interface DrawnInSource {
  readonly drawing: SectionDraft;
  /** As the program runs it. */
  readonly published: SectionDesign;
  /** What is left of the draft to write. */
  readonly open: SectionDraft | null;
  readonly written: Manifest | null;
}

/** @returns nothing of a section that is in the database alone */
export async function drawnInSource(
  resources: Pick<Resources, 'originOf' | 'get'>,
  { name, design, draft: kept }: Pick<Row<'section'>, 'name' | 'design' | 'draft'>,
): Promise<DrawnInSource | null> {
  const source = resources.get(name)?.resource;
  if (!source || !design || !isInSource(resources, name)) return null;
  const published = await designInSource(source, design);
  const written = await readWritten(name);
  const runs = written !== null && isSameValue(Object.keys(written.design.declaration.fields), Object.keys(published.declaration.fields));
  const open = openDraft(kept, written);
  const draft = runs ? open : kept;
  // Some of what was drawn may be written and run by now: what is told begins with the names of today.
  const renames = draft && (runs ? renamesSince(written, draft, source.fields) : draft.renames);
  return { drawing: { design: draft?.design ?? published, renames: renames ?? NO_RENAMES }, published, open, written };
}
