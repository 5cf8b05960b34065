import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { Field } from '#domain/fields/field';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectStands } from '#machines/life/life-offers.machine';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { scalarText } from '../../kit/cells/scalar-text.ts';
import type { FieldInputProps } from '../../kit/fields/base/field-input.ts';
import { SelectField } from '../../kit/fields/choice/SelectField.tsx';
import { StateBadge } from '../../kit/form/StateBadge.tsx';

/** The state that a new record begins in: the first one, or one that adding it leads to. Which these are the server is asked for. */
export const NewState = (props: FieldInputProps) => (
  <Suspense fallback={<StateChoice {...props} states={[scalarText(props.value)]} />}>
    <OfferedState {...props} />
  </Suspense>
);

function OfferedState(props: FieldInputProps) {
  const { name } = props.of.resource;
  const { lifeOffers } = useBundle('life');
  const reader = useLeafActor(lifeOffers, { id: `lifeOffers:${name}:new`, input: { resource: name, ids: [] } });
  const [stand] = useSelector(reader, selectStands) ?? [];
  const isBusy = useSelector(reader, selectIsBusy);
  const value = scalarText(props.value) || (stand?.state ?? '');
  if (isBusy) return <StateChoice {...props} states={[value]} />;
  // Where the server did not say it, all of them are offered, and it judges what was chosen.
  const all = 'options' in props.of.field ? props.of.field.options : [];
  const open = new Set(stand ? [value, stand.state, ...stand.offers.flatMap(({ to }) => to)] : all);
  const states = all.filter((state) => open.has(state));
  return states.length === 1 ? <StateBadge {...props} value={value} /> : <StateChoice {...props} value={value} states={states} />;
}

/** It is never empty: a record is in some state. */
const StateChoice = ({ states, ...props }: FieldInputProps & { readonly states: readonly string[] }) => (
  <SelectField {...props} of={{ ...props.of, field: { ...props.of.field, options: states, required: true } as Field }} />
);
