import { MultiSelect, TextInput } from '@mantine/core';
import { describedKind } from '#domain/fields/kinds/registry';
import type { FieldCondition } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { t } from '../../../../base/i18n.ts';
import { fieldLabel, optionLabel } from '../../../../kit/resource-texts.ts';
import { AmountInput, ChoiceInput } from '../../properties/inputs.tsx';
import { Property } from '../../properties/Property.tsx';
import { Span } from '../base/Span.tsx';
import { leafBeside, hasSpan, leafOf, likeFields, wayOfLeaf, waysOf, type LeafBeside, type LeafWay } from './leaf-form.ts';

interface OfFieldProps {
  readonly section: Resource;
  /** Of the record itself; null of another one, which is asked beside values alone. */
  readonly stateField: string | null;
  readonly leaf: FieldCondition;
  readonly onChange: (leaf: FieldCondition) => void;
}

/** Stands for a value in the choice of what a field is compared with. */
const VALUE = '';

/** How a field is asked, and beside what. */
export function OfField({ section, stateField, leaf, onChange }: OfFieldProps) {
  const { [leaf.field]: field } = section.fields;
  const way = wayOfLeaf(leaf);
  if (!field || way === null) return null;
  const others = stateField === null ? [] : likeFields(section.fields, leaf.field, stateField);
  const isTime = describedKind(field).storage === 'seconds';
  const beside = leafBeside(leaf);
  const set = (next: LeafWay, by: LeafBeside) => onChange(leafOf(leaf.field, field, next, by, others));
  const ways = waysOf(field, stateField === null).filter((one) => others.length > 0 || !isTime || (one !== 'gt' && one !== 'lt'));
  const isCompared = 'value' in leaf && typeof leaf.value !== 'boolean';
  return (
    <>
      <ChoiceInput
        label={t('designer.life.way')}
        tip={t('designer.life.tip.way')}
        data={ways.map((one) => ({
          value: one,
          label: isTime && (one === 'gt' || one === 'lt') ? t(`designer.life.timeWays.${one}`) : t(`designer.life.ways.${one}`),
        }))}
        value={way}
        onChange={(next) => set(next as LeafWay, beside)}
      />
      {others.length > 0 && (isCompared || 'other' in leaf) && (
        <ChoiceInput
          label={t('designer.life.comparedWith')}
          tip={t('designer.life.tip.comparedWith')}
          data={[
            ...(isTime ? [] : [{ value: VALUE, label: t('designer.life.value.label') }]),
            ...others.map((value) => ({ value, label: fieldLabel(section, value) })),
          ]}
          value={'other' in leaf ? leaf.other : VALUE}
          onChange={(other) => set(way, other === VALUE ? {} : { other })}
        />
      )}
      {hasSpan(way) && <Span seconds={beside.seconds ?? 0} onChange={(seconds) => set(way, { seconds })} />}
      <Value section={section} leaf={leaf} onChange={(by) => set(way, by)} />
    </>
  );
}

interface ValueProps extends Pick<OfFieldProps, 'section' | 'leaf'> {
  readonly onChange: (beside: LeafBeside) => void;
}

function Value({ section, leaf, onChange }: ValueProps) {
  const { [leaf.field]: field } = section.fields;
  if (!field) return null;
  const words = { label: t('designer.life.value.label'), tip: t('designer.life.tip.value') };
  const options = ('options' in field ? field.options : []).map((value) => ({ value, label: optionLabel(section, leaf.field, value) }));
  if ('values' in leaf)
    return (
      <Property {...words}>
        {(ids) => (
          <MultiSelect {...ids} size="sm" data={options} value={leaf.values.map(String)} onChange={(values) => onChange({ values })} />
        )}
      </Property>
    );
  if (!('value' in leaf) || typeof leaf.value === 'boolean') return null;
  const { value } = leaf;
  if (typeof value === 'number') {
    const isCents = describedKind(field).storage === 'cents';
    return (
      <AmountInput
        {...words}
        decimals={isCents ? 2 : 6}
        isNeeded
        value={isCents ? value / 100 : value}
        onChange={(next) => next !== null && onChange({ value: isCents ? Math.round(next * 100) : next })}
      />
    );
  }
  if (options.length > 0) return <ChoiceInput {...words} data={options} value={value} onChange={(next) => onChange({ value: next })} />;
  return (
    <Property {...words}>
      {(ids) => (
        <TextInput {...ids} size="sm" maxLength={200} value={value} onChange={(event) => onChange({ value: event.currentTarget.value })} />
      )}
    </Property>
  );
}
