import { useLayoutEffect } from 'react';
import { relationKey } from '#domain/fields/field';
import { selectValue } from '#machines/fields/remote-select.machine';
import { joinedTitle } from '../../cells/joined-title.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { fieldId } from '../base/field-attributes.ts';
import type { FieldInputProps } from '../base/field-input.ts';
import { RemoteCombobox } from './RemoteCombobox.tsx';

/** Chooses a record of another section, or the parent within a tree. */
export function RemoteSelectField(props: FieldInputProps) {
  const { resource, key, field } = props.of;
  const { remoteSelect } = useBundle('choice');
  const value = typeof props.value === 'number' ? props.value : null;
  const label = props.record[key] === value ? joinedTitle(props.record[relationKey(key)], field) : null;
  const actor = useLeafActor(remoteSelect, {
    id: `remoteSelect:${fieldId(props.of)}`,
    input: {
      of: 'of' in field ? field.of : resource.name,
      value,
      label,
    },
  });
  // Its own choice comes back as the field's value; any other was made elsewhere.
  useLayoutEffect(() => {
    if (selectValue(actor.getSnapshot()) !== value) actor.send({ type: 'select.valueChanged', value, label });
  }, [actor, value, label]);
  return <RemoteCombobox {...props} actor={actor} />;
}
