import { Select, TextInput } from '@mantine/core';
import { describedKind } from '#domain/fields/kinds/registry';
import { t } from '../../base/i18n.ts';
import { fieldId } from '../fields/base/field-attributes.ts';
import { fieldLabel, optionLabel } from '../resource-texts.ts';
import { CitySearch } from './CitySearch.tsx';
import { RangeInput } from './RangeInput.tsx';
import { RemoteSearch } from './RemoteSearch.tsx';
import { hasSearchBox, SearchBox } from './SearchBox.tsx';
import type { SearchInputProps } from './search-input.ts';

/** The search input of one field; the first of the protocol's rules that fits decides. */
export function SearchInput({ of, value }: SearchInputProps) {
  const { resource, key, field } = of;
  const common = { id: fieldId(of), name: key, label: fieldLabel(resource, key), labelProps: { mb: 4 } };
  if (field.search === 'range') return <RangeInput of={of} value={value} />;
  const { beside, storage } = describedKind(field);
  if (beside === 'areas') return <CitySearch of={of} value={value} />;
  if (beside === 'record') return <RemoteSearch of={of} value={value} />;
  if (storage === 'switch' || 'options' in field) {
    const data =
      storage === 'switch'
        ? [
            { value: '1', label: t('resources.kit.search.on') },
            { value: '0', label: t('resources.kit.search.off') },
          ]
        : ('options' in field ? field.options : []).map((option) => ({ value: option, label: optionLabel(resource, key, option) }));
    return (
      <Select
        {...common}
        data={data}
        defaultValue={value || null}
        placeholder={t('resources.kit.search.any')}
        clearable
        clearButtonProps={{ 'aria-label': t('resources.kit.fields.clear') }}
      />
    );
  }
  if (hasSearchBox(field)) return <SearchBox {...common} field={field} initial={value} isEnd={false} />;
  return (
    <TextInput
      {...common}
      defaultValue={value}
      placeholder={field.search === 'text' ? t('resources.kit.search.fuzzy') : ''}
      autoComplete="off"
    />
  );
}
