import type { Issues } from '#domain/base/issue';
import { PAGE_SLUG } from '#domain/site/document-address';

/** An address that is one, and a text for each title of what is published. Source: open content, "Home page". */
export function checkPublicPage(values: Readonly<Record<string, unknown>>): Issues {
  const { slug, status, body, titleEn, bodyEn } = values;
  const issues: Record<string, { key: string }> = {};
  if (typeof slug === 'string' && slug !== '' && !PAGE_SLUG.test(slug)) issues['slug'] = { key: 'resources.publicPage.slugForm' };
  if (status === 'on' && (typeof body !== 'string' || body === '')) issues['body'] = { key: 'resources.publicPage.publishedNeedsText' };
  if (typeof titleEn === 'string' && titleEn !== '' && (typeof bodyEn !== 'string' || bodyEn === ''))
    issues['bodyEn'] = { key: 'resources.publicPage.englishNeedsText' };
  return issues;
}
