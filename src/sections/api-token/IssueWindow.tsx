import { SecretIssue } from '#ui/admin/programs/SecretIssue.tsx';
import { type MessageParams, text } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import type { RowWindowProps } from '#ui/kit/table/base/table-extras.ts';

const say = (word: string, params?: MessageParams): string => text(`resources.apiToken.issue.${word}`, params);

/** "Issue token": says what that means, makes it, and shows it this once. */
export function IssueWindow(props: RowWindowProps) {
  const { tokenIssue } = useBundle('rowWindows');
  return <SecretIssue {...props} logic={tokenIssue} say={say} use={(shown) => `Authorization: Bearer ${shown.slice(0, 8)}…`} />;
}
