import { SecretIssue } from '#ui/admin/programs/SecretIssue.tsx';
import { type MessageParams, text } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import type { RowWindowProps } from '#ui/kit/table/base/table-extras.ts';

const say = (word: string, params?: MessageParams): string => text(`resources.webhook.issue.${word}`, params);

/** "Issue secret": from then on messages leave. */
export function SecretWindow(props: RowWindowProps) {
  const { secretIssue } = useBundle('rowWindows');
  return <SecretIssue {...props} logic={secretIssue} say={say} use={() => 'webhook-id · webhook-timestamp · webhook-signature'} />;
}
