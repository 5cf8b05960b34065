import { useSelector } from '@xstate/react';
import { wireNameOf, type Field } from '#domain/fields/field';
import type { SectionDesign } from '#domain/designer/section-design';
import { nowIn } from '#machines/designer/designer-context';
import { selectDeclaration, selectIsLifeAlone } from '#machines/designer/section-designer.selectors';
import { wayText } from '#machines/designer/life-chart';
import type { TriedStep } from '#machines/designer/designer.vocabulary';
import { hasText, pageLanguage, t, text } from '../../../base/i18n.ts';
import { kindText } from '../base/kind-text.ts';
import { eventTitle, stateTitle } from '../base/life-titles.ts';
import { titleIn } from '../base/section-title.ts';
import classes from './review.module.css';
import { Sql } from './Sql.tsx';
import type { StepProps } from './step-props.ts';
import { StepChoices } from './StepChoices.tsx';

/** One step: what it does, how many rows it speaks of, and what becomes of those. */
export function StepCard({ designer, step }: StepProps) {
  const found = useSelector(designer, (snapshot) => fieldIn(selectDeclaration(snapshot), step.subject));
  // Of what goes only what was published knows the name.
  const former = useSelector(designer, ({ context }) => context.published && fieldIn(context.published.declaration, step.subject));
  const [name, field] = found ?? former ?? [step.subject];
  const part = useSelector(designer, ({ context }) => partOfLife(step, [nowIn(context).design, context.published]));
  const subject = part ?? (field ? `${titleIn(field.label, name)} (${step.subject})` : step.subject);
  const gone = useSelector(designer, ({ context }) =>
    step.kind === 'setOptions' && found && former ? goneOptions(former[1], found[1], nowIn(context).renames.options[step.subject]) : '',
  );
  const isShorter = step.kind === 'changeType' && found !== undefined && former?.[1].kind === found[1].kind && lengthIn(step) !== null;
  const kind = ['addObject', 'dropObject'].includes(step.kind)
    ? `${step.kind}.${step.detail}`
    : isShorter
      ? 'shorten'
      : gone === ''
        ? step.kind
        : 'dropOptions';
  const isLifeAlone = useSelector(designer, selectIsLifeAlone);
  const key = isLifeAlone && kind === 'setLife' ? 'designer.lives.set' : `designer.step.${kind}`;
  const { rows, converted, returned, stopping, examples, sql } = step;
  return (
    <li className={classes.step} data-stopping={stopping > 0}>
      <p className={classes.sentence}>
        {text(hasText(key) ? key : 'designer.step.other', {
          subject,
          detail: detailOf(step, kind, { now: found?.[1], former: former?.[1] }),
          kind: step.kind,
          gone,
        })}
      </p>
      {rows !== null && (
        <p className={classes.rows}>
          {t('designer.review.rows', { count: rows })}
          {converted > 0 && ` ${t('designer.review.converted', { count: converted })}`}
          {stopping > 0 && <b className={classes.stopping}> {t('designer.review.stopping', { count: stopping })}</b>}
        </p>
      )}
      {returned > 0 && <p className={classes.rows}>{t('designer.review.returned', { count: returned })}</p>}
      {examples.length > 0 && stopping > 0 && (
        <p className={classes.examples}>{t('designer.review.examples', { ids: examples.map((id) => `#${id}`).join(', ') })}</p>
      )}
      {step.acts.length > 0 && <StepChoices designer={designer} step={step} field={found?.[1]} />}
      {sql.length > 0 && <Sql statements={sql} />}
    </li>
  );
}

/** What a step of a life speaks of, as people call it: a step of records, a state. Of what goes only what was published knows. */
function partOfLife({ kind, subject }: TriedStep, designs: readonly (SectionDesign | null)[]): string | null {
  const drawn = designs.flatMap((design) => (design ? [design.declaration] : []));
  if (kind === 'dropEvent') return eventTitle(drawn, subject);
  if (kind === 'setHolds') return stateTitle(drawn, subject);
  const timed = kind === 'setDelay' ? drawn.find(({ life }) => life && Object.hasOwn(life.delays, subject)) : undefined;
  return timed ? wayText(timed, pageLanguage(), { by: 'after', name: subject }) : null;
}

/** The field that lies in a column, with its key. */
const fieldIn = ({ fields }: ReturnType<typeof selectDeclaration>, column: string) =>
  Object.entries(fields).find(([key, field]) => wireNameOf(key, field) === column);

/** How long a text may be, where the step is about that. */
const lengthIn = ({ detail }: TriedStep): string | null => /\((\d+)\)$/u.exec(detail)?.[1] ?? null;

/** What a step leads to, in words of forms and not of the database. */
function detailOf(
  step: TriedStep,
  kind: string,
  { now: field, former }: { readonly now: Field | undefined; readonly former: Field | undefined },
): string {
  if (kind === 'shorten' || kind === 'widen') return lengthIn(step) ?? t('designer.step.noBound');
  if (kind === 'changeType' && field)
    return [former?.kind, field.kind]
      .filter((one) => one !== undefined)
      .map((one) => kindText(one))
      .join(' → ');
  if (!['setOptions', 'dropOptions', 'setLife'].includes(kind) || !field || !('options' in field)) return step.detail;
  return new Intl.ListFormat(pageLanguage()).format(field.options.map((option) => titleIn(field.optionLabels?.[option], option)));
}

/** The options that a field had and has no more, under no other name either; '' for none. */
function goneOptions(former: Field, now: Field, renamed: Readonly<Record<string, string>> = {}): string {
  if (!('options' in former) || !('options' in now)) return '';
  const gone = former.options.filter((option) => !now.options.includes(renamed[option] ?? option));
  const words = gone.map((option) => t('designer.merge.quoted', { name: titleIn(former.optionLabels?.[option], option) }));
  return new Intl.ListFormat(pageLanguage()).format(words);
}
