import { Input } from '@mantine/core';
import { Suspense } from 'react';
import { loadMessages } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { describedBy, frameOf, groupFrameOf } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';
import classes from './base/fields.module.css';

// Rare, and with words of its own: it comes when the first form shows one.
const PairRows = lazyView(async () => {
  const [{ PairRows }] = await Promise.all([import('./array/PairRows.tsx'), loadMessages(['fields'])]);
  return PairRows;
});

/** Pairs of key and value in an order of their own. */
export function ArrayField(props: FieldInputProps) {
  const frame = frameOf(props);
  return (
    <Input.Wrapper {...groupFrameOf(props)}>
      <fieldset {...describedBy(frame)} className={classes.plainGroup} aria-labelledby={`${frame.id}-label`}>
        <Suspense fallback={<div className={classes.waitingLine} />}>
          <PairRows {...props} />
        </Suspense>
      </fieldset>
    </Input.Wrapper>
  );
}
