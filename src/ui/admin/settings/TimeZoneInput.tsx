import { Select } from '@mantine/core';
import { zoneOffset } from '#domain/base/zone-time';
import { t } from '../../base/i18n.ts';
import { useMinute } from '../../base/use-clock.ts';
import { scalarText } from '../../kit/cells/scalar-text.ts';
import { inputAttributes } from '../../kit/fields/base/field-attributes.ts';
import type { FieldInputProps } from '../../kit/fields/base/field-input.ts';

/** As many as somebody reads through; who looks for one types. */
const MOST_SHOWN = 100;

/** Every time zone with its distance from Greenwich at this moment, and the stored one even where the engine does not list it. */
function zones(stored: string, now: number) {
  const known = Intl.supportedValuesOf('timeZone');
  const names = stored === '' || known.includes(stored) ? known : [stored, ...known];
  return names.map((value) => ({ value, label: known.includes(value) ? `${value} (${zoneOffset(now, value)})` : value }));
}

/** A time zone by its name, found by typing a part of it. */
export function TimeZoneInput(props: FieldInputProps) {
  const stored = scalarText(props.value);
  const now = useMinute();
  return (
    <Select
      {...inputAttributes(props)}
      searchable
      selectFirstOptionOnChange
      data={zones(stored, now)}
      limit={MOST_SHOWN}
      value={stored || null}
      allowDeselect={false}
      nothingFoundMessage={t('settings.page.noZone')}
      onChange={(value) => props.onChange(value ?? '')}
    />
  );
}
