import { useSelector } from '@xstate/react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectTrialOutcome, selectWebhookTrialFailure } from '#machines/programs/webhook-trial.machine';
import { Outcome } from '#ui/admin/programs/Outcome.tsx';
import { type MessageParams, text } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { TrialDialog } from '#ui/kit/dialogs/TrialDialog.tsx';
import type { RowWindowProps } from '#ui/kit/table/base/table-extras.ts';
import { titleOf } from '#ui/kit/table/base/table-shape.ts';
import { webhook } from './webhook.resource.ts';

const say = (word: string, params?: MessageParams): string => text(`resources.webhook.test.${word}`, params);

/** "Send a test": what the receiver answered stands here, or what is wrong and what can be done. */
export function TestWindow({ row, actor }: RowWindowProps) {
  const { webhookTrial } = useBundle('rowWindows');
  const leaf = useLeafActor(webhookTrial, { id: 'webhookTrial', input: { id: row.id } });
  const outcome = useSelector(leaf, selectTrialOutcome);
  return (
    <TrialDialog
      title={say('title', { name: titleOf(webhook, row) })}
      widthPx={560}
      words={{ busy: say('sending'), failed: say('failed'), again: say('again') }}
      isBusy={useSelector(leaf, selectIsBusy)}
      failure={useSelector(leaf, selectWebhookTrialFailure)}
      onRepeat={() => leaf.send({ type: 'webhookTrial.repeated' })}
      onClose={() => actor.send({ type: 'rowWindow.closed' })}
    >
      {outcome && <Outcome outcome={outcome} />}
    </TrialDialog>
  );
}
