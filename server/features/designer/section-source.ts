import { join } from 'node:path';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { sectionSource } from '#api/contract/designer/designer';
import { rejection } from '#domain/base/failure';
import { isSameValue } from '#domain/base/same-value';
import { chainedRenames } from '#domain/designer/chained-renames';
import { NO_RENAMES, type Renames, type SectionDesign } from '#domain/designer/section-design';
import { folderNameOf } from '#domain/table/section-folder';
import { SHIPPED_RESOURCES } from '../../base/shipped-resources.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { MANIFEST, readManifest } from './source/manifest.ts';
import { EjectionError, planned } from './source/planned-ejection.ts';
import { readSectionFolder } from './source/read-folder.ts';

const SECTIONS = join(import.meta.dirname, '..', '..', '..', 'src', 'sections');

/** A section that was published, as the source that `npm run section:eject` would write. The server itself writes none. */
export async function readSource(
  { database }: Pick<ServerPorts, 'database'>,
  name: string,
  sections = SECTIONS,
): Promise<OutputOf<typeof sectionSource>> {
  const section = await database.kysely.selectFrom('section').select('design').where('name', '=', name).executeTakeFirst();
  if (!section) throw rejection('refusals.designer.unknown', { name });
  if (!section.design) throw rejection('refusals.designer.notLive');
  const folder = folderNameOf(name);
  const lying = await readSectionFolder(join(sections, folder), folder);
  const manifest = lying.texts[MANIFEST];
  const renames = manifest === undefined ? NO_RENAMES : await renamesSince(database, name, readManifest(manifest).design);
  try {
    const { fates, steps } = planned({ ...section.design, renames }, lying, SHIPPED_RESOURCES, false);
    return {
      folder: `src/sections/${folder}`,
      files: fates.map((file) => ({ ...file })),
      steps: steps.map(({ id, class: risk, detail }) => ({ id, class: risk, detail })),
    };
  } catch (error) {
    if (error instanceof EjectionError) throw rejection('refusals.designer.notEjected', { reason: error.message });
    throw error;
  }
}

async function renamesSince({ kysely }: ServerPorts['database'], name: string, ejected: SectionDesign): Promise<Renames> {
  const all = await kysely
    .selectFrom('section_revision')
    .select(['design', 'renames'])
    .where('section', '=', name)
    .where('status', '=', 'success')
    .orderBy('id')
    .execute();
  const from = all.findLastIndex(
    ({ design }) => isSameValue(design.declaration, ejected.declaration) && isSameValue(design.shape, ejected.shape),
  );
  return from < 0 ? NO_RENAMES : chainedRenames(all.slice(from + 1).map(({ renames }) => renames));
}
