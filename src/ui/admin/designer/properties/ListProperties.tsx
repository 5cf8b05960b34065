import { SegmentedControl } from '@mantine/core';
import type { Field } from '#domain/fields/field';
import type { SearchInputKind } from '#domain/fields/kinds/base/declared';
import { describedKind } from '#domain/fields/kinds/registry';
import { t } from '../../../base/i18n.ts';
import type { OfFieldProps } from './of-field.ts';
import { AmountInput, ChoiceInput, YesNo } from './inputs.tsx';
import { Property } from './Property.tsx';
import classes from './properties.module.css';

const LISTED = ['shown', 'hidden', 'never'] as const;

/** How the values of a kind can be asked for. */
export function searchesOf(field: Field): readonly SearchInputKind[] {
  const { storage, shape, isLong } = describedKind(field);
  if (storage === 'secret' || storage === 'pairs' || isLong) return [];
  if ('options' in field || storage === 'switch' || shape === 'record' || shape === 'records' || storage === 'list') return ['select'];
  if (storage === 'text') return ['text', 'equal'];
  if (storage === 'seconds' || storage === 'date' || storage === 'timeOfDay') return ['range'];
  return ['equal', 'range'];
}

/** The field as a column, and what one searches by. */
export function ListProperties({ field, set }: OfFieldProps) {
  const { list = 'shown', storage, isLong } = describedKind(field);
  const searches = searchesOf(field);
  const isSortable = storage !== 'list' && storage !== 'pairs' && storage !== 'ids' && isLong !== true;
  return (
    <fieldset className={classes.group}>
      <legend>{t('designer.group.list')}</legend>
      <Property label={t('designer.field.list')} tip={t('designer.tip.list')}>
        {(ids) => (
          <SegmentedControl
            {...ids}
            size="xs"
            fullWidth
            data={LISTED.map((value) => ({ value, label: t(`designer.listed.${value}`) }))}
            value={field.list ?? list}
            onChange={(value) => set('list', value)}
          />
        )}
      </Property>
      {isSortable && (
        <YesNo
          label={t('designer.field.sortable')}
          tip={t('designer.tip.sortable')}
          value={field.sortable === true}
          onChange={(is) => set('sortable', is || null)}
        />
      )}
      {searches.length > 0 && (
        <ChoiceInput
          label={t('designer.field.search')}
          tip={t('designer.tip.search')}
          data={[
            { value: '', label: t('designer.search.none') },
            ...searches.map((value) => ({ value, label: t(`designer.search.${value}`) })),
          ]}
          value={field.search ?? ''}
          onChange={(value) => set('search', value === '' ? null : value)}
        />
      )}
      {storage === 'text' && !('options' in field) && (
        <YesNo
          label={t('designer.field.quickSearch')}
          tip={t('designer.tip.quickSearch')}
          value={field.quickSearch === true}
          onChange={(is) => set('quickSearch', is || null)}
        />
      )}
      <AmountInput
        label={t('designer.field.width')}
        tip={t('designer.tip.width')}
        lowest={1}
        suffix="px"
        value={field.widthPx ?? null}
        onChange={(px) => set('widthPx', px)}
      />
    </fieldset>
  );
}
