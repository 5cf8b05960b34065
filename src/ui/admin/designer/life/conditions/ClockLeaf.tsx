import { MultiSelect } from '@mantine/core';
import type { ClockCondition } from '#domain/life/life';
import { t, text } from '../../../../base/i18n.ts';
import { ChoiceInput } from '../../properties/inputs.tsx';
import { Property } from '../../properties/Property.tsx';
import properties from '../../properties/properties.module.css';

interface ClockLeafProps {
  readonly leaf: ClockCondition;
  readonly onChange: (leaf: ClockCondition) => void;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const hours = (first: number) =>
  Array.from({ length: 24 }, (_, index) => ({ value: String(index + first), label: `${String(index + first)}:00` }));

/** Hours of the site's clock, and days of its week; every day where none is chosen. */
export function ClockLeaf({ leaf, onChange }: ClockLeafProps) {
  const [from, until] = leaf.hours;
  return (
    <>
      <div className={properties.twins}>
        <ChoiceInput
          label={t('designer.life.hoursFrom')}
          tip={t('designer.life.tip.hoursFrom')}
          data={hours(0)}
          value={String(from)}
          onChange={(next) => onChange({ ...leaf, hours: [Number(next), until] })}
        />
        <ChoiceInput
          label={t('designer.life.hoursUntil')}
          tip={t('designer.life.tip.hoursUntil')}
          data={hours(1)}
          value={String(until)}
          onChange={(next) => onChange({ ...leaf, hours: [from, Number(next)] })}
        />
      </div>
      <Property label={t('designer.life.weekdays')} tip={t('designer.life.tip.weekdays')}>
        {(ids) => (
          <MultiSelect
            {...ids}
            size="sm"
            clearable
            data={WEEKDAYS.map((day) => ({ value: String(day), label: text(`designer.life.weekday.${day}`) }))}
            value={(leaf.weekdays ?? []).map(String)}
            onChange={(days) =>
              onChange({ hours: leaf.hours, ...(days.length > 0 && { weekdays: days.map(Number).toSorted((a, b) => a - b) }) })
            }
          />
        )}
      </Property>
    </>
  );
}
