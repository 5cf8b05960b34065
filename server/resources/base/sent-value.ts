import type { Field, Fields } from '#domain/fields/field';
import { wireNameOf } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Issue, Issues } from '#domain/base/issue';
import { rawIssue } from '#domain/fields/raw-length';
import { isNestedTooDeep, MAX_MARKUP_DEPTH } from './markup-depth.ts';

/**
 * Whether a value may be worked on at all: by its length, then by the depth of its markup. Asked of whatever came for a field before
 * anything decodes, cleans or matches it. Source: security.md rules 16 and 18.
 */
export function sentIssue(field: Field, sent: unknown): Issue | null {
  const issue = rawIssue(field, sent);
  if (issue || !describedKind(field).isMarkup || typeof sent !== 'string') return issue;
  return isNestedTooDeep(sent) ? { key: 'validation.tooDeep', params: { max: MAX_MARKUP_DEPTH } } : null;
}

/** The same for all fields that a row has; issues stand by field key. */
export function sentIssues(fields: Fields, row: Readonly<Record<string, unknown>>): Issues {
  const issues: Record<string, Issue> = {};
  for (const [key, field] of Object.entries(fields)) {
    const issue = sentIssue(field, row[wireNameOf(key, field)]);
    if (issue) issues[key] = issue;
  }
  return issues;
}
