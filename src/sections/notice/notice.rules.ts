import type { Issues } from '#domain/base/issue';

/** What is published says something, and ends after it began. Source: open content, "Home page". */
export function checkNotice(values: Readonly<Record<string, unknown>>): Issues {
  const { status, body, titleEn, bodyEn, publishTime, expireTime } = values;
  const issues: Record<string, { key: string }> = {};
  if (status === 'on' && (typeof body !== 'string' || body === '')) issues['body'] = { key: 'resources.notice.publishedNeedsText' };
  if (typeof titleEn === 'string' && titleEn !== '' && (typeof bodyEn !== 'string' || bodyEn === ''))
    issues['bodyEn'] = { key: 'resources.notice.englishNeedsText' };
  if (typeof publishTime === 'number' && typeof expireTime === 'number' && expireTime <= publishTime)
    issues['expireTime'] = { key: 'resources.notice.expiresAfterPublication' };
  return issues;
}
