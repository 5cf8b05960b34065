import { relationKey } from '#domain/fields/field';
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
  const isStored = props.record[key] === value;
  const actor = useLeafActor(remoteSelect, {
    id: `remoteSelect:${fieldId(props.of)}`,
    input: {
      of: 'of' in field ? field.of : resource.name,
      value,
      label: isStored ? joinedTitle(props.record[relationKey(key)], field) : null,
    },
  });
  return <RemoteCombobox {...props} actor={actor} />;
}
