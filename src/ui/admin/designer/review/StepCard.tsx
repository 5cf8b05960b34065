import { Radio, Stack, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { wireNameOf } from '#domain/fields/field';
import type { Act, Choice } from '#domain/designer/plan-step';
import { selectDeclaration } from '#machines/designer/designer-readings';
import type { TriedStep } from '#machines/designer/designer-vocabulary';
import type { SectionDesignerRef } from '#machines/designer/section-designer.machine';
import { selectTypedName, typedNameMachine } from '#machines/designer/typed-name.machine';
import { hasText, t, text } from '../../../base/i18n.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { titleIn } from '../base/section-title.ts';
import classes from './review.module.css';

interface StepProps {
  readonly designer: SectionDesignerRef;
  readonly step: TriedStep;
}

/** One step: what it does, how many rows it speaks of, and what becomes of those. */
export function StepCard({ designer, step }: StepProps) {
  const subject = useSelector(designer, (snapshot) => nameOf(selectDeclaration(snapshot), step.subject));
  const kind = ['addObject', 'dropObject'].includes(step.kind) ? `${step.kind}.${step.detail}` : step.kind;
  const key = `designer.step.${kind}`;
  const { rows, converted, stopping, examples, sql } = step;
  return (
    <li className={classes.step} data-stopping={stopping > 0}>
      <p className={classes.sentence}>
        {text(hasText(key) ? key : 'designer.step.other', { subject, detail: step.detail, kind: step.kind })}
      </p>
      {rows !== null && (
        <p className={classes.rows}>
          {t('designer.review.rows', { count: rows })}
          {converted > 0 && ` ${t('designer.review.converted', { count: converted })}`}
          {stopping > 0 && <b className={classes.stopping}> {t('designer.review.stopping', { count: stopping })}</b>}
        </p>
      )}
      {examples.length > 0 && stopping > 0 && (
        <p className={classes.examples}>{t('designer.review.examples', { ids: examples.map((id) => `#${id}`).join(', ') })}</p>
      )}
      {step.acts.length > 0 && <Choices designer={designer} step={step} />}
      <details className={classes.sql}>
        <summary>SQL</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long statements are scrolled by keys as well */}
        <pre tabIndex={0}>{sql.join(';\n')}</pre>
      </details>
    </li>
  );
}

/** The field that lies in a column, by its label; what is no field by its own name. */
function nameOf({ fields }: ReturnType<typeof selectDeclaration>, subject: string): string {
  const found = Object.entries(fields).find(([key, field]) => wireNameOf(key, field) === subject);
  return found ? `${titleIn(found[1].label, found[0])} (${subject})` : subject;
}

const NO_CHOICE = (acts: readonly Act[]): Choice => ({ act: acts[0] ?? 'refuse' });

function Choices({ designer, step }: StepProps) {
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
      label={t('designer.review.choice')}
      size="sm"
      value={choice.act}
      onChange={(act) => choose(act === 'value' ? { act: 'value', value: choice.value ?? '' } : { act })}
    >
      <Stack gap={6} mt={6}>
        {step.acts.map((act) => (
          <Radio key={act} value={act} disabled={!isReviewing} label={t(`designer.act.${act}`)} />
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
