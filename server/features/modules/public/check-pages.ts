import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { LANGUAGES } from '#domain/base/language';
import type { Tables } from '../../../db/tables/tables.ts';
import type { ModulePackage } from '../package/read-package.ts';
import { readModulePage } from './module-pages.ts';
import { publicSections } from './public-modules.ts';
import { publicRecordsPage } from './public-records.ts';

/**
 * Whether all that a version shows to anybody can be read, in an open transaction.
 * @throws FailureError naming what cannot
 */
export async function checkPages(
  trx: Transaction<Tables>,
  { manifest, parts, sections, sha256 }: ModulePackage,
  now: number,
): Promise<void> {
  const own = publicSections(
    sections.map(({ declaration }) => declaration),
    parts,
  );
  const module = { uid: manifest.uid, manifest, parts, sha256, sections: own };
  for (const [name, rule] of Object.entries(parts.read)) {
    const section = own.get(name);
    if (section) await attempt(name, () => publicRecordsPage(trx, section, rule, { now }, { page: 1, limit: 1 }));
  }
  for (const page of parts.pages)
    for (const language of LANGUAGES)
      await attempt(page.name, () =>
        readModulePage(trx, [module], [manifest.uid, page.name, ...(page.template === 'list' ? [] : ['1'])], 1, {
          language,
          timeZone: 'UTC',
          now,
        }),
      );
}

async function attempt(name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw rejection('refusals.modules.unwell', { name, reason: error instanceof Error ? error.message.slice(0, 200) : '' });
  }
}
