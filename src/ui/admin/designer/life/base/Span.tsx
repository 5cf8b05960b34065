import { LIFE_LIMITS } from '#domain/life/life';
import { t } from '../../../../base/i18n.ts';
import { AmountInput, ChoiceInput } from '../../properties/inputs.tsx';
import properties from '../../properties/properties.module.css';
import { secondsOf, spanOf, type TimeUnit } from './life-words.ts';

const TIME_UNITS = ['minutes', 'hours', 'days'] as const satisfies readonly TimeUnit[];

interface SpanProps {
  readonly seconds: number;
  readonly onChange: (seconds: number) => void;
}

/** A length of time as a number and a unit. */
export function Span({ seconds, onChange }: SpanProps) {
  const { count, unit } = spanOf(seconds);
  const set = (next: number, in_: TimeUnit) =>
    onChange(Math.max(LIFE_LIMITS.shortestSeconds, Math.min(LIFE_LIMITS.longestSeconds, secondsOf(next, in_))));
  return (
    <div className={properties.twins}>
      <AmountInput
        label={t('designer.life.length')}
        tip={t('designer.life.tip.length')}
        lowest={1}
        isNeeded
        value={count}
        onChange={(next) => next !== null && set(next, unit)}
      />
      <ChoiceInput
        label={t('designer.life.unit')}
        tip={t('designer.life.tip.unit')}
        data={TIME_UNITS.map((value) => ({ value, label: t(`designer.life.units.${value}`) }))}
        value={unit}
        onChange={(value) => set(count, value as TimeUnit)}
      />
    </div>
  );
}
