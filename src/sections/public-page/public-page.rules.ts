import type { Issues } from '#domain/base/issue';
import { PAGE_SLUG } from '#domain/site/document-address';
import { publicationIssues } from '#domain/site/publication';

/** An address that is one, and a text for each title of what is published. Source: open content, "Home page". */
export function checkPublicPage(values: Readonly<Record<string, unknown>>): Issues {
  const { slug } = values;
  const isNoAddress = typeof slug === 'string' && slug !== '' && !PAGE_SLUG.test(slug);
  return {
    ...(isNoAddress && { slug: { key: 'resources.publicPage.slugForm' } }),
    ...publicationIssues('publicPage', values),
  };
}
