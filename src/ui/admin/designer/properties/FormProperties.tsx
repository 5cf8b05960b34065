import { MultiSelect } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { Field } from '#domain/fields/field';
import { selectDeclaration } from '#machines/designer/section-designer.selectors';
import { t } from '../../../base/i18n.ts';
import { useDesigning } from '../base/designer-context.ts';
import { titleIn } from '../base/section-title.ts';
import type { OfFieldProps } from './of-field.ts';
import { ChoiceInput, TextPair, YesNo } from './inputs.tsx';
import { Property } from './Property.tsx';
import classes from './properties.module.css';

/** The field as an input: whether there is one, what stands under it, and beside which values. */
export function FormProperties(of: OfFieldProps) {
  const { field, set } = of;
  const hint = typeof field.hint === 'object' ? field.hint : undefined;
  return (
    <fieldset className={classes.group}>
      <legend>{t('designer.group.form')}</legend>
      <YesNo
        label={t('designer.field.inForm')}
        tip={t('designer.tip.inForm')}
        value={field.form !== 'never'}
        onChange={(isIn) => set('form', isIn ? null : 'never')}
      />
      <TextPair
        label={t('designer.field.hint')}
        tip={t('designer.tip.hint')}
        max={200}
        value={hint}
        onChange={(texts) => set('hint', Object.keys(texts ?? {}).length === 0 ? null : texts)}
      />
      <ShownWhile {...of} />
    </fieldset>
  );
}

/** Values that a condition can name, as rules compare them. */
function valuesOf(field: Field): readonly { readonly value: string; readonly label: string }[] {
  if ('options' in field) return field.options.map((value) => ({ value, label: titleIn(field.optionLabels?.[value], value) }));
  return field.kind === 'switch'
    ? ['true', 'false'].map((value) => ({ value, label: t(value === 'true' ? 'designer.on' : 'designer.off') }))
    : [];
}

function ShownWhile({ fieldKey, field, set }: OfFieldProps) {
  const { designer } = useDesigning();
  const { fields } = useSelector(designer, selectDeclaration);
  const deciding = Object.entries(fields).filter(([key, one]) => key !== fieldKey && valuesOf(one).length > 0 && one.kind !== 'checkbox');
  const [by = '', values = []] = Object.entries(field.when ?? {})[0] ?? [];
  const decider = fields[by];
  if (deciding.length === 0) return null;
  return (
    <>
      <ChoiceInput
        label={t('designer.field.when')}
        tip={t('designer.tip.when')}
        data={[
          { value: '', label: t('designer.when.always') },
          ...deciding.map(([key, one]) => ({ value: key, label: t('designer.when.by', { name: titleIn(one.label, key) }) })),
        ]}
        value={by}
        onChange={(key) => set('when', key === '' ? null : { [key]: [valuesOf(fields[key]!)[0]?.value ?? ''] })}
      />
      {decider && (
        <Property label={t('designer.when.values', { name: titleIn(decider.label, by) })} tip={t('designer.tip.values')}>
          {(ids) => (
            <MultiSelect
              {...ids}
              size="sm"
              data={[...valuesOf(decider)]}
              value={[...values]}
              onChange={(next) => set('when', next.length === 0 ? null : { [by]: next })}
            />
          )}
        </Property>
      )}
    </>
  );
}
