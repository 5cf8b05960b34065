import { useSelector } from '@xstate/react';
import { hasText, t, text } from '../../../base/i18n.ts';
import classes from './review.module.css';
import { Sql } from './Sql.tsx';
import type { StepProps } from './step-props.ts';
import { StepChoices } from './StepChoices.tsx';

/** One thing that was changed by hand: as it was published, as it was found, and which of the two it is to be. */
export function DriftCard({ designer, step }: StepProps) {
  const { id, subject, detail, stopping, rows, examples, sql } = step;
  const [, what = ''] = id.split(':');
  const difference = useSelector(designer, ({ context }) => context.drift.find((one) => one.what === what && one.name === subject));
  const key = `designer.drift.${what}`;
  const nothing = t('designer.drift.nothing');
  return (
    <li className={classes.step} data-stopping={stopping > 0}>
      <p className={classes.sentence}>
        <b>{hasText(key) ? text(key, { name: subject }) : subject}</b>
      </p>
      {difference ? (
        <dl className={classes.differences}>
          <div>
            <dt>{t('designer.drift.published')}</dt>
            <dd>
              <code>{difference.expected ?? nothing}</code>
            </dd>
          </div>
          <div>
            <dt>{t('designer.drift.found')}</dt>
            <dd>
              <code>{difference.found ?? nothing}</code>
            </dd>
          </div>
        </dl>
      ) : (
        <p className={classes.rows}>{detail}</p>
      )}
      {rows !== null && <p className={classes.rows}>{t('designer.review.rows', { count: rows })}</p>}
      {examples.length > 0 && (
        <p className={classes.examples}>{t('designer.review.examples', { ids: examples.map((one) => `#${one}`).join(', ') })}</p>
      )}
      <StepChoices designer={designer} step={step} />
      {sql.length > 0 && <Sql statements={sql} />}
    </li>
  );
}
