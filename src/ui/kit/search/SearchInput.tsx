import { MultiSelect, NativeSelect, Select, TextInput } from '@mantine/core';
import { PERIODS } from '#domain/table/period';
import type { Field } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Resource } from '#domain/table/resource';
import { NO_VALUE, valueFormOf } from '#domain/table/search-operators';
import { t } from '../../base/i18n.ts';
import { fieldId } from '../fields/base/field-attributes.ts';
import { fieldLabel, optionLabel } from '../resource-texts.ts';
import { CitySearch } from './CitySearch.tsx';
import { RangeInput } from './RangeInput.tsx';
import { RemoteSearch } from './RemoteSearch.tsx';
import { hasSearchBox, SearchBox } from './SearchBox.tsx';
import classes from './search.module.css';
import type { SearchInputProps } from './search-input.ts';

const clearing = () => ({ clearable: true, clearButtonProps: { size: 'md', 'aria-label': t('resources.kit.fields.clear') } });

const commonOf = ({ of, name }: SearchInputProps) => ({
  id: fieldId(of),
  name,
  label: fieldLabel(of.resource, of.key),
  labelProps: { mb: 4 },
});

/** The search input of one field; the first of the protocol's rules that fits decides. */
export function SearchInput(props: SearchInputProps) {
  const { operator, name, value } = props;
  const common = commonOf(props);
  const form = valueFormOf(operator);
  switch (form) {
    case 'bounds':
      return <RangeInput {...props} />;
    case 'period':
      return (
        <NativeSelect
          {...common}
          defaultValue={value}
          data={[
            { value: '', label: t('resources.kit.search.any') },
            ...PERIODS.map((period) => ({ value: period, label: t(`search.periods.${period}`) })),
          ]}
        />
      );
    case 'none':
      return (
        <>
          <TextInput {...common} name="" readOnly placeholder={t('search.noValue')} className={classes.none} />
          <input type="hidden" name={name} value={NO_VALUE} />
        </>
      );
    case 'several':
      return <SeveralInput {...props} />;
    case 'one':
      return <OneInput {...props} />;
    default:
      return form satisfies never;
  }
}

/** What is compared with one value: what the field is made for typing, or what there is to choose from. */
function OneInput(props: SearchInputProps) {
  const { of, operator, value } = props;
  const { resource, key, field } = of;
  const common = commonOf(props);
  const { beside } = describedKind(field);
  if (beside === 'areas') return <CitySearch {...props} />;
  if (beside === 'record') return <RemoteSearch {...props} />;
  const data = choicesOf(resource, key, field);
  if (data)
    return <Select {...common} {...clearing()} data={data} defaultValue={value || null} placeholder={t('resources.kit.search.any')} />;
  if (hasSearchBox(field)) return <SearchBox {...common} field={field} initial={value} isEnd={false} />;
  return (
    <TextInput
      {...common}
      defaultValue={value}
      placeholder={operator === 'LIKE' ? t('resources.kit.search.fuzzy') : ''}
      autoComplete="off"
    />
  );
}

/** What there is to choose from; null where anything can be typed. */
function choicesOf(resource: Resource, key: string, field: Field): { readonly value: string; readonly label: string }[] | null {
  if (describedKind(field).storage === 'switch') {
    return [
      { value: '1', label: t('resources.kit.search.on') },
      { value: '0', label: t('resources.kit.search.off') },
    ];
  }
  return 'options' in field ? field.options.map((option) => ({ value: option, label: optionLabel(resource, key, option) })) : null;
}

/** Values of which any will do, one after the other in one text. */
function SeveralInput({ of, name, value }: SearchInputProps) {
  const { resource, key, field } = of;
  const common = { id: fieldId(of), name, label: fieldLabel(resource, key), labelProps: { mb: 4 } };
  const data = choicesOf(resource, key, field);
  if (!data) return <TextInput {...common} defaultValue={value} placeholder={t('search.several')} autoComplete="off" />;
  const chosen = value === '' ? [] : value.split(',');
  return (
    <MultiSelect
      {...common}
      {...clearing()}
      data={data}
      defaultValue={chosen.filter((one) => data.some((option) => option.value === one))}
      placeholder={t('resources.kit.search.any')}
    />
  );
}
