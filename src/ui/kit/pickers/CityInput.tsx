import { useLayoutEffect } from 'react';
import { areaTextKey } from '#domain/fields/field';
import type { CascadeChoice } from '#machines/fields/cascade-picker.machine';
import { t } from '../../base/i18n.ts';
import { fieldId } from '../fields/base/field-attributes.ts';
import type { FieldInputProps } from '../fields/base/field-input.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useEmitted } from '../../base/use-emitted.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { CascadePicker } from './CascadePicker.tsx';

const LEVELS = 3;

const idsIn = (value: unknown): readonly number[] => (Array.isArray(value) ? value.map(Number).filter(Number.isSafeInteger) : []);

/** An area, as ids from the province down. The names of a stored one came with the record. */
export function CityInput({
  of,
  value,
  record,
  error,
  readOnly,
  onChange,
  onLeave,
  describedBy,
}: FieldInputProps & { readonly describedBy?: string | undefined }) {
  const { cascadePicker } = useBundle('dashboard');
  const ids = idsIn(value);
  const wanted = ids.join();
  const names = record[areaTextKey(of.key)];
  const isStored = idsIn(record[of.key]).join() === wanted && typeof names === 'string' && names !== '';
  const lv = 'maxCount' in of.field ? (of.field.maxCount ?? LEVELS) : LEVELS;
  const actor = useLeafActor(cascadePicker, {
    id: `cityPicker:${fieldId(of)}`,
    input: { source: { kind: 'area' }, lv, value: ids, labels: isStored ? names.split(',') : null },
  });
  useEmitted(actor, 'picker.chosen', ({ value: chosen }: CascadeChoice) => onChange(chosen.map(String)));
  // The form may be put back to what it was.
  useLayoutEffect(() => {
    actor.send({ type: 'picker.valueChanged', value: wanted === '' ? [] : wanted.split(',').map(Number) });
  }, [actor, wanted]);
  return (
    <CascadePicker
      actor={actor}
      id={fieldId(of)}
      placeholder={of.scope ? t('resources.kit.search.any') : t('cascade.choose')}
      shape="field"
      isClearable={!of.field.required}
      readOnly={readOnly}
      field={{ describedBy, isWrong: error !== undefined, onLeave }}
    />
  );
}
