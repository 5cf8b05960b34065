import { useSelector } from '@xstate/react';
import { textFromCents } from '#domain/base/money';
import { isInForm } from '#domain/fields/field';
import type { LedgerKind } from '#domain/members/ledger-reasons';
import { selectBalanceBefore, selectOutcomeFailure } from '#machines/members/ledger-outcome.machine';
import { selectFormValue, type RecordFormRef } from '#machines/table/record-form.machine';
import { text } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { readableAmount } from '../../kit/cells/number-cell.tsx';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import { FormField } from '../../kit/form/FormField.tsx';
import type { FormFieldsProps } from '../../kit/table/base/table-extras.ts';
import { useCurrencySign } from '../../kit/use-currency-sign.ts';
import classes from './ledger-fields.module.css';

const word = (key: string): string => text(`account.outcome.${key}`);

const amountText = (ledger: LedgerKind, amount: number, currencySign: string): string =>
  ledger === 'money' ? readableAmount(textFromCents(amount), currencySign) : readableAmount(String(amount));

const selectBegan = (snapshot: ReturnType<RecordFormRef['getSnapshot']>): unknown => snapshot.context.initial['userId'];

/**
 * The form of an entry, and under it what the entry leads to. Opened over the row of a member, or over a ledger that lists one alone, it
 * tells whose entry it will be, and offers no other.
 */
export function LedgerFields({ form, resource }: FormFieldsProps) {
  const memberId = useSelector(form, selectFormValue('userId'));
  const isMemberFixed = typeof useSelector(form, selectBegan) === 'number';
  const ledger = resource.fields['money'] ? 'money' : 'score';
  return (
    <>
      {Object.entries(resource.fields)
        .filter(([, field]) => isInForm(field))
        .map(([key, field]) => (
          <div key={key} className={key === 'memo' ? classes.place : undefined}>
            <FormField form={form} resource={resource} fieldKey={key} field={field} isFixed={isMemberFixed && key === 'userId'} />
          </div>
        ))}
      {typeof memberId === 'number' && memberId > 0 && (
        <Outcome key={memberId} form={form} resource={resource} ledger={ledger} memberId={memberId} />
      )}
    </>
  );
}

interface OutcomeProps extends FormFieldsProps {
  readonly ledger: LedgerKind;
  readonly memberId: number;
}

/** Before, change and after, as the entry will have them; the server reckons for itself. */
function Outcome({ form, ledger, memberId }: OutcomeProps) {
  const { ledgerOutcome } = useBundle('account');
  const outcome = useLeafActor(ledgerOutcome, { id: `ledgerOutcome:${ledger}`, input: { ledger, memberId } });
  const before = useSelector(outcome, selectBalanceBefore);
  const failure = useSelector(outcome, selectOutcomeFailure);
  const typed = useSelector(form, selectFormValue(ledger));
  const currencySign = useCurrencySign();
  if (failure) {
    return (
      <div className={classes.place}>
        <FailureLine text={word('failed')} failure={failure} onRetry={() => outcome.send({ type: 'outcome.retried' })} />
      </div>
    );
  }
  const change = typeof typed === 'number' ? typed : null;
  const after = before === null || change === null ? null : before + change;
  const isShort = after !== null && after < 0;
  const say = (amount: number): string => amountText(ledger, amount, currencySign);
  return (
    <output className={`${classes.place} ${classes.outcome}`} aria-busy={before === null} data-short={isShort || undefined}>
      <Part name="before" value={before === null ? '…' : say(before)} />
      <Part name="change" value={change === null ? '—' : `${change > 0 ? '+' : ''}${say(change)}`} />
      <Part name="after" value={after === null ? '—' : say(after)} />
      {isShort && <span className={classes.short}>{word('short')}</span>}
    </output>
  );
}

const Part = ({ name, value }: { readonly name: 'before' | 'change' | 'after'; readonly value: string }) => (
  <span className={classes.part} data-part={name}>
    <span className={classes.name}>{word(name)}</span> <strong className={classes.value}>{value}</strong>
  </span>
);
