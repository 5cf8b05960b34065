import { Radio, Select, Stack, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { Field } from '#domain/fields/field';
import type { StepAct, Choice } from '#domain/designer/plan-step';
import { selectSectionDesignerIsReviewing } from '#machines/designer/section-designer.selectors';
import { selectTypedName, typedNameMachine } from '#machines/designer/typed-name.machine';
import { initialValueOf } from '#domain/fields/field';
import { t } from '../../../base/i18n.ts';
import { titleIn } from '../base/section-title.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import type { StepProps } from './step-props.ts';
import { nameKeys } from '../base/name-keys.ts';

const NO_CHOICE = (acts: readonly StepAct[]): Choice => ({ act: acts[0] ?? 'refuse' });

interface StepChoicesProps extends StepProps {
  /** The field that the step is about, where it is about one. */
  readonly field?: Field | undefined;
}

/** A field with one of several options: what comes instead is one of them. */
const choiceOf = (kind: string, field: Field | undefined) =>
  kind === 'setOptions' && field && 'options' in field && !Array.isArray(initialValueOf(field)) ? field : null;

/** What becomes of the rows that a step speaks of. */
export function StepChoices({ designer, step, field }: StepChoicesProps) {
  const choice = useSelector(designer, ({ context }) => context.choices[step.id]) ?? NO_CHOICE(step.acts);
  const isReviewing = useSelector(designer, selectSectionDesignerIsReviewing);
  const typed = useLeafActor(typedNameMachine, { id: `typedName:${step.id}` });
  const typing = useSelector(typed, selectTypedName);
  const choose = (next: Choice) => designer.send({ type: 'choice.made', step: step.id, choice: next });
  const give = () => {
    if (typing === null) return;
    typed.send({ type: 'name.taken' });
    if (typing !== (choice.value ?? '')) choose({ act: 'value', value: typing });
  };
  const options = choiceOf(step.kind, field);
  const wordOf = (option: string): string => titleIn(options?.optionLabels?.[option], option);
  const first = options && String(initialValueOf(options));
  // What is chosen first is one of them: none of them would be a value of its own.
  const other = options?.options.find((option) => option !== first) ?? '';
  const actText = (act: StepAct): string => {
    if (act === 'empty' && first) return t('designer.act.first', { option: wordOf(first) });
    if (act === 'value' && options) return t('designer.act.option');
    return t(`designer.act.${act === 'refuse' && step.id.startsWith('drift:') ? 'undecided' : act}`);
  };
  return (
    <Radio.Group
      label={t(step.id.startsWith('drift:') ? 'designer.drift.choice' : 'designer.review.choice')}
      size="sm"
      value={choice.act}
      onChange={(act) => choose(act === 'value' ? { act: 'value', value: choice.value ?? other } : { act })}
    >
      <Stack gap={6} mt={6}>
        {step.acts
          .filter((act) => act !== 'value' || !options || other !== '')
          .map((act) => (
            <Radio key={act} value={act} disabled={!isReviewing} label={actText(act)} />
          ))}
        {choice.act === 'value' && options && (
          <Select
            size="sm"
            maw={320}
            label={t('designer.review.option')}
            disabled={!isReviewing}
            data={options.options.map((value) => ({ value, label: wordOf(value) }))}
            value={choice.value || null}
            onChange={(value) => value !== null && choose({ act: 'value', value })}
          />
        )}
        {choice.act === 'value' && !options && (
          <TextInput
            size="sm"
            maw={320}
            label={t('designer.review.value')}
            disabled={!isReviewing}
            maxLength={1000}
            value={typing ?? choice.value ?? ''}
            onChange={(event) => typed.send({ type: 'name.typed', text: event.currentTarget.value })}
            onBlur={give}
            onKeyDown={nameKeys(give)}
          />
        )}
      </Stack>
    </Radio.Group>
  );
}
