import { Button, Group, Modal, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useSelector } from '@xstate/react';
import { selectTrialOutcome, selectWebhookTrialFailure } from '#machines/programs/webhook-trial.machine';
import { Outcome } from '#ui/admin/programs/Outcome.tsx';
import { type MessageParams, t, text } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { FailureLine } from '#ui/kit/feedback/FailureLine.tsx';
import { Spinner } from '#ui/kit/feedback/Spinner.tsx';
import type { RowWindowProps } from '#ui/kit/table/base/table-extras.ts';
import { titleOf } from '#ui/kit/table/base/table-shape.ts';
import { webhook } from './webhook.resource.ts';

const say = (word: string, params?: MessageParams): string => text(`resources.webhook.test.${word}`, params);

const PHONE = '(max-width: 47.99em)';

/** "Send a test": what the receiver answered stands here, or what is wrong and what can be done. */
export function TestWindow({ row, actor }: RowWindowProps) {
  const { webhookTrial } = useBundle('rowWindows');
  const leaf = useLeafActor(webhookTrial, { id: 'webhookTrial', input: { id: row.id } });
  const outcome = useSelector(leaf, selectTrialOutcome);
  const failure = useSelector(leaf, selectWebhookTrialFailure);
  const isBusy = useSelector(leaf, (snapshot) => snapshot.hasTag('busy'));
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const repeat = () => leaf.send({ type: 'webhookTrial.repeated' });
  return (
    <Modal
      opened
      onClose={() => actor.send({ type: 'rowWindow.closed' })}
      title={say('title', { name: titleOf(webhook, row) })}
      size={560}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('resources.kit.form.close') }}
    >
      <div aria-live="polite" aria-busy={isBusy}>
        {isBusy && (
          <Group gap="sm">
            <Spinner />
            <Text size="sm">{say('sending')}</Text>
          </Group>
        )}
        {failure && <FailureLine text={say('failed')} failure={failure} onRetry={repeat} />}
        {outcome && <Outcome outcome={outcome} />}
      </div>
      {outcome && (
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={repeat}>
            {say('again')}
          </Button>
        </Group>
      )}
    </Modal>
  );
}
