import { useSelector } from '@xstate/react';
import { textFromCents } from '#domain/base/money';
import { isInForm } from '#domain/fields/field';
import { selectBalanceBefore, selectOutcomeFailure } from '#machines/members/ledger-outcome.machine';
import { selectFormValue } from '#machines/table/record-form.machine';
import { text } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { readableAmount } from '../../kit/cells/number-cell.tsx';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import { FormField } from '../../kit/form/FormField.tsx';
import type { FormFieldsProps } from '../../kit/table/base/table-extras.ts';
import classes from './ledger-fields.module.css';

type Ledger = 'money' | 'score';

const say = (word: string): string => text(`account.outcome.${word}`);

const amountText = (ledger: Ledger, amount: number): string => readableAmount(ledger === 'money' ? textFromCents(amount) : String(amount));

/** The form of an entry, and under it what the entry leads to. */
export function LedgerFields({ form, resource }: FormFieldsProps) {
  const memberId = useSelector(form, selectFormValue('userId'));
  const ledger = resource.fields['money'] ? 'money' : 'score';
  return (
    <>
      {Object.entries(resource.fields)
        .filter(([, field]) => isInForm(field))
        .map(([key, field]) => (
          <div key={key} className={key === 'memo' ? classes.place : undefined}>
            <FormField form={form} resource={resource} fieldKey={key} field={field} />
          </div>
        ))}
      {typeof memberId === 'number' && memberId > 0 && (
        <Outcome key={memberId} form={form} resource={resource} ledger={ledger} memberId={memberId} />
      )}
    </>
  );
}

interface OutcomeProps extends FormFieldsProps {
  readonly ledger: Ledger;
  readonly memberId: number;
}

/** Before, change and after, as the entry will have them; the server reckons for itself. */
function Outcome({ form, ledger, memberId }: OutcomeProps) {
  const { ledgerOutcome } = useBundle('account');
  const outcome = useLeafActor(ledgerOutcome, { id: `ledgerOutcome:${ledger}`, input: { ledger, memberId } });
  const before = useSelector(outcome, selectBalanceBefore);
  const failure = useSelector(outcome, selectOutcomeFailure);
  const typed = useSelector(form, selectFormValue(ledger));
  if (failure) {
    return (
      <div className={classes.place}>
        <FailureLine text={say('failed')} failure={failure} onRetry={() => outcome.send({ type: 'outcome.retried' })} />
      </div>
    );
  }
  const change = typeof typed === 'number' ? typed : null;
  const after = before === null || change === null ? null : before + change;
  const isShort = after !== null && after < 0;
  return (
    <output className={`${classes.place} ${classes.outcome}`} aria-busy={before === null} data-short={isShort || undefined}>
      <Part name="before" value={before === null ? '…' : amountText(ledger, before)} />
      <Part name="change" value={change === null ? '—' : `${change > 0 ? '+' : ''}${amountText(ledger, change)}`} />
      <Part name="after" value={after === null ? '—' : amountText(ledger, after)} />
      {isShort && <span className={classes.short}>{say('short')}</span>}
    </output>
  );
}

const Part = ({ name, value }: { readonly name: 'before' | 'change' | 'after'; readonly value: string }) => (
  <span className={classes.part} data-part={name}>
    <span className={classes.name}>{say(name)}</span> <strong className={classes.value}>{value}</strong>
  </span>
);
