import { SegmentedControl } from '@mantine/core';
import type { ArrowPlace } from '#domain/life/drawing/life-parts';
import type { Delay } from '#domain/life/life';
import { t } from '../../../base/i18n.ts';
import { titleIn } from '../base/section-title.ts';
import { ChoiceInput, YesNo } from '../properties/inputs.tsx';
import { Property } from '../properties/Property.tsx';
import properties from '../properties/properties.module.css';
import { useLifeAct, useLifeDrawing } from './base/life-context.ts';
import { secondsOf } from './base/life-words.ts';
import { Span } from './base/Span.tsx';

const ONE_DAY = secondsOf(1, 'days');

/** When a time leads on: so long after the record has come into its state, or at the moment that a field says. */
export function TimeProperties({ arrow }: { readonly arrow: ArrowPlace }) {
  const { life, fields } = useLifeDrawing();
  const act = useLifeAct();
  const delay: Delay = life.delays[arrow.name] ?? { seconds: ONE_DAY };
  const moments = Object.entries(fields).flatMap(([key, field]) =>
    field.kind === 'dateTime' ? [{ value: key, label: titleIn(field.label, key) }] : [],
  );
  const late = delay.late && { late: delay.late };
  const set = (value: Delay) => act({ type: 'arrow.changed', arrow, name: 'delay', value });
  const [first] = moments;
  return (
    <div className={properties.group}>
      <Property label={t('designer.life.time')} tip={t('designer.life.tip.time')}>
        {(ids) => (
          <SegmentedControl
            {...ids}
            size="xs"
            fullWidth
            data={[
              { value: 'after', label: t('designer.life.times.after') },
              { value: 'at', label: t('designer.life.times.at'), disabled: !first },
            ]}
            value={'field' in delay ? 'at' : 'after'}
            onChange={(value) => set(value === 'at' && first ? { field: first.value, ...late } : { seconds: ONE_DAY, ...late })}
          />
        )}
      </Property>
      {'field' in delay ? (
        <ChoiceInput
          label={t('designer.life.moment')}
          tip={t('designer.life.tip.moment')}
          data={moments}
          value={delay.field}
          onChange={(field) => set({ field, ...late })}
        />
      ) : (
        <Span seconds={delay.seconds} onChange={(seconds) => set({ seconds, ...late })} />
      )}
      {!first && <p className={properties.note}>{t('designer.life.noMoments')}</p>}
      <YesNo
        label={t('designer.life.skip')}
        tip={t('designer.life.tip.skip')}
        value={delay.late === 'skip'}
        onChange={(isSkipped) =>
          set(
            'field' in delay
              ? { field: delay.field, ...(isSkipped && { late: 'skip' }) }
              : { seconds: delay.seconds, ...(isSkipped && { late: 'skip' }) },
          )
        }
      />
    </div>
  );
}
