import { MultiSelect } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { findResource, knownResources } from '#actors/base/resource-book';
import type { Field } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import { isPermitted } from '#domain/rights/permission';
import { pagePathOf, type Resource } from '#domain/table/resource';
import { selectDeclaration } from '#machines/designer/section-designer.selectors';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import { t } from '../../../base/i18n.ts';
import { useShell } from '../../../base/shell-context.ts';
import { fieldLabel, resourceLabel } from '../../../kit/resource-texts.ts';
import { useDesigning } from '../base/designer-context.ts';
import type { OfFieldProps } from './of-field.ts';
import { ChoiceInput, YesNo } from './inputs.tsx';
import { Property } from './Property.tsx';
import classes from './properties.module.css';

interface RelationProps extends OfFieldProps {
  readonly field: Extract<Field, { readonly of: string }>;
}

/** Whose records a field names, and what lists show of them beside their titles. */
export function RelationProperties({ field, set }: RelationProps) {
  const { designer } = useDesigning();
  const own = useSelector(designer, selectDeclaration);
  const facts = useSelector(useShell(), permissionFacts, (a, b) => a.urls === b.urls);
  const known = knownResources().filter((resource) => resource.name !== own.name && isPermitted(`${pagePathOf(resource)}/index`, facts));
  const data = [own, ...known].map((resource) => ({ value: resource.name, label: resourceLabel(resource) }));
  const target: Resource | undefined = field.of === own.name ? own : findResource(field.of);
  const isOne = describedKind(field).beside === 'record';
  const shows = 'shows' in field ? (field.shows ?? []) : [];
  return (
    <fieldset className={classes.group}>
      <legend>{t('designer.group.relation')}</legend>
      <ChoiceInput
        label={t('designer.field.of')}
        tip={t('designer.tip.of')}
        data={data.toSorted((a, b) => a.label.localeCompare(b.label))}
        isSearchable
        value={field.of}
        onChange={(of) => {
          set('of', of);
          if (shows.length > 0) set('shows', null);
        }}
      />
      {isOne && target && (
        <Property label={t('designer.field.shows')} tip={t('designer.tip.shows')}>
          {(ids) => (
            <MultiSelect
              {...ids}
              size="sm"
              clearable
              data={Object.entries(target.fields)
                .filter(([key, one]) => key !== 'id' && key !== target.titleField && describedKind(one).storage !== 'secret')
                .map(([key]) => ({ value: key, label: fieldLabel(target, key) }))}
              value={[...shows]}
              onChange={(keys) => set('shows', keys.length === 0 ? null : keys)}
            />
          )}
        </Property>
      )}
      {isOne && (
        <YesNo
          label={t('designer.field.outlives')}
          tip={t('designer.tip.outlives')}
          value={'outlivesRecord' in field}
          onChange={(isOutliving) => {
            set('outlivesRecord', isOutliving || null);
            if (isOutliving) set('onDelete', null);
          }}
        />
      )}
      {isOne && !('outlivesRecord' in field) && (
        <YesNo
          label={t('designer.field.onDelete')}
          tip={t('designer.tip.onDelete')}
          value={'onDelete' in field}
          onChange={(isAsked) => set('onDelete', isAsked ? 'ask' : null)}
        />
      )}
    </fieldset>
  );
}
