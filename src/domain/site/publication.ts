import type { Issues } from '../base/issue.ts';

/** What is published says something, and in each language that it has a title in. @param resource whose messages tell what is missing */
export function publicationIssues(resource: 'notice' | 'publicPage', values: Readonly<Record<string, unknown>>): Issues {
  const { status, body, titleEn, bodyEn } = values;
  return {
    ...((status === 'on' || status === 'ready') && !hasText(body) && { body: { key: `resources.${resource}.publishedNeedsText` } }),
    ...(hasText(titleEn) && !hasText(bodyEn) && { bodyEn: { key: `resources.${resource}.englishNeedsText` } }),
  };
}

const hasText = (value: unknown): boolean => typeof value === 'string' && value !== '';
