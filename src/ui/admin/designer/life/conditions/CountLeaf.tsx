import { COMPARISONS, LIFE_LIMITS, type CountCondition } from '#domain/life/life';
import { t } from '../../../../base/i18n.ts';
import { fieldLabel, resourceLabel } from '../../../../kit/resource-texts.ts';
import { AmountInput, ChoiceInput } from '../../properties/inputs.tsx';
import { useLifeDrawing } from '../base/life-context.ts';
import { sectionOf } from '../base/life-words.ts';
import { referringTo } from './leaf-form.ts';

interface CountLeafProps {
  readonly leaf: CountCondition;
  readonly onChange: (leaf: CountCondition) => void;
}

const key = ({ referring, by }: Pick<CountCondition, 'referring' | 'by'>): string => `${referring}.${by}`;

/** How many records of a section name the record. */
export function CountLeaf({ leaf, onChange }: CountLeafProps) {
  const { section } = useLifeDrawing();
  const known = referringTo(section);
  const places = known.some((one) => key(one) === key(leaf)) ? known : [leaf, ...known];
  const title = ({ referring, by }: Pick<CountCondition, 'referring' | 'by'>): string => {
    const other = sectionOf(referring, section);
    return other ? `${resourceLabel(other)} (${fieldLabel(other, by)})` : `${referring} (${by})`;
  };
  return (
    <>
      <ChoiceInput
        label={t('designer.life.counted')}
        tip={t('designer.life.tip.counted')}
        data={places.map((place) => ({ value: key(place), label: title(place) }))}
        value={key(leaf)}
        isSearchable
        onChange={(chosen) => {
          const place = places.find((one) => key(one) === chosen);
          if (place) onChange({ ...leaf, referring: place.referring, by: place.by });
        }}
      />
      <ChoiceInput
        label={t('designer.life.way')}
        tip={t('designer.life.tip.way')}
        data={COMPARISONS.map((value) => ({ value, label: t(`designer.life.ways.${value}`) }))}
        value={leaf.is}
        onChange={(is) => onChange({ ...leaf, is: is as CountCondition['is'] })}
      />
      <AmountInput
        label={t('designer.life.value.label')}
        tip={t('designer.life.tip.count', { max: LIFE_LIMITS.counted })}
        lowest={0}
        isNeeded
        value={leaf.value}
        onChange={(value) => value !== null && onChange({ ...leaf, value: Math.min(LIFE_LIMITS.counted, value) })}
      />
    </>
  );
}
