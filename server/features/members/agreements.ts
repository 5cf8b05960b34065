import type { Kysely } from 'kysely';
import type { Language } from '#domain/base/language';
import { documentPath } from '#domain/site/document-address';
import { inLanguage } from '#domain/site/in-language';
import type { Tables } from '../../db/tables/tables.ts';

/** Pages of the site that whoever registers agrees to, in the order in which they are named. */
const SLUGS = ['terms', 'privacy'] as const;

export interface Agreement {
  readonly path: string;
  readonly title: string;
}

/** Those of them that are published. Source: open content, "Member centre". */
export async function readAgreements(kysely: Kysely<Tables>, language: Language): Promise<readonly Agreement[]> {
  const rows = await kysely
    .selectFrom('public_page')
    .select(['slug', 'title', 'title_en'])
    .where('slug', 'in', SLUGS)
    .where('status', '=', 'on')
    .execute();
  return SLUGS.flatMap((slug) => rows.filter((row) => row.slug === slug)).map(({ slug, title, title_en: english }) => ({
    path: documentPath(language, `/pages/${slug}`),
    title: inLanguage(language, title, english).text,
  }));
}
