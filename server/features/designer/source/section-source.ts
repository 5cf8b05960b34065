import type { OutputOf } from '#api/contract/base/endpoint';
import type { sectionSource } from '#api/contract/designer/designer';
import { rejection } from '#domain/base/failure';
import { earlierNames } from '#domain/designer/lineage/earlier-names';
import { NO_RENAMES } from '#domain/designer/section-design';
import { renamesSince } from '#domain/designer/source/renames-since';
import { folderNameOf } from '#domain/table/section-folder';
import { SHIPPED_RESOURCES } from '../../../base/shipped-resources.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { SECTION_MANIFEST, openDraft, PATCH, readSectionManifest } from './manifest.ts';
import { EjectionError, planned } from './planned-ejection.ts';
import type { Resources } from '../../../resources/registry.ts';
import { publicationsOf, renamesIntoFolder } from './lineage.ts';
import { isInSource } from './in-source.ts';
import { SECTIONS } from './source-tree.ts';
import type { WrittenDesign } from './read-design.ts';
import { readSectionFolder, type LyingTexts } from './read-folder.ts';

export interface SourcePorts extends Pick<ServerPorts, 'database'> {
  readonly resources: Pick<Resources, 'originOf' | 'get'>;
}

/** Whether files can be written from here, and if not, why. */
type Door = OutputOf<typeof sectionSource>['door'];
/**
 * A section that was published, as the source that `npm run section:eject` would write. The server itself writes none.
 * @param sections where the folders of sections lie
 */
export async function readSource(
  ports: SourcePorts,
  name: string,
  door: Door,
  sections = SECTIONS,
): Promise<OutputOf<typeof sectionSource>> {
  const folder = folderNameOf(name);
  const lying = await readSectionFolder(`${sections}/${folder}`, folder);
  const design = await publishedDesign(ports, name, lying);
  try {
    const { fates, steps } = planned(design, lying, SHIPPED_RESOURCES, false);
    return {
      door,
      folder: `src/sections/${folder}`,
      files: fates.map((file) => ({ ...file, hasPatch: `${file.path}${PATCH}` in lying.texts })),
      steps: steps.map(({ id, class: risk, detail }) => ({ id, class: risk, detail })),
    };
  } catch (error) {
    if (error instanceof EjectionError) throw rejection('refusals.designer.notEjected', { reason: error.message });
    throw error;
  }
}

/**
 * What is to be written: what is published of a section, with what was done to names since its folder was written. Of one whose folder has
 * taken over it is what was drawn since, and else what the folder was written from.
 * @throws FailureError where nothing was published
 */
export async function publishedDesign(
  { database, resources }: SourcePorts,
  name: string,
  { texts }: Pick<LyingTexts, 'texts'>,
): Promise<WrittenDesign> {
  const section = await database.kysely.selectFrom('section').select(['design', 'draft']).where('name', '=', name).executeTakeFirst();
  if (!section) throw rejection('refusals.designer.unknown', { name });
  if (!section.design) throw rejection('refusals.designer.notLive');
  const written = texts[SECTION_MANIFEST] === undefined ? null : readSectionManifest(texts[SECTION_MANIFEST]);
  const running = resources.get(name)?.resource;
  if (isInSource(resources, name) && running && written) {
    const draft = openDraft(section.draft, written);
    return draft ? { ...draft.design, renames: renamesSince(written, draft, running.fields) } : { ...written.design, renames: NO_RENAMES };
  }
  const renames = written
    ? renamesIntoFolder(written, section.design, earlierNames(await publicationsOf(database.kysely, name)))
    : NO_RENAMES;
  return { ...section.design, renames };
}
