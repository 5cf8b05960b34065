import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { isOpenOffer, placeOffer, reasonsAgainst, type LifeOffer, type RecordLife } from '#domain/life/record-life';
import type { Resource } from '#domain/table/resource';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectAct, selectIsTyped, selectLifeActIsAsking, type LifeActRef } from '#machines/life/life-act.machine';
import { t } from '../../base/i18n.ts';
import { timeAttribute, timeText } from '../../kit/cells/time-text.ts';
import classes from './life.module.css';
import { useMayPlace } from './may-place.ts';
import { Question, StepRefusal } from './Question.tsx';
import { Strayed } from './Strayed.tsx';

interface NextStepsProps {
  readonly life: RecordLife;
  readonly id: number;
  readonly act: LifeActRef;
  readonly resource: Resource;
}

/** The state, and a button for each event that leads on; one that would be refused says why. */
export function NextSteps({ life, id, act, resource }: NextStepsProps) {
  const isBusy = useSelector(act, selectIsBusy);
  const isAsking = useSelector(act, selectLifeActIsAsking);
  const chosen = useSelector(act, selectAct);
  const isTyped = useSelector(act, selectIsTyped);
  return (
    <>
      <p className={classes.state}>
        <strong>{life.label}</strong>
        {life.since !== null && (
          <time dateTime={timeAttribute(life.since)}>{t('recordLife.since', { at: timeText(life.since) ?? '' })}</time>
        )}
      </p>
      <Strayed life={life} id={id} act={act} resource={resource} />
      <div>
        <h3 className={classes.heading}>{t('recordLife.next')}</h3>
        {life.offers.length === 0 && <p className={classes.soft}>{t('recordLife.none')}</p>}
        <ul className={classes.offers}>
          {life.offers.map((offer) => (
            <Offer
              key={offer.event}
              offer={offer}
              isBusy={isBusy && chosen?.event === offer.event}
              isLocked={isBusy || isTyped}
              onSend={() => act.send({ type: 'act.chosen', offer, ids: [id], version: life.version })}
            />
          ))}
        </ul>
      </div>
      <PlaceMenu life={life} id={id} act={act} resource={resource} />
      {isAsking && chosen && <Question act={act} offer={chosen} resource={resource} />}
      <StepRefusal act={act} />
    </>
  );
}

interface OfferProps {
  readonly offer: LifeOffer;
  readonly isBusy: boolean;
  readonly isLocked: boolean;
  readonly onSend: () => void;
}

function Offer({ offer, isBusy, isLocked, onSend }: OfferProps) {
  const reasons = useId();
  const why = isOpenOffer(offer) && offer.second !== null ? [t('recordLife.second')] : reasonsAgainst(offer).map(({ message }) => message);
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

/** Any state, past the chart, for whoever has the right to it: what went wrong is put right with a reason. */
function PlaceMenu({ life, id, act, resource }: NextStepsProps) {
  const mayPlace = useMayPlace(resource);
  const isLocked = useSelector(act, (snapshot) => selectIsBusy(snapshot) || selectIsTyped(snapshot));
  const others = life.chart.states.filter(({ name }) => name !== life.state);
  if (!mayPlace || others.length === 0) return null;
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button
          className={classes.place}
          variant="subtle"
          size="compact-sm"
          disabled={isLocked}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('recordLife.place.start')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map(({ name, label }) => (
          <Menu.Item
            key={name}
            onClick={() =>
              act.send({
                type: 'act.chosen',
                offer: placeOffer(name, t('recordLife.place.into', { state: label })),
                ids: [id],
                version: life.version,
              })
            }
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
