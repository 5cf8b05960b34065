import { Input, Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyView } from '../../../base/lazy-view.tsx';
import { describedBy, frameOf } from '../base/field-attributes.ts';
import type { FieldInputProps } from '../base/field-input.ts';

const CityInput = lazyView(async () => (await import('../../pickers/CityInput.tsx')).CityInput);

/** Chooses a province, a city and a district, or as many of these levels as the field has. Its code comes when it is first shown. */
export function CitySelectField(props: FieldInputProps) {
  const { required, ...frame } = frameOf(props);
  return (
    <Input.Wrapper {...frame} withAsterisk={required}>
      <Suspense fallback={<Skeleton height={36} />}>
        <CityInput {...props} describedBy={describedBy(frameOf(props))['aria-describedby']} />
      </Suspense>
    </Input.Wrapper>
  );
}
