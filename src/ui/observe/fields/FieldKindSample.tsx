import type { ReactNode } from 'react';
import { searchOperatorOf } from '#domain/table/search-operators';
import { relationKey } from '#domain/fields/field';
import type { SearchInputKind as SearchMode } from '#domain/fields/kinds/base/declared';
import type { Resource } from '#domain/table/resource';
import { t } from '../../base/i18n.ts';
import { CELLS } from '../../kit/cells/registry.ts';
import { SearchInput } from '../../kit/search/SearchInput.tsx';
import { untouchedValue, sampleResource, type FieldSample } from './field-samples.ts';
import { FieldState, type SampleState } from './FieldState.tsx';
import classes from './fields-page.module.css';

interface FieldKindProps {
  readonly sample: FieldSample;
  /** Each state's own section, so that no two inputs share an id. */
  readonly resources: Readonly<Record<SampleState, Resource>>;
}

const STATES: readonly SampleState[] = ['empty', 'filled', 'wrong', 'readOnly', 'disabled'];

/** One kind: its input in every state, its cell, and the inputs it has in a search panel. */
export function FieldKindSample({ sample, resources }: FieldKindProps) {
  const { kind, field, filled, searches } = sample;
  return (
    <section className={classes.kind} id={kind} aria-labelledby={`${kind}-title`}>
      <h2 className={classes.kindTitle} id={`${kind}-title`}>
        {t(`fieldKinds.${kind}`)} <code>{kind}</code>
      </h2>
      <div className={classes.states}>
        {STATES.map((state) => (
          <FieldState key={state} sample={sample} state={state} resource={resources[state]} />
        ))}
        <div className={classes.state}>
          <h3 className={classes.stateName}>{t('fields.dev.cells')}</h3>
          {[filled, untouchedValue(field)].map((value, index) => (
            // Filled first, then empty; the two never change places.
            <div key={index} className={classes.cell}>
              {cellOf(sample, resources.filled, value)}
            </div>
          ))}
        </div>
        {searches.length > 0 && (
          <div className={classes.state}>
            <h3 className={classes.stateName}>{t('fields.dev.search')}</h3>
            {searches.map((mode) => (
              <Search key={mode} sample={sample} mode={mode} />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

function cellOf({ kind, field }: FieldSample, resource: Resource, value: unknown): ReactNode {
  const joined = { id: value, name: t('fields.dev.options.medium') };
  const record = { [kind]: value, ...(kind === 'remoteSelect' && value !== null && { [relationKey(kind)]: joined }) };
  return CELLS[kind]({ resource, fieldKey: kind, field, record, title: t('fields.dev.sample.name'), mayEdit: false, cdnUrl: '' });
}

function Search({ sample, mode }: { readonly sample: FieldSample; readonly mode: SearchMode }) {
  const { kind, field } = sample;
  const resource = sampleResource(`${mode}Sample`, [sample], mode);
  const searched = { ...field, search: mode };
  const of = { resource, key: kind, field: searched, scope: 'search' } as const;
  return <SearchInput of={of} operator={searchOperatorOf(searched)} name={kind} value="" />;
}
