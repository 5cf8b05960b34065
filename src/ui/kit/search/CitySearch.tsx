import { useRef } from 'react';
import { areaPath } from '#domain/fields/area-path';
import { CitySelectField } from '../fields/choice/CitySelectField.tsx';
import type { SearchInputProps } from './search-input.ts';

const nothing = (): void => {};

/** Searches for what lies in an area, be it a province. The last id that is chosen travels with the form in a hidden box. */
export function CitySearch({ of, name, value }: SearchInputProps) {
  const { hint: _hint, required: _required, ...field } = of.field;
  const box = useRef<HTMLInputElement>(null);
  return (
    <div>
      <CitySelectField
        of={{ ...of, field }}
        value={areaPath(value)}
        record={{}}
        error={undefined}
        readOnly={false}
        onChange={(chosen) => {
          if (box.current) box.current.value = Array.isArray(chosen) ? String(chosen.at(-1) ?? '') : '';
        }}
        onLeave={nothing}
      />
      <input ref={box} type="hidden" name={name} defaultValue={value} />
    </div>
  );
}
