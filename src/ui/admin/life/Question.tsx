import { Button, Group, Textarea } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { wireNameOf } from '#domain/fields/field';
import type { Failure } from '#domain/base/failure';
import { PLACE, type LifeOffer } from '#domain/life/record-life';
import type { Resource } from '#domain/table/resource';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectAct,
  selectActFailure,
  selectActIsUnanswered,
  selectLifeActIsOvertaken,
  selectLifeActIsRefused,
  type LifeActEvent,
  type LifeActRef,
} from '#machines/life/life-act.machine';
import { t, text } from '../../base/i18n.ts';
import { failureText } from '../../kit/feedback/FailureText.tsx';
import { FIELD_INPUTS, isFormKind } from '../../kit/fields/registry.ts';
import classes from './life.module.css';

interface QuestionProps {
  readonly act: LifeActRef;
  readonly offer: LifeOffer;
  readonly resource: Resource;
}

/** The key of the field that has this name on the wire. */
export const keyOfWireName = ({ fields }: Resource, name: string): string | undefined =>
  Object.entries(fields).find(([key, field]) => wireNameOf(key, field) === name)?.[0];

/** What an event asks for before it is sent. */
export function Question({ act, offer, resource }: QuestionProps) {
  const comment = useSelector(act, ({ context }) => context.comment);
  const failure = useSelector(act, selectActFailure);
  const isUnanswered = useSelector(act, selectActIsUnanswered);
  const isSending = useSelector(act, selectIsBusy);
  const isRequired = offer.asks.comment === 'required';
  const fields = failure?.kind === 'rejected' ? failure.fields : undefined;
  const isElsewhere = failure !== null && !fields?.['comment'] && !offer.asks.fields.some((name) => fields?.[name]);
  return (
    <form
      className={classes.question}
      aria-label={offer.label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        act.send({ type: 'act.confirmed' });
      }}
    >
      {offer.event === PLACE && <p className={classes.soft}>{t('recordLife.place.hint')}</p>}
      {offer.asks.fields.map((name) => (
        <AskedField key={name} act={act} name={name} resource={resource} error={fields?.[name]} />
      ))}
      {offer.asks.comment !== null && (
        <Textarea
          label={t(isRequired ? 'recordLife.why' : 'recordLife.whyOptional')}
          value={comment}
          required={isRequired}
          maxLength={1000}
          rows={3}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the question was asked for by the press before
          autoFocus={offer.asks.fields.length === 0}
          // In a window of its own the way out would have the focus.
          data-autofocus={offer.asks.fields.length === 0 || undefined}
          error={fields?.['comment']}
          onChange={(event) => act.send({ type: 'act.commentTyped', comment: event.currentTarget.value })}
        />
      )}
      {failure && isElsewhere && (
        <p role="alert" className={classes.refused}>
          {isUnanswered ? t('recordLife.unanswered') : t('recordLife.refused', { event: offer.label })} {refusalReasons(failure)}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={isSending} onClick={() => act.send({ type: 'act.cancelled' })}>
          {t('recordLife.cancel')}
        </Button>
        <Button type="submit" loading={isSending}>
          {offer.label}
        </Button>
      </Group>
    </form>
  );
}

interface AskedFieldProps extends Pick<QuestionProps, 'act' | 'resource'> {
  /** On the wire. */
  readonly name: string;
  readonly error: string | undefined;
}

const NO_RECORD = {};

function AskedField({ act, name, resource, error }: AskedFieldProps) {
  const value = useSelector(act, ({ context }) => context.values[name]);
  const issue = useSelector(act, ({ context }) => context.issues[name]);
  const key = keyOfWireName(resource, name);
  const field = key === undefined ? undefined : resource.fields[key];
  if (key === undefined || !field || !isFormKind(field.kind)) return null;
  // An input that is taken away says that nothing waits for it any more; the act may be over by then.
  const send = (event: LifeActEvent) => {
    if (act.getSnapshot().status === 'active') act.send(event);
  };
  const Input = FIELD_INPUTS[field.kind];
  return (
    <Input
      of={{ resource, key, field }}
      value={value}
      record={NO_RECORD}
      error={issue ? text(issue.key, issue.params) : error}
      readOnly={false}
      currentValue={() => act.getSnapshot().context.values[name]}
      onChange={(next) => send({ type: 'act.valueTyped', field: name, value: next })}
      onHold={(held) => send(held ? { type: 'act.fieldHeld', field: name, issue: held } : { type: 'act.fieldFreed', field: name })}
      onLeave={() => {}}
    />
  );
}

/** Why something was refused: what was said of fields and records, or of the whole. */
export function refusalReasons(failure: Failure): string {
  const texts = failure.kind === 'rejected' ? [...Object.values(failure.fields ?? {}), ...Object.values(failure.rows ?? {})] : [];
  return texts.length > 0 ? [...new Set(texts)].join(' ') : failureText(failure);
}

/** Why what was pressed was not done. */
export function StepRefusal({ act }: { readonly act: LifeActRef }) {
  const isRefused = useSelector(act, selectLifeActIsRefused);
  const isOvertaken = useSelector(act, selectLifeActIsOvertaken);
  const isUnanswered = useSelector(act, selectActIsUnanswered);
  const chosen = useSelector(act, selectAct);
  const failure = useSelector(act, selectActFailure);
  if (!isRefused && !isOvertaken) return null;
  return (
    <div role="alert" className={classes.refused}>
      <span>
        {isOvertaken
          ? t('recordLife.overtaken')
          : isUnanswered
            ? t('recordLife.unanswered')
            : t('recordLife.refused', { event: chosen?.label ?? '' })}{' '}
        {isRefused && failure && refusalReasons(failure)}
      </span>
      {isUnanswered && (
        <Button size="compact-sm" onClick={() => act.send({ type: 'act.confirmed' })}>
          {t('recordLife.again')}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => act.send({ type: 'act.cancelled' })}>
        {t('recordLife.understood')}
      </Button>
    </div>
  );
}
