import { MultiSelect, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { initialValueOf } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import { t } from '../../../base/i18n.ts';
import { titleIn } from '../base/section-title.ts';
import type { OfFieldProps } from './of-field.ts';
import { AmountInput, YesNo } from './inputs.tsx';
import { Property } from './Property.tsx';
import classes from './properties.module.css';

/** What a value has to be like, and what it is at first. */
export function ValueProperties({ unique, ...of }: OfFieldProps & { readonly unique: ReactNode }) {
  const { field, set } = of;
  const { storage, shape, isLong } = describedKind(field);
  const isOrdered = storage !== 'list' && storage !== 'pairs' && storage !== 'ids' && storage !== 'switch' && isLong !== true;
  return (
    <fieldset className={classes.group}>
      <legend>{t('designer.group.value')}</legend>
      <YesNo
        label={t('designer.field.required')}
        tip={t('designer.tip.required')}
        value={field.required === true}
        onChange={(isRequired) => set('required', isRequired || null)}
      />
      {isOrdered && unique}
      {shape === 'text' && <TextLength {...of} />}
      {shape === 'number' && <Bounds {...of} />}
      {shape === 'list' && 'maxCount' in describedKind(field) && <Count {...of} />}
      <Initial {...of} />
    </fieldset>
  );
}

function TextLength({ field, set }: OfFieldProps) {
  if (describedKind(field).matches !== undefined || describedKind(field).isMarkup) return null;
  return (
    <AmountInput
      label={t('designer.field.maxLength')}
      tip={t('designer.tip.maxLength')}
      lowest={1}
      value={'maxLength' in field ? (field.maxLength ?? null) : null}
      onChange={(length) => set('maxLength', length)}
    />
  );
}

function Count({ field, set }: OfFieldProps) {
  return (
    <AmountInput
      label={t('designer.field.maxCount')}
      tip={t('designer.tip.maxCount')}
      lowest={1}
      value={'maxCount' in field ? (field.maxCount ?? null) : null}
      onChange={(count) => set('maxCount', count)}
    />
  );
}

/** People say amounts in whole coins; what is kept is the smallest. */
function Bounds({ field, set }: OfFieldProps) {
  if (!('min' in field) && describedKind(field).shape !== 'number') return null;
  const { unit = 1, hasDecimals } = describedKind(field);
  const decimals = unit === 100 ? 2 : hasDecimals ? 6 : 0;
  const bound = (name: 'min' | 'max') => {
    const value = name in field ? (field as { readonly min?: number; readonly max?: number })[name] : undefined;
    return (
      <AmountInput
        label={t(`designer.field.${name}`)}
        tip={t(`designer.tip.${name}`)}
        decimals={decimals}
        value={value === undefined ? null : value / unit}
        onChange={(next) => set(name, next === null ? null : Math.round(next * unit * 1e6) / 1e6)}
      />
    );
  };
  return (
    <div className={classes.twins}>
      {bound('min')}
      {bound('max')}
    </div>
  );
}

/** What a new record has before anybody types. */
function Initial({ field, set }: OfFieldProps) {
  const { shape, storage, unit = 1, hasDecimals } = describedKind(field);
  const initial = 'initial' in field ? field.initial : undefined;
  const label = t('designer.field.initial');
  const tip = t('designer.tip.initial');
  if (field.kind === 'switch')
    return <YesNo label={label} tip={tip} value={initialValueOf(field) === true} onChange={(isOn) => set('initial', isOn)} />;
  if ('options' in field) {
    const data = field.options.map((value) => ({ value, label: titleIn(field.optionLabels?.[value], value) }));
    return (
      <Property label={label} tip={tip}>
        {(ids) =>
          storage === 'list' ? (
            <MultiSelect
              {...ids}
              size="sm"
              data={data}
              clearable
              value={Array.isArray(initial) ? [...initial] : []}
              onChange={(values) => set('initial', values.length === 0 ? null : values)}
            />
          ) : (
            <Select
              {...ids}
              size="sm"
              data={data}
              clearable
              value={typeof initial === 'string' ? initial : null}
              onChange={(one) => set('initial', one)}
            />
          )
        }
      </Property>
    );
  }
  if (shape === 'number')
    return (
      <AmountInput
        label={label}
        tip={tip}
        decimals={unit === 100 ? 2 : hasDecimals ? 6 : 0}
        value={typeof initial === 'number' ? initial / unit : null}
        onChange={(next) => set('initial', next === null ? null : Math.round(next * unit * 1e6) / 1e6)}
      />
    );
  if (shape !== 'text' || describedKind(field).files !== undefined || describedKind(field).isMarkup) return null;
  return (
    <Property label={label} tip={tip}>
      {(ids) => (
        <TextInput
          {...ids}
          size="sm"
          maxLength={255}
          value={typeof initial === 'string' ? initial : ''}
          onChange={(event) => set('initial', event.currentTarget.value === '' ? null : event.currentTarget.value)}
        />
      )}
    </Property>
  );
}
