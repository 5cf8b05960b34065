import type { FormEvent } from 'react';
import type { Failure } from '#domain/base/failure';
import { codeIn } from '#domain/members/credentials';
import { Secret } from '#domain/base/secret';
import { t } from '../../base/i18n.ts';
import { PlainField } from '../../kit/form/PlainField.tsx';
import buttons from '../../kit/plain-button.module.css';
import { FailureBox } from '../base/FailureBox.tsx';
import { usePlainForm, valueOf } from '../base/plain-form.ts';
import classes from './entry.module.css';

export interface FactorStepProps {
  readonly failure: Failure | null;
  readonly isBusy: boolean;
  readonly onCode: (code: Secret) => void;
  readonly onBack: () => void;
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function FactorStep({ failure, isBusy, onCode, onBack }: FactorStepProps) {
  const form = usePlainForm({ id: 'factorForm', failure });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = codeIn(valueOf(event.currentTarget, 'factorCode'));
    if (isBusy || !form.submit(event.currentTarget, code === '' ? { factorCode: { key: 'validation.required' } } : {})) return;
    onCode(new Secret(code));
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-busy={isBusy} aria-labelledby="factor-title">
      <h2 id="factor-title" className={classes.step}>
        {t('entry.factor.title')}
      </h2>
      <p className={classes.stepHint}>{t('entry.factor.hint')}</p>
      <FailureBox failure={form.isSaidAt(['factorCode']) ? null : failure} />
      <PlainField
        {...form.field('factorCode')}
        label={t('entry.factor.code')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step is this field
        autoFocus
      />
      <button type="submit" className={buttons.primary} aria-disabled={isBusy}>
        {t(isBusy ? 'entry.factor.submitting' : 'entry.factor.submit')}
      </button>
      <button type="button" className={classes.link} onClick={onBack}>
        {t('entry.factor.back')}
      </button>
    </form>
  );
}
