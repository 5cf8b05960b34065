import { SegmentedControl } from '@mantine/core';
import { conditionsAt } from '#domain/life/drawing/condition-groups';
import { freeName, transitionAt, type ArrowPlace } from '#domain/life/drawing/life-parts';
import { t } from '../../../base/i18n.ts';
import { ChoiceInput } from '../properties/inputs.tsx';
import { Property } from '../properties/Property.tsx';
import properties from '../properties/properties.module.css';
import { EffectsEditor } from './effects/EffectsEditor.tsx';
import { EventChoice, EventProperties } from './EventProperties.tsx';
import { useLifeAct, useLifeDrawing, useStateTitle } from './base/life-context.ts';
import { secondsOf } from './base/life-words.ts';
import { TimeProperties } from './TimeProperties.tsx';
import { WhenEditor } from './conditions/WhenEditor.tsx';

interface ArrowProps {
  readonly arrow: ArrowPlace;
}

const STAYS = '';
const ONE_DAY = secondsOf(1, 'days');

/** An arrow: what leads along it and where, when it may be gone, and what is done beside. */
export function ArrowProperties({ arrow }: ArrowProps) {
  const { life } = useLifeDrawing();
  const act = useLifeAct();
  const { guard, target = STAYS } = transitionAt(life, arrow) ?? {};
  const names = guard === undefined ? [] : [guard];
  return (
    <>
      {arrow.by === 'on' ? <EventProperties event={arrow.name} /> : <TimeProperties arrow={arrow} />}
      <Ends arrow={arrow} />
      <WhenEditor
        key={`when ${arrow.from} ${target}`}
        title={t('designer.life.when')}
        tip={t('designer.life.tip.when')}
        isOwn={false}
        names={names}
        conditions={conditionsAt(life, names)}
        onChange={(value) => act({ type: 'arrow.changed', arrow, name: 'when', value })}
      />
      <EffectsEditor key={`effects ${arrow.from} ${target}`} arrow={arrow} />
    </>
  );
}

/** Where it comes from and where it leads, and whether somebody or a time does it. */
function Ends({ arrow }: ArrowProps) {
  const { life } = useLifeDrawing();
  const act = useLifeAct();
  const title = useStateTitle();
  const states = Object.keys(life.chart.states).map((value) => ({ value, label: title(value) }));
  const to = transitionAt(life, arrow)?.target ?? STAYS;
  const setBy = (by: string) => {
    if (by === arrow.by) return;
    if (by === 'after') act({ type: 'arrow.changed', arrow, name: 'delay', value: { seconds: ONE_DAY } });
    else act({ type: 'arrow.changed', arrow, name: 'event', value: freeName('event', life.events) });
  };
  return (
    <fieldset className={properties.group}>
      <legend>{t('designer.life.arrow')}</legend>
      <Property label={t('designer.life.by')} tip={t('designer.life.tip.by')}>
        {(ids) => (
          <SegmentedControl
            {...ids}
            size="xs"
            fullWidth
            data={(['on', 'after'] as const).map((value) => ({ value, label: t(`designer.life.byWhat.${value}`) }))}
            value={arrow.by}
            onChange={setBy}
          />
        )}
      </Property>
      {arrow.by === 'on' && <EventChoice arrow={arrow} />}
      <ChoiceInput
        label={t('designer.life.from')}
        tip={t('designer.life.tip.from')}
        data={states}
        value={arrow.from}
        onChange={(value) => act({ type: 'arrow.changed', arrow, name: 'from', value })}
      />
      <ChoiceInput
        label={t('designer.life.to')}
        tip={t('designer.life.tip.to')}
        data={[...states.filter(({ value }) => value !== arrow.from), { value: STAYS, label: t('designer.life.stays') }]}
        value={to}
        onChange={(value) => act({ type: 'arrow.changed', arrow, name: 'to', value: value === STAYS ? null : value })}
      />
    </fieldset>
  );
}
