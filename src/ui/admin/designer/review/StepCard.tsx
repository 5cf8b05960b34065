import { useSelector } from '@xstate/react';
import { wireNameOf } from '#domain/fields/field';
import { selectDeclaration } from '#machines/designer/designer-readings';
import { hasText, t, text } from '../../../base/i18n.ts';
import { titleIn } from '../base/section-title.ts';
import classes from './review.module.css';
import { Sql } from './Sql.tsx';
import type { StepProps } from './step-props.ts';
import { StepChoices } from './StepChoices.tsx';

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
      {step.acts.length > 0 && <StepChoices designer={designer} step={step} />}
      <Sql statements={sql} />
    </li>
  );
}

/** The field that lies in a column, by its label; what is no field by its own name. */
function nameOf({ fields }: ReturnType<typeof selectDeclaration>, subject: string): string {
  const found = Object.entries(fields).find(([key, field]) => wireNameOf(key, field) === subject);
  return found ? `${titleIn(found[1].label, found[0])} (${subject})` : subject;
}
