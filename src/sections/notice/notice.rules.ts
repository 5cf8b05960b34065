import type { Issues } from '#domain/base/issue';
import { publicationIssues } from '#domain/site/publication';

/** What is published says something, and ends after it began. Source: open content, "Home page". */
export function checkNotice(values: Readonly<Record<string, unknown>>): Issues {
  const { publishTime, expireTime } = values;
  const endsTooSoon = typeof publishTime === 'number' && typeof expireTime === 'number' && expireTime <= publishTime;
  return {
    ...publicationIssues('notice', values),
    ...(endsTooSoon && { expireTime: { key: 'resources.notice.expiresAfterPublication' } }),
  };
}
