import { useSelector } from '@xstate/react';
import { fieldSampleLogic, selectSampleIssue, selectSampleValue } from '#machines/observe/field-sample.logic';
import type { Resource } from '#domain/table/resource';
import { t, text } from '../../base/i18n.ts';
import { FIELD_INPUTS } from '../../kit/fields/registry.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { untouchedValue, type FieldSample } from './field-samples.ts';
import classes from './fields-page.module.css';

export type SampleState = 'empty' | 'filled' | 'wrong' | 'readOnly' | 'disabled';

interface FieldStateProps {
  readonly sample: FieldSample;
  readonly state: SampleState;
  readonly resource: Resource;
}

const valueIn = ({ field, filled, wrong }: FieldSample, state: SampleState): unknown =>
  state === 'empty' ? untouchedValue(field) : state === 'wrong' ? wrong : filled;

/** The input of one kind in one state; it can be used, and judges what is entered as a form would. */
export function FieldState({ sample, state, resource }: FieldStateProps) {
  const { kind, field } = sample;
  const actor = useLeafActor(fieldSampleLogic, {
    id: `fieldSample:${state}:${kind}`,
    input: { field, value: valueIn(sample, state), isChecked: state === 'wrong' },
  });
  const value = useSelector(actor, selectSampleValue);
  const issue = useSelector(actor, selectSampleIssue);
  const Input = FIELD_INPUTS[kind];
  return (
    <fieldset className={classes.state} disabled={state === 'disabled'}>
      <legend className={classes.stateName}>{t(`fields.dev.states.${state}`)}</legend>
      <Input
        of={{ resource, key: kind, field }}
        value={value}
        record={{}}
        error={issue ? text(issue.key, issue.params) : undefined}
        readOnly={state === 'readOnly'}
        currentValue={() => selectSampleValue(actor.getSnapshot())}
        onChange={(next) => actor.send({ type: 'sample.changed', value: next })}
        onLeave={() => actor.send({ type: 'sample.left' })}
      />
    </fieldset>
  );
}
