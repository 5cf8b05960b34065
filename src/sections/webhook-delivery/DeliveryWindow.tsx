import { Button, Group, Modal, Text } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { isPermitted } from '#domain/rights/permission';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import { useShell } from '#ui/base/shell-context.ts';
import {
  selectAttempts,
  selectDeliveryFailure,
  selectDeliveryLogIsLoadFailed,
  selectDeliveryLogIsLoading,
  selectDeliveryLogIsReplaying,
  selectNextAttemptAt,
} from '#machines/programs/delivery-log.machine';
import { Until } from '#ui/admin/life/Until.tsx';
import { Outcome } from '#ui/admin/programs/Outcome.tsx';
import { type MessageParams, t, text } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { timeAttribute, timeText, timeTip } from '#ui/kit/cells/time-text.ts';
import { FailureLine } from '#ui/kit/feedback/FailureLine.tsx';
import { Spinner } from '#ui/kit/feedback/Spinner.tsx';
import type { RowWindowProps } from '#ui/kit/table/base/table-extras.ts';
import { useIsPhone } from '#ui/kit/use-is-phone.ts';
import classes from './delivery.module.css';

const say = (word: string, params?: MessageParams): string => text(`resources.webhookDelivery.log.${word}`, params);

/** Every attempt to deliver one message, the newest first; whoever may sends it once more. */
export function DeliveryWindow({ row, actor }: RowWindowProps) {
  const { deliveryLog } = useBundle('rowWindows');
  const leaf = useLeafActor(deliveryLog, { id: 'deliveryLog', input: { id: row.id } });
  const attempts = useSelector(leaf, selectAttempts);
  const nextAt = useSelector(leaf, selectNextAttemptAt);
  const failure = useSelector(leaf, selectDeliveryFailure);
  const isLoading = useSelector(leaf, selectDeliveryLogIsLoading);
  const isLoadFailed = useSelector(leaf, selectDeliveryLogIsLoadFailed);
  const isReplaying = useSelector(leaf, selectDeliveryLogIsReplaying);
  const isPhone = useIsPhone();
  const facts = useSelector(useShell(), permissionFacts, (a, b) => a.urls === b.urls);
  const mayReplay = isPermitted('auth/webhookDelivery/replay', facts);
  return (
    <Modal
      opened
      onClose={() => actor.send({ type: 'rowWindow.finished' })}
      title={say('title', { id: row.id })}
      size={640}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('resources.kit.form.close') }}
    >
      <div className={classes.body} aria-live="polite" aria-busy={isLoading || isReplaying}>
        {isLoading && attempts.length === 0 && (
          <Group gap="sm">
            <Spinner />
            <Text size="sm">{say('loading')}</Text>
          </Group>
        )}
        {failure && isLoadFailed && (
          <FailureLine text={say('failed')} failure={failure} onRetry={() => leaf.send({ type: 'deliveryLog.retried' })} />
        )}
        {!isLoading && !isLoadFailed && attempts.length === 0 && <Text size="sm">{say('none')}</Text>}
        {nextAt !== null && !isLoadFailed && (
          <p className={classes.next}>
            <Until at={nextAt} say={(when) => say('next', { when, time: timeText(nextAt) ?? '' })} />
          </p>
        )}
        {attempts.length > 0 && (
          <ol className={classes.attempts}>
            {attempts.map((attempt) => (
              <li key={attempt.number}>
                <p className={classes.when}>
                  {say('attempt', { number: attempt.number })} · {/* To the second: the first ones are ten apart. */}
                  <time dateTime={timeAttribute(attempt.at)} title={timeTip(attempt.at) ?? undefined}>
                    {timeText(attempt.at)}
                  </time>
                </p>
                <Outcome outcome={attempt} />
              </li>
            ))}
          </ol>
        )}
        {failure && !isLoadFailed && <FailureLine text={say('replayFailed')} failure={failure} />}
      </div>
      {mayReplay && !isLoadFailed && (
        <Group justify="space-between" mt="md" gap="md">
          <Text size="sm" c="dimmed" className={classes.hint}>
            {say(attempts.length === 0 ? 'hintFirst' : 'hint')}
          </Text>
          <Button
            variant="default"
            loading={isReplaying}
            disabled={isLoading}
            onClick={() => leaf.send({ type: 'deliveryLog.replayRequested' })}
          >
            {say(attempts.length === 0 ? 'sendNow' : 'replay')}
          </Button>
        </Group>
      )}
    </Modal>
  );
}
