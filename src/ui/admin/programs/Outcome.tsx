import { Code, Text } from '@mantine/core';
import type { DeliveryOutcome } from '#domain/programs/webhook';
import { type MessageParams, text } from '../../base/i18n.ts';
import classes from './outcome.module.css';

const say = (word: string, params?: MessageParams): string => text(`resources.webhookDelivery.log.${word}`, params);

/** What came of one attempt: what was answered, or why there is no answer. */
export function Outcome({ outcome: { status, fault, durationMs, answer } }: { readonly outcome: DeliveryOutcome }) {
  const facts = [
    ...(status === null ? [] : [say('status', { status })]),
    ...(fault === 'withheld' ? [] : [say('took', { ms: durationMs })]),
  ];
  return (
    <div className={classes.outcome}>
      <p className={classes.head}>
        <span className={classes.state} data-accepted={fault === null || undefined}>
          {fault === null ? say('accepted') : text(`resources.webhookDelivery.options.fault.${fault}`)}
        </span>
        {facts.length > 0 && (
          <Text span size="sm" c="dimmed">
            {facts.join(' · ')}
          </Text>
        )}
      </p>
      {fault !== null && <Text size="sm">{text(`resources.webhookDelivery.reason.${fault}`)}</Text>}
      {status !== null &&
        (answer === '' ? (
          <Text size="sm" c="dimmed">
            {say('noAnswer')}
          </Text>
        ) : (
          <Code block className={classes.answer} aria-label={say('answer')} tabIndex={0}>
            {answer}
          </Code>
        ))}
    </div>
  );
}
