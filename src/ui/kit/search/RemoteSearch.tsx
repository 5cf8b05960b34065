import { useSelector } from '@xstate/react';
import { selectValue } from '#machines/fields/remote-select.machine';
import { fieldId } from '../fields/base/field-attributes.ts';
import { RemoteCombobox } from '../fields/choice/RemoteCombobox.tsx';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import type { SearchInputProps } from './search-input.ts';

const nothing = (): void => {};

/** Searches by a record of another section. Its choice travels with the form in a hidden box. */
export function RemoteSearch({ of, name, value }: SearchInputProps) {
  const { remoteSelect } = useBundle('choice');
  const { hint: _hint, required: _required, ...field } = of.field;
  const actor = useLeafActor(remoteSelect, {
    id: `remoteSelect:${fieldId(of)}`,
    input: {
      of: 'of' in of.field ? of.field.of : of.resource.name,
      value: /^\d+$/u.test(value) ? Number(value) : null,
      label: null,
    },
  });
  const chosen = useSelector(actor, selectValue);
  return (
    <div>
      <RemoteCombobox
        of={{ ...of, field }}
        value={chosen}
        record={{}}
        error={undefined}
        readOnly={false}
        onChange={nothing}
        onLeave={nothing}
        actor={actor}
      />
      <input type="hidden" name={name} value={chosen ?? ''} />
    </div>
  );
}
