import { Alert, Text } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { ModelTrial } from '#domain/chat/model-trial';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectModelTrial, selectTrialFailure } from '#machines/chat/model-trial.machine';
import { type MessageParams, text } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { TrialDialog } from '#ui/kit/dialogs/TrialDialog.tsx';
import type { RowWindowProps } from '#ui/kit/table/base/table-extras.ts';
import { titleOf } from '#ui/kit/table/base/table-shape.ts';
import { chatModel } from './chat-model.resource.ts';
import classes from './trial.module.css';

const say = (word: string, params?: MessageParams): string => text(`resources.chatModel.trial.${word}`, params);

/** "Try it": the model is asked for one sentence; what it says stands here, or what is wrong and what can be done. */
export function TrialWindow({ row, actor }: RowWindowProps) {
  const { modelTrial } = useBundle('rowWindows');
  const leaf = useLeafActor(modelTrial, { id: 'modelTrial', input: { id: row.id } });
  const trial = useSelector(leaf, selectModelTrial);
  return (
    <TrialDialog
      title={say('title', { name: titleOf(chatModel, row) })}
      widthPx={520}
      className={classes.body}
      words={{ busy: say('asking'), failed: say('failed'), again: say('again') }}
      isBusy={useSelector(leaf, selectIsBusy)}
      failure={useSelector(leaf, selectTrialFailure)}
      onRepeat={() => leaf.send({ type: 'trial.repeated' })}
      onClose={() => actor.send({ type: 'rowWindow.closed' })}
    >
      {trial && <Outcome trial={trial} />}
    </TrialDialog>
  );
}

const KNOWN_REASONS: readonly (ModelTrial['reason'] & string)[] = [
  'filtered', 'interrupted', 'rateLimited', 'unavailable', 'timedOut', 'empty', 'keyMissing', 'keyRefused', 'modelGone', 'private',
]; // prettier-ignore

function Outcome({ trial }: { readonly trial: ModelTrial }) {
  if (!trial.isAnswered) return <Trouble trial={trial} />;
  return (
    <Alert color="teal" title={say('works')} vars={() => ({ root: { '--alert-color': 'var(--tp-accent-text)' } })}>
      <blockquote className={classes.said}>{trial.text}</blockquote>
      <Facts trial={trial} />
    </Alert>
  );
}

function Trouble({ trial: { reason, status, detail } }: { readonly trial: ModelTrial }) {
  const known = reason !== null && KNOWN_REASONS.includes(reason) ? reason : 'unavailable';
  return (
    <Alert color="red" title={say('broken')}>
      <Text size="sm">{say(`reason.${known}`)}</Text>
      {(status !== null || detail !== '') && (
        <Text size="sm" mt="xs" className={classes.detail}>
          {say('provider', { status: status === null ? '' : `HTTP ${status}`, detail })}
        </Text>
      )}
    </Alert>
  );
}

function Facts({ trial: { firstWordMs, totalMs, inputTokens, outputTokens } }: { readonly trial: ModelTrial }) {
  if (firstWordMs === null) return null;
  const facts = [say('times', { first: firstWordMs, total: totalMs })];
  if (inputTokens !== null && outputTokens !== null) facts.push(say('tokens', { in: inputTokens, out: outputTokens }));
  return (
    <Text size="xs" c="dimmed" mt="xs">
      {facts.join(' · ')}
    </Text>
  );
}
