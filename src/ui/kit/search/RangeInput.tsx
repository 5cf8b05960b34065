import { Input } from '@mantine/core';
import { describedKind } from '#domain/fields/kinds/registry';
import { t } from '../../base/i18n.ts';
import { fieldId } from '../fields/base/field-attributes.ts';
import { ZoneMark } from '../fields/base/ZoneMark.tsx';
import { fieldLabel } from '../resource-texts.ts';
import { fromName, isTimeLike, rangeOf, toName } from './search-conditions.ts';
import classes from './search.module.css';
import type { SearchInputProps } from './search-input.ts';
import { SearchBox } from './SearchBox.tsx';

/** Two boxes, either of which may stay empty. */
export function RangeInput({ of, name, value }: SearchInputProps) {
  const { resource, key, field } = of;
  const [from, to] = rangeOf(value);
  const label = fieldLabel(resource, key);
  const words = {
    from: isTimeLike(field) ? t('resources.kit.search.fromTime') : t('resources.kit.search.from'),
    to: isTimeLike(field) ? t('resources.kit.search.toTime') : t('resources.kit.search.to'),
  };
  const box = (side: 'from' | 'to', initial: string) => (
    <SearchBox
      field={field}
      id={`${fieldId(of)}-${side}`}
      name={side === 'from' ? fromName(name) : toName(name)}
      aria-label={`${label}: ${words[side]}`}
      placeholder={words[side]}
      {...(classes.box !== undefined && { className: classes.box })}
      initial={initial}
      isEnd={side === 'to'}
    />
  );
  return (
    <Input.Wrapper
      label={
        <>
          {label} {describedKind(field).storage === 'seconds' && <ZoneMark at={null} />}
        </>
      }
      labelElement="div"
      labelProps={{ mb: 4 }}
    >
      <fieldset className={classes.range} aria-label={label}>
        {box('from', from)}
        <span aria-hidden className={classes.dash}>
          –
        </span>
        {box('to', to)}
      </fieldset>
    </Input.Wrapper>
  );
}
