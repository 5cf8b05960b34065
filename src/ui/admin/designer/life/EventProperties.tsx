import { MultiSelect, SegmentedControl } from '@mantine/core';
import { isServerOwned } from '#domain/fields/field';
import { refusalOf } from '#domain/designer/drawing/design-act';
import { nameFromTitle } from '#domain/designer/section-names';
import type { EventProperty } from '#domain/life/drawing/life-act';
import { freeName, type ArrowPlace } from '#domain/life/drawing/life-parts';
import type { LifeEvent } from '#domain/life/life';
import { selectDrawing } from '#machines/designer/section-designer.selectors';
import { t } from '../../../base/i18n.ts';
import { useDesigning } from '../base/designer-context.ts';
import { titleIn } from '../base/section-title.ts';
import { AmountInput, ChoiceInput, TextPair, YesNo } from '../properties/inputs.tsx';
import { Property } from '../properties/Property.tsx';
import properties from '../properties/properties.module.css';
import { useLifeAct, useLifeDrawing } from './base/life-context.ts';
import { NameInput } from './NameInput.tsx';

interface EventProps {
  readonly event: string;
}

const SECOND_DAYS = 7;
const NEVER = 'never';
const NONE = '';

const useEvent = (name: string): { readonly event: LifeEvent; readonly set: (property: EventProperty, value: unknown) => void } => {
  const { life } = useLifeDrawing();
  const act = useLifeAct();
  return {
    event: life.events[name] ?? { right: 'edit' },
    set: (property, value) => act({ type: 'event.changed', event: name, name: property, value }),
  };
};

/** An event, wherever it leads: what it is called, who may send it, what comes with it, who else has to agree. */
export function EventProperties({ event: name }: EventProps) {
  const { event, set } = useEvent(name);
  return (
    <>
      <Words event={name} />
      <div className={properties.group}>
        <Property label={t('designer.life.right')} tip={t('designer.life.tip.right')}>
          {(ids) => (
            <SegmentedControl
              {...ids}
              size="xs"
              fullWidth
              data={(['edit', 'own', 'none'] as const).map((value) => ({ value, label: t(`designer.life.rights.${value}`) }))}
              value={event.right}
              onChange={(value) => set('right', value)}
            />
          )}
        </Property>
      </div>
      {event.right !== 'none' && <Asked event={name} />}
      <Back event={name} />
    </>
  );
}

function Words({ event: name }: EventProps) {
  const { designer } = useDesigning();
  const { canvas } = useLifeDrawing();
  const { event, set } = useEvent(name);
  const rename = (to: string) => ({ type: 'event.renamed', event: name, name: to }) as const;
  const named = (to: string) => {
    const { part } = canvas.getSnapshot().context;
    if (part && 'arrow' in part) canvas.send({ type: 'part.chosen', part: { arrow: { ...part.arrow, name: to } } });
  };
  /** While nobody has named it, its English words do. */
  const suggest = () => {
    const wanted = nameFromTitle(event.label?.en ?? '');
    const snapshot = designer.getSnapshot();
    if (wanted === '' || !/^event\d+$/u.test(name) || snapshot.context.published?.declaration.life?.events[name]) return;
    if (refusalOf(selectDrawing(snapshot), rename(wanted))) return;
    designer.send(rename(wanted));
    named(wanted);
  };
  return (
    <div className={properties.group}>
      <div onBlur={suggest}>
        <TextPair
          label={t('designer.field.label')}
          tip={t('designer.life.tip.eventLabel')}
          value={event.label}
          onChange={(value) => set('label', value)}
        />
      </div>
      <NameInput name={name} tip={t('designer.life.tip.eventName')} actOf={rename} onNamed={named} />
    </div>
  );
}

/** What comes with the event, and whether another person has to agree. */
function Asked({ event: name }: EventProps) {
  const { life, fields } = useLifeDrawing();
  const { event, set } = useEvent(name);
  const { asks = {}, second } = event;
  const own = Object.entries(fields).flatMap(([key, field]) =>
    isServerOwned(field) || key === life.field ? [] : [{ value: key, label: titleIn(field.label, key) }],
  );
  const setAsks = ({ comment, fields: keys = [] }: NonNullable<LifeEvent['asks']>) =>
    set('asks', comment || keys.length > 0 ? { ...(comment && { comment }), ...(keys.length > 0 && { fields: keys }) } : null);
  return (
    <fieldset className={properties.group}>
      <legend>{t('designer.life.asked')}</legend>
      <Property label={t('designer.life.comment')} tip={t('designer.life.tip.comment')}>
        {(ids) => (
          <SegmentedControl
            {...ids}
            size="xs"
            fullWidth
            data={(['none', 'optional', 'required'] as const).map((value) => ({ value, label: t(`designer.life.comments.${value}`) }))}
            value={asks.comment ?? 'none'}
            onChange={(value) => {
              const { comment: _before, ...others } = asks;
              setAsks(value === 'none' ? others : { ...others, comment: value });
            }}
          />
        )}
      </Property>
      <Property label={t('designer.life.askedFields')} tip={t('designer.life.tip.askedFields')}>
        {(ids) => (
          <MultiSelect
            {...ids}
            size="sm"
            data={own}
            value={[...(asks.fields ?? [])]}
            onChange={(keys) => setAsks({ ...asks, fields: keys })}
          />
        )}
      </Property>
      <YesNo
        label={t('designer.life.second')}
        tip={t('designer.life.tip.second')}
        value={second !== undefined}
        onChange={(is) => set('second', is ? { days: SECOND_DAYS } : null)}
      />
      {second && (
        <AmountInput
          label={t('designer.life.secondDays')}
          tip={t('designer.life.tip.secondDays')}
          lowest={1}
          isNeeded
          value={second.days}
          onChange={(days) => days !== null && set('second', { days })}
        />
      )}
    </fieldset>
  );
}

/** What takes it back, and whether a save of the state alone means it. */
function Back({ event: name }: EventProps) {
  const { life } = useLifeDrawing();
  const { event, set } = useEvent(name);
  const others = Object.keys(life.events).filter((one) => one !== name);
  return (
    <div className={properties.group}>
      <ChoiceInput
        label={t('designer.life.undo')}
        tip={t('designer.life.tip.undo')}
        data={[
          { value: NONE, label: t('designer.life.undoes.plain') },
          { value: NEVER, label: t('designer.life.undoes.never') },
          ...others.map((value) => ({ value, label: titleIn(life.events[value]?.label, value) })),
        ]}
        value={event.undo ?? NONE}
        onChange={(value) => set('undo', value === NONE ? null : value)}
      />
      <YesNo
        label={t('designer.life.asStatus')}
        tip={t('designer.life.tip.asStatus')}
        value={event.asStatus === true}
        onChange={(is) => set('asStatus', is ? true : null)}
      />
    </div>
  );
}

/** Which event leads along an arrow: one may lead on from many states. */
export function EventChoice({ arrow }: { readonly arrow: ArrowPlace }) {
  const { life } = useLifeDrawing();
  const act = useLifeAct();
  const fresh = freeName('event', life.events);
  return (
    <ChoiceInput
      label={t('designer.life.event')}
      tip={t('designer.life.tip.event')}
      data={[
        ...Object.keys(life.events).map((value) => ({ value, label: titleIn(life.events[value]?.label, value) })),
        { value: fresh, label: t('designer.life.newEvent') },
      ]}
      value={arrow.name}
      onChange={(value) => act({ type: 'arrow.changed', arrow, name: 'event', value })}
    />
  );
}
