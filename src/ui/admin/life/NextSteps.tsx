import { Button, Group, Textarea } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { wireNameOf } from '#domain/fields/field';
import { isOpenOffer, type LifeOffer, type RecordLife } from '#domain/life/record-life';
import type { Resource } from '#domain/table/resource';
import { selectAct, type LifeActRef } from '#machines/life/life-act.machine';
import { pageLanguage, t } from '../../base/i18n.ts';
import { timeAttribute, timeText } from '../../kit/cells/time-text.ts';
import { failureText } from '../../kit/feedback/FailureText.tsx';
import { fieldLabel } from '../../kit/resource-texts.ts';
import classes from './life.module.css';

interface NextStepsProps {
  readonly life: RecordLife;
  readonly act: LifeActRef;
  readonly resource: Resource;
}

/** The state, and a button for each event that leads on; one that would be refused says why. */
export function NextSteps({ life, act, resource }: NextStepsProps) {
  const isBusy = useSelector(act, (snapshot) => snapshot.hasTag('busy'));
  const isAsking = useSelector(act, (snapshot) => snapshot.matches('asking'));
  const chosen = useSelector(act, selectAct);
  return (
    <>
      <p className={classes.state}>
        <strong>{life.label}</strong>
        {life.since !== null && (
          <time dateTime={timeAttribute(life.since)}>{t('recordLife.since', { at: timeText(life.since) ?? '' })}</time>
        )}
      </p>
      <div>
        <h3 className={classes.heading}>{t('recordLife.next')}</h3>
        {life.offers.length === 0 && <p className={classes.soft}>{t('recordLife.none')}</p>}
        <ul className={classes.offers}>
          {life.offers.map((offer) => (
            <Offer
              key={offer.event}
              offer={offer}
              resource={resource}
              isBusy={isBusy && chosen?.event === offer.event}
              isLocked={isBusy}
              onSend={() => act.send({ type: 'act.chosen', offer, version: life.version })}
            />
          ))}
        </ul>
      </div>
      {isAsking && chosen && <Question act={act} offer={chosen} />}
      <Refusal act={act} />
    </>
  );
}

interface OfferProps {
  readonly offer: LifeOffer;
  readonly resource: Resource;
  readonly isBusy: boolean;
  readonly isLocked: boolean;
  readonly onSend: () => void;
}

function Offer({ offer, resource, isBusy, isLocked, onSend }: OfferProps) {
  const reasons = useId();
  const fields = offer.asks.fields.map((name) => {
    const key = Object.entries(resource.fields).find(([one, field]) => wireNameOf(one, field) === name)?.[0];
    return key === undefined ? name : fieldLabel(resource, key);
  });
  const why = [
    ...offer.unmet.map(({ message }) => message),
    ...(fields.length > 0 ? [t('recordLife.inForm', { fields: fields.join(pageLanguage() === 'en' ? ', ' : '、') })] : []),
  ];
  return (
    <li className={classes.offer}>
      <Button
        variant="default"
        loading={isBusy}
        // It can be reached, and says why it does nothing.
        aria-disabled={!isOpenOffer(offer) || isLocked}
        {...(!isOpenOffer(offer) && { 'data-disabled': true })}
        aria-describedby={why.length > 0 ? reasons : undefined}
        onClick={onSend}
      >
        {offer.label}
      </Button>
      {why.length > 0 && (
        <ul id={reasons} className={classes.reasons}>
          {why.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** What an event asks for before it is sent. */
function Question({ act, offer }: { readonly act: LifeActRef; readonly offer: LifeOffer }) {
  const comment = useSelector(act, ({ context }) => context.comment);
  const failure = useSelector(act, ({ context }) => context.failure);
  const isRequired = offer.asks.comment === 'required';
  const fields = failure?.kind === 'rejected' ? failure.fields : undefined;
  return (
    <form
      className={classes.question}
      aria-label={offer.label}
      onSubmit={(event) => {
        event.preventDefault();
        act.send({ type: 'act.confirmed' });
      }}
    >
      <Textarea
        label={t(isRequired ? 'recordLife.why' : 'recordLife.whyOptional')}
        value={comment}
        required={isRequired}
        maxLength={1000}
        rows={3}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the question was asked for by the press before
        autoFocus
        error={fields?.['comment']}
        onChange={(event) => act.send({ type: 'act.commentTyped', comment: event.currentTarget.value })}
      />
      {failure && !fields?.['comment'] && (
        <p role="alert" className={classes.refused}>
          {t('recordLife.refused', { event: offer.label })} {reasonsOf(failure)}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => act.send({ type: 'act.cancelled' })}>
          {t('recordLife.cancel')}
        </Button>
        <Button type="submit">{offer.label}</Button>
      </Group>
    </form>
  );
}

function reasonsOf(failure: Parameters<typeof failureText>[0]): string {
  const texts = failure.kind === 'rejected' ? Object.values(failure.fields ?? {}) : [];
  return texts.length > 0 ? texts.join(' ') : failureText(failure);
}

/** Why what was pressed was not done. */
function Refusal({ act }: { readonly act: LifeActRef }) {
  const isRefused = useSelector(act, (snapshot) => snapshot.matches('refused'));
  const isOvertaken = useSelector(act, (snapshot) => snapshot.matches('overtaken'));
  const chosen = useSelector(act, selectAct);
  const failure = useSelector(act, ({ context }) => context.failure);
  if (!isRefused && !isOvertaken) return null;
  return (
    <div role="alert" className={classes.refused}>
      <span>
        {isOvertaken ? t('recordLife.overtaken') : t('recordLife.refused', { event: chosen?.label ?? '' })}{' '}
        {isRefused && failure && reasonsOf(failure)}
      </span>
      <Button size="compact-sm" variant="default" onClick={() => act.send({ type: 'act.cancelled' })}>
        {t('recordLife.understood')}
      </Button>
    </div>
  );
}
