import { use } from 'react';
import { relationKey } from '#domain/field';
import { joinedTitle } from '../cells/joined-title.ts';
import { LeafLogicsContext } from '../leaf-logics.ts';
import { useLeafActor } from '../use-leaf-actor.ts';
import { fieldId } from './field-attributes.ts';
import type { FieldInputProps } from './field-input.ts';
import { RemoteCombobox } from './RemoteCombobox.tsx';

/** Chooses a record of another section, or the parent within a tree. */
export function RemoteSelectField(props: FieldInputProps) {
  const { resource, key, field } = props.of;
  const { remoteSelect } = use(LeafLogicsContext);
  const value = typeof props.value === 'number' ? props.value : null;
  const isStored = props.record[key] === value;
  const actor = useLeafActor(remoteSelect, {
    id: `remoteSelect:${fieldId(props.of)}`,
    input: {
      of: field.kind === 'remoteSelect' ? field.of : resource.name,
      value,
      label: isStored ? joinedTitle(props.record[relationKey(key)], field) : null,
    },
  });
  return <RemoteCombobox {...props} actor={actor} />;
}
