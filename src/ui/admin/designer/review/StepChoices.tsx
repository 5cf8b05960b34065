import { Radio, Stack, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { Act, Choice } from '#domain/designer/plan-step';
import { selectTypedName, typedNameMachine } from '#machines/designer/typed-name.machine';
import { t } from '../../../base/i18n.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import type { StepProps } from './step-props.ts';

const NO_CHOICE = (acts: readonly Act[]): Choice => ({ act: acts[0] ?? 'refuse' });

/** What becomes of the rows that a step speaks of. */
export function StepChoices({ designer, step }: StepProps) {
  const choice = useSelector(designer, ({ context }) => context.choices[step.id]) ?? NO_CHOICE(step.acts);
  const isReviewing = useSelector(designer, (snapshot) => snapshot.matches('reviewing'));
  const typed = useLeafActor(typedNameMachine, { id: `typedName:${step.id}` });
  const typing = useSelector(typed, selectTypedName);
  const choose = (next: Choice) => designer.send({ type: 'choice.made', step: step.id, choice: next });
  const give = () => {
    if (typing === null) return;
    typed.send({ type: 'name.taken' });
    if (typing !== (choice.value ?? '')) choose({ act: 'value', value: typing });
  };
  return (
    <Radio.Group
      label={t(step.id.startsWith('drift:') ? 'designer.drift.choice' : 'designer.review.choice')}
      size="sm"
      value={choice.act}
      onChange={(act) => choose(act === 'value' ? { act: 'value', value: choice.value ?? '' } : { act })}
    >
      <Stack gap={6} mt={6}>
        {step.acts.map((act) => (
          <Radio
            key={act}
            value={act}
            disabled={!isReviewing}
            label={t(`designer.act.${act === 'refuse' && step.id.startsWith('drift:') ? 'undecided' : act}`)}
          />
        ))}
        {choice.act === 'value' && (
          <TextInput
            size="sm"
            maw={320}
            label={t('designer.review.value')}
            disabled={!isReviewing}
            maxLength={1000}
            value={typing ?? choice.value ?? ''}
            onChange={(event) => typed.send({ type: 'name.typed', text: event.currentTarget.value })}
            onBlur={give}
            onKeyDown={(event) => event.key === 'Enter' && give()}
          />
        )}
      </Stack>
    </Radio.Group>
  );
}
